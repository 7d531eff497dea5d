//! Every value that a later filing states differently, and what kind of difference it is.

mod reason;

use assay_domain::{Date, Decimal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amount::{power_of_ten, scale_factor, trailing_zeros};
use crate::fact::is_amendment;
use crate::point::exact_number;
use crate::split::Split;
use crate::{Book, Fact, FormClass, Period, UnitKind, View};

pub use reason::{ChangeClass, ChangeReason};

/// One value of a period in two filings that follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    pub concept: String,
    pub unit: String,
    pub period: Period,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub old: Decimal,
    pub old_form: String,
    pub old_filed: Date,
    pub old_accession: String,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub new: Decimal,
    pub new_form: String,
    pub new_filed: Date,
    pub new_accession: String,
    pub class: ChangeClass,
    pub reason: ChangeReason,
}

impl Book {
    /// All changes between filings, in order of concept, period and filing day.
    pub fn changes(&self) -> Vec<Change> {
        match self.last_filed() {
            Some(day) => self.as_of(day).changes(),
            None => Vec::new(),
        }
    }
}

impl View<'_> {
    /// The changes that were known on the day of the view.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut group: Vec<&Fact> = Vec::new();
        for fact in self.facts() {
            let is_same = group.last().is_some_and(|last| {
                last.concept == fact.concept
                    && last.period == fact.period
                    && last.unit == fact.unit
                    && last.scope == fact.scope
            });
            if !is_same {
                self.changes_of(&group, &mut changes);
                group.clear();
            }
            group.push(fact);
        }
        self.changes_of(&group, &mut changes);
        self.changes_of_currency(&mut changes);
        changes
    }

    fn changes_of(&self, vintages: &[&Fact], changes: &mut Vec<Change>) {
        for (at, pair) in vintages.windows(2).enumerate() {
            let [old, new] = pair else { continue };
            if old.value == new.value {
                continue;
            }
            let earlier = vintages.get(..at).unwrap_or_default();
            let (class, reason) = self.classify(old, new, earlier);
            changes.push(Change::new(old, new, class, reason));
        }
    }

    /// The same period under the same concept, first in one currency and later in another.
    fn changes_of_currency(&self, changes: &mut Vec<Change>) {
        for concept in self.book().concepts() {
            let money = |fact: &&Fact| UnitKind::Money.accepts(&fact.unit);
            let all: Vec<&Fact> = self.of_concept(concept).filter(money).collect();
            let Some(first) = all.first() else { continue };
            if all.iter().all(|fact| fact.unit == first.unit) {
                continue;
            }
            for old in &all {
                let in_other = all.iter().find(|new| {
                    new.unit != old.unit && new.period == old.period && new.filed > old.filed
                });
                let is_last = !all.iter().any(|other| {
                    other.unit == old.unit && other.period == old.period && other.filed > old.filed
                });
                if let Some(new) = in_other.filter(|_| is_last) {
                    let reason = ChangeReason::OtherCurrency {
                        from: old.unit.to_string(),
                        to: new.unit.to_string(),
                    };
                    changes.push(Change::new(old, new, ChangeClass::Fx, reason));
                }
            }
        }
    }

    /// What kind of difference there is between two vintages of one value.
    pub(crate) fn classify(
        &self,
        old: &Fact,
        new: &Fact,
        earlier: &[&Fact],
    ) -> (ChangeClass, ChangeReason) {
        let book = self.book();
        if book.is_same_value(old, new) {
            let reason = if book.step(old) == book.step(new) {
                ChangeReason::WithinRounding
            } else {
                ChangeReason::CoarserPresentation
            };
            return (ChangeClass::Rounding, reason);
        }
        if is_one_the_other_rounded(old.value, new.value) {
            return (ChangeClass::Rounding, ChangeReason::CoarserPresentation);
        }
        if let Some(found) = self.by_arithmetic(old, new) {
            return found;
        }
        if let Some(form) = self.amendment_between(old, new) {
            return (ChangeClass::Restated, ChangeReason::Amended { form });
        }
        if self.is_of_other_period(old, new) {
            return (ChangeClass::Basis, ChangeReason::ValueOfOtherPeriod);
        }
        by_filing(old, new, earlier)
    }

    /// One of the two is what another period with the same last day has: the filing dated it wrong.
    fn is_of_other_period(&self, old: &Fact, new: &Fact) -> bool {
        self.of_concept(&new.concept).any(|fact| {
            fact.unit == new.unit
                && fact.period.end == new.period.end
                && fact.period.length() != new.period.length()
                && (fact.value == old.value || fact.value == new.value)
        })
    }

    fn by_arithmetic(&self, old: &Fact, new: &Fact) -> Option<(ChangeClass, ChangeReason)> {
        let splits = self.splits();
        let sum = (old.value + new.value).abs();
        let is_reversed = old.value.is_sign_negative() != new.value.is_sign_negative();
        if is_reversed && !old.value.is_zero() && sum <= old.value.abs() * NEARLY {
            return Some((ChangeClass::Sign, ChangeReason::SignReversed));
        }
        let steps = (self.book().step(old), self.book().step(new));
        if let Some((ratio, is_stated)) = split_ratio(splits, old, new, steps) {
            let reason = ChangeReason::SplitRatio { ratio, is_stated };
            return Some((ChangeClass::Split, reason));
        }
        // A count may have been split and corrected by a thousand at once.
        let between = splits_between(splits, old, new);
        let on_new_shares = match UnitKind::Shares.accepts(&old.unit) {
            true => old.value.checked_mul(between)?,
            false => old.value,
        };
        let factor = scale_factor(on_new_shares, new.value)?;
        Some((ChangeClass::Scale, ChangeReason::PowerOfThousand { factor }))
    }

    /// The form of an amendment that came after the old filing and no later than the new one.
    fn amendment_between(&self, old: &Fact, new: &Fact) -> Option<String> {
        let found = self.amendments().iter().find(|(filed, period_end, _)| {
            *filed > old.filed && *filed <= new.filed && new.period.end <= *period_end
        });
        found.map(|(_, _, form)| form.to_string())
    }
}

