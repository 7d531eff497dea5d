//! Whether a figure is of the time that the claim names for its number.

use assay_domain::Decimal;
use assay_figures::{Direction, Span, Unit, cut};

use super::{Bearing, Found, is_comparable};
use crate::numeral::{
    Kept, PeriodFit, PeriodMark, fit_of, later, months_in, same_unit, signed_amount,
};
use crate::operand::Operand;
use crate::wording::Cues;

impl<'p> Bearing<'_, 'p> {
    /// The one figure that the number is said to be is of another time.
    pub(super) fn is_untimely(&self, found: &Found<'p>, operands: &[Operand<'p>]) -> bool {
        let [operand] = operands else {
            return false;
        };
        if found.is_derived {
            return false;
        }
        match operand.statement.row {
            Some(_) => {
                self.grew_otherwise(found, operand)
                    || self.is_of_other_quarter(found, operand)
                    || self.is_of_other_length(operand)
                    || self.is_average_of_time(operand)
                    || self.is_of_part_of_time(found, operand)
                    || self.went_otherwise(found, operand)
            }
            None => {
                self.is_of_other_clause_time(found, operand)
                    || self.is_listed_elsewhere(found, operand)
                    || self.is_of_other_month(operand)
                    || self.is_of_days_alone(found, operand)
                    || self.has_rival_of_time(found, operand)
            }
        }
    }

    /// The clause of the figure names periods, and none of them is one that the claim names.
    fn is_of_other_clause_time(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let Some(page) = self.pages.get(operand.page) else {
            return false;
        };
        let start = operand.statement.range.start;
        let segment = self.segment_of(operand);
        let Some((first, last)) = segment.first().zip(segment.last()) else {
            return false;
        };
        let range = start + first.range.start..start + last.range.end;
        let marks = page.reading.periods.iter();
        let marks: Vec<_> = marks
            .filter(|mark| range.contains(&mark.range.start))
            .collect();
        let marks = self.bound_behind(operand, marks);
        let asked = &found.value.mentions;
        let fits = |period| {
            asked.iter().any(|mention| {
                fit_of(Some(*mention), Some(period), Kept::AtMoment) != PeriodFit::Conflict
            })
        };
        let is_other = !asked.is_empty()
            && self.numbers.len() == 1
            && !marks.is_empty()
            && !marks.iter().any(|mark| fits(mark.period));
        let (own, theirs) = (
            quarters(self.text),
            quarters(cut(page.source.text, range.clone())),
        );
        let other_quarter = matches!((own.as_slice(), theirs.as_slice()), ([a], [b]) if a != b);
        is_other || other_quarter
    }

    /// `a $4 line until 2021 became a $3 line until 2024`: what stands behind a figure of several is its own,
    /// and what stands before the first is of all of them.
    fn bound_behind<'m>(
        &self,
        operand: &Operand<'p>,
        marks: Vec<&'m PeriodMark>,
    ) -> Vec<&'m PeriodMark> {
        let inside = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement)
                && !other.value.in_name
                && same_unit(other.value, operand.value)
        });
        let starts: Vec<usize> = inside.map(|other| other.value.range.start).collect();
        let own = operand.value.range.end;
        let first = starts.iter().min().copied().unwrap_or_default();
        let next = starts.iter().filter(|start| **start >= own).min();
        let is_behind = |mark: &&PeriodMark| {
            mark.range.start >= own && next.is_none_or(|next| mark.range.start < *next)
        };
        let is_between = |mark: &&PeriodMark| mark.range.start > first && mark.range.end <= own;
        match starts.len() > 1 && marks.iter().any(is_behind) {
            true => marks.into_iter().filter(|mark| !is_between(mark)).collect(),
            false => marks,
        }
    }

    /// The claim names a month without a year, and the sentence of the figure others alone.
    fn is_of_other_month(&self, operand: &Operand<'p>) -> bool {
        let Some(page) = self
            .pages
            .get(operand.page)
            .filter(|_| self.numbers.len() == 1)
        else {
            return false;
        };
        let [own] = months_in(self.text)[..] else {
            return false;
        };
        let theirs = months_in(cut(page.source.text, operand.statement.range.clone()));
        !theirs.is_empty() && !theirs.contains(&own)
    }

    /// `rose from 26%`, where the row has less than that for the next period.
    fn went_otherwise(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let before = cut(self.text, 0..found.number.start).trim_end_matches([' ', '$', '€', '£']);
        let starts = ["from", "由", "从", "年的"]
            .iter()
            .any(|word| before.ends_with(word));
        if !starts || self.numbers.len() != 1 {
            return false;
        }
        let way = found.value.direction;
        let Some(way) = way.or_else(|| Cues::of(self.text).way) else {
            return false;
        };
        let next = self.figures.iter().find(|other| {
            let times = operand.value.period.zip(other.value.period);
            std::ptr::eq(other.statement, operand.statement)
                && other.value.unit == operand.value.unit
                && head_of(other) == head_of(operand)
                && times.is_some_and(|(a, b)| later(a, b) && a.year + 1 == b.year)
        });
        let amounts = next
            .and_then(|next| signed_amount(next.value))
            .zip(signed_amount(operand.value));
        amounts.is_some_and(|(new, old)| match way {
            Direction::Up => new < old,
            Direction::Down => new > old,
        })
    }

    /// The claim names a quarter, the figure's column none, and another column of the row that one.
    fn is_of_other_quarter(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let [quarter] = quarters(self.text)[..] else {
            return false;
        };
        let is_in = |other: &Operand<'p>| quarters(&other.value.name).contains(&quarter);
        let mut row = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement) && !other.value.in_name
        });
        found.value.mentions.is_empty()
            && quarters(&operand.value.name).is_empty()
            && row.any(is_in)
    }

    /// Its sentence names no period at all.
    pub(super) fn is_silent_on_time(&self, operands: &[Operand<'p>]) -> bool {
        let [operand] = operands else {
            return false;
        };
        operand.statement.row.is_none() && self.marks_of(operand).is_empty()
    }

    /// The periods that the sentence of a figure names.
    fn marks_of(&self, operand: &Operand<'p>) -> Vec<&'p PeriodMark> {
        let page = self.pages.get(operand.page);
        let marks = page.map_or(&[][..], |page| page.reading.periods.as_slice());
        let inside = marks.iter();
        inside
            .filter(|mark| operand.statement.range.contains(&mark.range.start))
            .collect()
    }

    /// `in the quarter`, where the figure's column is of 36 weeks and another one of 12.
    fn is_of_other_length(&self, operand: &Operand<'p>) -> bool {
        /// Weeks by which quarters of different companies differ.
        const SLACK: u32 = 4;
        let Some(asked) = weeks_of(self.lower).filter(|_| self.numbers.len() == 1) else {
            return false;
        };
        let is_asked = |other: &Operand<'p>| {
            let weeks = weeks_of(&other.value.name.to_lowercase());
            weeks.map(|weeks| weeks.abs_diff(asked) <= SLACK)
        };
        let mut row = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement) && !other.value.in_name
        });
        is_asked(operand) == Some(false) && row.any(|other| is_asked(other) == Some(true))
    }

    /// The figure is of a quarter of the year that the claim names, and the row has another for the year.
    fn is_of_part_of_time(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let [asked] = found.value.mentions.as_slice() else {
            return false;
        };
        let mut row = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement) && !other.value.in_name
        });
        let fit = fit_of(Some(*asked), operand.value.period, Kept::AtMoment);
        asked.span == Span::Year
            && operand.value.period != Some(*asked)
            && fit != PeriodFit::Conflict
            && row.any(|other| {
                other.value.period == Some(*asked)
                    && same_unit(other.value, operand.value)
                    && found.value.compare(other.value).is_err()
            })
    }

    /// What a row has on average over a period is not what there was at its end.
    fn is_average_of_time(&self, operand: &Operand<'p>) -> bool {
        static MOMENTS: assay_domain::WordList = assay_domain::word_list!("bearing/time/moments");
        let says = |words: &[&str]| words.iter().any(|word| self.lower.contains(word));
        operand.value.row.has("average")
            && says(&MOMENTS)
            && !says(&["average", "mean ", "平均", "均"])
    }

    /// `from May 3 through May 28` is not the year that the claim names for the figure.
    fn is_of_days_alone(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let is_day = |mark: &PeriodMark| matches!(mark.period.span, Span::Day(..));
        let marks = self.marks_of(operand);
        let [first, second] = marks.as_slice() else {
            return false;
        };
        let sentence = self.written_in(operand);
        let start = operand.statement.range.start;
        let between = cut(
            sentence,
            first.range.end.saturating_sub(start)..second.range.start.saturating_sub(start),
        );
        let before = cut(sentence, 0..first.range.start.saturating_sub(start));
        let opens = before.trim_end().to_lowercase();
        let is_stretch = [" through ", " to ", " until "].contains(&between)
            && (opens.ends_with("from") || opens.ends_with("between"));
        let [asked] = found.value.mentions.as_slice() else {
            return false;
        };
        is_stretch
            && marks.iter().all(|mark| is_day(mark))
            && first.period.year == second.period.year
            && asked.span == Span::Year
    }

    /// Its sentence names no period, and one that is named no worse has another figure for the claim's.
    fn has_rival_of_time(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let [asked] = found.value.mentions.as_slice() else {
            return false;
        };
        if self.numbers.len() != 1 || !self.marks_of(operand).is_empty() {
            return false;
        }
        let is_of_it = |other: &Operand<'p>| {
            self.marks_of(other).iter().any(|mark| {
                fit_of(Some(*asked), Some(mark.period), Kept::AtMoment) != PeriodFit::Conflict
            })
        };
        self.figures.iter().any(|other| {
            other.statement.row.is_none()
                && !other.value.in_name
                && other.value.unit == operand.value.unit
                && is_comparable(other.value, operand.value)
                && other.value.signed() != operand.value.signed()
                && other.named >= operand.named
                && is_of_it(other)
        })
    }

    /// `5, 6 and 7 in 2024, 2023 and 2022, respectively`: the figure is of the period of its place.
    fn is_listed_elsewhere(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let Some(page) = self.pages.get(operand.page) else {
            return false;
        };
        let statement = operand.statement;
        if !cut(page.source.text, statement.range.clone()).contains("respectively") {
            return false;
        }
        let alike: Vec<&Operand<'p>> = self
            .figures
            .iter()
            .filter(|other| {
                std::ptr::eq(other.statement, statement)
                    && !other.value.in_name
                    && is_comparable(other.value, operand.value)
            })
            .collect();
        let marks = page.reading.periods.iter();
        let marks: Vec<_> = marks
            .filter(|mark| statement.range.contains(&mark.range.start))
            .collect();
        let place = alike
            .iter()
            .position(|other| std::ptr::eq(other.value, operand.value));
        let listed = place.filter(|_| alike.len() == marks.len() && marks.len() > 1);
        let Some(mark) = listed.and_then(|place| marks.get(place)) else {
            return false;
        };
        let asked = &found.value.mentions;
        self.numbers.len() == 1
            && !asked.is_empty()
            && asked.iter().all(|mention| {
                fit_of(Some(*mention), Some(mark.period), Kept::AtMoment) == PeriodFit::Conflict
            })
    }

    /// A rate of change that the row's own figures of the claim's period do not give.
    fn grew_otherwise(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let claim = &found.value;
        if claim.slack.is_some()
            || claim.unit != Unit::Percent
            || operand.value.unit != Unit::Percent && !operand.value.unit_is_open()
        {
            return false;
        }
        let Some(way) = claim.direction.or_else(|| Cues::of(self.text).way) else {
            return false;
        };
        let cells: Vec<&Operand<'p>> = self
            .figures
            .iter()
            .filter(|other| {
                std::ptr::eq(other.statement, operand.statement)
                    && other.is_money_or_count()
                    && other.value.period.is_some()
                    && !std::ptr::eq(other.value, operand.value)
            })
            .collect();
        let is_asked = |new: &Operand<'p>| {
            claim.mentions.is_empty()
                || claim.mentions.iter().any(|mention| {
                    fit_of(Some(*mention), new.value.period, Kept::OverTime) > PeriodFit::Conflict
                })
        };
        let mut rates = Vec::new();
        for new in cells.iter().filter(|new| is_asked(new)) {
            let before = cells.iter().filter(|old| {
                same_unit(old.value, new.value)
                    && old
                        .value
                        .period
                        .zip(new.value.period)
                        .is_some_and(|(a, b)| later(a, b) && a.year + 1 == b.year)
            });
            rates.extend(before.filter_map(|old| rate(old, new)));
        }
        let agrees = |rate: &Decimal| {
            let goes = match way {
                Direction::Up => *rate >= Decimal::ZERO,
                Direction::Down => *rate <= Decimal::ZERO,
            };
            goes && (rate.abs() - claim.magnitude).abs() <= Decimal::ONE
        };
        !rates.is_empty() && !rates.iter().any(agrees) && !self.names_column(found, operand)
    }

    /// The claim uses a word of the figure's own column, such as `constant currency`.
    fn names_column(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let words = operand.value.label.iter();
        let column: Vec<&String> = words.filter(|word| !operand.value.row.has(word)).collect();
        let mut column = column.iter().filter(|word| word.as_str() != "change");
        column.any(|word| found.value.around.has(word))
    }
}

