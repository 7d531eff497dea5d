//! Figures that companies filed, by metric and period.

use std::cmp::Reverse;

use assay_domain::{EvidenceId, Language};
use assay_facts::{Basis, DataPoint};
use assay_figures::{Period, Span};

use crate::frame::{PartOfYear, When};
use crate::printed::{is_balance, period};

/// A figure and the passages that show it.
#[derive(Clone, Debug)]
pub struct FiledFigure {
    /// Whose: a place among the companies of the library.
    pub company: usize,
    pub point: DataPoint,
    pub evidence: Vec<EvidenceId>,
    /// Its arithmetic down to numbers that were filed.
    pub formula: String,
}

/// All filed figures that a question may need.
#[derive(Clone, Debug, Default)]
pub struct Filed {
    pub figures: Vec<FiledFigure>,
    /// Companies whose statements are at hand: what they do not have is not known.
    pub books: Vec<usize>,
}

impl Filed {
    /// The figures of a metric that a question asks for, oldest first.
    pub(crate) fn asked(&self, company: usize, metric: &str, when: &When) -> Vec<&FiledFigure> {
        let own = || self.of(company, metric);
        if !when.periods.is_empty() {
            let mut found: Vec<&FiledFigure> = Vec::new();
            for period in &when.periods {
                let hit = own().filter(|figure| fits(&figure.point, *period));
                let hit =
                    hit.max_by_key(|figure| (figure.point.period.days, figure.point.as_of_date));
                found.extend(
                    hit.filter(|hit| !found.iter().any(|known| known.point.id == hit.point.id)),
                );
            }
            found.sort_by_key(|figure| figure.point.as_of_date);
            return found;
        }
        let mut found: Vec<&FiledFigure> =
            own().filter(|figure| is_yearly(&figure.point)).collect();
        if found.is_empty() {
            found = own().collect();
        }
        found.sort_by_key(|figure| figure.point.as_of_date);
        let skip = found.len().saturating_sub(when.newest.max(1));
        found.split_off(skip)
    }

    /// What a company has or owes on the last day of which that is known: who names no day means now. Of what is
    /// earned a whole year is told, since a part of one is another amount.
    pub(crate) fn newest_balance(&self, company: usize, metric: &str) -> Option<&FiledFigure> {
        let own = self.of(company, metric);
        let newest = own.max_by_key(|figure| figure.point.as_of_date);
        newest.filter(|figure| figure.point.period.basis == Basis::Instant)
    }

    /// Whether the statements of a company are at hand.
    pub(crate) fn has_book(&self, company: usize) -> bool {
        self.books.contains(&company)
    }

    /// The newest part of a year, as a question names it, of which there is a figure of some companies.
    pub(crate) fn newest_part(&self, companies: &[usize], part: PartOfYear) -> Option<Period> {
        let own = self.figures.iter();
        let own = own.filter(|figure| companies.contains(&figure.company));
        let dated = own.filter_map(|figure| {
            let (year, quarter) = fiscal(&figure.point)?;
            let span = match part {
                PartOfYear::Only(span) => span,
                PartOfYear::LastQuarter => Span::Quarter(quarter?),
            };
            let period = Period {
                year,
                span,
                fiscal: true,
            };
            fits(&figure.point, period).then_some((figure.point.as_of_date, period))
        });
        dated.max_by_key(|(day, _)| *day).map(|(_, period)| period)
    }

    /// The years of which there is a metric, oldest first.
    pub(crate) fn years_of(&self, company: usize, metric: &str, language: Language) -> Vec<String> {
        let mut yearly: Vec<&FiledFigure> = self
            .of(company, metric)
            .filter(|figure| is_yearly(&figure.point))
            .collect();
        yearly.sort_by_key(|figure| figure.point.as_of_date);
        yearly.dedup_by_key(|figure| figure.point.as_of_date);
        yearly
            .iter()
            .map(|figure| period(&figure.point, language))
            .collect()
    }

