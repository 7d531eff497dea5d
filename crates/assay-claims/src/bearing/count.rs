//! Counts in words: `seven ships`, which no reader of figures takes for one.

use assay_figures::{cut, number_word};

use super::Bearing;

/// Words behind a count among which what is counted stands.
const REACH: usize = 3;

impl Bearing<'_, '_> {
    /// `twelve incidents` where the evidence has no twelve.
    pub(super) fn uncounted(&self) -> Option<String> {
        let words = words_of(self.text);
        let counts = words.iter().enumerate().filter_map(|(at, word)| {
            let behind = words.get(at + 1..).unwrap_or_default();
            Some((word, number_word(word)?, behind))
        });
        let mut counts = counts.filter(|(word, count, _)| *count > 2 && !self.is_figure(word));
        let (word, ..) = counts.find(|(_, count, behind)| {
            let is_there = self.pages.iter().any(|page| {
                let words = words_of(page.source.text);
                words.iter().any(|word| value_of(word) == Some(*count))
            });
            // a count that is not stated may be one of things listed, where nothing counts them
            let is_first = self
                .text
                .to_lowercase()
                .starts_with(word_before(&words, behind));
            let is_other = is_first && !self.numbers.is_empty() || self.counts_otherwise(behind);
            !is_there && is_other
        })?;
        Some(word.clone())
    }

    /// The word is read as a figure, and held against figures.
    fn is_figure(&self, word: &str) -> bool {
        self.numbers.iter().any(|number| {
            let written = cut(self.text, *number..self.text.len());
            written.to_lowercase().starts_with(word)
        })
    }

    /// The evidence states a number of what the claim counts.
    fn counts_otherwise(&self, behind: &[String]) -> bool {
        let things: Vec<&String> = behind
            .iter()
            .take(REACH)
            .filter(|word| is_thing(word))
            .collect();
        self.pages.iter().any(|page| {
            let words = words_of(page.source.text);
            let mut windows = words.windows(REACH + 1);
            windows.any(|window| {
                let counted = window.first().and_then(|word| value_of(word));
                counted.is_some() && window.iter().skip(1).any(|word| things.contains(&word))
            })
        })
    }
}

/// The word that stands before the rest of a list of words.
fn word_before<'w>(words: &'w [String], rest: &[String]) -> &'w str {
    let at = words.len().checked_sub(rest.len() + 1);
    at.and_then(|at| words.get(at)).map_or("", String::as_str)
}

/// What is counted stands in the plural.
fn is_thing(word: &str) -> bool {
    word.ends_with('s')
        && !matches!(
            word,
            "years" | "months" | "weeks" | "days" | "hours" | "times"
        )
}

fn value_of(word: &str) -> Option<u64> {
    number_word(word).or_else(|| word.parse().ok())
}

fn words_of(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
