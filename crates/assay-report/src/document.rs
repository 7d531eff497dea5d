use assay_domain::{Language, Outcome, TaskId};

use crate::citations::SourceEntry;
use crate::compose::Layout;
use crate::words;

/// The report before it is written in a format. Both writers walk it in this order.
pub(crate) struct Document {
    pub(crate) language: Language,
    pub(crate) title: String,
    pub(crate) kind: String,
    pub(crate) layout: Layout,
    pub(crate) status: Status,
    pub(crate) summary: Vec<Vec<Block>>,
    pub(crate) caveats: Vec<Block>,
    /// What is to be known of a short answer.
    pub(crate) note: Vec<Block>,
    pub(crate) chapters: Vec<Chapter>,
    /// What was written and is no finding.
    pub(crate) left_out: Vec<Block>,
    /// What the labels of sentences mean, where there are any.
    pub(crate) labels: Vec<Block>,
    pub(crate) sources: Vec<SourceEntry>,
}

pub(crate) struct Status {
    pub(crate) outcome: Outcome,
    pub(crate) meaning: &'static str,
    pub(crate) reasons: Vec<String>,
    pub(crate) authors: Vec<Vec<Inline>>,
    pub(crate) line: String,
}

pub(crate) struct Chapter {
    pub(crate) task: TaskId,
    pub(crate) title: String,
    pub(crate) language: Language,
    pub(crate) is_fallback: bool,
    /// Who wrote it, where the reader could not tell from the head of the report.
    pub(crate) byline: Option<Vec<Inline>>,
    /// By what the sentences without a mark stand.
    pub(crate) labelled: Option<String>,
    pub(crate) lead_in: Vec<Block>,
    pub(crate) body: Body,
    pub(crate) notes: Vec<Vec<Inline>>,
}

pub(crate) enum Body {
    Written(Vec<Block>),
    Missing { placeholder: String },
}

/// A block of text. Deliberately without raw HTML and without pictures.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    Heading {
        level: u8,
        text: Vec<Inline>,
    },
    Paragraph(Vec<Inline>),
    Quote(Vec<Block>),
    List {
        /// The first number of an ordered list.
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Code(String),
    Table(Table),
    Rule,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) align: Vec<Align>,
    pub(crate) head: Vec<Vec<Inline>>,
    pub(crate) rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Unset,
    Left,
    Center,
    Right,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inline {
    Text(String),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Struck(Vec<Inline>),
    Code(String),
    /// `to` is http, https or mailto, percent-encoded by `markup::safe_link`.
    Link {
        to: String,
        text: Vec<Inline>,
    },
    /// A link to a chapter of this report. Only code makes one.
    Chapter {
        task: TaskId,
        text: String,
    },
    SoftBreak,
    Break,
    /// Numbers of source entries. Only `Citations` makes one.
    Cite(Vec<usize>),
    /// A citation mark that resolves to nothing, as it was written.
    Unresolved(String),
}

impl Inline {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl Document {
    /// What stands between the last chapter and the sources, with its heading.
    pub(crate) fn behind_the_chapters(&self) -> Vec<(&'static str, &[Block])> {
        let headings = words::headings(self.language);
        let all = [
            (headings.left_out, self.left_out.as_slice()),
            (headings.labels, self.labels.as_slice()),
        ];
        let written = all.into_iter().filter(|(_, blocks)| !blocks.is_empty());
        written.collect()
    }
}

impl Chapter {
    /// The heading as the reader sees it, for instance `2. Financial performance`.
    pub(crate) fn heading(&self) -> String {
        format!("{}. {}", self.task, self.title)
    }
}

/// The words of `inlines` without their form; citations are left out.
pub(crate) fn plain(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_plain(inlines, &mut out);
    out
}

fn push_plain(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) | Inline::Chapter { text, .. } => {
                out.push_str(text);
            }
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Struck(inner)
            | Inline::Link { text: inner, .. } => push_plain(inner, out),
            Inline::SoftBreak | Inline::Break => out.push(' '),
            Inline::Cite(_) | Inline::Unresolved(_) => {}
        }
    }
}
