//! Whether a report states a fact that is put in words of its own there.

use std::collections::BTreeSet;

/// A report, sentence by sentence.
pub(super) struct Text {
    sentences: Vec<Tokens>,
    words: usize,
}

impl Text {
    /// The text of a report from its title to its sources.
    pub(super) fn of(markdown: &str) -> Self {
        let body = SOURCES.iter().find_map(|head| markdown.split_once(head));
        let body = body.map_or(markdown, |(body, _)| body);
        let ends = [". ", "? ", "! ", ".” ", "。", "\n"];
        let mut sentences: Vec<&str> = vec![body];
        for end in ends {
            let parts = sentences.iter().flat_map(|part| part.split(end));
            sentences = parts.collect();
        }
        let sentences = sentences.into_iter().map(Tokens::of);
        Self {
            sentences: sentences
                .filter(|tokens| !tokens.words.is_empty())
                .collect(),
            words: body
                .split_whitespace()
                .filter(|word| word.contains(char::is_alphanumeric) && !word.starts_with("[["))
                .count(),
        }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }
}

const SOURCES: [&str; 2] = ["\n## Sources", "\n## 来源"];

/// What a sentence must hold to state a fact.
pub(super) struct Fact(Tokens);

impl Fact {
    /// What the source of a fact says of it; the rest is in the words of whoever wrote the fact down.
    pub(super) fn of(answer: &str, source: &str) -> Self {
        let (told, source) = (Tokens::of(answer), Tokens::of(source));
        let common = |one: &BTreeSet<String>, other| one.intersection(other).cloned().collect();
        Self(Tokens {
            figures: common(&told.figures, &source.figures),
            days: common(&told.days, &source.days),
            words: common(&told.words, &source.words),
        })
    }

    /// A report states a fact where one of its sentences, or two that follow each other, hold all
    /// figures of the fact and two fifths of its words, as far as its source has them: sources put some
    /// of them otherwise (`a dozen`, `we`). Figures are compared by their value (`$1.2M` is `1,200,000`,
    /// `eight` is `8`). Years, quarters and days are looked for only where the fact has no other figure,
    /// because a text often says once of when it speaks; then half of the words and at least three must
    /// stand there, and two thirds of them where the fact has no day either. Words are those of more than
    /// three letters that are not on every page of English, compared in the singular by their first six
    /// letters.
    pub(super) fn is_in(&self, text: &Text) -> bool {
        let alone = text.sentences.iter().cloned();
        let pairs = text.sentences.iter().zip(text.sentences.iter().skip(1));
        let pairs = pairs.map(|(one, next)| one.clone().with(next));
        alone.chain(pairs).any(|held| self.is_held_by(&held))
    }

    fn is_held_by(&self, held: &Tokens) -> bool {
        let Tokens {
            figures,
            days,
            words,
        } = &self.0;
        let met = words.intersection(&held.words).count();
        match (figures.is_empty(), days.is_empty()) {
            _ if words.is_empty() => false,
            (false, _) => figures.is_subset(&held.figures) && 5 * met >= 2 * words.len(),
            (true, false) => days.is_subset(&held.days) && 2 * met >= words.len() && met >= 3,
            (true, true) => 3 * met >= 2 * words.len(),
        }
    }
}

/// The figures, days and words of a text.
#[derive(Clone, Default)]
struct Tokens {
    figures: BTreeSet<String>,
    days: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Tokens {
    fn of(text: &str) -> Self {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
        let mut lower = text.to_lowercase().replace(['’', '\''], " ");
        for (quarter, words) in QUARTERS {
            lower = lower.replace(words, quarter);
        }
        let tokens = lower
            .split(|c: char| !is_part(c))
            .map(|word| word.trim_matches(['.', ',']).replace(',', ""))
            .filter(|word| !word.is_empty());
        let tokens: Vec<String> = tokens.collect();
        let mut found = Self::default();
        for (place, token) in tokens.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|place| tokens.get(place));
            let next = tokens.get(place + 1).map_or("", String::as_str);
            found.take(token, before.map_or("", String::as_str), next);
        }
        found
    }

    fn take(&mut self, token: &str, before: &str, next: &str) {
        let is_month = |word: &str| {
            MONTHS
                .iter()
                .any(|month| month.starts_with(word) && word.len() >= 3)
        };
        let counted = NUMBERS.iter().position(|word| *word == token);
        let counted = counted.map(|value| (value as f64, ""));
        match number(token).or(counted) {
            Some((value, "")) if is_year(token) || is_month(before) => {
                self.days.insert(format!("{value}"));
            }
            Some((value, scale)) => {
                let scale = scale_of(if scale.is_empty() { next } else { scale });
                self.figures.insert(format!("{:.4}", value * scale));
            }
            None if is_month(token) => {
                self.days.insert(token.chars().take(3).collect());
            }
            None if token.len() == 2 && token.ends_with(|c: char| c.is_ascii_digit()) => {
                self.days.insert(token.to_owned());
            }
            None if token.chars().count() > 3 && !COMMON.contains(&token) => {
                let one = token.trim_end_matches('s');
                self.words.insert(one.chars().take(6).collect());
            }
            None => {}
        }
    }

    fn with(mut self, other: &Self) -> Self {
        self.figures.extend(other.figures.iter().cloned());
        self.days.extend(other.days.iter().cloned());
        self.words.extend(other.words.iter().cloned());
        self
    }
}

/// A number with what its letters say of its scale.
fn number(token: &str) -> Option<(f64, &str)> {
    let end = token.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let (digits, letters) = token.split_at(end.unwrap_or(token.len()));
    let is_scale = matches!(letters, "" | "k" | "m" | "mn" | "b" | "bn");
    Some((digits.parse().ok().filter(|_| is_scale)?, letters))
}

fn scale_of(word: &str) -> f64 {
    match word {
        "k" | "thousand" => 1e3,
        "m" | "mn" | "million" => 1e6,
        "b" | "bn" | "billion" => 1e9,
        _ => 1.0,
    }
}

fn is_year(token: &str) -> bool {
    token.len() == 4 && (token.starts_with("19") || token.starts_with("20"))
}

const QUARTERS: [(&str, &str); 4] = [
    ("q1", "first quarter"),
    ("q2", "second quarter"),
    ("q3", "third quarter"),
    ("q4", "fourth quarter"),
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Words for small numbers, each at the place of its value. `One` is seldom a number.
const NUMBERS: [&str; 13] = [
    "zero", "-", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

const COMMON: [&str; 34] = [
    "about", "after", "also", "been", "before", "being", "between", "both", "could", "does",
    "from", "have", "having", "into", "more", "most", "only", "other", "over", "such", "than",
    "that", "their", "them", "there", "these", "they", "this", "those", "were", "when", "which",
    "will", "with",
];
