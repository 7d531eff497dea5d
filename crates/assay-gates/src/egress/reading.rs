use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

use super::view::View;

/// What viewers of reports understand.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// About as many bytes of a report stand for one event.
const BYTES_OF_AN_EVENT: usize = 24;

/// A Markdown text, read once for all rules.
pub(crate) struct Reading<'a> {
    pub(crate) text: &'a str,
    pub(crate) view: View<'a>,
    /// What the marks say, in text order.
    pub(crate) events: Vec<(Event<'a>, Range<usize>)>,
    /// Where the address of a link is told apart from it, and the address.
    pub(crate) definitions: Vec<(Range<usize>, String)>,
}

impl<'a> Reading<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let parser = Parser::new_ext(text, OPTIONS);
        let definitions = parser
            .reference_definitions()
            .iter()
            .map(|(_, definition)| (definition.span.clone(), definition.dest.to_string()))
            .collect();
        // A list that starts small would be copied again and again as it grows.
        let mut events = Vec::with_capacity(text.len() / BYTES_OF_AN_EVENT);
        events.extend(parser.into_offset_iter());
        Self {
            text,
            view: View::of(text),
            events,
            definitions,
        }
    }
}
