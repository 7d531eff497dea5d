use std::sync::LazyLock;

use assay_figures::{Measure, cut, measures_in, pattern};
use regex::Regex;

/// Words of legal and accounting language: nothing that is said with them answers a question about
/// the world.
const FORMAL: [&str; 100] = [
    "registered trademark",
    "privacy policy",
    "terms of use",
    "click here",
    "sign up for",
    "forward-looking",
    "forward looking statement",
    "risks and uncertainties",
    "differ materially",
    "undue reliance",
    "no assurance",
    "cannot assure",
    "not guarantees",
    "incorporated by reference",
    "incorporated herein",
    "presented herein",
    "see note",
    "refer to ",
    "see part",
    "see accompanying",
    "accompanying notes",
    "included elsewhere in",
    "as discussed in",
    "as described in",
    "discussed further",
    "factors discussed above",
    "item 1a",
    "item 1.",
    "item 7",
    "item 8",
    "annual report on form",
    "quarterly report on form",
    "form 10-k",
    "form 10-q",
    "form 8-k",
    "exchange act",
    "securities act",
    "pursuant to",
    "the following table",
    "set forth",
    "table of contents",
    "in compliance with",
    "material compliance",
    "accounting standards update",
    "accounting policies",
    "accounting pronouncement",
    "critical accounting",
    "fair value hierarchy",
    "codm",
    "generally accepted accounting",
    "internal control over",
    "disclosure controls",
    "we have audited",
    "our audit",
    "refers to",
    "consists of",
    "consist of",
    "consist primarily of",
    "consists primarily of",
    "are stated at",
    "is stated at",
    "are recognized",
    "is recognized",
    "we recognize ",
    "we record ",
    "we account for",
    "is computed on",
    "is measured by",
    "are carried",
    "is allocated",
    "are allocated",
    "we allocate",
    "allocated between",
    "are generally based on",
    "retrospectively adjusted",
    "recoverability",
    "carrying amount",
    "carrying value",
    "unpaid principal",
    "performance obligation",
    "valuation allowance",
    "deferred tax",
    "allowance for",
    "letters of credit",
    "incentive plan",
    "stock purchase plan",
    "shareholders of record",
    "governance committee",
    "credit evaluations",
    "investment policy",
    "not obligate",
    "duty to update",
    "for informational purposes",
    "investment advice",
    "all rights reserved",
    "前瞻性陈述",
    "不构成投资建议",
    "详见附注",
    "会计政策",
    "参见本报告",
];

pub(crate) fn is_formal(sentence: &str) -> bool {
    is_footnote(sentence) || FORMAL_WORDS.is_match(&sentence.to_lowercase())
}

static FORMAL_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let words: Vec<String> = FORMAL.iter().map(|words| regex::escape(words)).collect();
    pattern(&words.join("|"))
});

/// `(1) Average price paid …`
fn is_footnote(sentence: &str) -> bool {
    let number = sentence
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'));
    number.is_some_and(|(inside, _)| {
        inside.len() <= 2 && inside.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Only speaks of measures that nobody asks for, such as depreciation.
pub(crate) fn is_bookkeeping(sentence: &str) -> bool {
    let measures = measures_in(sentence);
    let is_other = |measure: &Measure| matches!(measure, Measure::Other(_));
    !measures.is_empty() && measures.iter().all(is_other)
}

const HEDGES: [&str; 14] = [
    "may",
    "might",
    "could",
    "would",
    "can",
    "if",
    "cannot",
    "possible",
    "potentially",
    "depend",
    "depends",
    "subject",
    "unable",
    "inability",
];

/// A sentence about what might happen to anybody: hedged, and without a figure.
pub(crate) fn is_generality(sentence: &str) -> bool {
    if sentence.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let mut words = sentence.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| HEDGES.contains(&word.to_ascii_lowercase().as_str()))
        || ["可能", "或将", "如果", "若"]
            .iter()
            .any(|word| sentence.contains(word))
}

/// Names something: a capital inside the sentence that no sentence needs.
pub(crate) fn names_something(sentence: &str) -> bool {
    let mut words = sentence.split_whitespace().skip(1);
    words.any(|word| {
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut letters = bare.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let is_word = letters.next().is_some_and(char::is_alphanumeric);
        let is_title = matches!(cut(bare, 0..bare.len().min(7)), "Company" | "Note");
        capital && is_word && !is_title
    })
}

const LEANING: [&str; 24] = [
    "furthermore",
    "additionally",
    "in addition",
    "moreover",
    "however",
    "for example",
    "also,",
    "this ",
    "these ",
    "such ",
    "likewise",
    "as a result",
    "therefore",
    "the increase",
    "the decrease",
    "the change",
    "they ",
    "it ",
    "similarly",
    "此外",
    "另外",
    "因此",
    "其中",
    "同时",
];

/// Begins in the middle of a thought that stands somewhere else.
pub(crate) fn leans_on_context(sentence: &str) -> bool {
    let lower = sentence.trim_start_matches(['“', '"']).to_lowercase();
    LEANING.iter().any(|words| lower.starts_with(words))
}
