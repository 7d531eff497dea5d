use serde::{Deserialize, Serialize};

use crate::{BlobId, ClaimId, Date, DocumentId, EvidenceId, PassageId, TaskId, Timestamp};

/// How far a source can be trusted by where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tier {
    /// Regulator filings and audited statements.
    A,
    /// Company investor relations and licensed data vendors.
    B,
    /// Press and broker research.
    C,
    /// Social media and anything unknown.
    D,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MediaType {
    Markdown,
    Text,
    Html,
    Csv,
    Json,
}

/// What the ingest gate said of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum IngestVerdict {
    Clean,
    Flagged,
    Quarantined,
}

/// A stored document. `raw` is what came in, `text` is what passages point into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    pub title: String,
    /// Where it came from: a path or URL as the user gave it.
    pub origin: String,
    pub media: MediaType,
    pub tier: Tier,
    /// The date the document speaks of or was published, where one is stated in it.
    pub date: Option<Date>,
    pub raw: BlobId,
    pub text: BlobId,
    /// Byte ranges of `text` that the gate took out of use; they reach no prompt and no report.
    pub quarantined: Vec<QuarantinedSpan>,
    pub verdict: IngestVerdict,
    pub ingested_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuarantinedSpan {
    pub start: usize,
    pub end: usize,
    /// The rule that took it out, for instance `G-001`.
    pub rule: String,
    pub reason: String,
}

/// A piece of a document's text, with the headings above it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub id: PassageId,
    pub document: DocumentId,
    pub start: usize,
    pub end: usize,
    /// Headings from the outermost in, for instance `["Results", "Segment revenue"]`.
    pub headings: Vec<String>,
    pub text: String,
}

/// A passage that something cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub id: EvidenceId,
    pub passage: PassageId,
    pub document: DocumentId,
    /// The document's title.
    pub source: String,
    pub origin: String,
    pub headings: Vec<String>,
    pub quote: String,
    pub tier: Tier,
    pub as_of: Option<Date>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Confidence {
    Unsupported,
    Weak,
    Moderate,
    Strong,
}

impl Confidence {
    /// The best tier decides; without evidence there is none.
    pub fn from_tiers(tiers: impl IntoIterator<Item = Tier>) -> Self {
        match tiers.into_iter().min() {
            Some(Tier::A) => Self::Strong,
            Some(Tier::B) => Self::Moderate,
            Some(Tier::C | Tier::D) => Self::Weak,
            None => Self::Unsupported,
        }
    }
}

/// How a sentence came to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClaimKind {
    /// Verbatim from its evidence.
    Quoted,
    /// Arithmetic over its evidence, with the formula.
    Computed { formula: String },
    /// A model's own words about its evidence.
    Written,
}

/// A factual sentence of a section and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    pub id: ClaimId,
    pub text: String,
    pub task: TaskId,
    /// The agent that made it, as S1 names it.
    pub source_agent: String,
    pub evidence_ids: Vec<EvidenceId>,
    pub confidence: Confidence,
    #[serde(flatten)]
    pub kind: ClaimKind,
}
