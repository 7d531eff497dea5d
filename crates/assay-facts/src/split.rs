//! Stock splits: stated by filings, proven by what they count, applied only to what was filed before.

mod proof;

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Fact;
use crate::metric::UnitKind;
use crate::period::{days_between, plus_days};
use proof::Counted;

const SPLIT_CONCEPTS: &[&str] = &[
    "us-gaap:StockholdersEquityNoteStockSplitConversionRatio1",
    "us-gaap:StockholdersEquityNoteStockSplitConversionRatio",
    "us-gaap:StockSplitConversionRatio",
];

/// A split may be declared this many days before shares are counted anew.
const DECLARED_BEFORE: i32 = 400;
/// A filing that names a split later than this many days after it tells history.
const LAG: i32 = 280;
/// A ratio over a longer duration is not a split date.
const LONGEST: i32 = 31;

/// New shares for one old share, from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Split {
    pub effective: Date,
    pub ratio: Decimal,
    /// When it became known.
    pub filed: Date,
}

/// What filings say of splits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splits {
    pub(crate) proven: Vec<Split>,
    /// Stated, and in no count that was filed since. They are not applied.
    pub(crate) unproven: Vec<Split>,
}

/// The splits that facts filed up to now state and prove. `of_concept` gives the facts of a concept
/// that are known.
pub(crate) fn find_splits<'a, I>(of_concept: impl Fn(&'static str) -> I) -> Splits
where
    I: Iterator<Item = &'a Fact>,
{
    let mut stated: BTreeMap<Decimal, Vec<&Fact>> = BTreeMap::new();
    let facts = SPLIT_CONCEPTS
        .iter()
        .flat_map(|concept| of_concept(concept));
    for fact in facts.filter(|fact| fact.value > Decimal::ZERO && fact.value != Decimal::ONE) {
        stated.entry(fact.value.normalize()).or_default().push(fact);
    }
    let mut splits = Splits::default();
    if stated.is_empty() {
        return splits;
    }
    let counted = Counted::read(&of_concept);
    for (ratio, facts) in &stated {
        // one new share for ten old ones is stated as 0.1 and as 10
        let mut found = proven(&counted, *ratio, facts);
        if found.is_empty()
            && let Some(inverse) = Decimal::ONE.checked_div(*ratio)
        {
            found = proven(&counted, inverse.normalize(), facts);
        }
        splits.unproven.extend(unproven(*ratio, facts, &found));
        splits.proven.extend(found);
    }
    splits.proven.sort_by_key(|split| split.effective);
    splits
        .proven
        .dedup_by(|b, a| a.effective == b.effective && a.ratio == b.ratio);
    splits.unproven.sort_by_key(|split| split.effective);
    splits
}

/// The turns of the counts by a ratio that filings state for about that time. However many days a
/// split is stated for, from its declaration on, it is applied once for each turn.
fn proven(counted: &Counted<'_>, ratio: Decimal, stated: &[&Fact]) -> Vec<Split> {
    let turns = counted.turns(ratio).into_iter();
    turns
        .filter_map(|turn| {
            let since = plus_days(turn.last_old, -DECLARED_BEFORE);
            let until = plus_days(turn.first_new, LAG);
            let near = stated
                .iter()
                .filter(|fact| (since..=until).contains(&fact.period.end));
            let filed = near.clone().map(|fact| fact.filed).min()?;
            let days = near
                .filter(|fact| fact.period.days() <= LONGEST)
                .map(|fact| fact.period.end)
                .filter(|day| *day > turn.last_old && *day <= turn.first_new);
            Some(Split {
                effective: days.max().unwrap_or(turn.first_new),
                ratio,
                filed,
            })
        })
        .collect()
}

/// What is stated as having happened, and shows in no count.
fn unproven(ratio: Decimal, stated: &[&Fact], proven: &[Split]) -> Option<Split> {
    let newest = stated
        .iter()
        .filter(|fact| (0..=LAG).contains(&days_between(fact.period.end, fact.filed)))
        .filter(|fact| fact.period.days() <= LONGEST)
        .max_by_key(|fact| (fact.period.end, std::cmp::Reverse(fact.filed)))?;
    let day = newest.period.end;
    let is_told = proven.iter().any(|split| {
        (-DECLARED_BEFORE..=DECLARED_BEFORE).contains(&days_between(day, split.effective))
    });
    (!is_told).then_some(Split {
        effective: day,
        ratio,
        filed: newest.filed,
    })
}

/// New shares for one old share over all splits after `filed`.
pub(crate) fn ratio_since(splits: &[Split], filed: Date) -> Decimal {
    splits
        .iter()
        .filter(|split| filed < split.effective)
        .map(|split| split.ratio)
        .product()
}

/// The value on today's share count.
pub(crate) fn adjusted(value: Decimal, unit: UnitKind, ratio: Decimal) -> Option<Decimal> {
    match unit {
        UnitKind::Shares => value.checked_mul(ratio),
        UnitKind::PerShare => value.checked_div(ratio).map(|v| v.round_dp(6).normalize()),
        UnitKind::Money | UnitKind::Ratio => Some(value),
    }
}
