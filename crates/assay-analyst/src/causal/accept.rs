use assay_domain::Language;
use serde::Deserialize;

use super::{CausalModel, Driver, Measure, Relation, Scenario, Statement};
use crate::note::Note;

/// A model as a language model proposes it: every part says which note it rests on.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ProposedModel {
    core_drivers: Vec<ProposedDriver>,
    relationships: Vec<ProposedRelation>,
    scenarios: Vec<ProposedScenario>,
    metrics: Vec<ProposedMetric>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProposedDriver {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    evidence_refs: Vec<usize>,
}

#[derive(Clone, Debug, Deserialize)]
struct ProposedRelation {
    from: String,
    to: String,
    #[serde(rename = "type", default = "influence")]
    kind: String,
    #[serde(default)]
    confidence: f64,
    note: usize,
}

#[derive(Clone, Debug, Deserialize)]
struct ProposedScenario {
    name: String,
    #[serde(default)]
    assumptions: Vec<ProposedStatement>,
    #[serde(default)]
    outcomes: Vec<ProposedStatement>,
    #[serde(default)]
    confidence: f64,
}

#[derive(Clone, Debug, Deserialize)]
struct ProposedStatement {
    text: String,
    note: usize,
}

#[derive(Clone, Debug, Deserialize)]
struct ProposedMetric {
    name: String,
    estimate: f64,
    #[serde(default)]
    unit: String,
    note: usize,
}

fn influence() -> String {
    "influence".to_owned()
}

/// Keeps of a proposal what the notes bear: drivers with notes that exist, relations between such
/// drivers, statements that `is_borne_out` by their note, estimates that are among `measures`. What
/// was left out is a warning.
pub fn accept<E>(
    proposed: ProposedModel,
    notes: &[Note],
    measures: &[Measure],
    is_borne_out: impl Fn(&str, &Note) -> Result<bool, E>,
    language: Language,
) -> Result<CausalModel, E> {
    let mut model = CausalModel::default();
    for driver in proposed.core_drivers {
        let mut refs = driver.evidence_refs;
        refs.retain(|at| *at < notes.len());
        let mut stands = false;
        for note in refs.iter().filter_map(|at| notes.get(*at)) {
            stands = stands || is_borne_out(&driver.description, note)?;
        }
        if stands {
            model.drivers.push(Driver {
                name: driver.name,
                description: driver.description,
                notes: refs,
            });
        } else {
            model.warnings.push(language.pick(
                format!("left out the driver {}: no note bears it out", driver.name),
                format!("已剔除驱动因素“{}”：没有笔记支持", driver.name),
            ));
        }
    }
    let names: Vec<String> = model
        .drivers
        .iter()
        .map(|driver| driver.name.clone())
        .collect();
    for relation in proposed.relationships {
        let (from, to) = (relation.from, relation.to);
        let known = names.contains(&from) && names.contains(&to) && from != to;
        match notes.get(relation.note).filter(|_| known) {
            Some(note) => model.relations.push(Relation {
                from,
                to,
                kind: relation.kind,
                // nobody is surer than the source
                confidence: relation.confidence.clamp(0.0, note.confidence()),
                note: relation.note,
            }),
            None => model.warnings.push(language.pick(
                format!("left out {from} → {to}: it names a driver or note that is not there"),
                format!("已剔除 {from} → {to}：所指驱动因素或笔记不存在"),
            )),
        }
    }
    model.scenarios = scenarios(
        proposed.scenarios,
        notes,
        &is_borne_out,
        language,
        &mut model.warnings,
    )?;
    model.metrics = metrics(proposed.metrics, measures, language, &mut model.warnings);
    Ok(model)
}

fn scenarios<E>(
    proposed: Vec<ProposedScenario>,
    notes: &[Note],
    is_borne_out: &impl Fn(&str, &Note) -> Result<bool, E>,
    language: Language,
    warnings: &mut Vec<String>,
) -> Result<Vec<Scenario>, E> {
    let mut standing = |statements: Vec<ProposedStatement>| {
        let mut kept = Vec::new();
        for ProposedStatement { text, note } in statements {
            let stands = match notes.get(note) {
                Some(note) => is_borne_out(&text, note)?,
                None => false,
            };
            if stands {
                kept.push(Statement { text, note });
            } else {
                warnings.push(language.pick(
                    format!("left out “{text}”: its note does not say so"),
                    format!("已剔除“{text}”：所引笔记并未这样说"),
                ));
            }
        }
        Ok(kept)
    };
    let mut scenarios = Vec::new();
    for scenario in proposed {
        let assumptions = standing(scenario.assumptions)?;
        let outcomes = standing(scenario.outcomes)?;
        let all = assumptions.iter().chain(&outcomes);
        let trusted = all
            .filter_map(|one| notes.get(one.note))
            .map(Note::confidence);
        let trusted = trusted.fold(0.0, f64::max);
        if !assumptions.is_empty() || !outcomes.is_empty() {
            scenarios.push(Scenario {
                name: scenario.name,
                assumptions,
                outcomes,
                confidence: scenario.confidence.clamp(0.0, trusted),
            });
        }
    }
    Ok(scenarios)
}

fn metrics(
    proposed: Vec<ProposedMetric>,
    measures: &[Measure],
    language: Language,
    warnings: &mut Vec<String>,
) -> Vec<Measure> {
    let mut kept = Vec::new();
    for metric in proposed {
        let stated = measures.iter().find(|measure| {
            let tolerance = measure.estimate.abs() * 1e-9;
            measure.note == metric.note && (measure.estimate - metric.estimate).abs() <= tolerance
        });
        match stated {
            Some(measure) => kept.push(Measure {
                name: metric.name,
                unit: if metric.unit.is_empty() {
                    measure.unit.clone()
                } else {
                    metric.unit
                },
                ..measure.clone()
            }),
            None => warnings.push(language.pick(
                format!(
                    "left out {} = {}: its note states no such figure",
                    metric.name, metric.estimate
                ),
                format!(
                    "已剔除 {} = {}：所引笔记没有该数值",
                    metric.name, metric.estimate
                ),
            )),
        }
    }
    kept
}
