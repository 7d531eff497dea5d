use rust_decimal::Decimal;
use thiserror::Error;

/// Why a line has no value. Nothing is replaced by a limit, a zero or infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ArithmeticFault {
    #[error("the result has more digits than a decimal holds")]
    Overflow,
    #[error("it divides by zero")]
    DivisionByZero,
    #[error("it takes the root of a negative number")]
    NegativeRoot,
    #[error("it takes the middle of nothing")]
    Empty,
}

pub(crate) fn add(a: Decimal, b: Decimal) -> Result<Decimal, ArithmeticFault> {
    a.checked_add(b).ok_or(ArithmeticFault::Overflow)
}

pub(crate) fn subtract(a: Decimal, b: Decimal) -> Result<Decimal, ArithmeticFault> {
    a.checked_sub(b).ok_or(ArithmeticFault::Overflow)
}

pub(crate) fn multiply(a: Decimal, b: Decimal) -> Result<Decimal, ArithmeticFault> {
    a.checked_mul(b).ok_or(ArithmeticFault::Overflow)
}

pub(crate) fn divide(a: Decimal, b: Decimal) -> Result<Decimal, ArithmeticFault> {
    if b.is_zero() {
        return Err(ArithmeticFault::DivisionByZero);
    }
    a.checked_div(b).ok_or(ArithmeticFault::Overflow)
}

/// Repeated multiplication, so that the digits do not depend on a table or on the machine.
pub(crate) fn power(base: Decimal, exponent: u32) -> Result<Decimal, ArithmeticFault> {
    (0..exponent).try_fold(Decimal::ONE, |product, _| multiply(product, base))
}

/// Newton's method from above: each step is smaller until the digits of a decimal are used up.
pub(crate) fn root(of: Decimal) -> Result<Decimal, ArithmeticFault> {
    if of.is_sign_negative() && !of.is_zero() {
        return Err(ArithmeticFault::NegativeRoot);
    }
    if of.is_zero() {
        return Ok(Decimal::ZERO);
    }
    let mut guess = divide(add(of, Decimal::ONE)?, Decimal::TWO)?;
    loop {
        let next = divide(add(guess, divide(of, guess)?)?, Decimal::TWO)?;
        if next >= guess {
            return Ok(guess);
        }
        guess = next;
    }
}

/// The value below which `quarters` fourths of the values lie, between neighbours in proportion
/// (the inclusive method of spreadsheets).
pub(crate) fn quartile(values: &[Decimal], quarters: u32) -> Result<Decimal, ArithmeticFault> {
    let mut sorted = values.to_vec();
    sorted.sort();
    let last = sorted.len().checked_sub(1).ok_or(ArithmeticFault::Empty)?;
    let position = last * quarters as usize;
    let (whole, fourths) = (position / 4, position % 4);
    let low = sorted.get(whole).copied().ok_or(ArithmeticFault::Empty)?;
    let high = sorted.get(whole + 1).copied().unwrap_or(low);
    let share = divide(Decimal::from(fourths), Decimal::from(4))?;
    add(low, multiply(subtract(high, low)?, share)?)
}

#[cfg(test)]
mod tests {
    use super::{power, quartile, root};
    use rust_decimal::Decimal;

    #[test]
    fn roots_square_back() {
        for text in ["1.09", "2", "0.0001", "1000000000000", "1.0000001", "9"] {
            let of: Decimal = text.parse().unwrap();
            let found = root(of).unwrap();
            assert!(
                (found * found - of).abs() <= of * Decimal::new(1, 24),
                "{text}"
            );
        }
        assert!(root(Decimal::NEGATIVE_ONE).is_err());
    }

    #[test]
    fn powers_are_products() {
        let base: Decimal = "1.1".parse().unwrap();
        assert_eq!(power(base, 0).unwrap(), Decimal::ONE);
        assert_eq!(power(base, 3).unwrap().to_string(), "1.331");
    }

    #[test]
    fn quartiles_lie_between_neighbours() {
        let values: Vec<Decimal> = [7, 1, 3, 5].into_iter().map(Decimal::from).collect();
        for (quarters, expected) in [(1, "2.5"), (2, "4"), (3, "5.5"), (0, "1"), (4, "7")] {
            let found = quartile(&values, quarters).unwrap().normalize();
            assert_eq!(found.to_string(), expected);
        }
        assert!(quartile(&[], 2).is_err());
    }
}
