use thiserror::Error;

/// Why a formula has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaError {
    #[error("the formula is empty; write the arithmetic that gives the figure")]
    Empty,
    #[error("the formula has {characters} characters, more than the limit of {limit}; split it")]
    TooLong { characters: usize, limit: usize },
    #[error(
        "`{found}` at character {at} is not part of a formula; use numbers, + - * / ( ) and functions"
    )]
    Unexpected { found: String, at: usize },
    #[error("the formula ends before it is complete; add what is missing at the end")]
    Incomplete,
    #[error("`{text}` at character {at} is not a number; group digits by three or not at all")]
    BadNumber { text: String, at: usize },
    #[error("`{name}` is not a function; use one of growth, cagr, average, sum, min, max, ratio")]
    UnknownFunction { name: String },
    #[error(
        "`{name}` takes {wanted} arguments and has {found}; put a space after each comma between them"
    )]
    WrongArguments {
        name: &'static str,
        wanted: &'static str,
        found: usize,
    },
    #[error("step #{number} is not above the step that uses it")]
    UnknownStep { number: usize },
    #[error("the formula is a list of numbers; only steps that compute or compare can be listed")]
    BareList,
    #[error("brackets or signs are nested deeper than {limit} levels; simplify the formula")]
    TooDeep { limit: usize },
    #[error("the formula divides by zero")]
    DivisionByZero,
    #[error("the result has more digits than a decimal can hold")]
    Overflow,
    #[error("a power of {base} to {exponent} is not a real number")]
    NoRealPower { base: String, exponent: String },
    #[error("growth from {base} has no meaning; state both figures in place of a rate")]
    NoGrowthBase { base: String },
    #[error("`{left}` and `{right}` are different currencies; convert one of them first")]
    MixedCurrencies { left: String, right: String },
    #[error("one term has a scale such as million and the other has none; write both at one scale")]
    MixedScales,
    #[error("the formula is a comparison, not a number")]
    NotANumber,
    #[error("the formula is a number, not a comparison")]
    NotAComparison,
    #[error("the formula says it gives {stated}, but it gives {expected}")]
    FalseEquation { stated: String, expected: String },
    #[error("no row of the table is named `{row}`")]
    UnknownRow { row: String },
    #[error("the cell `{cell}` in row `{row}` is not a number")]
    BadCell { row: String, cell: String },
    #[error("the printed result `{printed}` is not a number; print one number with its unit")]
    BadPrinted { printed: String },
}
