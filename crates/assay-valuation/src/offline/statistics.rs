use rust_decimal::Decimal;

use super::history::YearRatio;
use crate::sheet::{add, divide, multiply, quartile, root, subtract};

/// Digits of a ratio that a statement supports.
pub(crate) const PLACES: u32 = 6;

/// How the years lie.
pub(crate) struct Spread {
    pub(crate) first_quartile: Decimal,
    pub(crate) median: Decimal,
    pub(crate) third_quartile: Decimal,
    /// Deviation of the years over the root of their number.
    pub(crate) standard_error: Decimal,
}

pub(crate) fn spread(ratios: &[YearRatio]) -> Option<Spread> {
    let values: Vec<Decimal> = ratios.iter().map(|ratio| ratio.value).collect();
    let at = |quarters| Some(quartile(&values, quarters).ok()?.round_dp(PLACES));
    Some(Spread {
        first_quartile: at(1)?,
        median: at(2)?,
        third_quartile: at(3)?,
        standard_error: standard_error(&values)?.round_dp(PLACES),
    })
}

fn standard_error(values: &[Decimal]) -> Option<Decimal> {
    let count = Decimal::from(values.len());
    let sum = values
        .iter()
        .try_fold(Decimal::ZERO, |sum, v| add(sum, *v).ok())?;
    let mean = divide(sum, count).ok()?;
    let squares = values.iter().try_fold(Decimal::ZERO, |sum, value| {
        let off = subtract(*value, mean).ok()?;
        add(sum, multiply(off, off).ok()?).ok()
    })?;
    if values.len() < 2 {
        return Some(Decimal::ZERO);
    }
    let variance = divide(squares, Decimal::from(values.len() - 1)).ok()?;
    root(divide(variance, count).ok()?).ok()
}
