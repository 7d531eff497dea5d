mod g001_instruction;
mod g002_hidden_characters;
mod g003_chat_markers;
mod g004_hidden_content;

use std::ops::Range;

use regex::Regex;

use crate::normal::Normal;
use crate::widen::widened;

/// The codes of the ingest rules, each with a page under `docs/codes`.
pub const RULE_CODES: [&str; 4] = [
    g001_instruction::CODE,
    g002_hidden_characters::CODE,
    g003_chat_markers::CODE,
    g004_hidden_content::CODE,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The span is taken out of use.
    Quarantine,
    /// The span is marked and stays.
    Flag,
}

/// What a rule found, as bytes of the original text.
pub(crate) struct Match {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) rule: &'static str,
    pub(crate) action: Action,
    pub(crate) reason: &'static str,
}

pub(crate) fn check_all(text: &str, normal: &Normal<'_>) -> Vec<Match> {
    let mut found = g001_instruction::check(text, normal);
    found.extend(g002_hidden_characters::check(text));
    found.extend(g003_chat_markers::check(text, normal));
    found.extend(g004_hidden_content::check(text, normal));
    found
}

/// One way in which a rule shows, with what is done about it.
struct Pattern {
    regex: Regex,
    action: Action,
    reason: &'static str,
}

impl Pattern {
    fn new(action: Action, reason: &'static str, pattern: &str) -> Self {
        Self {
            regex: compiled(&over_ascii(pattern)),
            action,
            reason,
        }
    }
}

/// Boundaries, spaces, letters and gaps of the English patterns mean ASCII (and typographic quotes):
/// the Unicode classes cost a hundred times the compile time and keep the fast matcher from running.
fn over_ascii(pattern: &str) -> String {
    pattern
        .replace(r"\b", r"(?-u:\b)")
        .replace(r"\s", r"[ \t\n]")
        .replace(r"\w", "[0-9A-Za-z_]")
        .replace("[^.!?]", r#"[\t\n "-\-/->@-~’“”–—]"#)
}

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of the gate compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// A match at a place of the normal text, widened to the sentence, line or paragraph around it.
fn widened_match(
    text: &str,
    normal: &Normal<'_>,
    place: Range<usize>,
    rule: &'static str,
    action: Action,
    reason: &'static str,
) -> Match {
    let range = widened(text, normal.original(place));
    Match {
        start: range.start,
        end: range.end,
        rule,
        action,
        reason,
    }
}
