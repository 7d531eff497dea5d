//! Citation marks in a text.

use assay_domain::{EvidenceId, citation};

/// Removes citations of ids that nothing returned; the note says which.
pub(crate) fn without_unknown(markdown: &str, unknown: &[EvidenceId]) -> String {
    unknown.iter().fold(markdown.to_owned(), |text, id| {
        without_mark(&text, &citation(id))
    })
}

/// The text without a mark, and without the space that led to it where no word follows.
fn without_mark(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_space = |c: char| c.is_whitespace() || is_closing(c);
        if part.is_empty() || part.starts_with(is_space) {
            kept.truncate(kept.trim_end_matches([' ', '\t', '\u{a0}']).len());
        }
        kept.push_str(part);
    }
    kept
}

/// Punctuation that stands right after a word.
fn is_closing(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '”'
            | '’'
            | '…'
            | '。'
            | '，'
            | '；'
            | '：'
            | '！'
            | '？'
            | '、'
            | '）'
            | '】'
            | '」'
            | '』'
            | '》'
    )
}

#[cfg(test)]
mod tests;
