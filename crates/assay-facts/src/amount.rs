//! Equality of values that filings round differently, and powers of ten.

use assay_domain::Decimal;

use crate::Fact;

/// Zeros at the end of a whole number, or minus the places after the point.
pub(crate) fn trailing_zeros(value: Decimal) -> i32 {
    let value = value.normalize();
    if value.is_zero() {
        return 0;
    }
    let places = value.scale();
    if places > 0 {
        return -i32::try_from(places).unwrap_or(28);
    }
    let mut digits = value.mantissa().unsigned_abs();
    let mut zeros = 0;
    while digits.is_multiple_of(10) {
        digits /= 10;
        zeros += 1;
    }
    zeros
}

/// 10 to the power of `exponent`; `None` beyond what a decimal holds.
pub(crate) fn power_of_ten(exponent: i32) -> Option<Decimal> {
    if exponent >= 0 {
        let power = 10_i128.checked_pow(u32::try_from(exponent).ok()?)?;
        Decimal::try_from_i128_with_scale(power, 0).ok()
    } else {
        Decimal::try_from_i128_with_scale(1, u32::try_from(-exponent).ok()?).ok()
    }
}

/// Equal up to half a unit of the coarser rounding of each. `a_step` and `b_step` are exponents of
/// ten.
pub fn is_equal_when_rounded(a: Decimal, a_step: i32, b: Decimal, b_step: i32) -> bool {
    if a == b {
        return true;
    }
    if a.is_sign_negative() != b.is_sign_negative() && !a.is_zero() && !b.is_zero() {
        return false;
    }
    let half = |step: i32| power_of_ten(step).map(|unit| unit / Decimal::TWO);
    let (Some(a_half), Some(b_half)) = (half(a_step), half(b_step)) else {
        return false;
    };
    (a - b).abs() <= a_half + b_half
}

/// `a` is `b` times a thousand or a million, or the other way round, up to rounding.
pub(crate) fn scale_factor(a: Decimal, b: Decimal) -> Option<Decimal> {
    if a.is_zero() || b.is_zero() || a.is_sign_negative() != b.is_sign_negative() {
        return None;
    }
    let (large, small) = if a.abs() > b.abs() { (a, b) } else { (b, a) };
    let ratio = large.checked_div(small)?;
    [1_000, 1_000_000]
        .into_iter()
        .map(Decimal::from)
        .find(|factor| {
            let slack = factor / Decimal::from(200);
            (ratio - factor).abs() <= slack
        })
}

/// The rounding of one fact: as stated, or its own zeros, of which three digits at least are
/// taken for exact.
pub(crate) fn own_step(fact: &Fact) -> i32 {
    if let Some(decimals) = fact.decimals {
        return -decimals;
    }
    let digits = fact.value.abs().trunc().to_string().len();
    let most = i32::try_from(digits).map_or(0, |digits| (digits - 3).max(0));
    trailing_zeros(fact.value).min(most)
}

/// Digits before the point, as a coarse logarithm.
pub(crate) fn log10(value: Decimal) -> Option<f64> {
    use rust_decimal::prelude::ToPrimitive as _;
    let size = value.abs().to_f64()?;
    (size > 0.0).then(|| size.log10())
}