/// Amounts that differ by less are the same for telling a sign error: 3 %.
const NEARLY: Decimal = Decimal::from_parts(3, 0, 0, false, 2);
/// A text that rounds a figure does not leave more of it: 2 %.
const ROUNDED_IN_TEXT: Decimal = Decimal::from_parts(2, 0, 0, false, 2);

/// A note says 36.4 billion where the statement has 36,355 million.
fn is_one_the_other_rounded(a: Decimal, b: Decimal) -> bool {
    let rounds_to = |fine: Decimal, coarse: Decimal| {
        let unit = power_of_ten(trailing_zeros(coarse));
        let rounded = unit.and_then(|unit| {
            let units = fine.checked_div(unit)?;
            let strategy = rust_decimal::RoundingStrategy::MidpointAwayFromZero;
            units.round_dp_with_strategy(0, strategy).checked_mul(unit)
        });
        rounded == Some(coarse) && (fine - coarse).abs() <= fine.abs() * ROUNDED_IN_TEXT
    };
    rounds_to(a, b) || rounds_to(b, a)
}

/// A comparative figure that moves by a larger factor is not explained by being recast.
const MOST_OF_RECAST: Decimal = Decimal::from_parts(5, 0, 0, false, 0);

fn by_filing(old: &Fact, new: &Fact, earlier: &[&Fact]) -> (ChangeClass, ChangeReason) {
    if old.accession == new.accession {
        return (ChangeClass::Basis, ChangeReason::TwoValuesInOneFiling);
    }
    if is_amendment(&new.form) {
        let form = new.form.to_string();
        return (ChangeClass::Restated, ChangeReason::Amended { form });
    }
    let (old_class, new_class) = (old.class(), new.class());
    let is_other_kind = |class: FormClass| matches!(class, FormClass::Preview | FormClass::Other);
    let is_preliminary = old_class == FormClass::Current && &*old.form != "8-K";
    if is_other_kind(old_class) || is_other_kind(new_class) || is_preliminary {
        let reason = ChangeReason::OtherKindOfReport {
            from: old.form.to_string(),
            to: new.form.to_string(),
        };
        return (ChangeClass::Basis, reason);
    }
    if old.value.is_zero() || new.value.is_zero() {
        return (ChangeClass::Basis, ChangeReason::ReportedAsNil);
    }
    if earlier.iter().any(|fact| fact.value == new.value) {
        return (
            ChangeClass::Unexplained,
            ChangeReason::ReturnedToEarlierValue,
        );
    }
    let change = (new.value - old.value).checked_div(old.value.abs());
    let is_moderate = old.value.is_sign_negative() == new.value.is_sign_negative()
        && old.value.abs() <= new.value.abs() * MOST_OF_RECAST
        && new.value.abs() <= old.value.abs() * MOST_OF_RECAST;
    if is_moderate {
        let form = new.form.to_string();
        return (
            ChangeClass::Recast,
            ChangeReason::ComparativeRecast { form },
        );
    }
    let percent = change.map(|change| (change * Decimal::ONE_HUNDRED).round_dp(1));
    (
        ChangeClass::Unexplained,
        ChangeReason::TooLargeForRecast { percent },
    )
}

