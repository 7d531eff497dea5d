use std::collections::BTreeSet;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use super::outgoing::{Blocker, Outgoing, OutputKind};
use super::reading::Reading;

pub(crate) const CODE: &str = "G-107";

/// The form that each kind of output must have.
pub(crate) fn check(output: &Outgoing<'_>, read: &Reading<'_>) -> Vec<Blocker> {
    let mut found = Vec::new();
    let mut add = |reason: String| found.push(Blocker::new(CODE, reason));
    if read.text.trim().is_empty() {
        add("the text is empty".to_owned());
        return found;
    }
    let unresolved = output.run.unresolved_citations;
    if unresolved > 0 {
        add(format!(
            "{unresolved} citations name evidence that does not exist"
        ));
    }
    if output.kind != OutputKind::Report {
        return found;
    }
    let outline = Outline::of(read);
    if !outline.opens_with_title {
        add("the report does not open with a title".to_owned());
    }
    if outline.sections == 0 {
        add("the report has no section".to_owned());
    }
    if outline.empty_headings > 0 {
        add(format!("{} headings are empty", outline.empty_headings));
    }
    let missing: Vec<&str> = outline
        .cited
        .difference(&outline.anchors)
        .map(String::as_str)
        .collect();
    if !missing.is_empty() {
        add(format!(
            "citations lead to sources that are not listed: {}",
            missing.join(", ")
        ));
    }
    found
}

#[derive(Default)]
struct Outline {
    opens_with_title: bool,
    sections: usize,
    empty_headings: usize,
    /// `s1` of `[[1]](#s1)`.
    cited: BTreeSet<String>,
    /// `s1` of `<a id="s1">`.
    anchors: BTreeSet<String>,
}

impl Outline {
    fn of(read: &Reading<'_>) -> Self {
        let mut outline = Self::default();
        let mut heading: Option<(HeadingLevel, String)> = None;
        let mut is_first = true;
        let mut first_is_title = false;
        for (event, _) in &read.events {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    first_is_title = is_first && *level == HeadingLevel::H1;
                    heading = Some((*level, String::new()));
                }
                Event::End(TagEnd::Heading(_)) => {
                    let Some((level, words)) = heading.take() else {
                        continue;
                    };
                    let is_empty = words.trim().is_empty();
                    outline.empty_headings += usize::from(is_empty);
                    outline.sections += usize::from(level == HeadingLevel::H2 && !is_empty);
                    outline.opens_with_title |= first_is_title && !is_empty;
                }
                Event::Text(words) | Event::Code(words) => {
                    if let Some((_, heading)) = &mut heading {
                        heading.push_str(words);
                    }
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    outline.cited.extend(source(dest_url.strip_prefix('#')));
                }
                Event::InlineHtml(tag) => {
                    let id = tag
                        .strip_prefix("<a id=\"")
                        .and_then(|t| t.strip_suffix("\">"));
                    outline.anchors.extend(source(id));
                }
                _ => {}
            }
            is_first = false;
        }
        outline
    }
}

/// An anchor of the form `s12`.
fn source(anchor: Option<&str>) -> Option<String> {
    let number = anchor?.strip_prefix('s')?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| format!("s{number}"))
}
