//! Arithmetic over the figures that a sentence names: which of them give the number that it prints.

mod across;
mod each;
mod inputs;
mod rest;
mod share;
mod sum;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use assay_domain::Decimal;
use assay_figures::{Direction, Period, Span, Unit};

use crate::bearing::weeks_of;
use crate::numeral::{
    Kept, PeriodFit, Value, fit_of, is_result, is_size, later, matches, printed, result_of,
    same_unit, signed_amount,
};
use crate::operand::{Operand, WordSet};
use crate::wording::{Cues, Term};

/// A computation that gives the claim's number.
pub(crate) struct Reckoning<'a> {
    pub(crate) formula: String,
    pub(crate) operands: Vec<Operand<'a>>,
    /// It is what is left of a whole.
    pub(crate) is_rest: bool,
    /// It is what one of something costs.
    pub(crate) is_price: bool,
}

pub(crate) struct Reckoner<'a, 'p> {
    pub(crate) claim: &'a Value,
    /// How far the claim must name a figure.
    pub(crate) least: f64,
    pub(crate) cues: Cues,
    /// The claim states no other number.
    pub(crate) is_alone: bool,
    /// Periods that the claim compares with: `than in 2022`.
    pub(crate) bases: &'a [Period],
    pub(crate) terms: &'a [Term],
    /// What each word of the claim weighs.
    pub(crate) weights: &'a [f64],
    pub(crate) operands: &'a [Operand<'p>],
    pub(crate) heads: &'a Heads<'p>,
}

/// Where a claim has the words of a heading that was looked for before: many cells stand under one.
pub(crate) type Heads<'p> = RefCell<BTreeMap<&'p str, Option<usize>>>;

/// Most figures that are combined; a longer table has no row named by then.
const MOST: usize = 60;

/// How far a claim must name two figures of one sentence of which it gives the quotient.
const LEAST_BESIDE: f64 = 0.2;

/// Share of the claim's words that figures of several sentences must have between them.
const LEAST_TOGETHER: f64 = 0.4;

