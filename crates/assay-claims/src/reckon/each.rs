//! An amount for one of something.

use assay_domain::Decimal;
use assay_figures::Unit;

use super::{LEAST_BESIDE, Reckoner, Reckoning};
use crate::numeral::{Value, printed, same_unit, signed_amount};
use crate::operand::Operand;
use crate::wording::is_calendar;

impl<'p> Reckoner<'_, 'p> {
    /// An amount for one of something, or over several stretches of time.
    pub(super) fn per_unit(&self) -> Option<Reckoning<'p>> {
        if !self.cues.each {
            return None;
        }
        if let Some(price) = self.price() {
            return Some(price);
        }
        let operands = self.usable(|operand| {
            operand.is_money_or_count() && (self.is_named(operand) || operand.named >= LEAST_BESIDE)
        });
        for a in &operands {
            let Some(amount) = signed_amount(a.value) else {
                continue;
            };
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
                            self.gives(value, format_args!("{} × {times}", printed(a.value)), &[*a])
                        })
                        .or_else(|| {
                            let whole = Some(amount).filter(|_| !is_shared_out)?;
                            whole.checked_div(times).and_then(|value| {
                                self.gives(
                                    value,
                                    format_args!("{} / {times}", printed(a.value)),
                                    &[*a],
                                )
                            })
                        });
                    if found.is_some() {
                        return found;
                    }
                }
            }
            for b in operands.iter().filter(|b| {
                !std::ptr::eq(a.value, b.value) && (a.is_beside(b) || a.is_in_row_of(b))
            }) {
                let value = signed_amount(b.value).and_then(|b| amount.checked_div(b));
                let formula = format_args!("{} / {}", printed(a.value), printed(b.value));
                let is_money = |value: &Value| matches!(value.unit, Unit::Currency(_));
                let is_price = is_money(a.value) && !is_money(b.value);
                let is_one = self.is_named(a) && self.is_named(b)
                    || std::ptr::eq(a.statement, b.statement) && a.cell().is_none();
                let are_headed = || {
                    let heads = self.names_head(a).zip(self.names_head(b));
                    a.is_in_row_of(b) && heads.is_some()
                };
                if (is_price || !same_unit(a.value, b.value) || are_headed())
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

    /// So many at such a price: what the shares of a row, or of all rows, cost.
    pub(super) fn cost(&self) -> Option<Reckoning<'p>> {
        let is_money = |operand: &Operand<'p>| matches!(operand.value.unit, Unit::Currency(_));
        let is_priced = |operand: &Operand<'p>| {
            let label = &operand.value.label;
            label.has("price") || label.has("per") && label.has("share")
        };
        let is_of_asked = |operand: &Operand<'p>| {
            let is_dated = !self.claim.mentions.is_empty() && operand.value.period.is_some();
            operand.cell().is_some()
                && self.is_asked(operand.value.period)
                && (operand.is_total || is_dated)
        };
        let names_month = self.claim.around.iter().any(|word| is_calendar(word));
        if !matches!(self.claim.unit, Unit::Currency(_)) || names_month {
            return None;
        }
        let prices = self.usable(|one| is_of_asked(one) && is_priced(one) && is_money(one));
        let counts = self.usable(|one| is_of_asked(one) && !is_priced(one) && !is_money(one));
        prices.iter().find_map(|price| {
            let mut row = counts.iter().filter(|count| count.is_in_row_of(price));
            row.find_map(|count| {
                let cost = signed_amount(price.value)?.checked_mul(signed_amount(count.value)?)?;
                let formula = format_args!("{} × {}", printed(count.value), printed(price.value));
                let found = self.gives(cost, formula, &[*count, *price])?;
                Some(Reckoning {
                    is_price: true,
                    ..found
                })
            })
        })
    }

    /// So much money for so many of what the sentence counts: `an average price per share`.
    pub(super) fn price(&self) -> Option<Reckoning<'p>> {
        let counted = self.cues.per?;
        let is_of_asked = |operand: &Operand<'p>| {
            !operand.value.in_name
                && operand.cell().is_none()
                && self.is_asked(operand.value.period)
        };
        let is_count = |operand: &Operand<'p>| {
            let end = operand.value.range.end - operand.statement.range.start;
            let mut terms = operand.statement.terms.iter();
            let next = terms.find(|term| term.range.start >= end);
            is_of_asked(operand) && next.is_some_and(|next| next.parts.contains(&counted))
        };
        let sums = self.usable(|operand| {
            is_of_asked(operand) && matches!(operand.value.unit, Unit::Currency(_))
        });
        let counts = self.usable(is_count);
        sums.iter().find_map(|sum| {
            let mut counts = counts.iter().filter(|count| {
                std::ptr::eq(count.statement, sum.statement) && count.value.unit != sum.value.unit
            });
            counts.find_map(|count| {
                let price = signed_amount(sum.value)?.checked_div(signed_amount(count.value)?)?;
                let formula = format_args!("{} / {}", printed(sum.value), printed(count.value));
                let found = self.gives(price, formula, &[*sum, *count])?;
                Some(Reckoning {
                    is_price: true,
                    ..found
                })
            })
        })
    }
}
