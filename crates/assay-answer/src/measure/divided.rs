//! One figure over another: as a question defines it, or by the name of the ratio.

use super::{
    Measure, Operand, first_clause, is_whole_word, last_clause, operand, sole_metric, split,
};
use crate::asking::bare_words;
use crate::frame::has;

/// What stands between part and whole, and whether the part comes first.
pub(crate) static OVER: assay_domain::WordList = assay_domain::word_list!("measure/divided/over");
/// Closes what a Chinese question says of a share.
static SHARE_ENDS: assay_domain::WordList = assay_domain::word_list!("measure/divided/share_ends");

/// A ratio that the question names or itself defines.
pub(super) fn ratio(text: &str) -> Option<Measure> {
    if let Some(rest) = text.split("人均").nth(1) {
        let part = operand(first_clause(rest))?;
        return Some(Measure::Ratio(part, Operand::Worded("员工".to_owned())));
    }
    // what stands in brackets defines what stands before them
    let inside = text
        .split(['(', '（'])
        .nth(1)
        .and_then(|rest| rest.split([')', '）']).next());
    inside
        .and_then(divided)
        .or_else(|| portion(text))
        .or_else(|| named_ratio(text))
        .or_else(|| to_ratio(text))
        .or_else(|| divided(text))
        .or_else(|| share_of_revenue(text))
}

/// `Retail revenue share`, 研发费用占比: a share of which no whole is named is one of revenue.
fn share_of_revenue(text: &str) -> Option<Measure> {
    if let Some((left, right)) = split(text, &[" revenue share", " sales share"])
        && let part @ Operand::Worded(_) = operand(last_clause(left))?
        && sole_metric(right).is_none()
    {
        return Some(Measure::Ratio(part, Operand::Filed("revenue")));
    }
    let (left, right) = text.split_once("占比")?;
    let part = operand(last_clause(left))?;
    let whole = Operand::Filed("revenue");
    (part != whole && sole_metric(right).is_none()).then_some(Measure::Ratio(part, whole))
}

/// One figure over another, in words or with a stroke.
fn divided(text: &str) -> Option<Measure> {
    for over in OVER.iter().copied() {
        let Some((left, right)) = split(text, &[over]) else {
            continue;
        };
        let is_loose = matches!(over, "与" | "比") && !text.contains("之比");
        if is_loose {
            continue;
        }
        let (left, right) = (last_clause(left), first_clause(right));
        let right = SHARE_ENDS
            .iter()
            .fold(right, |right, end| right.split(end).next().unwrap_or(right));
        let part = operand(left).or_else(|| named_part(left).filter(|_| over == " share of "));
        if let (Some(part), Some(whole)) = (part, operand(right))
                && part != whole
                // between two names of one thing a stroke means `or`
                && !(over.contains('/') && is_worded(&part) && is_worded(&whole))
                // money is told per head or per thing, and `over` divides only by a figure of the books
                && (over != " per " || is_worded(&whole))
                && (over != " over " || !is_worded(&whole))
                && (!over.starts_with(" cover") || !(is_worded(&part) || is_worded(&whole)))
        {
            return Some(Measure::Ratio(part, whole));
        }
    }
    None
}

/// `US share of revenue`: whatever is not asking is the name of a part.
fn named_part(text: &str) -> Option<Operand> {
    let is_capital =
        |word: &&str| word.len() >= 2 && word.chars().all(|c| c.is_ascii_uppercase() || c == '.');
    let capitals: Vec<&str> = text.split_whitespace().filter(is_capital).collect();
    let words = match capitals.is_empty() {
        true => bare_words(text),
        false => capitals.join(" "),
    };
    (!words.is_empty()).then_some(Operand::Worded(words))
}

/// `Loans to deposits ratio`, `ratio of loans to deposits`: two figures of the books.
fn to_ratio(text: &str) -> Option<Measure> {
    let lower = text.to_lowercase();
    let says_ratio = ["ratio", "ratios"].iter().any(|word| has(&lower, word));
    let (left, right) = split(text, &[" to ", "-to-"])?;
    let (left, right) = (last_clause(left), first_clause(right));
    let (part, whole) = (sole_metric(left)?, sole_metric(right)?);
    // without the word, nothing but the two figures: `capex to sales`
    let is_bare = |text: &str| matches!(operand(text), Some(Operand::Filed(_)));
    if !(says_ratio || is_bare(left) && is_bare(right)) {
        return None;
    }
    (part != whole).then_some(Measure::Ratio(Operand::Filed(part), Operand::Filed(whole)))
}

/// A ratio that everybody calls by one name.
fn named_ratio(text: &str) -> Option<Measure> {
    let (_, [part, whole]) = ratio_in(text)?;
    Some(Measure::Ratio(Operand::Filed(part), Operand::Filed(whole)))
}

/// The name by which a text calls a ratio.
pub(crate) fn name_of_ratio(text: &str) -> Option<&'static str> {
    ratio_in(text).map(|(name, _)| name)
}

/// A ratio that a text names: by which name, and what is divided by what.
fn ratio_in(text: &str) -> Option<(&'static str, [&'static str; 2])> {
    let lower = text.to_lowercase();
    let lines = include_str!("../../lexicon/ratios.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let mut columns = line.split(" | ");
        let (english, chinese) = (columns.next()?, columns.next()?);
        let mut names = english.split(", ").chain(chinese.split_whitespace());
        let name = names.find(|name| {
            lower
                .match_indices(name)
                .any(|(at, _)| !name.is_ascii() || is_whole_word(&lower, &(at..at + name.len())))
        })?;
        let (part, whole) = columns.next()?.split_once(" / ")?;
        Some((name, [part, whole]))
    })
}

/// `What portion of sales was China`: the whole stands before its part.
fn portion(text: &str) -> Option<Measure> {
    static SHARES: assay_domain::WordList = assay_domain::word_list!("measure/divided/shares");
    static VERBS: assay_domain::WordList = assay_domain::word_list!("measure/divided/verbs");
    let (_, rest) = split(text, &SHARES)?;
    let (whole, part) = split(first_clause(rest), &VERBS)?;
    let (part, whole) = (operand(part)?, operand(whole)?);
    (part != whole).then_some(Measure::Ratio(part, whole))
}

fn is_worded(operand: &Operand) -> bool {
    matches!(operand, Operand::Worded(_))
}
