//! Stock splits: found where filings state a ratio, applied only to what was filed before.

use assay_domain::{Date, Decimal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::metric::UnitKind;
use crate::period::days_between;
use crate::{Fact, FormClass};

pub(crate) const SPLIT_CONCEPTS: &[&str] = &[
    "us-gaap:StockholdersEquityNoteStockSplitConversionRatio1",
    "us-gaap:StockholdersEquityNoteStockSplitConversionRatio",
    "us-gaap:StockSplitConversionRatio",
];

/// A filing that names a split later than this many days after it tells history.
const LAG: i32 = 280;
/// A ratio over a longer duration is not a split date.
const LONGEST: i32 = 31;
/// Two dates for the same ratio this close are one split: approved, then effective.
const SAME_SPLIT: i32 = 120;

/// New shares for one old share, from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Split {
    pub effective: Date,
    pub ratio: Decimal,
    /// When it became known.
    pub filed: Date,
}

/// The splits that facts filed up to now state.
pub(crate) fn find_splits<'a>(facts: impl Iterator<Item = &'a Fact>) -> Vec<Split> {
    let mut stated: Vec<&Fact> = facts
        .filter(|fact| {
            let lag = days_between(fact.period.end, fact.filed);
            (0..=LAG).contains(&lag)
                && fact.period.days() <= LONGEST
                && fact.value > Decimal::ZERO
                && fact.value != Decimal::ONE
        })
        .collect();
    stated.sort_by_key(|fact| {
        (
            fact.period.end,
            fact.class() != FormClass::Current,
            fact.filed,
        )
    });
    let mut splits: Vec<Split> = Vec::new();
    for fact in stated {
        let known = splits.iter_mut().find(|split| {
            split.ratio == fact.value
                && days_between(split.effective, fact.period.end).abs() <= SAME_SPLIT
        });
        match known {
            // The later date is the effective one, but what was filed under the new count
            // before it must not be adjusted twice.
            Some(split) if fact.period.end > split.effective && fact.period.end < split.filed => {
                split.effective = fact.period.end;
                split.filed = split.filed.min(fact.filed);
            }
            Some(split) => split.filed = split.filed.min(fact.filed),
            None => splits.push(Split {
                effective: fact.period.end,
                ratio: fact.value,
                filed: fact.filed,
            }),
        }
    }
    splits.sort_by_key(|split| split.effective);
    splits
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
