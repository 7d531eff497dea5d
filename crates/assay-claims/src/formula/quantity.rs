use assay_domain::Decimal;

use super::FormulaError;
use super::parse::Operator;
use super::power::power;
use super::token::Literal;
use super::units::Currency;

/// A value on its way through a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// In whole units where a scale was written; 12 % is 0.12.
    pub(super) value: Decimal,
    pub(super) kind: Kind,
    pub(super) scaled: bool,
    pub(super) currency: Option<Currency>,
    /// How many terms were added up to it: a sum of three terms over 3 is their mean.
    pub(super) terms: usize,
    /// Bare numbers, without unit, scale or percentage: it may count rather than measure, as
    /// `2019 - 2017 + 1` counts years.
    pub(super) plain: bool,
}

/// What a printed per cent of the value would show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Money, items or percentages written without their sign: the value itself.
    Amount,
    /// A part of a whole: a hundred times the value.
    Ratio,
    /// A ratio that the formula multiplied by 100: the value itself.
    Hundredths,
}

impl Quantity {
    pub(super) fn of(literal: Literal) -> Result<Self, FormulaError> {
        let mut value = literal.number;
        if let Some(scale) = literal.scale {
            let zeros = 10_u64.checked_pow(scale.0).ok_or(FormulaError::Overflow)?;
            value = value
                .checked_mul(Decimal::from(zeros))
                .ok_or(FormulaError::Overflow)?;
        }
        if let Some(percentage) = literal.percentage {
            value = divide(value, Decimal::from(percentage.per_whole()))?;
        }
        let kind = match literal.percentage {
            Some(_) => Kind::Ratio,
            None => Kind::Amount,
        };
        Ok(Self {
            value,
            kind,
            scaled: literal.scale.is_some(),
            currency: literal.currency,
            terms: 1,
            plain: literal.percentage.is_none()
                && literal.scale.is_none()
                && literal.currency.is_none(),
        })
    }

    pub(super) fn count(number: usize) -> Self {
        Self {
            value: Decimal::from(number),
            kind: Kind::Amount,
            scaled: false,
            currency: None,
            terms: 1,
            plain: true,
        }
    }

    pub(super) fn with(self, value: Decimal) -> Self {
        Self { value, ..self }
    }

    /// Whether the two can be added, compared or told the larger of.
    pub(super) fn comparable_with(self, other: Self) -> Result<(), FormulaError> {
        self.same_currency(other)?;
        let zero = self.value.is_zero() || other.value.is_zero();
        if self.scaled != other.scaled && !zero {
            return Err(FormulaError::MixedScales);
        }
        Ok(())
    }

    fn same_currency(self, other: Self) -> Result<Option<Currency>, FormulaError> {
        match (self.currency, other.currency) {
            (Some(left), Some(right)) if !left.agrees_with(right) => {
                Err(FormulaError::MixedCurrencies {
                    left: left.0.to_owned(),
                    right: right.0.to_owned(),
                })
            }
            (left, right) => Ok(left.or(right)),
        }
    }
}

pub(super) fn operate(
    operator: Operator,
    left: Quantity,
    right: Quantity,
) -> Result<Quantity, FormulaError> {
    match operator {
        Operator::Add => add(left, right, Decimal::checked_add),
        Operator::Subtract => add(left, right, Decimal::checked_sub),
        Operator::Multiply => multiplied(left, right),
        Operator::Divide => divided(left, right),
        Operator::Power => Ok(Quantity {
            value: power(left.value, right.value)?,
            terms: 1,
            plain: false,
            ..left
        }),
    }
}

fn add(
    left: Quantity,
    right: Quantity,
    operation: fn(Decimal, Decimal) -> Option<Decimal>,
) -> Result<Quantity, FormulaError> {
    left.comparable_with(right)?;
    // In `126 / 67 - 1` the 1 is a ratio too, in `a / b * 100 - 100` the 100 is in hundredths.
    let kind = match (left.kind, right.kind) {
        (Kind::Amount, other) | (other, Kind::Amount) => other,
        (Kind::Hundredths, _) | (_, Kind::Hundredths) => Kind::Hundredths,
        (Kind::Ratio, Kind::Ratio) => Kind::Ratio,
    };
    Ok(Quantity {
        value: operation(left.value, right.value).ok_or(FormulaError::Overflow)?,
        kind,
        scaled: left.scaled || right.scaled,
        currency: left.same_currency(right)?,
        terms: left.terms.saturating_add(right.terms),
        plain: left.plain && right.plain,
    })
}

fn multiplied(left: Quantity, right: Quantity) -> Result<Quantity, FormulaError> {
    let value = left.value.checked_mul(right.value);
    let hundred = |quantity: Quantity| quantity.plain && quantity.value == Decimal::ONE_HUNDRED;
    let kind = match (left.kind, right.kind) {
        (Kind::Ratio, Kind::Amount) if hundred(right) => Kind::Hundredths,
        (Kind::Amount, Kind::Ratio) if hundred(left) => Kind::Hundredths,
        // Four times a quarterly rate is a rate.
        (Kind::Ratio, Kind::Amount) if right.plain => Kind::Ratio,
        (Kind::Amount, Kind::Ratio) if left.plain => Kind::Ratio,
        (Kind::Ratio, Kind::Ratio) => Kind::Ratio,
        (Kind::Hundredths, Kind::Ratio) | (Kind::Ratio, Kind::Hundredths) => Kind::Hundredths,
        _ => Kind::Amount,
    };
    Ok(Quantity {
        value: value.ok_or(FormulaError::Overflow)?,
        kind,
        scaled: left.scaled || right.scaled,
        currency: left.currency.or(right.currency),
        terms: 1,
        plain: false,
    })
}

fn divided(left: Quantity, right: Quantity) -> Result<Quantity, FormulaError> {
    let value = divide(left.value, right.value)?;
    let is_mean = right.plain && left.terms > 1 && right.value == Decimal::from(left.terms);
    let kind = match (left.kind, right.kind) {
        (kind, _) if is_mean => kind,
        (Kind::Amount, Kind::Amount) => Kind::Ratio,
        (Kind::Amount, Kind::Ratio | Kind::Hundredths) => Kind::Amount,
        (Kind::Hundredths, Kind::Amount) if right.plain => Kind::Hundredths,
        _ => Kind::Ratio,
    };
    let same_unit = left.currency.is_some() && right.currency.is_some();
    if same_unit && !is_mean {
        left.same_currency(right)?;
    }
    Ok(Quantity {
        value,
        kind,
        // A ratio of two scaled amounts has no scale; one over a plain number keeps it.
        scaled: left.scaled && !right.scaled,
        currency: if same_unit { None } else { left.currency },
        terms: 1,
        plain: false,
    })
}

fn divide(left: Decimal, right: Decimal) -> Result<Decimal, FormulaError> {
    if right.is_zero() {
        return Err(FormulaError::DivisionByZero);
    }
    left.checked_div(right).ok_or(FormulaError::Overflow)
}
