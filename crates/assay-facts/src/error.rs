use thiserror::Error;

/// Why bytes are no facts. Nothing of a source that cannot be read is used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("{what}: not the JSON expected: {reason}; check that the file is complete")]
    Json { what: &'static str, reason: String },
    #[error("{what}: row {row}: {reason}; correct the row or take it out")]
    Row {
        what: &'static str,
        row: usize,
        reason: String,
    },
    #[error("{what}: no column {column}; add it to the header line")]
    Column { what: &'static str, column: String },
    #[error(
        "{what}: no unit is stated; add a column `单位` or give the unit (元, 万元, 百万元, 亿元)"
    )]
    Unit { what: &'static str },
    #[error("{what}: there is nothing in it; check that the right file was given")]
    Empty { what: &'static str },
}

impl ReadError {
    pub(crate) fn json(what: &'static str, error: &serde_json::Error) -> Self {
        Self::Json {
            what,
            reason: error.to_string(),
        }
    }

    pub(crate) fn row(what: &'static str, row: usize, reason: impl Into<String>) -> Self {
        Self::Row {
            what,
            row,
            reason: reason.into(),
        }
    }
}
