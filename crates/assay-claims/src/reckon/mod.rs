//! Arithmetic over the figures that a sentence names: which of them give the number that it prints.

mod inputs;

use assay_domain::Decimal;
use assay_figures::{Direction, Period, Unit};

use crate::numeral::{
    Kept, PeriodFit, Value, fit_of, later, matches, printed, same_unit, signed_amount,
};
use crate::operand::Operand;
use crate::wording::Cues;

/// A computation that gives the claim's number.
pub(crate) struct Reckoning<'a> {
    pub(crate) formula: String,
    pub(crate) operands: Vec<Operand<'a>>,
    /// It is what is left of a whole.
    pub(crate) is_rest: bool,
}

pub(crate) struct Reckoner<'a, 'p> {
    pub(crate) claim: &'a Value,
    /// How far the claim must name a figure.
    pub(crate) least: f64,
    pub(crate) cues: Cues,
    pub(crate) operands: &'a [Operand<'p>],
}

/// Most figures that are combined; a longer table has no row named by then.
const MOST: usize = 60;

/// How far a claim must name two figures of one sentence of which it gives the quotient.
const LEAST_BESIDE: f64 = 0.2;

impl<'p> Reckoner<'_, 'p> {
    /// The computation that the sentence's words announce and that gives its number.
    pub(crate) fn find(&self) -> Option<Reckoning<'p>> {
        match self.claim.unit {
            Unit::Percent => self
                .growth()
                .or_else(|| self.share())
                .or_else(|| self.rest())
                .or_else(|| self.sum()),
            Unit::PercentagePoint | Unit::BasisPoint => self.points(),
            Unit::Multiple => self.ratio(),
            _ => self
                .difference()
                .or_else(|| self.sum())
                .or_else(|| self.per_unit()),
        }
    }

    fn is_named(&self, operand: &Operand<'p>) -> bool {
        operand.named >= self.least
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
        mentions.is_empty()
            || mentions.iter().any(|mention| {
                fit_of(Some(*mention), Some(period), Kept::AtMoment) != PeriodFit::Conflict
            })
    }

    /// Older and newer figure of one series, the newer of a period that the sentence names.
    fn series(&self, operands: &[Operand<'p>]) -> Vec<(Operand<'p>, Operand<'p>)> {
        let mut found = Vec::new();
        for old in operands {
            for new in operands {
                if std::ptr::eq(old.value, new.value)
                    || !old.is_same_series(new)
                    || !same_unit(old.value, new.value)
                {
                    continue;
                }
                let in_order = match (old.value.period, new.value.period) {
                    (Some(a), Some(b)) => {
                        let is_asked = self.is_asked(Some(b)) || self.is_only_base(a);
                        later(a, b) && is_asked && self.is_next(a, b, operands)
                    }
                    _ => old.cell().is_none(),
                };
                if in_order {
                    found.push((*old, *new));
                }
            }
        }
        found
    }

    /// A sentence may name the older period alone: "lower than in the June quarter of 2024".
    fn is_only_base(&self, old: Period) -> bool {
        match self.claim.mentions.as_slice() {
            [base] => fit_of(Some(*base), Some(old), Kept::AtMoment) == PeriodFit::Same,
            _ => false,
        }
    }

    /// A sentence that names one period compares it with the one before.
    fn is_next(&self, old: Period, new: Period, operands: &[Operand<'p>]) -> bool {
        let mentions = &self.claim.mentions;
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

    fn growth(&self) -> Option<Reckoning<'p>> {
        if !self.cues.change {
            return None;
        }
        let operands = self.usable(|operand| operand.is_money_or_count() && self.is_named(operand));
        self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = (signed_amount(old.value)?, signed_amount(new.value)?);
            let rate = b
                .checked_sub(a)?
                .checked_div(a.abs())?
                .checked_mul(Decimal::ONE_HUNDRED)?;
            self.gives(
                rate,
                format!(
                    "({} − {}) / {}",
                    printed(new.value),
                    printed(old.value),
                    printed(old.value)
                ),
                &[old, new],
            )
        })
    }

    fn share(&self) -> Option<Reckoning<'p>> {
        if !self.cues.share {
            return None;
        }
        self.quotients(Decimal::ONE_HUNDRED)
    }

    fn quotients(&self, factor: Decimal) -> Option<Reckoning<'p>> {
        let is_level =
            |operand: &Operand<'p>| operand.is_money_or_count() && !operand.value.is_change();
        let parts = self.usable(|operand| is_level(operand) && self.is_named(operand));
        let wholes = self
            .usable(|operand| is_level(operand) && (self.is_named(operand) || operand.is_total));
        for part in &parts {
            for whole in &wholes {
                let apart = !std::ptr::eq(part.value, whole.value)
                    && part.is_beside(whole)
                    && same_unit(part.value, whole.value);
                if !apart || !self.is_asked(part.value.period) {
                    continue;
                }
                let ratio = signed_amount(part.value)
                    .zip(signed_amount(whole.value))
                    .and_then(|(a, b)| a.checked_div(b)?.checked_mul(factor));
                let formula = format!("{} / {}", printed(part.value), printed(whole.value));
                if let Some(found) =
                    ratio.and_then(|ratio| self.gives(ratio, formula, &[*part, *whole]))
                {
                    return Some(found);
                }
            }
        }
        None
    }

    fn ratio(&self) -> Option<Reckoning<'p>> {
        let operands = self.usable(|operand| operand.is_money_or_count() && self.is_named(operand));
        let by_time = self.series(&operands).into_iter().find_map(|(old, new)| {
            let (a, b) = (signed_amount(old.value)?, signed_amount(new.value)?);
            self.gives(
                b.checked_div(a)?,
                format!("{} / {}", printed(new.value), printed(old.value)),
                &[old, new],
            )
        });
        by_time.or_else(|| self.quotients(Decimal::ONE))
    }

    /// What is left of a whole: 45 % did, so 55 % did not.
    fn rest(&self) -> Option<Reckoning<'p>> {
        if !self.cues.rest {
            return None;
        }
        let operands = self.usable(|operand| {
            operand.is_percent() && self.is_named(operand) && self.is_asked(operand.value.period)
        });
        operands.into_iter().find_map(|operand| {
            let rest = Decimal::ONE_HUNDRED.checked_sub(signed_amount(operand.value)?)?;
            let found = self.gives(
                rest,
                format!("100 − {}", printed(operand.value)),
                &[operand],
            )?;
            Some(Reckoning {
                is_rest: true,
                ..found
            })
        })
    }

    fn points(&self) -> Option<Reckoning<'p>> {
        let operands = self.usable(|operand| operand.is_percent() && self.is_named(operand));
        let factor = match self.claim.unit {
            Unit::BasisPoint => Decimal::ONE_HUNDRED,
            _ => Decimal::ONE,
        };
        let formula = |old: &Operand<'p>, new: &Operand<'p>| {
            format!("{} − {}", printed(new.value), printed(old.value))
        };
        let by_time = self.series(&operands).into_iter().find_map(|(old, new)| {
            let difference = signed_amount(new.value)?
                .checked_sub(signed_amount(old.value)?)?
                .checked_mul(factor)?;
            self.gives(difference, formula(&old, &new), &[old, new])
        });
        by_time.or_else(|| self.between(&operands, factor))
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
                    && !in_time;
                if !apart || !self.is_asked(a.value.period) {
                    continue;
                }
                // money that went out is held against money that came in by its size
                let (Some(x), Some(y)) = (a.value.amount(), b.value.amount()) else {
                    continue;
                };
                let difference = x
                    .checked_sub(y)
                    .and_then(|difference| difference.abs().checked_mul(factor));
                let formula = format!("{} − {}", printed(a.value), printed(b.value));
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
            let difference = signed_amount(new.value)?.checked_sub(signed_amount(old.value)?)?;
            self.gives(
                difference,
                format!("{} − {}", printed(new.value), printed(old.value)),
                &[old, new],
            )
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

    /// Two to four figures together.
    fn sum(&self) -> Option<Reckoning<'p>> {
        if !self.cues.total {
            return None;
        }
        let same = |operand: &Operand<'p>| {
            self.is_named(operand)
                && same_unit(self.claim, operand.value)
                && operand.is_percent() == (self.claim.unit == Unit::Percent)
                && !operand.value.in_name
                && self.is_asked(operand.value.period)
                && !operand.is_total
        };
        let operands = self.usable(same);
        for first in &operands {
            let group: Vec<Operand<'p>> = operands
                .iter()
                .copied()
                .filter(|other| {
                    let is_same_row = first
                        .cell()
                        .zip(other.cell())
                        .is_some_and(|(a, b)| (a.0, a.1, a.2) == (b.0, b.1, b.2));
                    first.is_beside(other) && !is_same_row && first.page == other.page
                        || std::ptr::eq(first.value, other.value)
                })
                .take(8)
                .collect();
            if let Some(found) = self.subset(&group) {
                return Some(found);
            }
        }
        None
    }

    fn subset(&self, group: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let count = u32::try_from(group.len()).ok()?;
        let mut sets: Vec<u32> = (1_u32..1_u32.checked_shl(count)?)
            .filter(|set| (2..=4).contains(&set.count_ones()))
            .collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
        sets.into_iter().find_map(|set| {
            let chosen: Vec<Operand<'p>> = group
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1)
                .map(|(_, operand)| *operand)
                .collect();
            let mut total = Decimal::ZERO;
            for operand in &chosen {
                total = total.checked_add(signed_amount(operand.value)?)?;
            }
            let terms: Vec<String> = chosen
                .iter()
                .map(|operand| printed(operand.value))
                .collect();
            self.gives(total, terms.join(" + "), &chosen)
        })
    }

    /// An amount for one of something, or over several stretches of time.
    fn per_unit(&self) -> Option<Reckoning<'p>> {
        if !self.cues.each {
            return None;
        }
        let operands = self.usable(|operand| {
            operand.is_money_or_count() && (self.is_named(operand) || operand.named >= LEAST_BESIDE)
        });
        for a in &operands {
            let amount = signed_amount(a.value)?;
            // an average is not shared out again
            let is_shared_out = ["average", "monthly", "per"]
                .iter()
                .any(|word| a.value.row.has(word));
            if same_unit(self.claim, a.value) && self.is_named(a) {
                for times in [2_u32, 3, 4, 12] {
                    let times = Decimal::from(times);
                    let found = amount
                        .checked_mul(times)
                        .and_then(|value| {
                            self.gives(value, format!("{} × {times}", printed(a.value)), &[*a])
                        })
                        .or_else(|| {
                            let whole = Some(amount).filter(|_| !is_shared_out)?;
                            whole.checked_div(times).and_then(|value| {
                                self.gives(value, format!("{} / {times}", printed(a.value)), &[*a])
                            })
                        });
                    if found.is_some() {
                        return found;
                    }
                }
            }
            for b in operands
                .iter()
                .filter(|b| !std::ptr::eq(a.value, b.value) && a.is_beside(b))
            {
                let value = signed_amount(b.value).and_then(|b| amount.checked_div(b));
                let formula = format!("{} / {}", printed(a.value), printed(b.value));
                let is_money = |value: &Value| matches!(value.unit, Unit::Currency(_));
                let is_price = is_money(a.value) && !is_money(b.value);
                let is_one = self.is_named(a) && self.is_named(b)
                    || std::ptr::eq(a.statement, b.statement) && a.cell().is_none();
                if (is_price || !same_unit(a.value, b.value))
                    && is_one
                    && let Some(found) =
                        value.and_then(|value| self.gives(value, formula, &[*a, *b]))
                {
                    return Some(found);
                }
            }
        }
        None
    }

    fn gives(
        &self,
        exact: Decimal,
        formula: String,
        operands: &[Operand<'p>],
    ) -> Option<Reckoning<'p>> {
        let fits = matches(self.claim, exact) || self.goes(exact);
        (fits && !self.is_input(operands)).then(|| Reckoning {
            formula,
            operands: operands.to_vec(),
            is_rest: false,
        })
    }

    /// The change that the verb of the sentence speaks of, where it does not stand right at the number.
    fn goes(&self, exact: Decimal) -> bool {
        let way = self.claim.direction.or(self.cues.way);
        let agrees = match way {
            Some(Direction::Up) => exact > Decimal::ZERO,
            Some(Direction::Down) => exact < Decimal::ZERO,
            None => false,
        };
        agrees && self.is_size(exact.abs())
    }

    fn gives_size(
        &self,
        exact: Decimal,
        formula: String,
        operands: &[Operand<'p>],
    ) -> Option<Reckoning<'p>> {
        (self.is_size(exact) && !self.is_input(operands)).then(|| Reckoning {
            formula,
            operands: operands.to_vec(),
            is_rest: false,
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
        let mut plain = self.claim.clone();
        plain.direction = None;
        plain.negative = false;
        matches(&plain, exact)
    }
}