/// Ratios of splits that are common enough to be recognised without being stated.
const COMMON: &[(u32, u32)] = &[
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
    (10, 1),
    (15, 1),
    (20, 1),
    (25, 1),
    (30, 1),
    (40, 1),
    (50, 1),
    (3, 2),
    (5, 4),
    (28, 1),
];

fn splits_between(splits: &[Split], old: &Fact, new: &Fact) -> Decimal {
    splits
        .iter()
        .filter(|split| old.filed < split.effective && split.effective <= new.filed)
        .map(|split| split.ratio)
        .product()
}

/// New shares for one old share, where that is what changed: counts grow by it, amounts per share
/// shrink.
fn split_ratio(
    splits: &[Split],
    old: &Fact,
    new: &Fact,
    steps: (i32, i32),
) -> Option<(Decimal, bool)> {
    let is_count = UnitKind::Shares.accepts(&old.unit);
    if !is_count && !UnitKind::PerShare.accepts(&old.unit) {
        return None;
    }
    let (large, small) = if is_count {
        (new.value, old.value)
    } else {
        (old.value, new.value)
    };
    if large.is_zero() || small.is_zero() || large.is_sign_negative() != small.is_sign_negative() {
        return None;
    }
    let is_ratio = |ratio: Decimal| {
        let expected = small * ratio;
        // Amounts per share are rounded to a cent, counts to a thousand or a million.
        let half = |step| power_of_ten(step).unwrap_or_default() / Decimal::TWO;
        let slack = if is_count {
            half(steps.0) * ratio + half(steps.1)
        } else {
            ratio * Decimal::new(6, 3) + large.abs() / Decimal::from(200)
        };
        (large - expected).abs() <= slack
    };
    let between = splits_between(splits, old, new);
    if between != Decimal::ONE && is_ratio(between) {
        return Some((between, true));
    }
    // Small amounts per share match many ratios by rounding alone.
    if !is_count && small.abs() < Decimal::new(10, 2) {
        return None;
    }
    let ratios = COMMON
        .iter()
        .map(|(a, b)| Decimal::from(*a) / Decimal::from(*b));
    let stated = ratios.clone().find(|ratio| is_ratio(*ratio));
    let reverse = || {
        ratios
            .map(|ratio| Decimal::ONE / ratio)
            .find(|ratio| is_ratio(*ratio))
    };
    stated
        .or_else(reverse)
        .map(|ratio| (ratio.round_dp(6), false))
}

impl Change {
    fn new(old: &Fact, new: &Fact, class: ChangeClass, reason: ChangeReason) -> Self {
        Self {
            concept: new.concept.to_string(),
            unit: new.unit.to_string(),
            period: new.period,
            old: old.value,
            old_form: old.form.to_string(),
            old_filed: old.filed,
            old_accession: old.accession.to_string(),
            new: new.value,
            new_form: new.form.to_string(),
            new_filed: new.filed,
            new_accession: new.accession.to_string(),
            class,
            reason,
        }
    }
}
