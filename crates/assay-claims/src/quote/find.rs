//! Quotations in a written text.

mod block;
mod marks;

use std::ops::Range;

use super::fold::is_cjk;

/// Words of another, as a text presents them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// What stands between the marks.
    pub text: String,
    /// Its bytes in the text, marks included.
    pub range: Range<usize>,
    pub style: QuotationStyle,
    pub weight: QuotationWeight,
    /// What its paragraph says before it, up to the nearest end of a sentence.
    pub lead: String,
    /// Whether the text closes it. One that is never closed runs to the end of its paragraph.
    pub closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuotationStyle {
    /// `"…"`, `“…”`, `„…“`.
    Double,
    /// `‘…’`, `'…'`.
    Single,
    /// `«…»`.
    Guillemet,
    /// `「…」`, `『…』`.
    Corner,
    /// Lines that begin with `>`.
    Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuotationWeight {
    /// A term or a scare quote: one word, or up to four Chinese characters, without a digit. Where
    /// its sentence cites something it is looked for; not to find it is a remark, no fault, because
    /// the marks may as well mean "so called".
    Term,
    /// Everything else must be in the source.
    Binding,
}

/// A Chinese term is seldom longer.
const TERM_CHARACTERS: usize = 4;

/// The quotations of a text, in its order. Of nested ones only the outermost counts. Apostrophes,
/// inch marks and code are no quotations.
pub fn quotations(text: &str) -> Vec<Quotation> {
    let mut found = Vec::new();
    for paragraph in block::paragraphs(text) {
        match paragraph {
            block::Paragraph::Quoted(quoted) => found.extend(block::quotation(text, quoted)),
            block::Paragraph::Plain(range) => found.extend(marks::quotations(text, range)),
        }
    }
    found
}

impl QuotationWeight {
    fn of(text: &str) -> Self {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        let chinese = letters.clone().any(is_cjk);
        let words = text.split_whitespace().count();
        let is_term = if chinese {
            letters.clone().count() <= TERM_CHARACTERS
        } else {
            words <= 1
        };
        if is_term && !letters.clone().any(char::is_numeric) {
            Self::Term
        } else {
            Self::Binding
        }
    }
}

/// The sentence before `end`, as far as it lies after `start`.
fn lead(text: &str, start: usize, end: usize) -> String {
    let before = text.get(start..end).unwrap_or_default();
    let sentence = before
        .rsplit(['.', '!', '?', '。', '！', '？', '\n'])
        .next()
        .unwrap_or_default();
    sentence.trim().to_owned()
}
