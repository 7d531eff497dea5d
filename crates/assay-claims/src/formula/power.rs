use assay_domain::Decimal;

use super::FormulaError;

/// Terms of a series after which nothing within 28 digits changes.
const TERMS: u32 = 64;
/// The natural logarithm of 2, times 10^28.
const LN_2: i128 = 6_931_471_805_599_453_094_172_321_215;

/// `base` to the `exponent`: exact for whole exponents as far as the digits reach, otherwise through
/// logarithms to at least 20 digits.
pub(super) fn power(base: Decimal, exponent: Decimal) -> Result<Decimal, FormulaError> {
    if exponent.fract().is_zero() {
        let whole: i64 = exponent
            .trunc()
            .try_into()
            .map_err(|_| FormulaError::Overflow)?;
        return whole_power(base, whole);
    }
    if base.is_zero() && exponent.is_sign_positive() {
        return Ok(Decimal::ZERO);
    }
    if base <= Decimal::ZERO {
        return Err(FormulaError::NoRealPower {
            base: base.to_string(),
            exponent: exponent.to_string(),
        });
    }
    logarithm(base)
        .and_then(|logarithm| logarithm.checked_mul(exponent))
        .and_then(exponential)
        .ok_or(FormulaError::Overflow)
}

fn whole_power(base: Decimal, exponent: i64) -> Result<Decimal, FormulaError> {
    if exponent < 0 {
        let positive = whole_power(base, exponent.checked_neg().ok_or(FormulaError::Overflow)?)?;
        if positive.is_zero() {
            return Err(FormulaError::DivisionByZero);
        }
        return Decimal::ONE
            .checked_div(positive)
            .ok_or(FormulaError::Overflow);
    }
    let (mut result, mut factor, mut left) = (Decimal::ONE, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result = result.checked_mul(factor).ok_or(FormulaError::Overflow)?;
        }
        left /= 2;
        if left > 0 {
            factor = factor.checked_mul(factor).ok_or(FormulaError::Overflow)?;
        }
    }
    Ok(result)
}

/// ln x = k ln 2 + 2 artanh((m - 1) / (m + 1)) with x = m 2^k and m between 0.7 and 1.4.
fn logarithm(x: Decimal) -> Option<Decimal> {
    let (low, high) = (Decimal::new(7, 1), Decimal::new(14, 1));
    let (mut mantissa, mut doublings) = (x, 0_i64);
    while mantissa > high {
        mantissa = mantissa.checked_div(Decimal::TWO)?;
        doublings += 1;
    }
    while mantissa < low {
        mantissa = mantissa.checked_mul(Decimal::TWO)?;
        doublings -= 1;
    }
    let ratio = mantissa
        .checked_sub(Decimal::ONE)?
        .checked_div(mantissa.checked_add(Decimal::ONE)?)?;
    let square = ratio.checked_mul(ratio)?;
    let (mut sum, mut power) = (Decimal::ZERO, ratio);
    for term in 0..TERMS {
        let odd = Decimal::from(2 * term + 1);
        sum = sum.checked_add(power.checked_div(odd)?)?;
        power = power.checked_mul(square)?;
    }
    let whole = Decimal::from_i128_with_scale(LN_2, 28).checked_mul(Decimal::from(doublings))?;
    whole.checked_add(sum.checked_mul(Decimal::TWO)?)
}

/// e^x = (e^(x / 2^k))^(2^k), with x / 2^k small enough for the series.
fn exponential(x: Decimal) -> Option<Decimal> {
    let mut reduced = x;
    let mut halvings = 0_u32;
    while reduced.abs() > Decimal::new(5, 1) {
        reduced = reduced.checked_div(Decimal::TWO)?;
        halvings += 1;
    }
    let (mut sum, mut term) = (Decimal::ONE, Decimal::ONE);
    for factor in 1..TERMS {
        term = term
            .checked_mul(reduced)?
            .checked_div(Decimal::from(factor))?;
        sum = sum.checked_add(term)?;
    }
    for _ in 0..halvings {
        sum = sum.checked_mul(sum)?;
    }
    Some(sum)
}
