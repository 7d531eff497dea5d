use assay_domain::{Decimal, Language, grouped};
use assay_figures::Unit;
use rust_decimal::RoundingStrategy;

use crate::datum::Datum;
use crate::money::money;

/// The values at one common scale, so that the formula can be followed by eye.
pub(crate) fn operands<const N: usize>(
    data: [&Datum<'_>; N],
    language: Language,
) -> Option<[Decimal; N]> {
    let mut scaled = [(Decimal::ZERO, 0); N];
    for (slot, datum) in scaled.iter_mut().zip(data) {
        *slot = datum.at_scale_of(language)?;
    }
    let smallest = scaled.iter().map(|(_, exponent)| *exponent).min()?;
    let mut values = [Decimal::ZERO; N];
    for (slot, (value, exponent)) in values.iter_mut().zip(scaled) {
        let lift = exponent - smallest;
        let factor = Decimal::from(10_u64.checked_pow(lift)?);
        let lifted = value.checked_mul(factor)?;
        *slot = if lift == 0 { value } else { lifted.normalize() };
    }
    Some(values)
}

/// A computed amount at the scale of the formula.
pub(crate) fn amount_text(
    value: Decimal,
    [a, b]: [&Datum<'_>; 2],
    language: Language,
) -> Option<String> {
    let exponent = a.at_scale_of(language)?.1.min(b.at_scale_of(language)?.1);
    Some(match a.figure.unit {
        Unit::Currency(code) => money(&grouped(&value.to_string()), exponent, code, language),
        _ => value.to_string(),
    })
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
