//! Formulas as people, the offline analyst and question sets write them, in decimal arithmetic.
//!
//! One grammar reads `(1,496.5-1,202.1)/1,202.1`, `60.3 million + 32,137 thousand`,
//! `growth(4100, 4610)`, `2090 / 4610 = 45.3 %`, comparisons such as `918>914>814`, and programs of
//! steps such as `subtract(5829, 5735), divide(#0, 5735)`. A result is judged at the precision it is
//! printed with; half-even and half-up are both right.

mod compute;
mod error;
mod function;
mod parse;
mod power;
mod printed;
mod quantity;
mod token;
mod units;

use assay_domain::Decimal;

use compute::{Brackets, Outcome, compute};
use parse::{Expression, parse};
use printed::Printed;

pub use error::FormulaError;

/// What a formula says about the result that is printed with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaVerdict {
    /// The formula gives the printed result at the printed precision.
    Agrees,
    /// It gives the same size with the other sign. That is right only where the words around the
    /// figure carry the sign, as in "fell 4.2 %".
    AgreesInSize,
    /// It gives something else: `expected`, in the unit and precision of what is printed.
    Differs { expected: String },
    /// It has no value, or what is printed is no number.
    Unreadable(FormulaError),
}

/// The value of a formula; of the last step where it has several. Percentages are fractions of one;
/// amounts with a scale are in whole units.
pub fn evaluate(formula: &str) -> Result<Decimal, FormulaError> {
    evaluate_over(formula, &[])
}

/// The same for a formula that names rows of a table. The first cell of a row is its name.
pub fn evaluate_over(formula: &str, table: &[Vec<String>]) -> Result<Decimal, FormulaError> {
    match compute(&parse(formula)?, table, Brackets::Group)? {
        Outcome::Number(quantity) => Ok(quantity.value),
        Outcome::Truth(_) => Err(FormulaError::NotANumber),
    }
}

/// Whether `formula` gives what is `printed`, for instance `-22.22 %`, `$92,437 thousand`, `(43)`,
/// `yes`.
///
/// Where the formula has no scale, its numbers are at the scale of what is printed. A per cent is a
/// hundred times a ratio; of a sum, difference or mean it is the value itself, because the terms
/// were percentages.
pub fn recompute(formula: &str, printed: &str) -> FormulaVerdict {
    recompute_over(formula, printed, &[])
}

/// The same for a formula that names rows of a table.
pub fn recompute_over(formula: &str, printed: &str, table: &[Vec<String>]) -> FormulaVerdict {
    let steps = match parse(formula) {
        Ok(steps) => steps,
        Err(error) => return FormulaVerdict::Unreadable(error),
    };
    let printed = match Printed::read(printed) {
        Ok(printed) => printed,
        Err(error) => return FormulaVerdict::Unreadable(error),
    };
    let verdict = judged(&steps, &printed, table, Brackets::Group);
    // Only where a bare number stands in brackets can the other reading say something else.
    if verdict != FormulaVerdict::Agrees
        && steps.iter().any(compute::has_bracketed)
        && judged(&steps, &printed, table, Brackets::Negative) == FormulaVerdict::Agrees
    {
        return FormulaVerdict::Agrees;
    }
    verdict
}

fn judged(
    steps: &[Expression],
    printed: &Printed,
    table: &[Vec<String>],
    brackets: Brackets,
) -> FormulaVerdict {
    match compute(steps, table, brackets).and_then(|outcome| printed.judge(outcome)) {
        Ok(verdict) => verdict,
        Err(error) => FormulaVerdict::Unreadable(error),
    }
}

/// Whether a list whose items are parted by `##` has as many items as is `printed`.
pub fn recount(list: &str, printed: &str) -> FormulaVerdict {
    let items = list.split("##").filter(|item| !item.trim().is_empty());
    let count = items.count();
    match printed.trim().parse::<usize>() {
        Ok(stated) if stated == count => FormulaVerdict::Agrees,
        Ok(_) => FormulaVerdict::Differs {
            expected: count.to_string(),
        },
        Err(_) => FormulaVerdict::Unreadable(FormulaError::BadPrinted {
            printed: printed.to_owned(),
        }),
    }
}