fn rate(old: &Operand<'_>, new: &Operand<'_>) -> Option<Decimal> {
    let (a, b) = (signed_amount(old.value)?, signed_amount(new.value)?);
    b.checked_sub(a)?
        .checked_div(a.abs())?
        .checked_mul(Decimal::ONE_HUNDRED)
}

/// The words over a figure's column, without its period.
fn head_of<'o>(operand: &'o Operand<'_>) -> Vec<&'o String> {
    let words = operand.value.label.iter();
    let is_plain = |word: &&String| !word.bytes().any(|byte| byte.is_ascii_digit());
    words
        .filter(|word| !operand.value.row.has(word))
        .filter(is_plain)
        .collect()
}

/// How long the stretch of time is that a text in lower case names, in weeks.
pub(crate) fn weeks_of(text: &str) -> Option<u32> {
    const QUARTER: u32 = 13;
    const COUNTS: [(&str, u32); 4] = [("three", 3), ("six", 6), ("nine", 9), ("twelve", 12)];
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let counted = words.windows(2).find_map(|pair| {
        let [count, unit] = pair else { return None };
        let spelled = COUNTS.iter().find(|(word, _)| word == count);
        let count = count.parse().ok().or(spelled.map(|(_, count)| *count))?;
        match *unit {
            "weeks" | "week" => Some(count),
            "months" | "month" => Some(count * QUARTER / 3),
            _ => None,
        }
    });
    let is_quarter = words.contains(&"quarter") || text.contains("季度");
    counted.or_else(|| is_quarter.then_some(QUARTER))
}

/// The quarters that a text names, with or without a year.
fn quarters(text: &str) -> Vec<usize> {
    const NAMES: [&[&str]; 4] = [
        &["q1", "first quarter", "first-quarter", "第一季度"],
        &["q2", "second quarter", "second-quarter", "第二季度"],
        &["q3", "third quarter", "third-quarter", "第三季度"],
        &["q4", "fourth quarter", "fourth-quarter", "第四季度"],
    ];
    let lower = text.to_lowercase();
    let named = NAMES.iter().enumerate();
    let named = named.filter(|(_, names)| names.iter().any(|name| lower.contains(name)));
    named.map(|(place, _)| place).collect()
}