impl<'p> Reckoner<'_, 'p> {
    /// The computation that the sentence's words announce and that gives its number.
    pub(crate) fn find(&self) -> Option<Reckoning<'p>> {
        let found = match self.claim.unit {
            Unit::Percent if self.cues.of_change => self.share_of_change(),
            Unit::Percent => self
                .growth()
                .or_else(|| self.share())
                .or_else(|| self.rest())
                .or_else(|| self.sum())
                .or_else(|| self.joint_share()),
            Unit::PercentagePoint | Unit::BasisPoint => self.points(),
            Unit::Multiple => self.ratio(),
            Unit::Bare if self.cues.ratio => self.ratio(),
            _ => self
                .difference()
                .or_else(|| self.remainder())
                .or_else(|| self.sum())
                .or_else(|| self.per_unit())
                .or_else(|| self.cost())
                .or_else(|| self.before_change())
                .or_else(|| self.parts_of_year())
                .or_else(|| self.of_years()),
        };
        found.or_else(|| (!self.cues.of_change).then(|| self.across()).flatten())
    }

    /// What one of the figures and another of its series give: `rose by 1.3 points to 13.3%`.
    pub(crate) fn of_course(&self, ends: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let found = match self.claim.unit {
            Unit::Percent => self.growth(),
            Unit::PercentagePoint | Unit::BasisPoint => self.points(),
            Unit::Multiple => self.ratio(),
            _ => self.difference(),
        };
        found.filter(|found| {
            let mut operands = found.operands.iter();
            operands.any(|one| ends.iter().any(|end| std::ptr::eq(end.value, one.value)))
        })
    }

    fn is_named(&self, operand: &Operand<'p>) -> bool {
        operand.named >= self.least
    }

    /// Figures of several sentences, each of which has a word of the claim that the others do not
    /// have, and together enough of them: `buybacks and dividends`.
    fn are_named_together(&self, operands: &[Operand<'p>]) -> bool {
        let weigh = |words: WordSet| -> f64 {
            let places = self.weights.iter().enumerate();
            let inside = places.filter(|(place, _)| words.has(*place));
            inside.map(|(_, weight)| weight).sum()
        };
        let joined = |operands: &mut dyn Iterator<Item = &Operand<'p>>| {
            operands.fold(WordSet::default(), |all, one| all.join(one.words))
        };
        let all = joined(&mut operands.iter());
        let adds = |place: usize| {
            let mut others = operands.iter().enumerate();
            let mut others = others
                .by_ref()
                .filter(|(other, _)| *other != place)
                .map(|(_, operand)| operand);
            joined(&mut others) != all
        };
        let whole: f64 = self.weights.iter().sum();
        self.is_alone
            && operands
                .iter()
                .all(|one| one.cell().is_none() && self.is_asked(one.value.period))
            && (0..operands.len()).all(adds)
            && weigh(all) >= whole * LEAST_TOGETHER
    }

    fn usable(&self, wanted: impl Fn(&Operand<'p>) -> bool) -> Vec<Operand<'p>> {
        self.operands
            .iter()
            .copied()
            .filter(|operand| wanted(operand))
            .take(MOST)
            .collect()
    }

    /// The period is one that the sentence names, where it names one.
    fn is_asked(&self, period: Option<Period>) -> bool {
        let Some(period) = period else {
            return true;
        };
        let mentions = &self.claim.mentions;
        if self.cues.quarter && mentions.is_empty() && is_longer_than_quarter(period) {
            return false;
        }
        mentions.is_empty()
            || mentions.iter().any(|mention| {
                fit_of(Some(*mention), Some(period), Kept::AtMoment) != PeriodFit::Conflict
            })
    }

    /// Two columns over equal stretches of time, and no longer than the sentence says: 12 weeks are held
    /// against 12.
    fn is_of_one_length(&self, old: &Operand<'p>, new: &Operand<'p>) -> bool {
        /// Weeks of the longest quarter, with those by which quarters of companies differ.
        const QUARTER: u32 = 17;
        let weeks = |one: &Operand<'p>| weeks_of(&one.value.name.to_lowercase());
        let is_cell = old.cell().is_some() && new.cell().is_some();
        let is_longer = weeks(new).is_some_and(|weeks| weeks > QUARTER);
        !is_cell || weeks(old) == weeks(new) && !(self.cues.quarter && is_longer)
    }

    /// Older and newer figure of one series, the newer of a period that the sentence names.
    fn series(&self, operands: &[Operand<'p>]) -> Vec<(Operand<'p>, Operand<'p>)> {
        let mut found = Vec::new();
        for old in operands {
            for new in operands {
                let is_series =
                    old.is_same_series(new) || old.is_below(new) && self.names_head(old).is_some();
                if std::ptr::eq(old.value, new.value)
                    || !is_series
                    || !same_unit(old.value, new.value)
                {
                    continue;
                }
                let in_order = match (old.value.period, new.value.period) {
                    (Some(a), Some(b)) => {
                        let may_be_base = !old.is_below(new) || self.bases.contains(&a);
                        let is_asked =
                            self.is_asked(Some(b)) || may_be_base && self.is_only_base(a);
                        later(a, b) && is_asked && self.is_next(a, b, operands)
                    }
                    _ => old.cell().is_none(),
                };
                if in_order && self.is_of_one_length(old, new) {
                    found.push((*old, *new));
                }
            }
        }
        found
    }

    /// A sentence may name the older period alone: "lower than in the June quarter of 2024".
    fn is_only_base(&self, old: Period) -> bool {
        match self.claim.mentions.as_slice() {
            [base] if self.is_alone || self.bases.contains(base) => {
                fit_of(Some(*base), Some(old), Kept::OverTime) != PeriodFit::Conflict
            }
            _ => false,
        }
    }

    /// A sentence that names one period compares it with the one before.
    fn is_next(&self, old: Period, new: Period, operands: &[Operand<'p>]) -> bool {
        let mentions = &self.claim.mentions;
        if let Some(years) = self.cues.years_back {
            return new.year - old.year == years;
        }
        let named = |period: Period| {
            mentions.iter().any(|mention| {
                fit_of(Some(*mention), Some(period), Kept::AtMoment) != PeriodFit::Conflict
            })
        };
        if mentions.len() > 1 || (mentions.len() == 1 && named(old)) {
            return mentions.len() == 1 || named(old);
        }
        let between = |operand: &&Operand<'p>| {
            operand
                .value
                .period
                .is_some_and(|period| later(old, period) && later(period, new))
        };
        !operands.iter().any(|operand| between(&operand))
    }

    /// The amounts of one series as a sentence speaks of them. Of two below zero their sizes are
    /// compared, unless they are results: payments grow, and a loss widens, as they get larger.
    fn course(&self, old: &Operand<'p>, new: &Operand<'p>) -> Option<(Decimal, Decimal)> {
        let (a, b) = (signed_amount(old.value)?, signed_amount(new.value)?);
        let is_below = a < Decimal::ZERO && b < Decimal::ZERO;
        let is_result =
            is_result(&new.value.row) && result_of(&self.claim.around) != Some(Direction::Down);
        Some(match is_below && !is_result {
            true => (a.abs(), b.abs()),
            false => (a, b),
        })
    }

    fn growth(&self) -> Option<Reckoning<'p>> {
        if !self.cues.change {
            return None;
        }
        let operands = self.usable(|operand| operand.is_money_or_count() && self.is_named(operand));
        self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = self.course(&old, &new)?;
            let rate = b
                .checked_sub(a)?
                .checked_div(a.abs())?
                .checked_mul(Decimal::ONE_HUNDRED)?;
            // a fraction in words takes its direction from the verb
            if self.is_alone && self.claim.slack.is_some() && !self.goes_as_said(rate) {
                return None;
            }
            self.gives(
                rate,
                format_args!(
                    "({} − {}) / {}",
                    printed(new.value),
                    printed(old.value),
                    printed(old.value)
                ),
                &[old, new],
            )
        })
    }

    fn ratio(&self) -> Option<Reckoning<'p>> {
        let operands = self.usable(|operand| operand.is_money_or_count() && self.is_named(operand));
        let by_time = self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = self.course(&old, &new)?;
            self.gives(
                b.checked_div(a)?,
                format_args!("{} / {}", printed(new.value), printed(old.value)),
                &[old, new],
            )
        });
        by_time.or_else(|| self.quotients(Decimal::ONE))
    }

    fn points(&self) -> Option<Reckoning<'p>> {
        let operands = self.usable(|operand| operand.is_percent() && self.is_named(operand));
        let factor = match self.claim.unit {
            Unit::BasisPoint => Decimal::ONE_HUNDRED,
            _ => Decimal::ONE,
        };
        let by_time = self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = self.course(&old, &new)?;
            let difference = b.checked_sub(a)?.checked_mul(factor)?;
            self.gives(
                difference,
                format_args!("{} − {}", printed(new.value), printed(old.value)),
                &[old, new],
            )
        });
        by_time
            .or_else(|| self.between(&operands, factor))
            .or_else(|| self.points_of_shares(factor))
    }

    /// One figure less another beside it.
    fn between(&self, operands: &[Operand<'p>], factor: Decimal) -> Option<Reckoning<'p>> {
        for a in operands {
            for b in operands {
                // what one series did over time has a direction, and was looked at before
                let in_time = matches!((a.value.period, b.value.period), (Some(x), Some(y)) if x != y)
                    && self.claim.direction.or(self.cues.way).is_some();
                let apart = !std::ptr::eq(a.value, b.value)
                    && same_unit(a.value, b.value)
                    && a.is_beside(b)
                    // by how much one thing changed is nothing to take another from
                    && a.value.is_change() == b.value.is_change()
                    && !in_time;
                // which of two periods is the larger is not said where neither is named
                let is_unsaid = a.is_below(b) && self.claim.mentions.is_empty();
                let is_asked = self.is_asked(a.value.period) && !is_unsaid;
                if !apart || !is_asked || self.is_turned(a, b) {
                    continue;
                }
                // money that went out is held against money that came in by its size
                let (Some(x), Some(y)) = (a.value.amount(), b.value.amount()) else {
                    continue;
                };
                let difference = x
                    .checked_sub(y)
                    .and_then(|difference| difference.abs().checked_mul(factor));
                let formula = format_args!("{} − {}", printed(a.value), printed(b.value));
                if x > y
                    && let Some(found) = difference
                        .and_then(|difference| self.gives_size(difference, formula, &[*a, *b]))
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// `A exceeded B by 5`: of two rows or sentences the one that is named first is the larger, or the smaller, and it
    /// is not so by the figures.
    fn is_turned(&self, large: &Operand<'p>, small: &Operand<'p>) -> bool {
        let own = |one: &Operand<'p>, other: &Operand<'p>| one.words.first_beyond(other.words);
        let ahead = own(large, small).zip(own(small, large));
        match (ahead, self.cues.ahead) {
            (Some((large, small)), Some(Direction::Up)) => small < large,
            (Some((large, small)), Some(Direction::Down)) => large < small,
            _ => false,
        }
    }

    fn difference(&self) -> Option<Reckoning<'p>> {
        if !self.cues.change && !self.cues.difference && !self.cues.rest {
            return None;
        }
        let operands = self.usable(|operand| {
            operand.is_money_or_count()
                && self.is_named(operand)
                && same_unit(self.claim, operand.value)
        });
        let by_time = self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = self.course(&old, &new)?;
            let difference = b.checked_sub(a)?;
            self.gives(
                difference,
                format_args!("{} − {}", printed(new.value), printed(old.value)),
                &[old, new],
            )
        });
        // of two amounts of one sentence, or without a time, one is what is left of the other
        let by_time = by_time.map(|found| {
            let first = found.operands.first().copied();
            let is_beside = |one: &Operand<'p>| {
                let is_one =
                    first.is_some_and(|first| std::ptr::eq(first.statement, one.statement));
                one.cell().is_none() && (one.value.period.is_none() || is_one)
            };
            let is_rest =
                self.cues.rest && self.cues.way.is_none() && found.operands.iter().all(is_beside);
            Reckoning { is_rest, ..found }
        });
        by_time.or_else(|| {
            (self.cues.difference || self.cues.rest)
                .then(|| self.between(&operands, Decimal::ONE))
                .flatten()
                .map(|found| Reckoning {
                    is_rest: self.cues.rest,
                    ..found
                })
        })
    }

    fn gives(
        &self,
        exact: Decimal,
        formula: fmt::Arguments<'_>,
        operands: &[Operand<'p>],
    ) -> Option<Reckoning<'p>> {
        let fits =
            self.fits(exact) || unscaled(exact, operands).is_some_and(|exact| self.fits(exact));
        (fits && !self.is_input(operands)).then(|| Reckoning {
            formula: formula.to_string(),
            operands: operands.to_vec(),
            is_rest: false,
            is_price: false,
        })
    }

    fn fits(&self, exact: Decimal) -> bool {
        matches(self.claim, exact) || self.goes(exact)
    }

    /// The change that the verb of the sentence speaks of, where it does not stand right at the number.
    fn goes(&self, exact: Decimal) -> bool {
        let is_said = self.claim.direction.or(self.cues.way).is_some();
        is_said && self.goes_as_said(exact) && self.is_size(exact.abs())
    }

    /// Not against the direction that the sentence gives.
    fn goes_as_said(&self, exact: Decimal) -> bool {
        match self.claim.direction.or(self.cues.way) {
            Some(Direction::Up) => exact > Decimal::ZERO,
            Some(Direction::Down) => exact < Decimal::ZERO,
            None => true,
        }
    }

    fn gives_size(
        &self,
        exact: Decimal,
        formula: fmt::Arguments<'_>,
        operands: &[Operand<'p>],
    ) -> Option<Reckoning<'p>> {
        (self.is_size(exact) && !self.is_input(operands)).then(|| Reckoning {
            formula: formula.to_string(),
            operands: operands.to_vec(),
            is_rest: false,
            is_price: false,
        })
    }

    /// A result that is one of its own inputs is no result: what was added or taken off is too small to
    /// show.
    fn is_input(&self, operands: &[Operand<'p>]) -> bool {
        let mut inputs = operands
            .iter()
            .filter(|operand| same_unit(self.claim, operand.value));
        operands.len() > 1
            && inputs.any(|operand| {
                operand
                    .value
                    .amount()
                    .is_some_and(|amount| self.is_size(amount))
            })
    }

    fn is_size(&self, exact: Decimal) -> bool {
        is_size(self.claim, exact)
    }
}

/// The result where the scale of a table does not hold for what is counted in it: people, branches.
fn unscaled(exact: Decimal, operands: &[Operand<'_>]) -> Option<Decimal> {
    let counts = operands.iter().filter(|operand| operand.value.may_be_plain);
    let exponent = counts.clone().find_map(|operand| operand.value.exponent)?;
    let factor = Decimal::from(10_u64.checked_pow(exponent)?);
    match counts.count() == operands.len() {
        true => exact.checked_div(factor),
        false => exact.checked_mul(factor),
    }
}

/// Nine months are no quarter; a year may be named beside one.
fn is_longer_than_quarter(period: Period) -> bool {
    match period.span {
        Span::Months(count, _) => count > 3,
        Span::Half(_) | Span::NineMonths => true,
        Span::Year | Span::Quarter(_) | Span::Month(_) | Span::Day(..) => false,
    }
}
