pub(crate) mod g001_instruction;
mod g002_hidden_characters;
mod g003_chat_markers;
pub(crate) mod g004_hidden_content;
pub(crate) mod g005_encoded_order;
pub(crate) mod g006_disguised_order;
pub(crate) mod g007_tool_order;
pub(crate) mod g008_source;
pub(crate) mod g009_hidden_address;

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, bytes};

use crate::normal::{Normal, folded};
use crate::triggers::Hit;
use crate::widen::widened;

/// The codes of the ingest rules, each with a page under `docs/codes`.
pub const RULE_CODES: [&str; 9] = [
    g001_instruction::CODE,
    g002_hidden_characters::CODE,
    g003_chat_markers::CODE,
    g004_hidden_content::CODE,
    g005_encoded_order::CODE,
    g006_disguised_order::CODE,
    g007_tool_order::CODE,
    g008_source::CODE,
    g009_hidden_address::CODE,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The span is taken out of use.
    Quarantine,
    /// The span is marked and stays.
    Flag,
}

/// What a rule found, as bytes of the original text.
#[derive(Debug)]
pub(crate) struct Match {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) rule: &'static str,
    pub(crate) action: Action,
    pub(crate) reason: &'static str,
}

/// People and bodies of people, to whom others give orders.
pub(crate) const HUMAN: &str = "(?:jur(?:y|ors?)|panel|witness(?:es)?|staff|employees?|members?|team|managers?|management|board|committee|courts?|judges?|investors?|shareholders?|stockholders?|(?:note|bond|security)?holders?|brokers?|dealers?|trustees?|banks?|customers?|clients?|patients?|students?|players?|drivers?|crews?|pilots?|troops|soldiers|police|voters?|residents?|workers?|contractors?|suppliers?|vendors?|parties|company|companies|issuers?|regulators?|auditors?|accountants?|counsel|lawyers?|people|public|directors?|officers?|citizens|nurses?|doctors?|teachers?|them|him|her|us)";

/// How far back the sentence of a match is read, in bytes: a hostile text has many matches and no full
/// stop.
const LONGEST_SENTENCE: usize = 2_000;

/// How often text may be decoded from text that was itself decoded.
pub(crate) const MAX_DEPTH: usize = 2;

pub(crate) fn check_all(text: &str, normal: &Normal, depth: usize) -> Vec<Match> {
    let hits = g001_instruction::hits(&normal.text);
    let mut found = g001_instruction::check(text, normal, &hits);
    found.extend(check_carriers(text, normal, &hits, depth));
    found
}

/// What is wrong with a text whoever it speaks to: hidden, disguised or in the voice of a system.
pub(crate) fn check_carriers(
    text: &str,
    normal: &Normal,
    hits: &[Hit],
    depth: usize,
) -> Vec<Match> {
    let mut found = g002_hidden_characters::check(text, normal);
    found.extend(g003_chat_markers::check(text, normal));
    found.extend(g004_hidden_content::check(text, normal, depth));
    found.extend(g005_encoded_order::check(text, depth));
    found.extend(g006_disguised_order::check(text, normal, hits));
    found
}

/// A pattern that is compiled when it is first needed: most texts call up few, and all of them take
/// longer to compile than a page takes to read.
type Later = LazyLock<bytes::Regex, Box<dyn FnOnce() -> bytes::Regex + Send>>;

fn later(pattern: String) -> Later {
    LazyLock::new(Box::new(move || over_normal(&pattern)))
}

/// One way in which a rule shows, with what is done about it.
pub(crate) struct Pattern {
    pub(crate) regex: Later,
    unless: Option<Later>,
    unless_followed: Option<Later>,
    pub(crate) action: Action,
    pub(crate) reason: &'static str,
}

impl Pattern {
    pub(crate) fn new(action: Action, reason: &'static str, pattern: &str) -> Self {
        Self {
            regex: later(pattern.to_owned()),
            unless: None,
            unless_followed: None,
            action,
            reason,
        }
    }

    /// The same, but not where its sentence, read up to the end of the match, holds what speaks for
    /// something else: advice against fraud, a report of what attackers do.
    pub(crate) fn unless(mut self, pattern: &str) -> Self {
        self.unless = Some(later(pattern.to_owned()));
        self
    }

    /// The same, but not where what comes next speaks for something else.
    pub(crate) fn unless_followed(mut self, pattern: &str) -> Self {
        self.unless_followed = Some(later(format!("^(?:{pattern})")));
        self
    }

    /// The places of the pattern in normal text.
    pub(crate) fn places(&self, text: &[u8]) -> Vec<Range<usize>> {
        let is_meant = |place: &Range<usize>| {
            self.unless.as_ref().is_none_or(|unless| {
                let floor = place.start.saturating_sub(LONGEST_SENTENCE);
                let before = text.get(floor..place.start).unwrap_or_default();
                let is_end = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b'\n');
                let start = floor + before.iter().rposition(is_end).map_or(0, |at| at + 1);
                !unless.is_match(text.get(start..place.end).unwrap_or_default())
            })
        };
        let goes_on = |place: &Range<usize>| {
            self.unless_followed
                .as_ref()
                .is_some_and(|unless| unless.is_match(text.get(place.end..).unwrap_or_default()))
        };
        let found = self.regex.find_iter(text).map(|place| place.range());
        found
            .filter(|place| is_meant(place) && !goes_on(place))
            .collect()
    }
}

/// A pattern over normal text. Classes, boundaries and gaps mean bytes: the Unicode classes cost a
/// hundred times the compile time and keep the fast matcher from running.
#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of the gate compiles"
)]
pub(crate) fn over_normal(pattern: &str) -> bytes::Regex {
    let mut as_normal = String::with_capacity(pattern.len());
    for c in pattern.chars() {
        if c.is_ascii() {
            as_normal.push(c);
        } else {
            as_normal.push_str(&folded(c.encode_utf8(&mut [0; 4])));
        }
    }
    bytes::RegexBuilder::new(&as_normal)
        .unicode(false)
        .build()
        .expect("the pattern is valid")
}

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of the gate compiles"
)]
pub(crate) fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// A match at a place of the normal text, widened to the sentence, line or paragraph around it.
pub(crate) fn widened_match(
    text: &str,
    normal: &Normal,
    place: &Range<usize>,
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
