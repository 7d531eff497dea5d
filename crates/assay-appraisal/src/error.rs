use assay_domain::Date;
use assay_valuation::{InputFault, UnitFault, ValuationFault};
use thiserror::Error;

/// Why there is nothing to appraise. What is merely missing for a valuation is no error: the
/// valuation lists it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppraisalError {
    #[error(
        "{company}: no twelve months of revenue or income are known on {as_of}; ingest an annual report or its facts"
    )]
    NoStatements { company: String, as_of: Date },
    #[error("{company}: the statements state no currency; give facts with units")]
    NoCurrency { company: String },
    #[error(transparent)]
    Unit(#[from] UnitFault),
    #[error(transparent)]
    Input(#[from] InputFault),
    #[error(transparent)]
    Valuation(#[from] ValuationFault),
}
