//! Months that a sentence names, against those of its statements.

use assay_figures::cut;

use super::WordProblem;
use super::cover::Laid;

/// Months of the claim that its statements do not name, where they name others.
pub(super) fn other_month<'s>(
    claim: &str,
    stated: impl Iterator<Item = &'s Laid<'s>>,
) -> Option<WordProblem> {
    let asked = months(claim);
    let told = stated.flat_map(|laid| months(cut(laid.source, laid.statement.range.clone())));
    let told: Vec<usize> = told.collect();
    let is_other = !told.is_empty() && !asked.iter().any(|month| told.contains(month));
    (!asked.is_empty() && is_other).then_some(WordProblem::Time)
}

/// The months that a text names, counted from the first. `may` is one where it is written large and
/// opens no sentence.
fn months(text: &str) -> Vec<usize> {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let han = |month: usize| {
        let written = format!("{month}月");
        text.match_indices(&written).any(|(at, _)| {
            let before = cut(text, 0..at).chars().next_back();
            !before.is_some_and(|c| c.is_ascii_digit())
        })
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let opens = |name: &str| words.first() == Some(&name);
    let is_named = |name: &str| words.contains(&name) && !(name == "May" && opens(name));
    let names = NAMES.iter().enumerate();
    names
        .filter(|(at, name)| is_named(name) || han(at + 1))
        .map(|(at, _)| at)
        .collect()
}
