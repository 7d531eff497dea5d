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

/// A fiscal year and the calendar year of the same number are not told apart: accounts use both names.
pub(crate) fn fit(claim: Option<Period>, source: Option<Period>) -> PeriodFit {
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
        (Span::Year, _) | (_, Span::Year) => true,
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
