//! The same findings for programs.

use assay_domain::{Confidence, Date, Decimal};
use assay_facts::metric_title;
use assay_gates::{ConflictKind, CoreState, OutputType, Standing};
use serde::{Deserialize, Serialize};

use crate::dossier::Dossier;

/// Hypotheses with the tests that would tell, in the form of the specification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypothesisList {
    pub output_type: String,
    pub disclaimer: String,
    pub hypotheses: Vec<HypothesisEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypothesisEntry {
    pub id: String,
    pub statement: String,
    /// `LOW`, `MEDIUM` or `HIGH`.
    pub confidence: String,
    pub verification_needed: Vec<String>,
    pub monitoring_triggers: Vec<Trigger>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    pub event: String,
    pub action: String,
}

/// What is known, what is open and what would make a memo of it. It has no target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchlistCard {
    pub output_type: String,
    pub disclaimer: String,
    pub company: String,
    pub as_of: Date,
    /// Ids of the claims that hold.
    pub holds: Vec<String>,
    /// Ids of the claims that the evidence does not carry.
    pub open: Vec<String>,
    /// What would make a memo of it.
    pub upgrade_needs: Vec<String>,
    pub monitoring_triggers: Vec<Trigger>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictList {
    pub output_type: String,
    pub disclaimer: String,
    pub company: String,
    pub conflicts: Vec<ConflictEntry>,
    pub required_actions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictEntry {
    pub id: String,
    pub about: String,
    /// `VALUE` or `BASIS`.
    pub class: String,
    pub values: Vec<ConflictValue>,
    pub needed_document: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictValue {
    pub id: String,
    pub value: Decimal,
    pub unit: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorList {
    pub output_type: String,
    pub disclaimer: String,
    pub company: String,
    pub missing: Vec<MissingEntry>,
    pub tried: Vec<String>,
    pub required_actions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingEntry {
    pub metric: String,
    pub period: String,
    /// `MISSING` or `UNREACHABLE`: not there, and not asked, are two things.
    pub state: String,
    pub detail: String,
}

pub fn hypothesis_list(dossier: &Dossier<'_>) -> HypothesisList {
    let hypotheses = dossier.thesis.hypotheses.iter();
    let hypotheses = hypotheses.map(|one| HypothesisEntry {
        id: one.id.clone(),
        statement: one.statement.clone(),
        confidence: level(one.confidence).to_owned(),
        verification_needed: one.verification_needed.clone(),
        monitoring_triggers: triggers(&one.monitoring_triggers),
    });
    HypothesisList {
        output_type: OutputType::HypothesisList.name().to_owned(),
        disclaimer: dossier
            .language
            .pick(
                "The following are hypotheses to be verified, not investment advice",
                "以下为待验证假设，非投资建议",
            )
            .to_owned(),
        hypotheses: hypotheses.collect(),
    }
}

pub fn watchlist_card(dossier: &Dossier<'_>) -> WatchlistCard {
    let claims = |holds: bool| {
        let claims = dossier.thesis.claims.iter();
        let claims = claims.filter(move |one| (one.standing == Standing::Holds) == holds);
        claims.map(|claim| claim.id.clone()).collect()
    };
    let hypotheses = dossier.thesis.hypotheses.iter();
    WatchlistCard {
        output_type: OutputType::WatchlistCard.name().to_owned(),
        disclaimer: disclaimer(dossier),
        company: dossier.subject(),
        as_of: dossier.as_of,
        holds: claims(true),
        open: claims(false),
        upgrade_needs: actions(dossier),
        monitoring_triggers: hypotheses
            .flat_map(|one| triggers(&one.monitoring_triggers))
            .collect(),
    }
}

pub fn conflict_list(dossier: &Dossier<'_>) -> ConflictList {
    let conflicts = dossier.measured.conflicts.iter().map(|one| ConflictEntry {
        id: one.id.clone(),
        about: one.about.clone(),
        class: match one.kind {
            ConflictKind::Value => "VALUE",
            ConflictKind::Basis => "BASIS",
        }
        .to_owned(),
        values: one
            .sides
            .iter()
            .map(|side| ConflictValue {
                id: side.id.clone(),
                value: side.value,
                unit: side.unit.clone(),
                source: side.source.clone(),
            })
            .collect(),
        needed_document: one.needed.clone(),
    });
    ConflictList {
        output_type: OutputType::ConflictReport.name().to_owned(),
        disclaimer: disclaimer(dossier),
        company: dossier.subject(),
        conflicts: conflicts.collect(),
        required_actions: actions(dossier),
    }
}

pub fn error_list(dossier: &Dossier<'_>) -> ErrorList {
    let core = dossier.measured.core_data.iter().filter_map(|datum| {
        let (state, detail) = match &datum.state {
            CoreState::Known { .. } => return None,
            CoreState::Missing { expected_in } => {
                ("MISSING", expected_in.clone().unwrap_or_default())
            }
            CoreState::Unreachable { source, failure } => {
                ("UNREACHABLE", format!("{source}: {failure}"))
            }
        };
        Some(MissingEntry {
            metric: datum.metric.clone(),
            period: datum.period.clone(),
            state: state.to_owned(),
            detail,
        })
    });
    let asked = dossier.package.missing.iter().map(|one| MissingEntry {
        metric: metric_title(&one.metric, dossier.language).to_owned(),
        period: one
            .basis
            .map(|basis| basis.code().to_owned())
            .unwrap_or_default(),
        state: "MISSING".to_owned(),
        detail: one.text.clone(),
    });
    ErrorList {
        output_type: OutputType::ErrorReport.name().to_owned(),
        disclaimer: disclaimer(dossier),
        company: dossier.subject(),
        missing: core.chain(asked).collect(),
        tried: dossier.notes.to_vec(),
        required_actions: actions(dossier),
    }
}

fn disclaimer(dossier: &Dossier<'_>) -> String {
    crate::disclosure::disclaimer(dossier.language).to_owned()
}

fn actions(dossier: &Dossier<'_>) -> Vec<String> {
    let actions = dossier.decision.gate.actions.iter();
    let actions = actions.map(|action| action.instruction.get(dossier.language).to_owned());
    actions.collect()
}

fn triggers(found: &[assay_appraisal::MonitoringTrigger]) -> Vec<Trigger> {
    let found = found.iter().map(|trigger| Trigger {
        event: trigger.event.clone(),
        action: trigger.action.clone(),
    });
    found.collect()
}

fn level(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Unsupported | Confidence::Weak => "LOW",
        Confidence::Moderate => "MEDIUM",
        Confidence::Strong => "HIGH",
    }
}
