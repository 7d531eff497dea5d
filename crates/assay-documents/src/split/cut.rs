use std::ops::Range;

use assay_domain::Document;

/// The quarantined spans of a text: sorted, apart from each other, on character boundaries.
pub(super) struct ForbiddenSpans(Vec<Range<usize>>);

impl ForbiddenSpans {
    pub(super) fn of(document: &Document, text: &str) -> Self {
        let mut spans: Vec<Range<usize>> = document
            .quarantined
            .iter()
            .map(|span| {
                let start = text.floor_char_boundary(span.start.min(text.len()));
                start..text.ceil_char_boundary(span.end.min(text.len()))
            })
            .filter(|span| !span.is_empty())
            .collect();
        spans.sort_by_key(|span| (span.start, span.end));
        let mut apart: Vec<Range<usize>> = Vec::with_capacity(spans.len());
        for span in spans {
            match apart.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => apart.push(span),
            }
        }
        Self(apart)
    }

    pub(super) fn touches(&self, range: &Range<usize>) -> bool {
        self.near(range).next().is_some()
    }

    /// What is left of `range`.
    pub(super) fn without(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut left = Vec::new();
        let mut start = range.start;
        for span in self.near(&range) {
            if span.start > start {
                left.push(start..span.start);
            }
            start = span.end;
        }
        if start < range.end {
            left.push(start..range.end);
        }
        left
    }

    fn near(&self, range: &Range<usize>) -> impl Iterator<Item = &Range<usize>> {
        let first = self.0.partition_point(|span| span.end <= range.start);
        let end = range.end;
        let from_first = self.0.iter().skip(first);
        from_first.take_while(move |span| span.start < end)
    }
}

/// Cuts a range into pieces of at most `longest` bytes: after a sentence where there is one, else at
/// a space, else anywhere between two characters.
pub(super) fn pieces_of(text: &str, range: Range<usize>, longest: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = range.start;
    while range.end - start > longest {
        let limit = text.floor_char_boundary(start + longest);
        let Some(window) = text.get(start..limit) else {
            break;
        };
        let cut = start + best_cut(window);
        pieces.push(start..cut);
        start = cut;
    }
    if start < range.end {
        pieces.push(start..range.end);
    }
    pieces
}

/// Where to end the first part of a window that is too long to keep; never 0.
fn best_cut(window: &str) -> usize {
    let third = window.len() / 3;
    let sentence = last_sentence_end(window).filter(|end| *end > third);
    let space = || {
        let spaces = window.char_indices().filter(|(_, c)| c.is_whitespace());
        spaces.map(|(at, c)| at + c.len_utf8()).next_back()
    };
    let late_space = space().filter(|end| *end > third);
    sentence.or(late_space).unwrap_or(window.len()).max(1)
}

fn last_sentence_end(text: &str) -> Option<usize> {
    let mut next = None;
    text.char_indices().rev().find_map(|(at, c)| {
        let ends = match c {
            '。' | '！' | '？' | '；' | '\n' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        next = Some(c);
        ends.then(|| at + c.len_utf8())
    })
}

pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(inner) = text.get(range.clone()) else {
        return range;
    };
    let start = range.start + (inner.len() - inner.trim_start().len());
    let end = start + inner.trim().len();
    start..end
}
