use std::ops::Range;

use assay_domain::Language;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::edits::Edit;
use super::links::is_allowed;
use super::outgoing::EgressPolicy;
use super::reading::{OPTIONS, Reading};
use super::view::is_cjk;
use super::{Removal, words};

pub(crate) const CODE: &str = "G-105";

/// Languages of code blocks that viewers run or draw.
const DRAWN: [&str; 11] = [
    "mermaid",
    "plantuml",
    "dot",
    "graphviz",
    "vega",
    "vega-lite",
    "geojson",
    "topojson",
    "stl",
    "dataviewjs",
    "math",
];

/// Whatever could load something, run something or lead somewhere that is no evidence.
pub(crate) fn check(read: &Reading<'_>, language: Language, policy: &EgressPolicy) -> Vec<Removal> {
    let mut scan = Scan {
        read,
        text: read.text,
        language,
        policy,
        removals: Vec::new(),
        exempt: Vec::new(),
    };
    scan.marks();
    scan.open_tags();
    scan.attributes();
    scan.addresses();
    scan.removals
}

struct Scan<'a> {
    read: &'a Reading<'a>,
    text: &'a str,
    language: Language,
    policy: &'a EgressPolicy,
    removals: Vec<Removal>,
    /// Places that are harmless as they are, or are taken out already.
    exempt: Vec<Range<usize>>,
}

impl Scan<'_> {
    fn remove(&mut self, range: Range<usize>, with: impl Into<String>, reason: &str) {
        self.exempt.push(range.clone());
        self.removals.push(Removal {
            edit: Edit {
                range,
                with: with.into(),
            },
            rule: CODE,
            reason: reason.to_owned(),
        });
    }

    fn is_exempt(&self, range: &Range<usize>) -> bool {
        let covers = |place: &Range<usize>| place.start < range.end && range.start < place.end;
        self.exempt.iter().any(covers)
    }

    /// Links, images, tags and code as the Markdown says.
    fn marks(&mut self) {
        let read = self.read;
        for (span, address) in &read.definitions {
            if is_allowed(address, self.policy) {
                self.exempt.push(span.clone());
            } else {
                let reason = "the address of a link that is no evidence";
                self.remove(span.clone(), "", reason);
            }
        }
        self.footnotes();
        let events = &read.events;
        for (at, (event, range)) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    ..
                }) => {
                    let inside = events.get(at + 1..).unwrap_or_default();
                    self.link(*link_type, dest_url, range, inside);
                }
                Event::Start(Tag::Image { .. }) => {
                    let mark = words::image_removed(self.language);
                    self.remove(range.clone(), mark, "a picture from outside");
                }
                Event::Start(Tag::HtmlBlock) => {
                    let mark = words::html_removed(self.language);
                    let written = self.text.get(range.clone()).unwrap_or_default();
                    let newline = if written.ends_with('\n') { "\n" } else { "" };
                    self.remove(range.clone(), format!("{mark}{newline}"), "raw HTML");
                }
                Event::InlineHtml(tag) if !is_harmless(tag) => {
                    self.remove(range.clone(), "", "a raw HTML tag");
                }
                Event::Start(Tag::CodeBlock(kind)) => self.code_block(kind, range),
                Event::InlineHtml(_) | Event::Code(_) => self.exempt.push(range.clone()),
                _ => {}
            }
        }
    }

    /// A footnote that holds an address alone is a link to viewers that know no footnotes.
    fn footnotes(&mut self) {
        if !self.text.contains('^') {
            return;
        }
        let without = OPTIONS.difference(Options::ENABLE_FOOTNOTES);
        let parser = Parser::new_ext(self.text, without);
        let addresses: Vec<(Range<usize>, String)> = parser
            .reference_definitions()
            .iter()
            .filter(|(label, definition)| {
                let leads = definition.dest.contains([':', '/', '\\', '`', '%']);
                label.starts_with('^') && leads && !is_allowed(&definition.dest, self.policy)
            })
            .map(|(label, definition)| (definition.span.clone(), format!("[{label}]: ")))
            .collect();
        let mark = words::link_removed(self.language);
        for (span, label) in addresses {
            let reason = "a footnote that is an address";
            self.remove(span, format!("{label}{mark}"), reason);
        }
    }

    /// A link that is no evidence leaves its words.
    fn link(
        &mut self,
        link_type: LinkType,
        address: &str,
        range: &Range<usize>,
        inside: &[(Event<'_>, Range<usize>)],
    ) {
        if is_allowed(address, self.policy) {
            self.exempt.push(range.clone());
            return;
        }
        let is_end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Link));
        let inner = inside.iter().take_while(|(event, _)| !is_end(event));
        let inner = inner.fold(None, |all: Option<Range<usize>>, (_, one)| {
            let all = all.unwrap_or(one.clone());
            Some(all.start.min(one.start)..all.end.max(one.end))
        });
        let words = inner.and_then(|inner| self.text.get(inner)).map(str::trim);
        let with = match (link_type, words) {
            (LinkType::Autolink, _) | (_, None | Some("")) => words::link_removed(self.language),
            (_, Some(words)) => words,
        };
        self.remove(range.clone(), with.to_owned(), "a link that is no evidence");
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>, range: &Range<usize>) {
        let written = self.text.get(range.clone()).unwrap_or_default();
        if let CodeBlockKind::Fenced(info) = kind
            && let Some(language) = info.split([' ', ',', '{', '\t']).find(|w| !w.is_empty())
            && DRAWN.contains(&language.to_ascii_lowercase().trim_matches('}'))
            && let Some(at) = written.find(language)
        {
            let start = range.start + at;
            let reason = "a code block that viewers draw or run";
            self.remove(start..start + language.len(), "text", reason);
        }
        self.exempt.push(range.clone());
    }

    /// A tag that Markdown takes for text, but a careless viewer may not.
    fn open_tags(&mut self) {
        let bytes = self.text.as_bytes();
        for (at, _) in self.text.match_indices('<') {
            let next = bytes.get(at + 1);
            let opens = next.is_some_and(|b| b.is_ascii_alphabetic() || b"/!?".contains(b));
            let before = self.text.get(..at).unwrap_or_default();
            let slashes = before.len() - before.trim_end_matches('\\').len();
            if opens && slashes % 2 == 0 && !self.is_exempt(&(at..at + 1)) {
                self.remove(at..at + 1, "&lt;", "the start of a raw HTML tag");
            }
        }
    }

    /// `{onclick=…}` after a heading or link, which some viewers turn into attributes.
    fn attributes(&mut self) {
        let text = self.text;
        for (at, _) in text.match_indices('{') {
            let rest = text.get(at..).unwrap_or_default();
            let line = rest.lines().next().unwrap_or_default();
            let Some(end) = line.find('}').map(|end| at + end + 1) else {
                continue;
            };
            let inside = text.get(at..end).unwrap_or_default().to_ascii_lowercase();
            let mut names = inside.split('=').map(|part| {
                let name = part.trim_end();
                let from = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
                name.get(from.len()..).unwrap_or_default().to_owned()
            });
            let is_active = |name: String| {
                let handler = name.strip_prefix("on").is_some_and(|rest| rest.len() > 2);
                handler
                    || matches!(
                        name.as_str(),
                        "style" | "href" | "src" | "srcset" | "action"
                    )
            };
            if inside.contains('=') && names.any(is_active) && !self.is_exempt(&(at..end)) {
                self.remove(at..end, "", "attributes for a viewer");
            }
        }
    }

    /// Addresses in running text, which many viewers make links of, are set as code.
    fn addresses(&mut self) {
        let view = &self.read.view;
        for found in bare_addresses(&view.text) {
            let written = view.text.get(found.clone()).unwrap_or_default();
            let range = view.original(&found);
            if self.is_exempt(&range) || is_allowed(written, self.policy) {
                continue;
            }
            let beside = |at: Option<usize>| {
                let byte = at.and_then(|at| self.text.as_bytes().get(at));
                matches!(byte, Some(b'`' | b'\\'))
            };
            let is_plain = !written.contains(['`', '\u{fffc}'])
                && !beside(range.start.checked_sub(1))
                && !beside(Some(range.end));
            let with = if is_plain {
                format!("`{written}`")
            } else {
                words::link_removed(self.language).to_owned()
            };
            self.remove(range, with, "an address that is no evidence");
        }
    }
}

