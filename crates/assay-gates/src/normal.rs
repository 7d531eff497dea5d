use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// A text as a reader's eye takes it: compatibility forms folded (NFKC), invisible characters gone.
/// Every place in it knows its place in the original.
pub(crate) struct Normal<'a> {
    pub(crate) text: Cow<'a, str>,
    /// `(place in the normal text, place in the original)` wherever the distance changes.
    shifts: Vec<(usize, usize)>,
    original_len: usize,
}

impl<'a> Normal<'a> {
    pub(crate) fn of(original: &'a str) -> Self {
        if original.is_ascii() {
            return Self {
                text: Cow::Borrowed(original),
                shifts: Vec::new(),
                original_len: original.len(),
            };
        }
        let mut text = String::with_capacity(original.len());
        let mut shifts: Vec<(usize, usize)> = Vec::new();
        let mut is_shifted = false;
        for (at, c) in original.char_indices() {
            if is_shifted {
                shifts.push((text.len(), at));
                is_shifted = false;
            }
            if is_invisible(c) {
                is_shifted = true;
            } else if is_nfkc_quick(std::iter::once(c)) == IsNormalized::Yes {
                text.push(c);
            } else {
                shifts.push((text.len(), at));
                text.extend(std::iter::once(c).nfkc());
                is_shifted = true;
            }
        }
        if is_shifted {
            shifts.push((text.len(), original.len()));
        }
        Self {
            text: Cow::Owned(text),
            shifts,
            original_len: original.len(),
        }
    }

    /// The bytes of the original that a range of the normal text was made from.
    pub(crate) fn original(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, normal: usize) -> usize {
        let next = self.shifts.partition_point(|(at, _)| *at <= normal);
        let before = next.checked_sub(1).and_then(|last| self.shifts.get(last));
        let (from, to) = before.copied().unwrap_or((0, 0));
        let limit = self
            .shifts
            .get(next)
            .map_or(self.original_len, |(_, at)| *at);
        (to + (normal - from)).min(limit)
    }
}

/// Characters that take no room on a page: zero-width, direction marks, tags, soft hyphens.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e01ef}')
}
