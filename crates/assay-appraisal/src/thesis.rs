use assay_domain::{Confidence, Date, Decimal, EvidenceId, Tier};
use assay_gates::Standing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a run holds to be true of a company, sentence by sentence, with what each rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thesis {
    pub claims: Vec<ThesisClaim>,
    pub drivers: Vec<Driver>,
    pub mechanisms: Vec<Mechanism>,
    /// What the evidence does not carry, and what would tell.
    pub hypotheses: Vec<Hypothesis>,
    pub catalysts: Vec<Catalyst>,
}

/// A piece of a sentence. A number is never plain text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
    },
    /// A data point or a line of the valuation, and how it reads.
    Figure {
        id: String,
        text: String,
    },
    Cite {
        evidence: EvidenceId,
    },
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClaimRole {
    /// Carries the conclusion.
    Thesis,
    /// How the business works.
    Mechanism,
    Risk,
    /// Speaks against the conclusion.
    CounterEvidence,
    Context,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThesisClaim {
    /// For instance `claim_7` or the id of a sentence of the research.
    pub id: String,
    pub role: ClaimRole,
    /// Whether the conclusion stands or falls with it.
    pub critical: bool,
    pub text: Vec<Part>,
    pub standing: Standing,
    pub confidence: Confidence,
    /// Evidence with the tier of its source.
    pub evidence: Vec<(EvidenceId, Tier)>,
    /// Data points and valuation lines that it states.
    pub figures: Vec<String>,
    /// What would show it to be wrong.
    pub wrong_if: Option<Tripwire>,
}

/// A figure to watch: metric, comparison, threshold, where to look and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tripwire {
    pub metric: String,
    /// `<`, `<=`, `>`, `>=`.
    pub operator: String,
    pub threshold: Decimal,
    pub unit: String,
    /// The data point that the threshold is taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold_point: Option<String>,
    pub source: String,
    pub cadence: String,
    pub action: String,
}

/// What moves the results, named, with the figures that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Driver {
    pub name: String,
    pub description: Vec<Part>,
    pub figures: Vec<String>,
    pub evidence: Vec<EvidenceId>,
}

/// What drives what, and by how much in the past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mechanism {
    pub from: String,
    pub to: String,
    pub text: Vec<Part>,
    pub confidence: Confidence,
}

/// S1's hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hypothesis {
    pub id: String,
    pub statement: String,
    /// Every figure that its texts print.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<PrintedFigure>,
    pub confidence: Confidence,
    pub verification_needed: Vec<String>,
    pub monitoring_triggers: Vec<MonitoringTrigger>,
}

/// A data point or a line of the valuation, and how it reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PrintedFigure {
    pub id: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MonitoringTrigger {
    pub event: String,
    pub action: String,
}

/// Something with a day: the next report is due, an assumption expires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Catalyst {
    pub date: Date,
    pub text: Vec<Part>,
}
