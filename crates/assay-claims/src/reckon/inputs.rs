//! Arithmetic over the numbers that the sentence itself states.

use assay_domain::Decimal;
use assay_figures::{Direction, Unit};

use super::{Reckoner, Reckoning};
use crate::numeral::{later, printed, same_unit, signed_amount};
use crate::operand::Operand;
use crate::wording::{Term, own_key, stem};

impl<'p> Reckoner<'_, 'p> {
    /// A difference, a sum or a rate of the figures themselves, whatever they are of: the sentence puts
    /// them together.
    pub(crate) fn of_inputs(&self) -> Option<Reckoning<'p>> {
        if let Some(found) = self.each_year() {
            return Some(found);
        }
        for a in self.operands {
            for b in self.operands {
                let (Some(x), Some(y)) = (signed_amount(a.value), signed_amount(b.value)) else {
                    continue;
                };
                if std::ptr::eq(a.value, b.value) || !same_unit(a.value, b.value) || x < y {
                    continue;
                }
                if let Some(found) = self.of_pair((a, x), (b, y)) {
                    return Some(found);
                }
            }
        }
        let is_alike = |operand: &&Operand<'p>| same_unit(self.claim, operand.value);
        if self.operands.len() < 2
            || !self.cues.total
            || !self.operands.iter().all(|one| is_alike(&one))
        {
            return None;
        }
        let amounts = self.operands.iter().map(|one| signed_amount(one.value));
        let total: Option<Decimal> = amounts.sum();
        let terms: Vec<String> = self
            .operands
            .iter()
            .map(|one| printed(one.value).to_string())
            .collect();
        self.gives(total?, format_args!("{}", terms.join(" + ")), self.operands)
    }

    /// What an amount for several years comes to in each: `75 over three years` are 25 a year.
    fn each_year(&self) -> Option<Reckoning<'p>> {
        const COUNTS: [(&str, u32); 6] = [
            ("two", 2),
            ("three", 3),
            ("four", 4),
            ("five", 5),
            ("six", 6),
            ("ten", 10),
        ];
        let [whole] = self.operands else {
            return None;
        };
        let is = |term: &Term, word: &str| term.parts.contains(&own_key(&stem(word)));
        let counts = |word: &str| {
            let mut pairs = whole.statement.terms.windows(2);
            pairs.any(|pair| matches!(pair, [count, unit] if is(count, word) && is(unit, "years")))
        };
        let (_, years) = COUNTS.iter().find(|(word, _)| counts(word))?;
        let is_spread = self.cues.each && whole.cell().is_none();
        if !is_spread || !same_unit(self.claim, whole.value) {
            return None;
        }
        let each = signed_amount(whole.value)?.checked_div(Decimal::from(*years))?;
        self.gives(
            each,
            format_args!("{} / {years}", printed(whole.value)),
            &[*whole],
        )
    }

    /// The larger figure less the smaller, or one of them in hundredths of the other.
    fn of_pair(
        &self,
        (a, x): (&Operand<'p>, Decimal),
        (b, y): (&Operand<'p>, Decimal),
    ) -> Option<Reckoning<'p>> {
        let pair = [*a, *b];
        let way = self.claim.direction.or(self.cues.way);
        let went = a
            .value
            .period
            .zip(b.value.period)
            .and_then(|(of_a, of_b)| match () {
                () if later(of_b, of_a) => Some(Direction::Up),
                () if later(of_a, of_b) => Some(Direction::Down),
                () => None,
            });
        if way.zip(went).is_some_and(|(way, went)| way != went) {
            return None;
        }
        let (large, small) = (printed(a.value), printed(b.value));
        let apart = x.checked_sub(y)?;
        let is_rate = self.claim.unit == Unit::Percent;
        if !is_rate && (same_unit(self.claim, a.value) || a.is_percent()) {
            let is_points = matches!(self.claim.unit, Unit::PercentagePoint | Unit::BasisPoint);
            if is_points != a.is_percent()
                || !(self.cues.change || self.cues.difference || is_points)
            {
                return None;
            }
            return self.gives_size(apart, format_args!("{large} − {small}"), &pair);
        }
        if !is_rate || a.is_percent() {
            return None;
        }
        let hundredths = |part: Decimal, whole: Decimal| {
            part.checked_div(whole)?.checked_mul(Decimal::ONE_HUNDRED)
        };
        let base = match way {
            Some(Direction::Down) => x,
            _ => y,
        };
        let growth = hundredths(apart, base)
            .filter(|_| self.cues.change)
            .and_then(|rate| {
                let formula = format_args!(
                    "({large} − {small}) / {}",
                    if base == x { &large } else { &small }
                );
                self.gives_size(rate, formula, &pair)
            });
        growth.or_else(|| {
            let share = hundredths(y, x).filter(|_| self.cues.share)?;
            self.gives_size(share, format_args!("{small} / {large}"), &pair)
        })
    }
}
