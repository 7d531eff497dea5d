//! # What
//! Finds characters that take no room on a page and yet carry text: letters of the tags block, long
//! runs of zero-width characters, and overrides of the writing direction.
//!
//! # Why
//! A person who reads the document cannot see them; a model reads them as plainly as anything else.
//! Zero-width characters between letters also hide words from a search. Single ones are ordinary on
//! web pages (soft hyphens, emoji joiners, a byte-order mark) and are let through.
//!
//! # Example
//! `Revenue rose.` followed by `U+E0069 U+E0067 U+E006E …`, which spells an order in tag letters.

use super::{Action, Match};
use crate::normal::{Normal, is_invisible};
use crate::widen::widened;

pub(crate) const CODE: &str = "G-002";

/// Fewer invisible characters in a row are ordinary typography.
const CARRYING_RUN: usize = 8;
/// Fewer tag letters in a row spell nothing.
const SPELLING_RUN: usize = 3;
/// Fewer words of a line broken up by invisible characters are an accident of typesetting.
const BROKEN_WORDS: usize = 3;

pub(crate) fn check(text: &str, normal: &Normal) -> Vec<Match> {
    if !normal.has_invisible {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut run = Run::default();
    for (at, c) in text.char_indices() {
        if is_invisible(c) {
            run.take(at, c);
        } else {
            found.extend(std::mem::take(&mut run).judged());
            run.after_flag = c == '\u{1f3f4}';
        }
    }
    found.extend(run.judged());
    found.extend(reversed_lines(text));
    found.extend(broken_lines(text));
    found
}

/// Invisible characters in a row.
#[derive(Default)]
struct Run {
    start: usize,
    end: usize,
    length: usize,
    tags: usize,
    /// The flags of England, Scotland and Wales are spelt in tag letters behind a black flag.
    after_flag: bool,
}

impl Run {
    fn take(&mut self, at: usize, c: char) {
        if self.length == 0 {
            self.start = at;
        }
        self.end = at + c.len_utf8();
        self.length += 1;
        self.tags += usize::from(('\u{e0000}'..='\u{e007f}').contains(&c));
    }

    fn judged(self) -> Option<Match> {
        let reason = match () {
            () if self.tags >= SPELLING_RUN && !self.after_flag => "text in invisible tag letters",
            () if self.length >= CARRYING_RUN && !self.after_flag => {
                "a long run of invisible characters"
            }
            () => return None,
        };
        Some(Match {
            start: self.start,
            end: self.end,
            rule: CODE,
            action: Action::Quarantine,
            reason,
        })
    }
}

/// An override of the writing direction shows a line in another order than it is stored.
fn reversed_lines(text: &str) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    for (at, mark) in text.match_indices(['\u{202d}', '\u{202e}']) {
        if found.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let range = widened(text, at..at + mark.len());
        found.push(Match {
            start: range.start,
            end: range.end,
            rule: CODE,
            action: Action::Quarantine,
            reason: "the writing direction is overridden, so the text is not what it looks like",
        });
    }
    found
}

fn broken_lines(text: &str) -> Vec<Match> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if broken_words(line) >= BROKEN_WORDS {
            found.push(Match {
                start,
                end: start + line.trim_end_matches('\n').len(),
                rule: CODE,
                action: Action::Flag,
                reason: "words are broken up by invisible characters",
            });
        }
        start += line.len();
    }
    found
}

/// Words with a zero-width space or joiner between two Latin letters.
fn broken_words(line: &str) -> usize {
    if line.is_ascii() {
        return 0;
    }
    let is_breaker = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    let is_broken = |word: &&str| {
        let inner = word.trim_matches(is_breaker);
        inner.contains(is_breaker) && inner.contains(|c: char| c.is_ascii_alphabetic())
    };
    line.split_whitespace().filter(is_broken).count()
}
