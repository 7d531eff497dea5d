//! How often the claim check catches a number that was changed, and how often it holds a true
//! sentence to be false: `numeral-mutation` and `binding-mutation`, over sentences of filings and
//! paragraphs of annual reports, and over sentences made from the cells of their tables.

mod amount;
mod mutate;
pub(crate) mod prose;
mod tables;
mod tally;

use anyhow::Result;
use assay_measure::{Measured, is_short};

use mutate::Kind;
use tally::Tally;

/// Percent of the changed numbers.
const CAUGHT: f64 = 99.5;
/// A fifth of the sentences, 2,100 changes, may lie two standard errors below the whole.
const CAUGHT_OF_A_FIFTH: f64 = 99.19;

pub(crate) fn numeral_mutation() -> Result<Measured> {
    let cases = match cases() {
        Ok(cases) => cases?,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let (cases, least) = match is_short() {
        true => (cases.into_iter().step_by(5).collect(), CAUGHT_OF_A_FIFTH),
        false => (cases, CAUGHT),
    };
    let mut tally = Tally::default();
    for case in &cases {
        tally.original(case);
        for kind in Kind::NUMERAL {
            tally.mutant(case, kind);
        }
    }
    Ok(Measured::Figures(tally.figures("numeral-mutation", least)?))
}

pub(crate) fn binding_mutation() -> Result<Measured> {
    let cases = match cases() {
        Ok(cases) => cases?,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut tally = Tally::default();
    for case in cases.iter().filter(|case| case.cell.is_some()) {
        tally.original(case);
        for kind in Kind::BINDING {
            tally.mutant(case, kind);
        }
    }
    Ok(Measured::Figures(tally.figures("binding-mutation", 95.0)?))
}

/// A true sentence with the passage that it cites.
pub(crate) struct Case {
    pub(crate) group: &'static str,
    pub(crate) text: String,
    pub(crate) passage: std::rc::Rc<Passage>,
    /// The cell that the sentence was made from.
    pub(crate) cell: Option<tables::Cell>,
}

pub(crate) struct Passage {
    pub(crate) id: assay_domain::EvidenceId,
    pub(crate) text: String,
    pub(crate) headings: Vec<String>,
    pub(crate) title: String,
    pub(crate) subject: assay_domain::DocumentSubject,
}

/// The outer error is the line that says what is not on this machine.
fn cases() -> Result<Result<Vec<Case>>, String> {
    let filings = assay_measure::data_folder("sec/filings")?;
    let questions = assay_measure::data_file("qa/tatqa_dev.json")?;
    Ok((|| {
        let mut cases = prose::of_filings(&filings)?;
        let reports = tables::reports(&questions)?;
        cases.extend(prose::of_reports(&reports));
        cases.extend(tables::sentences(&reports));
        Ok(cases)
    })())
}
