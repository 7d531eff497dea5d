//! What a document says several times, in its business, its risks and its results, is one finding.

use std::collections::BTreeMap;

use assay_documents::{Sketch, SketchBook};

use super::collapse::wording;

/// Passages of one document that state the same figures, and nothing else the same so far.
#[derive(Default)]
struct Telling {
    sketches: SketchBook,
    /// By the place of the sketch.
    wordings: Vec<u64>,
}

/// Numbers for what the passages of one document say, one after the other. Those of nearly the same
/// words and the very same figures get one number: a figure that differs makes another statement.
#[derive(Default)]
pub(super) struct Wordings {
    by_figures: BTreeMap<Vec<u8>, Telling>,
}

impl Wordings {
    /// The number of the next passage; `None` where it is too short to tell.
    pub(super) fn next(&mut self, text: &str) -> Option<u64> {
        let own = wording(text)?;
        let telling = self.by_figures.entry(figures(text)).or_default();
        let sketch = Sketch::of(text);
        if let Some(place) = telling.sketches.near(&sketch) {
            return telling.wordings.get(place).copied();
        }
        telling.sketches.add(sketch);
        telling.wordings.push(own);
        Some(own)
    }
}

/// The digits of a text with what stands between two of them, in order.
fn figures(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut figures = Vec::new();
    let mut is_after = false;
    for (at, byte) in bytes.iter().enumerate() {
        let is_point = matches!(byte, b'.' | b',')
            && is_after
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if byte.is_ascii_digit() || is_point {
            figures.push(*byte);
            is_after = true;
        } else if is_after {
            figures.push(b' ');
            is_after = false;
        }
    }
    if is_after {
        figures.push(b' ');
    }
    figures
}
