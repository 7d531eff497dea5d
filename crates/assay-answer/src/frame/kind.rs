//! What form an answer should have.

use serde::{Deserialize, Serialize};

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A figure or a fact.
    LookUp,
    /// Several figures side by side.
    Compare,
    /// Causes, or whether something is so.
    Explain,
    List,
    /// Steps.
    HowTo,
    /// A judgement about a company.
    Judge,
}

/// What the first thing of an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    Money,
    Count,
    Percent,
    /// A number of whatever kind.
    Figure,
    Date,
    /// People, companies, places, things.
    Names,
    Cause,
    /// Where in a document it stands.
    Place,
    /// A place in the world.
    Spot,
    Anything,
}

static JUDGE: assay_domain::WordList = assay_domain::word_list!("frame/kind/judge");
pub(super) static CAUSE: assay_domain::WordList = assay_domain::word_list!("frame/kind/cause");
/// How something works on something else, or how it stands.
static EFFECT: assay_domain::WordList = assay_domain::word_list!("frame/kind/effect");
static STEPS: assay_domain::WordList = assay_domain::word_list!("frame/kind/steps");
/// Where something stands.
static PLACES: assay_domain::WordList = assay_domain::word_list!("frame/kind/places");
static LISTS: assay_domain::WordList = assay_domain::word_list!("frame/kind/lists");
/// Setting two figures side by side.
static COMPARING: assay_domain::WordList = assay_domain::word_list!("frame/kind/comparing");
/// Whether documents say the same.
static AGREE: assay_domain::WordList = assay_domain::word_list!("frame/kind/agree");
/// The same, of documents that are named.
const MATCH: [&str; 4] = ["match", "matches", "conflict", "conflicts"];
static DOCUMENTS: assay_domain::WordList = assay_domain::word_list!("frame/kind/documents");
const YES_OR_NO: [&str; 11] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "can", "will",
];

/// Whether a question asks if documents say the same.
pub(super) fn asks_whether_they_agree(question: &str) -> bool {
    let lower = question.to_lowercase();
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    says(&AGREE) || says(&MATCH) && says(&DOCUMENTS)
}

/// Whether a question is answered by yes or no.
pub(super) fn is_yes_or_no(question: &str) -> bool {
    let lower = question.trim_start().to_lowercase();
    let opens = lower.split_whitespace().next().unwrap_or_default();
    YES_OR_NO.contains(&opens)
}

pub(super) fn kind(question: &str, subjects: usize, periods: usize) -> Kind {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    match () {
        () if says(&JUDGE) && subjects <= 1 => Kind::Judge,
        () if says(&STEPS) => Kind::HowTo,
        () if says(&COMPARING) && !says(&CAUSE) && (subjects > 1 || periods > 1) => Kind::Compare,
        () if says(&CAUSE) || says(&EFFECT) => Kind::Explain,
        () if subjects > 1 || periods > 1 => Kind::Compare,
        () if asks_whether_they_agree(question) => Kind::Compare,
        () if says(&LISTS) && !lower.contains("how m") && !says(&COUNTS) => Kind::List,
        () if is_yes_or_no(question) => Kind::Explain,
        () => Kind::LookUp,
    }
}

/// The words behind those that ask for things of a kind.
static OF_A_KIND: assay_domain::WordList = assay_domain::word_list!("frame/kind/of_a_kind");

/// What kind of things a question asks for; they are seldom called so where they are named.
pub(super) fn class(question: &str) -> Option<String> {
    let lower = question.to_lowercase();
    let behind = OF_A_KIND.iter().find_map(|words| {
        let at = lower.find(words)?;
        lower.get(at + words.len()..)
    })?;
    let first = assay_claims::meanings(behind).into_iter().next()?;
    let opens = behind.get(..first.range.start)?.trim().is_empty();
    behind.get(first.range).filter(|_| opens).map(str::to_owned)
}

/// Whether words stand in a text as a whole; Chinese ones anywhere.
pub(crate) fn has(text: &str, words: &str) -> bool {
    if !words.is_ascii() {
        return text.contains(words);
    }
    text.match_indices(words).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + words.len()..)
            .and_then(|text| text.chars().next());
        !letter(before) && !letter(after)
    })
}

/// Where in the world.
static WHERE: assay_domain::WordList = assay_domain::word_list!("frame/kind/where");
static DATES: assay_domain::WordList = assay_domain::word_list!("frame/kind/dates");
/// How long something takes or lasts.
static DURATIONS: assay_domain::WordList = assay_domain::word_list!("frame/kind/durations");
static COUNTS: assay_domain::WordList = assay_domain::word_list!("frame/kind/counts");
static PERCENTS: assay_domain::WordList = assay_domain::word_list!("frame/kind/percents");
static MONEY: assay_domain::WordList = assay_domain::word_list!("frame/kind/money");

/// What is told as a number of whatever unit.
static MEASURED: assay_domain::WordList = assay_domain::word_list!("frame/kind/measured");

/// `多少患者`: what is counted stands behind the word that asks.
fn counts_by_name(question: &str) -> bool {
    let behind = question.split("多少").nth(1).unwrap_or_default();
    behind.starts_with(|c: char| ('\u{3400}'..='\u{9fff}').contains(&c))
        && !behind.starts_with(['钱', '？', '了', '的'])
}

pub(super) fn wanted(question: &str, kind: Kind) -> Wanted {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    match kind {
        Kind::Explain if says(&CAUSE) => return Wanted::Cause,
        Kind::HowTo if says(&PLACES) => return Wanted::Place,
        Kind::Explain | Kind::HowTo | Kind::Judge => return Wanted::Anything,
        Kind::List => return Wanted::Names,
        Kind::LookUp | Kind::Compare => {}
    }
    let agree = asks_whether_they_agree(question);
    match () {
        () if agree && says(&PERCENTS) => Wanted::Percent,
        () if agree => Wanted::Figure,
        () if says(&DATES) => Wanted::Date,
        () if says(&WHERE) => Wanted::Spot,
        () if says(&DURATIONS) => Wanted::Figure,
        () if says(&COUNTS) => Wanted::Count,
        () if says(&PERCENTS) => Wanted::Percent,
        () if has(&lower, "who") || lower.contains('谁') && kind != Kind::Compare => Wanted::Names,
        () if says(&MONEY) => Wanted::Money,
        () if counts_by_name(&lower) => Wanted::Count,
        () if says(&MEASURED) => Wanted::Figure,
        () if lower.contains("多少") || has(&lower, "how much") => Wanted::Figure,
        () => Wanted::Anything,
    }
}
