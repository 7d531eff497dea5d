use assay_domain::{Decimal, Language, grouped};
use assay_figures::Unit;
use rust_decimal::RoundingStrategy;

use crate::datum::{Datum, money};

/// The values at one common scale, so that the formula can be followed by eye.
pub(crate) fn operands<const N: usize>(data: [&Datum<'_>; N]) -> Option<[Decimal; N]> {
    let smallest = data.iter().map(|datum| datum.figure.scale.exponent).min()?;
    let mut values = [Decimal::ZERO; N];
    for (slot, datum) in values.iter_mut().zip(data) {
        let lift = datum.figure.scale.exponent - smallest;
        let factor = Decimal::from(10_u64.checked_pow(lift)?);
        let value = datum.figure.value.checked_mul(factor)?;
        *slot = if lift == 0 { value } else { value.normalize() };
    }
    Some(values)
}

/// A computed amount at the scale of the formula.
pub(crate) fn amount_text(
    value: Decimal,
    a: &Datum<'_>,
    b: &Datum<'_>,
    language: Language,
) -> String {
    let exponent = a.figure.scale.exponent.min(b.figure.scale.exponent);
    match a.figure.unit {
        Unit::Currency(code) => money(&grouped(&value.to_string()), exponent, code, language),
        _ => value.to_string(),
    }
}

pub(crate) fn percent(part: Decimal, whole: Decimal) -> Option<Decimal> {
    let ratio = part.checked_div(whole)?;
    Some(rounded(ratio.checked_mul(Decimal::ONE_HUNDRED)?))
}

pub(crate) fn rounded(value: Decimal) -> Decimal {
    let mut value = value.round_dp_with_strategy(1, RoundingStrategy::MidpointNearestEven);
    value.rescale(1);
    value
}

pub(crate) fn direction(percent: Decimal, up: &'static str, down: &'static str) -> &'static str {
    if percent < Decimal::ZERO { down } else { up }
}
