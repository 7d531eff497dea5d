//! `one hundred and twenty-five thousand`, `half a million`, `a trillion`.

use std::ops::Range;

use assay_domain::Decimal;

use super::{Needs, Spelled};
use crate::embedded::cut;

const SMALL: [(&str, u64); 27] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

const SCALES: [(&str, u32); 5] = [
    ("hundred", 2),
    ("thousand", 3),
    ("million", 6),
    ("billion", 9),
    ("trillion", 12),
];

/// The number below a hundred that one English word writes out.
pub fn number_word(word: &str) -> Option<u64> {
    let is_first = |c: char| matches!(c.to_ascii_lowercase(), 'e' | 'f' | 'n' | 'o' | 's' | 't');
    if word.len() < 3 || !word.starts_with(is_first) {
        return None;
    }
    let found = SMALL
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, value)| *value)
}

fn scale(word: &str) -> Option<u32> {
    if word.len() < 7 {
        return None;
    }
    // A capital in the middle is a name: `the Fortune Five Hundred`.
    SCALES
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, power)| *power)
}

/// All numbers of the Latin script that a text spells.
pub(super) fn all(text: &str) -> Vec<Spelled> {
    let mut found = Vec::new();
    let mut words = Words { text, at: 0 };
    let mut before = "";
    while let Some(range) = words.next() {
        let word = cut(text, range.clone());
        let ahead = Words {
            text,
            at: range.start,
        };
        let half = before.eq_ignore_ascii_case("half") && word == "a";
        let read = if half || matches!(word, "a" | "an" | "A") {
            article(ahead, half)
        } else if number_word(word).is_some() && !is_glued(text, range.start) {
            number(ahead)
        } else {
            None
        };
        before = word;
        if let Some(mut spelled) = read {
            words.at = spelled.range.end;
            if half {
                spelled.range.start = range.start.saturating_sub("half ".len());
            }
            before = "";
            found.push(spelled);
        }
    }
    found
}

fn is_glued(text: &str, at: usize) -> bool {
    let before = cut(text, 0..at).chars().next_back();
    before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '\''))
}

/// Words of ASCII letters from a place on.
#[derive(Clone, Copy)]
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let ahead = bytes.get(self.at..)?;
        let start = self.at + ahead.iter().position(u8::is_ascii_alphabetic)?;
        let rest = bytes.get(start..)?;
        let length = rest.iter().position(|byte| !byte.is_ascii_alphabetic());
        self.at = start + length.unwrap_or(rest.len());
        Some(start..self.at)
    }

    /// The next word, where a blank or a hyphen leads to it.
    fn joined(&mut self) -> Option<Range<usize>> {
        let from = self.at;
        let range = self.next()?;
        matches!(cut(self.text, from..range.start), " " | "-").then_some(range)
    }
}

/// `a trillion`
fn article(mut words: Words<'_>, is_half: bool) -> Option<Spelled> {
    let first = words.next()?;
    let next = words.joined()?;
    let exponent = scale(cut(words.text, next.clone()))?;
    let value = if is_half {
        Decimal::new(5, 1)
    } else {
        Decimal::ONE
    };
    Some(Spelled {
        range: first.start..next.end,
        value,
        exponent,
        needs: Needs::Nothing,
    })
}

fn number(mut words: Words<'_>) -> Option<Spelled> {
    let text = words.text;
    let first = words.next()?;
    let mut tally = Tally::default();
    tally.add(number_word(cut(text, first.clone()))?)?;
    let mut end = first.end;
    while let Some(range) = words.joined() {
        let word = cut(text, range.clone());
        let taken = if let Some(value) = number_word(word) {
            tally.add(value)
        } else if let Some(power) = scale(word) {
            tally.multiply(power)
        } else if word == "and" && tally.has_scale {
            continue;
        } else {
            None
        };
        if taken.is_none() {
            break;
        }
        end = range.end;
    }
    let total = tally.total.checked_add(tally.open.unwrap_or_default())?;
    let exponent = match tally.open {
        Some(_) => 0,
        None => tally.last_power,
    };
    let value = Decimal::from(total).checked_div(Decimal::from(10_u64.checked_pow(exponent)?))?;
    Some(Spelled {
        range: first.start..end,
        value,
        exponent,
        needs: if tally.has_scale {
            Needs::Nothing
        } else {
            Needs::Unit
        },
    })
}

#[derive(Default)]
struct Tally {
    total: u64,
    /// What the next scale multiplies.
    open: Option<u64>,
    last_power: u32,
    has_scale: bool,
}

impl Tally {
    fn add(&mut self, value: u64) -> Option<()> {
        let sum = match self.open {
            None => value,
            Some(open) if open % 100 == 0 => open + value,
            Some(open) if open % 10 == 0 && open % 100 >= 20 && value < 10 => open + value,
            Some(_) => return None,
        };
        self.open = Some(sum);
        Some(())
    }

    fn multiply(&mut self, power: u32) -> Option<()> {
        let open = self.open?;
        if power == 2 {
            self.open = Some((open < 100).then_some(open * 100)?);
        } else {
            let is_smaller = self.last_power == 0 || power < self.last_power;
            let amount = open.checked_mul(10_u64.checked_pow(power)?)?;
            self.total = is_smaller.then_some(self.total.checked_add(amount)?)?;
            self.open = None;
            self.last_power = power;
        }
        self.has_scale = true;
        Some(())
    }
}
