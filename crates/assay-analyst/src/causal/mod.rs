//! What drives what, as far as notes say so.

mod accept;
mod offline;

use assay_domain::Language;
use assay_steps::{
    BlueprintMetadata, BlueprintMetric, BlueprintScenario, CoreDriver, ModelBlueprint, Relationship,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use accept::{ProposedModel, accept};
pub use offline::causal_model;

use crate::note::Note;

/// A causal model in which every part names the note it rests on, by its place in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CausalModel {
    pub drivers: Vec<Driver>,
    pub relations: Vec<Relation>,
    pub scenarios: Vec<Scenario>,
    pub metrics: Vec<Measure>,
    /// What the notes did not give.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Driver {
    pub name: String,
    pub description: String,
    pub notes: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relation {
    pub from: String,
    pub to: String,
    pub kind: String,
    pub confidence: f64,
    pub note: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scenario {
    pub name: String,
    pub assumptions: Vec<Statement>,
    pub outcomes: Vec<Statement>,
    pub confidence: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    pub text: String,
    pub note: usize,
}

/// A figure that the evidence of a note states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    pub name: String,
    pub estimate: f64,
    pub unit: String,
    pub confidence: f64,
    pub note: usize,
}

impl CausalModel {
    /// The model as the step protocol writes it.
    pub fn blueprint(&self, metadata: BlueprintMetadata) -> ModelBlueprint {
        let texts =
            |statements: &[Statement]| statements.iter().map(|one| one.text.clone()).collect();
        let mut metadata = metadata;
        metadata.warnings.extend(self.warnings.iter().cloned());
        ModelBlueprint {
            model_type: "causal_graph".to_owned(),
            core_drivers: self
                .drivers
                .iter()
                .map(|driver| CoreDriver {
                    name: driver.name.clone(),
                    description: driver.description.clone(),
                    evidence_refs: driver.notes.clone(),
                })
                .collect(),
            relationships: self
                .relations
                .iter()
                .map(|relation| Relationship {
                    from: relation.from.clone(),
                    to: relation.to.clone(),
                    kind: relation.kind.clone(),
                    confidence: relation.confidence,
                })
                .collect(),
            scenarios: self
                .scenarios
                .iter()
                .map(|scenario| BlueprintScenario {
                    name: scenario.name.clone(),
                    assumptions: texts(&scenario.assumptions),
                    outcomes: texts(&scenario.outcomes),
                    confidence: scenario.confidence,
                })
                .collect(),
            metrics: self
                .metrics
                .iter()
                .map(|measure| BlueprintMetric {
                    name: measure.name.clone(),
                    estimate: measure.estimate,
                    unit: measure.unit.clone(),
                    confidence: measure.confidence,
                })
                .collect(),
            metadata,
        }
    }

    /// The model as a section, each line with the citations of its note. Empty where there is none.
    pub fn section(&self, notes: &[Note], language: Language) -> String {
        let cited = |at: usize| notes.get(at).map(Note::citations).unwrap_or_default();
        let mut text = String::new();
        let mut part = |heading: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                text.push_str(&format!("### {heading}\n\n{}\n\n", lines.join("\n")));
            }
        };
        let said = |text: &str, at: usize| {
            let is_verbatim =
                |note: &Note| note.evidence.iter().any(|one| one.quote.contains(text));
            if notes.get(at).is_some_and(is_verbatim) {
                format!("“{text}” {}", cited(at))
            } else {
                format!("{text} {}", cited(at))
            }
        };
        let relations = self.relations.iter().map(|relation| {
            let because = notes.get(relation.note).map(|note| note.summary.as_str());
            let because = said(because.unwrap_or_default(), relation.note);
            format!("- {} → {}: {because}", relation.from, relation.to)
        });
        part(
            language.pick("What drives what", "因果关系"),
            relations.collect(),
        );
        for scenario in &self.scenarios {
            let all = scenario.assumptions.iter().chain(&scenario.outcomes);
            let lines = all.map(|one| format!("- {}", said(&one.text, one.note)));
            let heading = language.pick(
                format!("Scenario: {}", scenario.name),
                format!("情景：{}", scenario.name),
            );
            part(&heading, lines.collect());
        }
        text.trim_end().to_owned()
    }
}
