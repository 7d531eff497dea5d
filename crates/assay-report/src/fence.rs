use crate::citations::{Piece, split_marks};

/// Stand around a citation while pulldown-cmark reads the text. The noncharacter is in no input
/// (`plain_text::clean` drops it); the brackets are punctuation, as the mark's own are, so that bold
/// text beside a citation still ends where its author ended it.
const OPEN: &str = "\u{27e6}\u{fdd0}";
const CLOSE: &str = "\u{fdd0}\u{27e7}";

/// The text with each mark replaced by its fenced index, and the marks.
pub(crate) fn fence_marks(text: &str) -> (String, Vec<String>) {
    let mut fenced = String::with_capacity(text.len());
    let mut marks = Vec::new();
    for piece in split_marks(text) {
        match piece {
            Piece::Text(text) => fenced.push_str(text),
            Piece::Mark(id) => {
                fenced.push_str(&format!("{OPEN}{}{CLOSE}", marks.len()));
                marks.push(id.to_owned());
            }
        }
    }
    (fenced, marks)
}

pub(crate) enum Fenced<'t> {
    Text(&'t str),
    /// An index into the marks.
    Mark(usize),
}

pub(crate) fn unfence(text: &str) -> Vec<Fenced<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((index, tail)) = after.split_once(CLOSE) else {
            break;
        };
        if !before.is_empty() {
            pieces.push(Fenced::Text(before));
        }
        pieces.extend(index.parse().ok().map(Fenced::Mark));
        rest = tail;
    }
    if !rest.is_empty() {
        pieces.push(Fenced::Text(rest));
    }
    pieces
}
