//! What the words beside and above the cells of a table say of them.

use std::sync::LazyLock;

use assay_figures::{Period, Span, UnitHint, WordSet, periods, unit_hint};

use super::stretch::part_of_year;
use super::words::{Words, tokens};

/// A label, header or caption with what it says of the cells beside or below it.
#[derive(Default)]
pub(super) struct Said<'a> {
    pub(super) text: &'a str,
    pub(super) periods: Vec<Period>,
    /// Without the periods.
    pub(super) words: Words,
    pub(super) unit: Option<UnitHint>,
    pub(super) plural_scale: Option<u32>,
    /// Of the year that stands at the other end: `First Quarter` before columns of years.
    pub(super) part_of_year: Option<Span>,
    /// It names something that the scale of a table seldom holds for.
    pub(super) is_unscaled: bool,
}

impl<'a> Said<'a> {
    pub(super) fn by(text: &'a str) -> Self {
        let spans = periods(text);
        Self {
            text,
            words: Words::without_periods(text, &spans),
            periods: spans.iter().map(|span| span.period).collect(),
            unit: unit_hint(text),
            plural_scale: plural_scale(text),
            part_of_year: part_of_year(text).filter(|_| spans.is_empty()),
            is_unscaled: is_unscaled(text, !spans.is_empty()),
        }
    }

    /// Amounts for one share, not the shares that they were divided by.
    pub(super) fn is_per_share(&self) -> bool {
        let divisors = ["weighted", "used", "number", "outstanding", "computing"];
        let is_divided = self.words.has("per") && self.words.has("share");
        (is_divided && !divisors.iter().any(|word| self.words.has(word)))
            || self.text.contains("每股")
    }

    pub(super) fn sole_period(&self) -> Option<Period> {
        match self.periods.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

/// Rates, numbers of things and amounts for one of them, by whole words: neither the `United States`
/// nor `shareholders` are any.
const UNSCALED: &str = "per share shares number numbers rate rates ratio ratios percent percentage employee \
    employees headcount unit units price prices margin margins yield yields weighted basic diluted \
    multiple multiples eps branches locations buildings restaurants";
const UNSCALED_TIMES: &str = "day days month months year years";

/// `Remaining term (years)` counts years, `Year ended December 31, 2024` names one.
fn is_unscaled(text: &str, names_period: bool) -> bool {
    static WORDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(UNSCALED.split_whitespace()));
    static TIMES: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(UNSCALED_TIMES.split(' ')));
    static ENDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(["ended", "ending"]));
    let words = tokens(text);
    let any = |set: &WordSet| words.iter().any(|word| set.contains(word));
    let counts_time = || any(&TIMES) && !names_period && !any(&ENDS);
    any(&WORDS) || text.contains(['%', '％', '率']) || text.contains("每股") || counts_time()
}

/// `( millions )` in a header: a plural is never part of a number.
fn plural_scale(text: &str) -> Option<u32> {
    let scales = [("thousands", 3), ("millions", 6), ("billions", 9)];
    let words = tokens(text);
    let stands = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    let found = scales.iter().find(|(word, _)| stands(word));
    found.map(|(_, exponent)| *exponent)
}
