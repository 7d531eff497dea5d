use assay_charts::ChartError;
use assay_exports::ExportError;
use assay_facts::RecomputeError;
use thiserror::Error;

/// Why a document was not written. A figure that cannot be traced is never printed without its
/// origin.
#[derive(Debug, Error)]
pub enum MemoError {
    #[error(
        "{place} names `{id}`, which is no data point, valuation line, price, claim or evidence of the dossier; hand it over with the dossier"
    )]
    UnknownId { place: String, id: String },
    #[error(
        "{place} cites `{id}`, which the dossier has no evidence for; hand it over with the dossier"
    )]
    UnknownEvidence { place: String, id: String },
    #[error(transparent)]
    Recompute(#[from] RecomputeError),
    #[error("a figure for {what} has more digits than a decimal holds; check its inputs")]
    Overflow { what: String },
    #[error("there is no valuation in the dossier: a workbook needs one that ran")]
    NoValuation,
    #[error("line `{line}`: its formula `{formula}` cannot be written as a cell formula")]
    Formula { line: String, formula: String },
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(transparent)]
    Export(#[from] ExportError),
}