/// `<br>` and the anchors of the list of sources.
fn is_harmless(tag: &str) -> bool {
    let is_anchor = || {
        let place = tag.strip_prefix("<a id=\"")?.strip_suffix("\">")?;
        let is_source = place
            .strip_prefix('s')
            .is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
        // The entry of a figure; what is no letter or digit of its id stands between tildes.
        let is_kept = |b: u8| b.is_ascii_alphanumeric() || b"_.-~".contains(&b);
        let is_figure = place
            .strip_prefix("fig-")
            .is_some_and(|id| !id.is_empty() && id.bytes().all(is_kept));
        ((is_source && place.len() > 1) || is_figure).then_some(())
    };
    matches!(tag, "<br>" | "<br/>" | "<br />" | "</a>") || is_anchor().is_some()
}

/// Places of `scheme://…` and `www.…`.
fn bare_addresses(text: &str) -> Vec<Range<usize>> {
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
    // One byte is looked for many times faster than three, or than characters.
    let schemes = text.match_indices(':').filter_map(|(at, _)| {
        let (before, after) = text.split_at_checked(at)?;
        if !after.starts_with("://") {
            return None;
        }
        let start = before.trim_end_matches(is_scheme).len();
        let first = before
            .get(start..)?
            .find(|c: char| c.is_ascii_alphabetic())?;
        Some(start + first)
    });
    let hosts = memchr::memchr2_iter(b'w', b'W', text.as_bytes()).filter_map(|at| {
        let head = text.get(at..at + 4)?;
        let before = text.get(..at)?.chars().next_back();
        let is_start = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '@'));
        (is_start && head.eq_ignore_ascii_case("www.")).then_some(at)
    });
    let mut starts: Vec<usize> = schemes.chain(hosts).collect();
    starts.sort_unstable();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for start in starts {
        let rest = text.get(start..).unwrap_or_default();
        let ends = |c: char| {
            c.is_whitespace()
                || is_cjk(c)
                || matches!(c, '<' | '>' | '"' | '|' | '，' | '。' | '）' | '；')
        };
        let whole = rest
            .get(..rest.find(ends).unwrap_or(rest.len()))
            .unwrap_or(rest);
        let address =
            whole.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ']', '*', '_', '~']);
        let address = match address.strip_suffix(')') {
            Some(inner) if !inner.contains('(') => inner,
            _ => address,
        };
        let is_after = ranges.last().is_none_or(|last| last.end <= start);
        if is_after && address.len() > 4 {
            ranges.push(start..start + address.len());
        }
    }
    ranges
}
