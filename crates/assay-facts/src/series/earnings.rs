//! The fourth quarter's earnings per share, which nobody files and which do not simply add up.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_domain::{Date, Decimal};

use super::figure::{Basis, Figure, Operation, Origin};
use crate::note::Note;
use crate::period::days_between;
use crate::{Length, Period};

type Figures<'a> = BTreeMap<Date, Rc<Figure<'a>>>;

/// Above this coefficient of variation of the share counts, quarters of earnings per share do not
/// add up to the year: 3 %.
const STABLE: Decimal = Decimal::from_parts(3, 0, 0, false, 2);

pub(crate) struct EarningsInputs<'m, 'a> {
    pub(crate) per_share_years: &'m Figures<'a>,
    pub(crate) per_share_quarters: &'m Figures<'a>,
    pub(crate) income_quarters: &'m Figures<'a>,
    pub(crate) share_years: &'m Figures<'a>,
    pub(crate) share_quarters: &'m Figures<'a>,
}

/// Subtraction where the share count is stable, else net income of the quarter over the quarter's
/// share count that the year's average implies.
pub(crate) fn fourth_quarters<'a>(
    metric: &'static str,
    inputs: &EarningsInputs<'_, 'a>,
) -> Vec<Rc<Figure<'a>>> {
    inputs
        .per_share_years
        .values()
        .filter(|year| !inputs.per_share_quarters.contains_key(&year.period.end))
        .filter_map(|year| fourth_quarter(metric, year, inputs).map(Rc::new))
        .collect()
}

fn inside<'a>(figures: &Figures<'a>, year: Period) -> Option<[Rc<Figure<'a>>; 3]> {
    let found: Vec<Rc<Figure<'a>>> = figures
        .values()
        .filter(|figure| {
            let starts = figure.period.start.zip(year.start);
            figure.period.end < year.end
                && starts.is_some_and(|(quarter, year)| days_between(year, quarter) >= -10)
        })
        .cloned()
        .collect();
    found.try_into().ok()
}

fn fourth_quarter<'a>(
    metric: &'static str,
    year: &Rc<Figure<'a>>,
    inputs: &EarningsInputs<'_, 'a>,
) -> Option<Figure<'a>> {
    let quarters = inside(inputs.per_share_quarters, year.period)?;
    let shares = inside(inputs.share_quarters, year.period)?;
    let year_shares = inputs.share_years.get(&year.period.end)?;
    let period = year.period.after(&Period {
        start: year.period.start,
        end: quarters.last()?.period.end,
    })?;
    if period.length() != Length::Quarter || year_shares.is_suspect {
        return None;
    }
    let counts: Vec<Decimal> = shares
        .iter()
        .map(|figure| figure.value)
        .chain([year_shares.value])
        .collect();
    let (value, formula, figures, note) = if is_stable(&counts)? {
        let mut named = vec![("FY".to_owned(), year.clone())];
        named.extend(numbered("Q", &quarters));
        let value = year.value - quarters.iter().map(|q| q.value).sum::<Decimal>();
        (value, "FY - (Q1 + Q2 + Q3)", named, Note::EpsBySubtraction)
    } else {
        let income = inputs.income_quarters.get(&period.end)?;
        let used: Decimal = shares.iter().map(|figure| figure.value).sum();
        let count = year_shares.value * Decimal::from(4) - used;
        if count <= Decimal::ZERO {
            return None;
        }
        let mut named = vec![
            ("net_income".to_owned(), income.clone()),
            ("shares_FY".to_owned(), year_shares.clone()),
        ];
        named.extend(numbered("shares_Q", &shares));
        let formula = "net_income / (4 * shares_FY - (shares_Q1 + shares_Q2 + shares_Q3))";
        let value = income
            .value
            .checked_div(count)?
            .round_dp(crate::PER_SHARE_PLACES);
        (value, formula, named, Note::EpsByShares)
    };
    Some(Figure {
        metric,
        basis: Basis::Q,
        period,
        value,
        unit: year.unit.clone(),
        notes: vec![note],
        is_suspect: false,
        origin: Origin::Derived {
            operation: Operation::Formula,
            formula: formula.to_owned(),
            inputs: figures,
        },
    })
}

fn numbered<'a>(prefix: &str, figures: &[Rc<Figure<'a>>; 3]) -> Vec<(String, Rc<Figure<'a>>)> {
    (1..)
        .zip(figures)
        .map(|(n, figure)| (format!("{prefix}{n}"), figure.clone()))
        .collect()
}

/// The coefficient of variation is at most [`STABLE`]; compared squared, which needs no root.
fn is_stable(counts: &[Decimal]) -> Option<bool> {
    let n = Decimal::from(counts.len());
    let mean = counts.iter().sum::<Decimal>().checked_div(n)?;
    if mean.is_zero() {
        return None;
    }
    let squares: Option<Decimal> = counts.iter().try_fold(Decimal::ZERO, |sum, count| {
        let off = (count - mean).checked_div(mean)?;
        sum.checked_add(off.checked_mul(off)?)
    });
    let variance = squares?.checked_div(n)?;
    Some(variance <= STABLE * STABLE)
}
