//! Arithmetic along one row, where the columns are what the sentence names: places, products, years.

use std::collections::BTreeMap;

use assay_domain::Decimal;
use assay_figures::{Direction, Unit, periods};

use super::{Reckoner, Reckoning};
use crate::numeral::{printed, same_unit, signed_amount};
use crate::operand::Operand;
use crate::wording::{Term, terms};

/// A cell that the sentence names by what stands over it.
struct Headed<'p> {
    operand: Operand<'p>,
    /// Where in the claim it is first named; none for the whole of the row.
    at: Option<usize>,
    is_whole: bool,
}

/// Headings over the whole of a row.
static WHOLES: assay_domain::WordList = assay_domain::word_list!("reckon/across/wholes");

impl<'p> Reckoner<'_, 'p> {
    /// What the cells of one row give that stand under headings which the sentence names.
    pub(super) fn across(&self) -> Option<Reckoning<'p>> {
        let mut rows: BTreeMap<(usize, usize, usize), Vec<Headed<'p>>> = BTreeMap::new();
        for operand in self.operands {
            // a row may be a period of its own
            let is_other_time =
                operand.value.row.is_empty() && !self.is_asked(operand.value.period);
            let Some((page, table, row, _)) = operand
                .cell()
                .filter(|_| self.is_named(operand) && !is_other_time)
            else {
                continue;
            };
            if let Some(headed) = self.headed(operand) {
                rows.entry((page, table, row)).or_default().push(headed);
            }
        }
        rows.into_values().find_map(|row| self.of_row(&row))
    }

    /// Where the claim has the words that stand over a cell, beside dates; the first of the places, where
    /// it has them all.
    pub(super) fn names_head(&self, operand: &Operand<'p>) -> Option<usize> {
        // `Gas (MWh)`: in brackets stands the unit
        let head = operand.value.head.split(['(', '（']).next();
        let written = head.unwrap_or_default();
        if let Some(known) = self.heads.borrow().get(written) {
            return *known;
        }
        let named = self.place_of_head(written);
        self.heads.borrow_mut().insert(written, named);
        named
    }

    fn place_of_head(&self, written: &str) -> Option<usize> {
        let head = terms(written);
        let dates = periods(written);
        let is_date = |term: &Term| {
            let mut dates = dates.iter().map(|span| &span.range);
            dates.any(|date| date.start < term.range.end && term.range.start < date.end)
        };
        let says = |term: &&Term| term.is_content() && !term.is_generic() && !is_date(term);
        let place = |term: &Term| self.terms.iter().position(|own| own.means(term));
        let places: Option<Vec<usize>> = head.iter().filter(says).map(place).collect();
        places.and_then(|places| places.into_iter().min())
    }

    fn headed(&self, operand: &Operand<'p>) -> Option<Headed<'p>> {
        let lower = operand.value.head.to_lowercase();
        let is_whole = WHOLES.iter().any(|word| lower.ends_with(word));
        let named = self.names_head(operand);
        // a column of a year that the sentence names
        let period = operand.value.period.filter(|_| named.is_none());
        let is_open = ["after", "thereafter", "beyond", "以后", "之后"];
        let goes_on = |text: &str| is_open.iter().any(|word| text.contains(word));
        let is_dated = period.is_some()
            && self.is_asked(period)
            && !self.claim.mentions.is_empty()
            && goes_on(&lower) == self.cues.beyond;
        (named.is_some() || is_whole || is_dated).then_some(Headed {
            operand: *operand,
            at: named,
            is_whole,
        })
    }

    fn of_row(&self, row: &[Headed<'p>]) -> Option<Reckoning<'p>> {
        let parts: Vec<&Headed<'p>> = row.iter().filter(|one| !one.is_whole).collect();
        let wholes = row.iter().filter(|one| one.is_whole);
        let is_share = self.claim.unit == Unit::Percent;
        let is_times = self.claim.unit == Unit::Multiple;
        let by_whole = parts.iter().find_map(|part| {
            let mut wholes = wholes.clone();
            wholes.find_map(|whole| self.of_whole(&part.operand, &whole.operand))
        });
        let by_share = || {
            let named = || parts.iter().filter(|part| part.at.is_some());
            let pairs = named().flat_map(|a| named().map(move |b| (a, b)));
            let mut ordered = pairs.filter(|(a, b)| a.at < b.at && is_share && self.cues.share);
            ordered.find_map(|(a, b)| self.of_whole(&a.operand, &b.operand))
        };
        let by_pair = || {
            let ordered = |large: &&Headed<'p>, small: &&Headed<'p>| {
                let ahead = large.at.zip(small.at)?;
                Some(match self.cues.ahead {
                    Some(Direction::Down) => ahead.0 > ahead.1,
                    _ => ahead.0 < ahead.1,
                })
            };
            let pairs = parts
                .iter()
                .flat_map(|a| parts.iter().map(move |b| (a, b)))
                .filter(|(a, b)| ordered(a, b) == Some(true));
            pairs
                .filter(|_| !is_share)
                .find_map(|(a, b)| self.of_two(&a.operand, &b.operand, is_times))
        };
        let by_sum = || {
            let named = parts.iter().filter(|part| part.at.is_some());
            let group: Vec<Operand<'p>> = named.map(|part| part.operand).collect();
            let is_alike = group
                .iter()
                .all(|one| same_unit(self.claim, one.value) && one.is_percent() == is_share);
            (self.cues.total && is_alike && !is_times)
                .then(|| self.whole(&group))
                .flatten()
        };
        let found = by_whole.or_else(by_share).or_else(by_pair).or_else(by_sum);
        found.or_else(|| self.joint_share_across(row))
    }

    /// Several cells together, in hundredths of the whole of their row.
    fn joint_share_across(&self, row: &[Headed<'p>]) -> Option<Reckoning<'p>> {
        let parts = row.iter().filter(|one| !one.is_whole && one.at.is_some());
        let parts: Vec<Operand<'p>> = parts.map(|part| part.operand).collect();
        let whole = row.iter().find(|one| one.is_whole)?.operand;
        let is_part =
            |part: &Operand<'p>| part.is_money_or_count() && same_unit(part.value, whole.value);
        let is_asked = self.claim.unit == Unit::Percent && self.cues.share && self.cues.total;
        if !is_asked || parts.len() < 2 || !parts.iter().all(is_part) {
            return None;
        }
        let sum: Option<Decimal> = parts.iter().map(|part| signed_amount(part.value)).sum();
        let share = sum?.checked_div(signed_amount(whole.value)?)?;
        let terms: Vec<String> = parts
            .iter()
            .map(|part| printed(part.value).to_string())
            .collect();
        let formula = format_args!("({}) / {}", terms.join(" + "), printed(whole.value));
        let operands: Vec<Operand<'p>> = parts.iter().chain([&whole]).copied().collect();
        self.gives(share.checked_mul(Decimal::ONE_HUNDRED)?, formula, &operands)
    }

    /// A part in hundredths of the whole, or what is left of the whole without it.
    fn of_whole(&self, part: &Operand<'p>, whole: &Operand<'p>) -> Option<Reckoning<'p>> {
        if part.is_percent() || !same_unit(part.value, whole.value) {
            return None;
        }
        let (a, b) = (signed_amount(part.value)?, signed_amount(whole.value)?);
        let (small, large) = (printed(part.value), printed(whole.value));
        match self.claim.unit {
            Unit::Percent if self.cues.share => {
                let share = a.checked_div(b)?.checked_mul(Decimal::ONE_HUNDRED)?;
                self.gives(share, format_args!("{small} / {large}"), &[*part, *whole])
            }
            Unit::Percent | Unit::Multiple => None,
            _ if self.cues.rest && same_unit(self.claim, whole.value) => {
                let left = b.checked_sub(a)?;
                let found =
                    self.gives(left, format_args!("{large} − {small}"), &[*whole, *part])?;
                Some(Reckoning {
                    is_rest: true,
                    ..found
                })
            }
            _ => None,
        }
    }

    /// One cell less another, or so many times the other.
    fn of_two(&self, a: &Operand<'p>, b: &Operand<'p>, is_times: bool) -> Option<Reckoning<'p>> {
        if !same_unit(a.value, b.value) {
            return None;
        }
        let (x, y) = (signed_amount(a.value)?, signed_amount(b.value)?);
        let (first, second) = (printed(a.value), printed(b.value));
        if is_times {
            let times = x.checked_div(y)?;
            return self.gives(times, format_args!("{first} / {second}"), &[*a, *b]);
        }
        let is_points = matches!(self.claim.unit, Unit::PercentagePoint | Unit::BasisPoint);
        let is_alike = is_points && a.is_percent() || same_unit(self.claim, a.value);
        let is_said = self.cues.difference || self.cues.change;
        let apart = x.checked_sub(y)?;
        let is_less =
            self.cues.way == Some(Direction::Down) || self.cues.ahead == Some(Direction::Down);
        (is_alike && is_said && (apart > Decimal::ZERO || is_less))
            .then(|| self.gives_size(apart.abs(), format_args!("{first} − {second}"), &[*a, *b]))
            .flatten()
    }
}
