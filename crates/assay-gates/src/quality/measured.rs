use assay_domain::{Claim, ClaimCheck, ClaimId, Decimal, EvidenceId, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bilingual::Bilingual;

/// What was found in a run, with the ids of everything counted.
// The caller observes; every figure that a rule looks at is computed from this by
// [`RunMetric::reading`](super::RunMetric::reading), so no share can disagree with the list behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "QualityMeasures")]
pub struct Measured {
    /// The claims that the conclusion stands or falls with.
    pub critical_claims: Vec<CriticalClaim>,
    pub sentences: Sentences,
    /// Conflicts that nothing resolved, in the newest artifacts.
    pub conflicts: Vec<OpenConflict>,
    /// Every figure without which there is no valuation, the missing ones included.
    pub core_data: Vec<CoreDatum>,
    /// Ids of the hypotheses that the run wrote down.
    pub hypotheses: Vec<String>,
    pub safety: Safety,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CriticalClaim {
    pub id: ClaimId,
    pub text: String,
    /// Whether it is a conclusion itself, and not a step towards one.
    #[serde(default)]
    pub is_core_conclusion: bool,
    #[serde(default)]
    pub evidence: Vec<CitedEvidence>,
    pub standing: Standing,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CitedEvidence {
    pub id: EvidenceId,
    pub tier: Tier,
}

/// What the claim check said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ClaimStanding")]
pub enum Standing {
    /// Its evidence says it, or it was recomputed from its evidence.
    Holds,
    /// Its evidence does not say it, or it has none.
    Unsupported,
    /// Evidence says the opposite.
    Contradicted,
}

impl CriticalClaim {
    /// A claim that holds on a filing, on investor relations or on a licensed vendor.
    pub fn is_strong(&self) -> bool {
        let is_strong = |one: &CitedEvidence| matches!(one.tier, Tier::A | Tier::B);
        self.standing == Standing::Holds && self.evidence.iter().any(is_strong)
    }

    /// A claim that nothing carries. One that is contradicted is not carried either.
    pub fn is_unsupported(&self) -> bool {
        self.standing != Standing::Holds || self.evidence.is_empty()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sentences {
    /// Sentences that state a fact, cited or not.
    pub factual: u32,
    /// Where those without a citation stand, for instance `section_2:14`.
    pub uncited: Vec<String>,
    /// Ids of those that no evidence bears out, with or without a citation.
    pub unsupported: Vec<String>,
    /// Citations of evidence that does not exist.
    pub unresolved_citations: u32,
}

impl Sentences {
    /// Of the sentences that a research registered. One that marks itself as a conclusion or says
    /// what is missing states no fact.
    pub fn of_claims<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> Self {
        let mut sentences = Self::default();
        for claim in claims {
            match &claim.check {
                Some(ClaimCheck::Supported {
                    standing: Some(assay_domain::Standing::Conclusion | assay_domain::Standing::Gap),
                    ..
                }) => continue,
                Some(ClaimCheck::Unsupported { .. }) => {
                    sentences.unsupported.push(claim.id.to_string());
                }
                Some(ClaimCheck::Supported { .. }) | None => {}
            }
            sentences.factual = sentences.factual.saturating_add(1);
            if claim.evidence_ids.is_empty() {
                sentences.uncited.push(claim.id.to_string());
            }
        }
        sentences
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.factual = self.factual.saturating_add(other.factual);
        self.uncited.extend(other.uncited);
        self.unsupported.extend(other.unsupported);
        self.unresolved_citations = self
            .unresolved_citations
            .saturating_add(other.unresolved_citations);
        self
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenConflict {
    pub id: String,
    pub kind: ConflictKind,
    /// What the sides speak of, for instance `revenue, FY2025`.
    pub about: String,
    #[serde(default)]
    pub sides: Vec<ConflictSide>,
    /// The document that would settle it, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// Two values of the same thing on the same basis.
    Value,
    /// Two bases that could not be brought to one: GAAP and adjusted, parent and consolidated.
    Basis,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConflictSide {
    /// The data point or claim that says it.
    pub id: String,
    pub value: Decimal,
    pub unit: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreDatum {
    /// For instance `ocf`.
    pub metric: String,
    /// What readers call it, for instance "operating cash flow".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Bilingual>,
    /// The period it must describe, for instance `TTM to 2026-09-30`.
    pub period: String,
    pub state: CoreState,
}

impl CoreDatum {
    /// How it is named where it has no data point.
    pub fn wanted(&self) -> String {
        format!("{}@{}", self.metric, self.period)
    }

    pub(crate) fn called(&self) -> Bilingual {
        let unnamed = || Bilingual::new(&self.metric, &self.metric);
        self.title.clone().unwrap_or_else(unnamed)
    }
}

/// Not there, not reachable and zero are three different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CoreState {
    Known {
        data_point: String,
        /// Days from the end of the period to the as-of day of the run.
        age_days: u32,
        freshness: CoreFreshness,
        /// How many sources give it independently of each other.
        sources: u32,
    },
    /// Every source was read, and none has it.
    Missing {
        /// The filing or statement in which it would stand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected_in: Option<String>,
    },
    /// A source that may have it could not be read.
    Unreachable { source: String, failure: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CoreFreshness {
    Fresh,
    Aging,
    Stale,
    /// A later period must have been published by now.
    Expired,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Safety {
    /// Places that tell a system to act: to trade, to write to a database, to publish.
    pub executable_actions: Vec<String>,
    pub check: SafetyCheck,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SafetyCheck {
    /// Nothing has passed yet.
    #[default]
    NotRun,
    Passed,
    /// What did not pass, for instance codes of egress rules.
    Failed(Vec<String>),
}