    /// The same figure of the year before.
    pub(crate) fn year_before(&self, figure: &FiledFigure) -> Option<&FiledFigure> {
        let point = &figure.point;
        let mut own = self.of(figure.company, &point.canonical_metric);
        own.find(|other| {
            let days = point
                .as_of_date
                .duration_since(other.point.as_of_date)
                .as_hours()
                / 24;
            other.point.period.basis == point.period.basis && (350..=380).contains(&days)
        })
    }

    /// The figure of another metric for the same period; beside a balance, that of the longest period
    /// which ends on its day.
    pub(crate) fn beside(&self, figure: &FiledFigure, metric: &str) -> Option<&FiledFigure> {
        let point = &figure.point;
        let is_at_a_day = point.period.basis == Basis::Instant;
        let same_end = self
            .of(figure.company, metric)
            .filter(|other| other.point.as_of_date == point.as_of_date);
        let fits = same_end.filter(|other| {
            is_at_a_day || other.point.period.basis == point.period.basis || is_balance(metric)
        });
        fits.min_by_key(|other| Reverse(other.point.period.days))
    }

    fn of<'f>(&'f self, company: usize, metric: &str) -> impl Iterator<Item = &'f FiledFigure> {
        let metric = metric.to_owned();
        self.figures.iter().filter(move |figure| {
            figure.company == company
                && figure.point.canonical_metric == metric
                && figure.point.period.basis != Basis::Ttm
        })
    }
}

/// A quarter of weeks ends within so many days of the calendar's.
const QUARTER_SLACK: i8 = 14;

/// A whole year, or the balance at the end of one.
pub(crate) fn is_yearly(point: &DataPoint) -> bool {
    match point.period.basis {
        Basis::Fy => true,
        Basis::Instant => fiscal(point).is_some_and(|(_, quarter)| quarter == Some(4)),
        _ => false,
    }
}

/// Fiscal year and quarter; of a company whose year nothing tells, those of the calendar.
fn fiscal(point: &DataPoint) -> Option<(i16, Option<i8>)> {
    let Some(label) = point.period.fiscal_label.as_deref() else {
        let end = point.period.end;
        // a quarter of weeks may end a few days into the next month
        let months = i16::from(end.month()) - i16::from(end.day() <= QUARTER_SLACK);
        let (year, month) = match months {
            0 => (end.year() - 1, 12),
            month => (end.year(), month),
        };
        return Some((year, i8::try_from((month + 2) / 3).ok()));
    };
    let rest = label.strip_prefix("FY")?;
    let year = rest.get(..4)?.parse().ok()?;
    let quarter = rest.get(4..).and_then(|rest| rest.trim().strip_prefix('Q'));
    Some((year, quarter.and_then(|quarter| quarter.parse().ok())))
}

/// Whether a point is of the period that a question states.
pub(crate) fn fits(point: &DataPoint, period: Period) -> bool {
    let end = point.period.end;
    let basis = point.period.basis;
    let Some((year, quarter)) = fiscal(point) else {
        return false;
    };
    let same_year = year == period.year;
    match period.span {
        Span::Year => same_year && is_yearly(point),
        Span::Half(1) => same_year && basis == Basis::H1,
        Span::Half(_) => false,
        Span::NineMonths => same_year && basis == Basis::NineMonths,
        Span::Quarter(wanted) => {
            same_year && quarter == Some(wanted) && matches!(basis, Basis::Q | Basis::Instant)
        }
        Span::Months(count, month) => {
            let length = match count {
                3 => Basis::Q,
                6 => Basis::H1,
                9 => Basis::NineMonths,
                _ => Basis::Fy,
            };
            basis == length && end.year() == period.year && end.month() == month
        }
        Span::Month(month) => {
            end.year() == period.year
                && end.month() == month
                && matches!(basis, Basis::Instant | Basis::Fy)
        }
        Span::Day(month, day) => {
            end.year() == period.year
                && end.month() == month
                && (i16::from(end.day()) - i16::from(day)).abs() <= 5
                && matches!(basis, Basis::Instant | Basis::Fy)
        }
    }
}
