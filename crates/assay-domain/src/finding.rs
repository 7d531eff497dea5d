use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{DocumentId, EvidenceId};

/// Something about the evidence that a reader must know before trusting the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// Sources give different values for the same thing, and nothing explains it.
    Contradiction {
        subject: String,
        period: String,
        readings: Vec<Reading>,
    },
    /// An older value for the same thing was replaced by a newer source; the newer one stands.
    Outdated {
        subject: String,
        period: String,
        old: Reading,
        new: Reading,
    },
    /// Sections state what cannot both be so, and the evidence of each bears it out.
    Conflict { statements: Vec<Statement> },
    /// A series of periods has a hole.
    MissingPeriod {
        subject: String,
        missing: Vec<String>,
        present: Vec<String>,
        evidence: Vec<EvidenceId>,
    },
    /// Content was taken out of use by the ingest gate.
    Quarantined {
        document: DocumentId,
        title: String,
        rule: String,
        reason: String,
    },
}

/// One source's value for a subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// As printed in the source, for instance `$4.61 billion`.
    pub value: String,
    pub source: String,
    pub evidence: EvidenceId,
}

/// What a section states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Without citation marks.
    pub text: String,
    /// The title of the section.
    pub section: String,
    pub evidence: Vec<EvidenceId>,
}
