//! How two periods stand to each other.

use assay_domain::Date;
use assay_figures::{Period, Span};

/// How well the period of a source fits that of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PeriodFit {
    Conflict,
    /// One of the two names no period.
    Open,
    /// One is a part or the end of the other.
    Coarse,
    Same,
}

/// Whether a figure adds up over a stretch of time or stands at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    OverTime,
    AtMoment,
}

/// As [`fit_of`], for a figure over a stretch of time.
pub(crate) fn fit(claim: Option<Period>, source: Option<Period>) -> PeriodFit {
    fit_of(claim, source, Kept::OverTime)
}

/// A fiscal year and the calendar year of the same number are not told apart: accounts use both names.
pub(crate) fn fit_of(claim: Option<Period>, source: Option<Period>, kept: Kept) -> PeriodFit {
    let (Some(claim), Some(source)) = (claim, source) else {
        return PeriodFit::Open;
    };
    if claim.year != source.year {
        return PeriodFit::Conflict;
    }
    if claim.span == source.span {
        return PeriodFit::Same;
    }
    let fiscal = claim.fiscal || source.fiscal;
    let within = match (claim.span, source.span) {
        // What stands at the end of a quarter stands at the end of its year; what adds up does not.
        (Span::Year, other) | (other, Span::Year) => match other {
            Span::Month(_) | Span::Day(..) | Span::Months(12, _) => true,
            _ => kept == Kept::AtMoment,
        },
        (Span::Quarter(quarter), other) | (other, Span::Quarter(quarter)) => match other {
            Span::Months(3, month) | Span::Month(month) | Span::Day(month, _) => {
                fiscal || quarter_of(month) == quarter
            }
            _ => false,
        },
        (Span::Half(half), other) | (other, Span::Half(half)) => match other {
            Span::Months(6, month) | Span::Month(month) | Span::Day(month, _) => {
                fiscal || quarter_of(month).div_euclid(3) + 1 == half
            }
            _ => false,
        },
        (Span::NineMonths, other) | (other, Span::NineMonths) => {
            matches!(other, Span::Months(9, _) | Span::Day(..) | Span::Month(_))
        }
        (Span::Months(_, month), Span::Month(other) | Span::Day(other, _))
        | (Span::Month(other) | Span::Day(other, _), Span::Months(_, month))
        | (Span::Month(month), Span::Day(other, _))
        | (Span::Day(other, _), Span::Month(month)) => month == other,
        (Span::Months(..), Span::Months(..))
        | (Span::Month(_), Span::Month(_))
        | (Span::Day(..), Span::Day(..)) => false,
    };
    if within {
        PeriodFit::Coarse
    } else {
        PeriodFit::Conflict
    }
}

/// Whether a source that names `source` has named what a claim calls `claim`. A year, a half and a
/// quarter name none of their months and days.
pub(crate) fn is_named_by(claim: Period, source: Period) -> bool {
    match (claim.span, source.span) {
        (Span::Year, _) => claim.year == source.year,
        (Span::Months(..), Span::Year) => false,
        (
            Span::Month(_) | Span::Day(..),
            Span::Year | Span::Half(_) | Span::Quarter(_) | Span::NineMonths,
        ) => false,
        _ => fit_of(Some(claim), Some(source), Kept::AtMoment) != PeriodFit::Conflict,
    }
}

/// The month that a period names, if it names one.
pub(crate) fn month_of(period: Period) -> Option<i8> {
    match period.span {
        Span::Month(month) | Span::Day(month, _) | Span::Months(_, month) => Some(month),
        Span::Year | Span::Half(_) | Span::Quarter(_) | Span::NineMonths => None,
    }
}

fn quarter_of(month: i8) -> i8 {
    (month - 1).div_euclid(3) + 1
}

pub(crate) fn day(date: Date) -> Period {
    Period {
        year: date.year(),
        span: Span::Day(date.month(), date.day()),
        fiscal: false,
    }
}
