use assay_domain::{ClaimId, Decimal, EvidenceId, Tier};
use serde::{Deserialize, Serialize};

use crate::egress::Stats;

use super::bilingual::Bilingual;
use super::output_type::OutputType;

/// What was found in a run, with the ids of everything counted. The caller observes; every figure
/// that a rule looks at is computed from this by [`RunMetric::reading`](super::RunMetric::reading),
/// so no share can disagree with the list behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedEvidence {
    pub id: EvidenceId,
    pub tier: Tier,
}

/// What the claim check said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sentences {
    /// Sentences that state a fact, cited or not.
    pub factual: u32,
    /// Where those without a citation stand, for instance `section_2:14`.
    pub uncited: Vec<String>,
    /// Citations of evidence that does not exist. For the counts of rule G-108.
    pub unresolved_citations: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// Two values of the same thing on the same basis.
    Value,
    /// Two bases that could not be brought to one: GAAP and adjusted, parent and consolidated.
    Basis,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConflictSide {
    /// The data point or claim that says it.
    pub id: String,
    pub value: Decimal,
    pub unit: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CoreFreshness {
    Fresh,
    Aging,
    Stale,
    /// A later period must have been published by now.
    Expired,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Safety {
    /// Places that tell a system to act: to trade, to write to a database, to publish.
    pub executable_actions: Vec<String>,
    pub check: SafetyCheck,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SafetyCheck {
    /// Nothing has passed yet.
    #[default]
    NotRun,
    Passed,
    /// What did not pass, for instance codes of egress rules.
    Failed(Vec<String>),
}

impl Measured {
    /// The same observations as the counts of rule G-108, for the text that is about to leave. A
    /// list of hypotheses, a conflict report and an error report conclude nothing, so nothing in
    /// them can be an unsupported conclusion.
    pub fn egress_stats(&self, output: OutputType) -> Stats {
        let concludes = output <= OutputType::WatchlistCard;
        let claims = self.critical_claims.iter().filter(|_| concludes);
        let cited = || self.critical_claims.iter().flat_map(|one| &one.evidence);
        let strong = cited().filter(|one| matches!(one.tier, Tier::A | Tier::B));
        let failed = match &self.safety.check {
            SafetyCheck::Failed(checks) => checks.len().max(1),
            SafetyCheck::NotRun | SafetyCheck::Passed => 0,
        };
        let newest = self.core_data.iter().filter_map(|datum| match datum.state {
            CoreState::Known { age_days, .. } => Some(age_days),
            CoreState::Missing { .. } | CoreState::Unreachable { .. } => None,
        });
        Stats {
            factual_sentences: self.sentences.factual,
            uncited_sentences: count(self.sentences.uncited.len()),
            citations: count(cited().count()),
            unresolved_citations: self.sentences.unresolved_citations,
            core_conclusions: count(claims.clone().count()),
            unsupported_core_conclusions: count(claims.filter(|one| one.is_unsupported()).count()),
            evidence: count(cited().count()),
            strong_evidence: count(strong.count()),
            unresolved_conflicts: count(self.conflicts.len()),
            core_data_age_days: newest.min(),
            failed_safety_checks: count(failed),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
