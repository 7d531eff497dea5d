//! Text without its typography: what is left must agree letter for letter.
//!
//! Folded are compatibility forms (NFKC), quotation marks, dashes, invisible characters, white
//! space, line-end hyphens, Markdown marks and the width of Chinese punctuation. Not folded are
//! case, digits and their grouping, superscripts (10² is not 102), fractions, and letters of
//! another script that look alike.

mod characters;
mod inline;
mod lines;

/// Stands between paragraphs, list items and table rows.
pub(super) const BREAK: char = '\u{2029}';
/// Stands for every way to write an ellipsis.
pub(super) const ELLIPSIS: char = '…';

/// A folded character and the bytes of the text it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) character: char,
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many units from this one on may be absent on the other side: a footnote mark, a hyphen
    /// at a line end, a trademark sign. 0 for everything that must agree.
    pub(super) optional: usize,
}

pub(super) fn fold(text: &str) -> Vec<Unit> {
    let units = lines::joined(characters::folded(text));
    inline::folded(units)
}

/// Letters of scripts that are written without spaces, and their punctuation.
pub(super) fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{2E80}'..='\u{2FDF}' | '\u{3001}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}
