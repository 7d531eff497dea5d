use rust_decimal::Decimal;
use thiserror::Error;

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChartError {
    #[error("chart `{chart}` has no {what}; leave the chart out")]
    Empty { chart: String, what: &'static str },
    #[error(
        "chart id `{id}` cannot be part of an XML id; begin with an ASCII letter and go on with \
         letters, digits, `-` or `_`"
    )]
    BadId { id: String },
    #[error("chart `{chart}`: `{series}` has {found} values for {expected} places; give one each")]
    Mismatched {
        chart: String,
        series: String,
        found: usize,
        expected: usize,
    },
    #[error("chart `{chart}` has {found} {what}; at most {limit} can be told apart")]
    TooMany {
        chart: String,
        what: &'static str,
        found: usize,
        limit: usize,
    },
    #[error("chart `{chart}`: `{label}` is {value}, beyond what can be drawn; correct its scale")]
    OutOfRange {
        chart: String,
        label: String,
        value: Decimal,
    },
    #[error("chart `{chart}`: `{label}` ends at {high}, below its start {low}; exchange them")]
    Reversed {
        chart: String,
        label: String,
        low: Decimal,
        high: Decimal,
    },
    #[error("chart `{chart}`: `{label}` is stated as {stated}, but the steps add to {running}")]
    DoesNotAdd {
        chart: String,
        label: String,
        stated: Decimal,
        running: Decimal,
    },
    #[error("chart `{chart}`: bin `{label}` does not begin where the one before ends")]
    Gap { chart: String, label: String },
    #[error("chart `{chart}`: `{name}` names no {what} of it")]
    Unknown {
        chart: String,
        what: &'static str,
        name: String,
    },
}
