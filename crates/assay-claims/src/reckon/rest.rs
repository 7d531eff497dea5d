//! What is left of a whole, and what was there before a change.

use assay_domain::Decimal;
use assay_figures::{Direction, Period};

use super::{Reckoner, Reckoning};
use crate::numeral::{printed, same_unit, signed_amount};
use crate::operand::Operand;

impl<'p> Reckoner<'_, 'p> {
    /// What is left of a whole: 45 % did, so 55 % did not.
    pub(super) fn rest(&self) -> Option<Reckoning<'p>> {
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
                format_args!("100 − {}", printed(operand.value)),
                &[operand],
            )?;
            Some(Reckoning {
                is_rest: true,
                ..found
            })
        })
    }

    /// What is left of a whole that the sentence need not name.
    pub(super) fn remainder(&self) -> Option<Reckoning<'p>> {
        if !self.cues.rest {
            return None;
        }
        let is_level =
            |operand: &Operand<'p>| operand.is_money_or_count() && !operand.value.is_change();
        let parts = self.usable(|operand| {
            is_level(operand) && self.is_named(operand) && self.is_asked(operand.value.period)
        });
        let wholes = self.usable(|operand| is_level(operand) && operand.is_total);
        let pairs = parts
            .iter()
            .flat_map(|part| wholes.iter().map(move |whole| (part, whole)));
        pairs.into_iter().find_map(|(part, whole)| {
            let is_pair = part.is_beside(whole)
                && same_unit(part.value, whole.value)
                && same_unit(self.claim, whole.value)
                && !std::ptr::eq(part.value, whole.value);
            let left = signed_amount(whole.value)?.checked_sub(signed_amount(part.value)?)?;
            let formula = format_args!("{} − {}", printed(whole.value), printed(part.value));
            let found = self.gives(left, formula, &[*whole, *part]);
            found.filter(|_| is_pair).map(|found| Reckoning {
                is_rest: true,
                ..found
            })
        })
    }

    /// The figure of the year before, from that of the year and by how much it changed: `was 7, a
    /// decrease of 8`, `rose 18% to 31.4`.
    pub(super) fn before_change(&self) -> Option<Reckoning<'p>> {
        let operands = self.usable(|operand| {
            operand.cell().is_none()
                && self.is_named(operand)
                && (same_unit(self.claim, operand.value) || operand.is_percent())
        });
        let is_of_next = |level: &&Operand<'p>| {
            let is_level = level.value.direction.is_none() && !level.is_percent();
            is_level && self.looks_back_from(level.value.period)
        };
        operands.iter().filter(is_of_next).find_map(|level| {
            let mut changes = operands.iter().filter(|change| {
                std::ptr::eq(change.statement, level.statement) && change.value.direction.is_some()
            });
            changes.find_map(|change| self.undone(level, change))
        })
    }

    /// The claim is about the year before a period.
    fn looks_back_from(&self, period: Option<Period>) -> bool {
        match (self.claim.mentions.as_slice(), period) {
            ([asked], Some(period)) if period.year == asked.year + 1 => period.span == asked.span,
            ([], Some(_)) => self.cues.year_before,
            ([asked], Some(period)) => self.cues.year_before && *asked == period,
            _ => false,
        }
    }

    /// A level without what was added to it or taken off.
    fn undone(&self, level: &Operand<'p>, change: &Operand<'p>) -> Option<Reckoning<'p>> {
        let (end, by) = (signed_amount(level.value)?, change.value.amount()?);
        let way = change.value.direction?;
        if change.is_percent() {
            let part = by.checked_div(Decimal::ONE_HUNDRED)?;
            let (whole, sign) = match way {
                Direction::Up => (Decimal::ONE.checked_add(part)?, '+'),
                Direction::Down => (Decimal::ONE.checked_sub(part)?, '−'),
            };
            let start = end.checked_div(whole)?;
            let formula = format_args!("{} / (1 {sign} {by}%)", printed(level.value));
            return self.gives(start, formula, &[*level, *change]);
        }
        let (start, sign) = match way {
            Direction::Up => (end.checked_sub(by)?, '−'),
            Direction::Down => (end.checked_add(by)?, '+'),
        };
        let formula = format_args!("{} {sign} {by}", printed(level.value));
        self.gives(start, formula, &[*level, *change])
    }
}
