use std::collections::{BTreeMap, BTreeSet};

use assay_domain::Language;

use crate::document::Inline;
use crate::words;

/// Writes inlines as HTML and remembers how often each source was cited, for the links back.
pub(crate) struct InlineWriter {
    pub(crate) language: Language,
    pub(crate) cited: BTreeMap<usize, usize>,
    /// Addresses of sources: nothing else becomes a link, whatever a writer put there.
    pub(crate) known: BTreeSet<String>,
}

impl InlineWriter {
    pub(crate) fn push(&mut self, inlines: &[Inline], out: &mut String) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => push_escaped(text, out),
                Inline::Emphasis(inner) => self.wrap("em", inner, out),
                Inline::Strong(inner) => self.wrap("strong", inner, out),
                Inline::Struck(inner) => self.wrap("s", inner, out),
                Inline::Code(text) => {
                    out.push_str("<code>");
                    push_escaped(text, out);
                    out.push_str("</code>");
                }
                Inline::Link { to, text } if !self.known.contains(to) => self.push(text, out),
                Inline::Link { to, text } => {
                    out.push_str("<a rel=\"noopener noreferrer nofollow\" href=\"");
                    push_escaped(to, out);
                    out.push_str("\">");
                    self.push(text, out);
                    out.push_str("</a>");
                }
                Inline::Chapter { task, text } => {
                    out.push_str(&format!("<a href=\"#section-{task}\">"));
                    push_escaped(text, out);
                    out.push_str("</a>");
                }
                Inline::SoftBreak => out.push('\n'),
                Inline::Break => out.push_str("<br>"),
                Inline::Cite(numbers) => self.push_cite(numbers, out),
                Inline::Unresolved(id) => {
                    out.push_str("<span class=\"unresolved\">");
                    push_escaped(&words::unresolved(self.language, id), out);
                    out.push_str("</span>");
                }
            }
        }
    }

    fn wrap(&mut self, tag: &str, inner: &[Inline], out: &mut String) {
        out.push_str(&format!("<{tag}>"));
        self.push(inner, out);
        out.push_str(&format!("</{tag}>"));
    }

    /// A raised number must not start a line, so the space before it goes.
    fn push_cite(&mut self, numbers: &[usize], out: &mut String) {
        out.truncate(out.trim_end_matches(' ').len());
        let label = self.language.pick("source", "来源");
        out.push_str("<sup class=\"cite\">");
        for number in numbers {
            let times = self.cited.entry(*number).or_default();
            *times += 1;
            out.push_str(&format!(
                "<a id=\"cite-{number}-{times}\" href=\"#source-{number}\" aria-label=\"{label} {number}\">[{number}]</a>"
            ));
        }
        out.push_str("</sup>");
    }
}

/// Escapes for text and for double-quoted attributes.
pub(crate) fn push_escaped(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest
        .bytes()
        .position(|b| matches!(b, b'&' | b'<' | b'>' | b'"' | b'\''))
    {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        out.push_str(match special.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            _ => "&#39;",
        });
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(text, &mut out);
    out
}
