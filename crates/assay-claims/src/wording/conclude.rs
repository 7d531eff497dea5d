//! Sentences that draw a conclusion, advise or say what is missing, by their own words.

use std::sync::LazyLock;

use assay_figures::{Needles, number_word};

use crate::numeral::tokens;

static CONCLUDING: assay_domain::WordList = assay_domain::word_list!("wording/conclude/concluding");

static BEYOND: assay_domain::WordList = assay_domain::word_list!("wording/conclude/beyond");

static CERTAIN: assay_domain::WordList = assay_domain::word_list!("wording/conclude/certain");

static ADVISING: assay_domain::WordList = assay_domain::word_list!("wording/conclude/advising");

/// The first of a list that stands in a text.
fn any(text: &str, list: &[&str], needles: &Needles) -> Option<String> {
    let first = needles.places_in(text).into_iter().min()?;
    list.get(first).map(|word| (*word).to_owned())
}

fn needles(list: &'static [&'static str]) -> Needles {
    Needles::of(list.iter().copied())
}

pub(crate) fn is_conclusion(text: &str) -> bool {
    let words = tokens(text);
    let opens = words.first().is_some_and(|word| {
        ["since", "because", "given", "as", "without", "with"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    });
    let hedged = [
        "would", "may", "could", "might", "likely", "unlikely", "appears", "must",
    ]
    .iter()
    .any(|hedge| words.iter().any(|word| word.eq_ignore_ascii_case(hedge)));
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| needles(&CONCLUDING));
    (opens && hedged) || points_to_something(&words) || NEEDLES.is_any_in(text)
}

/// `this points to`; of `two points to growth` a number stands before it.
fn points_to_something(words: &[&str]) -> bool {
    words.windows(3).any(|run| {
        let [before, points, to] = run else {
            return false;
        };
        let is_count = before.ends_with(|c: char| c.is_ascii_digit())
            || number_word(before).is_some()
            || before.eq_ignore_ascii_case("percentage")
            || before.eq_ignore_ascii_case("basis");
        ["points", "point"].contains(points) && *to == "to" && !is_count
    })
}

/// The word by which a sentence gives advice.
pub(crate) fn advice(text: &str) -> Option<String> {
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| needles(&ADVISING));
    if !NEEDLES.is_any_in(text) {
        return None;
    }
    // `Should rates rise, …` is a condition
    let text = text.strip_prefix("Should ").unwrap_or(text);
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let lower = text.to_lowercase();
    let is_said = |advice: &&&str| match advice.is_ascii() && !advice.contains(' ') {
        true => words.iter().any(|word| word == **advice),
        false => lower.contains(**advice),
    };
    ADVISING
        .iter()
        .find(is_said)
        .map(|advice| (*advice).to_owned())
}

/// A conclusion that speaks of the future or of what must be without a doubt of its own.
pub(crate) fn overclaims(text: &str) -> Option<String> {
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| needles(&BEYOND));
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let has = |list: &[&str]| {
        list.iter()
            .find(|known| words.iter().any(|word| word == *known))
            .map(|word| (*word).to_owned())
    };
    let is_doubtful = has(&[
        "may", "could", "might", "likely", "unlikely", "appears", "appear", "seems", "seem",
        "would", "probably", "tend", "suggest", "suggests", "hint", "hints", "possible",
    ])
    .is_some()
        || ["可能", "或", "似乎", "大概"]
            .iter()
            .any(|word| text.contains(word));
    let sure = has(&["will", "must", "always", "never"])
        .or_else(|| text.contains('将').then(|| "将".to_owned()))
        .filter(|_| !is_doubtful);
    any(text, &BEYOND, &NEEDLES)
        .filter(|word| !is_denied(text, word))
        .or(sure)
}

/// `no single tenant dominates`
fn is_denied(text: &str, word: &str) -> bool {
    let lower = text.to_lowercase();
    let before = lower.split(word).next().unwrap_or_default();
    let words = tokens(before);
    let mut near = words.iter().rev().take(4);
    near.any(|word| matches!(*word, "no" | "not" | "nor" | "cannot" | "neither"))
        || before.ends_with('不')
        || before.ends_with("并非")
}

/// Words of certainty that no statement may be made surer with, whatever the sentence is.
pub(crate) fn certifies(text: &str) -> Option<String> {
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| needles(&CERTAIN));
    any(text, &CERTAIN, &NEEDLES)
}

/// What a cell prints where there is nothing to print.
pub(crate) fn stands_for_nothing(cell: &str) -> bool {
    const SIGNS: [&str; 9] = ["TBD", "TBA", "N/A", "n/a", "NA", "—", "–", "待定", "不适用"];
    SIGNS.contains(&cell)
}

/// Words by which a gap says what kind of thing is missing, as far as a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Money,
    Share,
    Figure,
    /// A reason, a name: nothing that code could look for by its form.
    Other,
}

pub(crate) fn kind_of_gap(text: &str) -> Missing {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let has = |list: &[&str]| {
        words.iter().any(|word| list.contains(&word.as_str()))
            || list
                .iter()
                .any(|word| !word.is_ascii() && text.contains(word))
    };
    match () {
        () if has(&["dollar", "dollars", "amount", "amounts", "money", "金额"]) => Missing::Money,
        () if has(&["percentage", "percent", "share", "比例", "占比"]) => Missing::Share,
        () if has(&["figure", "figures", "number", "numbers", "数字", "数据"]) => {
            Missing::Figure
        }
        () => Missing::Other,
    }
}
