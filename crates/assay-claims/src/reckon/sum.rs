//! Figures put together.

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::Decimal;
use assay_figures::{Span, Unit};

use super::{Reckoner, Reckoning};
use crate::numeral::{printed, same_unit, signed_amount};
use crate::operand::Operand;

/// Most figures of which any few may be meant.
const MOST_TO_CHOOSE_FROM: usize = 8;
/// Most of them that are put together, unless it is all that are named.
const MOST_CHOSEN: u32 = 4;

impl<'p> Reckoner<'_, 'p> {
    /// Two to four figures together, all that the sentence names, or all of a stretch of time.
    pub(super) fn sum(&self) -> Option<Reckoning<'p>> {
        if !self.cues.total {
            return self.sum_over_time();
        }
        let same =
            |operand: &Operand<'p>| self.may_add(operand) && self.is_asked(operand.value.period);
        let operands = self.usable(same);
        let by_name = operands.iter().find_map(|first| {
            let is_other = |other: &&Operand<'p>| {
                let is_same_row = first
                    .cell()
                    .zip(other.cell())
                    .is_some_and(|(a, b)| (a.0, a.1, a.2) == (b.0, b.1, b.2));
                let is_one = first.page == other.page || first.is_continued_by(other);
                first.is_beside(other) && !is_same_row && is_one
                    || std::ptr::eq(first.value, other.value)
            };
            let group: Vec<Operand<'p>> = operands.iter().filter(is_other).copied().collect();
            let few: Vec<Operand<'p>> = group.iter().copied().take(MOST_TO_CHOOSE_FROM).collect();
            self.subset(&few).or_else(|| self.whole(&group))
        });
        by_name
            .or_else(|| self.two_sentences(&operands))
            .or_else(|| self.sum_over_time())
    }

    fn two_sentences(&self, operands: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let prose = operands.iter().filter(|operand| operand.cell().is_none());
        let mut firsts = prose.clone().enumerate();
        firsts.find_map(|(place, first)| {
            let mut seconds = prose.clone().skip(place + 1);
            seconds.find_map(|second| self.whole(&[*first, *second]))
        })
    }

    fn may_add(&self, operand: &Operand<'p>) -> bool {
        (self.is_named(operand) || operand.cell().is_none())
            && same_unit(self.claim, operand.value)
            // a table may leave out its unit, a sentence that counts things does not count money
            && (operand.cell().is_some() || operand.value.unit == self.claim.unit)
            && operand.is_percent() == (self.claim.unit == Unit::Percent)
            && !operand.value.in_name
            && !operand.is_total
            // `Other` is named by nothing that the sentence says
            && (operand.cell().is_none() || operand.words.is_any() || operand.value.row.is_empty())
    }

    /// The years up to the one that the sentence names, or from one to the other, of one row or one
    /// column: `over the five years to 2024`.
    fn sum_over_time(&self) -> Option<Reckoning<'p>> {
        let years = self.claim.mentions.iter().map(|period| period.year);
        let last = years.clone().max().filter(|_| self.cues.over)?;
        let first = years.min().filter(|first| *first < last);
        let is_within = |operand: &Operand<'p>| {
            let year = operand.value.period.map(|period| period.year);
            // what falls due after the last year is not of it
            let head = operand.value.head.to_lowercase();
            let goes_on = ["after", "beyond", "以后", "之后"]
                .iter()
                .any(|word| head.contains(word));
            !goes_on
                && year.is_some_and(|year| year <= last && first.is_none_or(|first| first <= year))
        };
        let operands = self.usable(|operand| {
            self.may_add(operand) && is_within(operand) && operand.cell().is_some()
        });
        let mut lines: BTreeMap<(bool, usize, usize, usize), Vec<Operand<'p>>> = BTreeMap::new();
        for operand in operands {
            if let Some((page, table, row, column)) = operand.cell() {
                let in_row = lines.entry((true, page, table, row)).or_default();
                in_row.push(operand);
                let in_column = lines.entry((false, page, table, column)).or_default();
                in_column.push(operand);
            }
        }
        lines.into_values().find_map(|line| {
            let mut years: Vec<_> = line.iter().map(|operand| operand.value.period).collect();
            years.dedup();
            self.whole(&line).filter(|_| years.len() == line.len())
        })
    }

    /// All years of one row or one column, as many as the sentence says: their sum, or what they come to
    /// on average.
    pub(super) fn of_years(&self) -> Option<Reckoning<'p>> {
        let count = self.cues.years_told?;
        let is_year = |operand: &Operand<'p>| {
            let period = operand.value.period;
            let is_level = operand.is_money_or_count() && !operand.value.is_change();
            let is_named = match operand.value.row.is_empty() {
                true => self.names_head(operand).is_some(),
                false => self.is_named(operand) && operand.words.is_any(),
            };
            operand.cell().is_some()
                && is_level
                && is_named
                && same_unit(self.claim, operand.value)
                && period
                    .is_some_and(|period| !matches!(period.span, Span::Quarter(_) | Span::Month(_)))
        };
        let cells = self.usable(is_year);
        cells.iter().find_map(|first| {
            let is_mate = |other: &&Operand<'p>| {
                first.is_same_series(other)
                    || first.is_below(other)
                    || std::ptr::eq(first.value, other.value)
            };
            let line: Vec<Operand<'p>> = cells.iter().filter(is_mate).copied().collect();
            let years: BTreeSet<_> = line.iter().map(|one| one.value.period).collect();
            if line.len() != count || years.len() != count {
                return None;
            }
            self.together_or_each(&line)
        })
    }

    /// The sum of figures, or their mean where the sentence speaks of one of them.
    fn together_or_each(&self, line: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let total: Option<Decimal> = line.iter().map(|one| signed_amount(one.value)).sum();
        let are_paid = line.iter().all(|one| one.value.negative);
        let total = match are_paid && !self.claim.negative {
            true => total?.abs(),
            false => total?,
        };
        let terms: Vec<String> = line
            .iter()
            .map(|one| printed(one.value).to_string())
            .collect();
        let sum = terms.join(" + ");
        if !self.cues.each {
            return self.gives(total, format_args!("{sum}"), line);
        }
        let mean = total.checked_div(Decimal::from(line.len()))?;
        self.gives(mean, format_args!("({sum}) / {}", line.len()), line)
    }

    /// The quarters or months of the year that the sentence names, one below the other: their sum, or
    /// what they come to on average.
    pub(super) fn parts_of_year(&self) -> Option<Reckoning<'p>> {
        let [year] = self.claim.mentions.as_slice() else {
            return None;
        };
        let is_part = |operand: &Operand<'p>| {
            let period = operand.value.period;
            period.is_some_and(|period| {
                period.year == year.year && matches!(period.span, Span::Quarter(_) | Span::Month(_))
            }) && operand.is_money_or_count()
                && same_unit(self.claim, operand.value)
                && self.names_head(operand).is_some()
        };
        let cells = self.usable(is_part);
        let column = cells.first()?;
        let mut line: Vec<Operand<'p>> = vec![*column];
        line.extend(cells.iter().filter(|cell| column.is_below(cell)).copied());
        if year.span != Span::Year || !matches!(line.len(), 4 | 12) {
            return None;
        }
        self.together_or_each(&line)
    }

    /// All of them together.
    pub(super) fn whole(&self, group: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let amounts = group.iter().map(|operand| signed_amount(operand.value));
        let total: Option<Decimal> = amounts.sum();
        // payments are told by their size, one by one and together
        let are_paid = group
            .iter()
            .all(|operand| operand.value.negative && operand.value.is_cash_flow);
        let total = total.map(|total| match are_paid && !self.claim.negative {
            true => total.abs(),
            false => total,
        });
        let total = total.filter(|total| group.len() > 1 && self.fits(*total))?;
        let are_named = group.iter().all(|operand| self.is_named(operand));
        if !are_named && !self.are_named_together(group) {
            return None;
        }
        let terms = group
            .iter()
            .map(|operand| printed(operand.value).to_string());
        let terms: Vec<String> = terms.collect();
        self.gives(total, format_args!("{}", terms.join(" + ")), group)
    }

    fn subset(&self, group: &[Operand<'p>]) -> Option<Reckoning<'p>> {
        let count = u32::try_from(group.len()).ok()?;
        let mut sets: Vec<u32> = (1_u32..1_u32.checked_shl(count)?)
            .filter(|set| (2..=MOST_CHOSEN).contains(&set.count_ones()))
            .collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
        sets.into_iter().find_map(|set| {
            let chosen: Vec<Operand<'p>> = group
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1)
                .map(|(_, operand)| *operand)
                .collect();
            self.whole(&chosen)
        })
    }
}
