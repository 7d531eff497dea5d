//! One figure put to another: shares, ratios, and several rows against the whole of their column.

use assay_domain::Decimal;

use super::{Reckoner, Reckoning};
use crate::numeral::{Value, is_result, printed, same_unit, signed_amount};
use crate::operand::Operand;

/// Most rows that are put together against the whole of their column.
const MOST_JOINED: usize = 4;

/// A row whose whole name the claim has.
const NAMED_WHOLLY: f64 = 0.99;

/// The older and the newer figure of a row.
type Course<'p> = (Operand<'p>, Operand<'p>);

impl<'p> Reckoner<'_, 'p> {
    pub(super) fn share(&self) -> Option<Reckoning<'p>> {
        // `rose 7%` is no share, whatever share comes to as much
        if !self.cues.share || self.claim.direction.is_some() && !self.is_end_of_course() {
            return None;
        }
        // `fell from 27% to 23%`: where a share stood and where it went have no direction
        let level = Value {
            direction: None,
            ..self.claim.clone()
        };
        let claim = if self.is_end_of_course() {
            &level
        } else {
            self.claim
        };
        Reckoner { claim, ..*self }.quotients(Decimal::ONE_HUNDRED)
    }

    /// By how much one row in hundredths of another moved: `its share of revenue shrank by nine points`.
    pub(super) fn points_of_shares(&self, factor: Decimal) -> Option<Reckoning<'p>> {
        if !self.cues.share {
            return None;
        }
        self.of_two_courses(|(old, new), (before, after)| {
            let hundredths = |part: &Operand<'p>, whole: &Operand<'p>| {
                let share = spent_or_had(part.value)?.checked_div(spent_or_had(whole.value)?)?;
                share.checked_mul(Decimal::ONE_HUNDRED)
            };
            let (first, last) = (hundredths(old, before)?, hundredths(new, after)?);
            let points = last.checked_sub(first)?.checked_mul(factor)?;
            let [old_part, new_part] = [old, new].map(|one| printed(one.value));
            let [old_whole, new_whole] = [before, after].map(|one| printed(one.value));
            let formula = format_args!("{new_part} / {new_whole} − {old_part} / {old_whole}");
            self.gives(points, formula, &[*old, *new, *before, *after])
        })
    }

    /// What one row grew or shrank by, in hundredths of what another did between the same two periods: `a
    /// third of the increase in revenue`.
    pub(super) fn share_of_change(&self) -> Option<Reckoning<'p>> {
        self.of_two_courses(|(old, new), (before, after)| {
            let part = signed_amount(new.value)?.checked_sub(signed_amount(old.value)?)?;
            let whole = signed_amount(after.value)?.checked_sub(signed_amount(before.value)?)?;
            let share = part.checked_div(whole)?.checked_mul(Decimal::ONE_HUNDRED)?;
            let [old_part, new_part] = [old, new].map(|one| printed(one.value));
            let [old_whole, new_whole] = [before, after].map(|one| printed(one.value));
            let formula = format_args!("({new_part} − {old_part}) / ({new_whole} − {old_whole})");
            let is_part = share > Decimal::ZERO && share < Decimal::ONE_HUNDRED;
            let found = self.gives_size(share, formula, &[*old, *new, *before, *after]);
            found.filter(|_| is_part)
        })
    }

    /// What a row that the sentence names and another one, or the whole of their column, give between the
    /// same two periods.
    fn of_two_courses(
        &self,
        reckon: impl Fn(&Course<'p>, &Course<'p>) -> Option<Reckoning<'p>>,
    ) -> Option<Reckoning<'p>> {
        let is_level = |operand: &Operand<'p>| {
            operand.is_money_or_count() && operand.cell().is_some() && !operand.value.is_change()
        };
        let parts = self.usable(|operand| is_level(operand) && self.is_named(operand));
        let wholes = self
            .usable(|operand| is_level(operand) && (self.is_named(operand) || operand.is_total));
        let wholes = self.series(&wholes);
        self.series(&parts).iter().find_map(|part| {
            let (old, new) = part;
            let is_whole = |(before, after): &&Course<'p>| {
                before.is_beside(old)
                    && after.is_beside(new)
                    && !std::ptr::eq(after.value, new.value)
                    && same_unit(after.value, new.value)
            };
            let mut wholes = wholes.iter().filter(is_whole);
            wholes.find_map(|whole| reckon(part, whole))
        })
    }

    /// The number is where something stood or what it reached.
    fn is_end_of_course(&self) -> bool {
        let before = self.claim.name.trim_end();
        let word = before.rsplit(' ').next().unwrap_or_default();
        ["from", "to", "at"].contains(&word) || before.ends_with(['至', '到', '从', '由', '为'])
    }

    pub(super) fn quotients(&self, factor: Decimal) -> Option<Reckoning<'p>> {
        let is_level =
            |operand: &Operand<'p>| operand.is_money_or_count() && !operand.value.is_change();
        let may_be = |operand: &Operand<'p>| self.is_named(operand) || operand.cell().is_none();
        let parts = self.usable(|operand| is_level(operand) && may_be(operand));
        let wholes =
            self.usable(|operand| is_level(operand) && (may_be(operand) || operand.is_total));
        for part in &parts {
            for whole in &wholes {
                let apart = !std::ptr::eq(part.value, whole.value)
                    && part.is_beside(whole)
                    && same_unit(part.value, whole.value);
                let may_be_whole = whole.is_total && !self.names_other_total(part, whole);
                let is_named = self.is_named(part) && (self.is_named(whole) || may_be_whole);
                if !apart
                    || self.is_overshadowed(part, whole)
                    || !self.is_asked(part.value.period)
                    || !(is_named || self.are_named_together(&[*part, *whole]))
                {
                    continue;
                }
                let ratio = spent_or_had(part.value)
                    .zip(spent_or_had(whole.value))
                    .and_then(|(a, b)| a.checked_div(b)?.checked_mul(factor));
                let formula = format_args!("{} / {}", printed(part.value), printed(whole.value));
                if let Some(found) =
                    ratio.and_then(|ratio| self.gives(ratio, formula, &[*part, *whole]))
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Several rows together, in hundredths of the whole of their column.
    pub(super) fn joint_share(&self) -> Option<Reckoning<'p>> {
        if !self.cues.share || !self.cues.total {
            return None;
        }
        let is_level =
            |operand: &Operand<'p>| operand.is_money_or_count() && !operand.value.is_change();
        let wholes = self.usable(|operand| is_level(operand) && operand.is_total);
        wholes.iter().find_map(|whole| {
            let parts = self.usable(|part| {
                is_level(part)
                    && !part.is_total
                    && part.named >= NAMED_WHOLLY
                    && part.words.is_any()
                    && part.cell().is_some()
                    && part.is_beside(whole)
                    && same_unit(part.value, whole.value)
                    && self.is_asked(part.value.period)
            });
            if !(2..=MOST_JOINED).contains(&parts.len()) || self.names_other_total(whole, whole) {
                return None;
            }
            let sum: Option<Decimal> = parts.iter().map(|part| signed_amount(part.value)).sum();
            let share = sum?
                .checked_div(signed_amount(whole.value)?)?
                .checked_mul(Decimal::ONE_HUNDRED)?;
            let terms: Vec<String> = parts
                .iter()
                .map(|part| printed(part.value).to_string())
                .collect();
            let formula = format_args!("({}) / {}", terms.join(" + "), printed(whole.value));
            let operands: Vec<Operand<'p>> = parts.iter().chain([whole]).copied().collect();
            self.gives(share, formula, &operands)
        })
    }

    /// Of `Island routes` and `River routes` the second is what a claim about river routes names, and
    /// the first no more than by a word that both have.
    fn is_overshadowed(&self, part: &Operand<'p>, whole: &Operand<'p>) -> bool {
        let Some((page, table, row, column)) = part.cell() else {
            return false;
        };
        let is_better = |other: &&Operand<'p>| {
            other
                .cell()
                .is_some_and(|(p, t, r, c)| (p, t, c) == (page, table, column) && r != row)
                && other.named >= NAMED_WHOLLY
                && !std::ptr::eq(other.value, whole.value)
                && part.words.is_within(other.words)
        };
        part.named < NAMED_WHOLLY
            && part.words.is_any()
            && self.operands.iter().any(|other| is_better(&other))
    }

    /// The sentence says of what total it is a part, and that is another one.
    fn names_other_total(&self, part: &Operand<'p>, whole: &Operand<'p>) -> bool {
        let Some((page, table, row, column)) = whole.cell() else {
            return false;
        };
        let mut others = self.operands.iter().filter(|other| {
            other
                .cell()
                .is_some_and(|(p, t, r, c)| (p, t, c) == (page, table, column) && r != row)
        });
        others.any(|other| {
            other.is_total
                && other.named >= NAMED_WHOLLY
                && other.words.is_any()
                && !other.words.is_within(part.words)
        })
    }
}

/// An amount as a sentence puts it to another one: what was paid out is as large as what was taken in,
/// while a loss stays below zero.
fn spent_or_had(value: &Value) -> Option<Decimal> {
    match value.is_cash_flow && !is_result(&value.row) {
        true => value.amount(),
        false => signed_amount(value),
    }
}
