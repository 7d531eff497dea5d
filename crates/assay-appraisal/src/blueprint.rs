//! The thesis as the causal model that other programs read.

use assay_domain::{Confidence, EvidenceId};
use assay_steps::{
    BlueprintMetadata, BlueprintMetric, BlueprintScenario, CoreDriver, ModelBlueprint, Relationship,
};
use assay_valuation::{Outcome, label};

use crate::claims::plain;
use crate::dossier::Dossier;
use crate::print::{Style, printed};
use crate::thesis::Thesis;

/// `notes` is the evidence in the order in which the reader of the blueprint has it.
pub fn blueprint(
    thesis: &Thesis,
    dossier: &Dossier,
    notes: &[EvidenceId],
    outcome: Option<&Outcome>,
    metadata: BlueprintMetadata,
) -> ModelBlueprint {
    let place = |id: &EvidenceId| notes.iter().position(|note| note == id);
    let mut model = ModelBlueprint {
        model_type: "causal_graph".to_owned(),
        core_drivers: Vec::new(),
        relationships: Vec::new(),
        scenarios: Vec::new(),
        metrics: Vec::new(),
        metadata,
    };
    for driver in &thesis.drivers {
        model.core_drivers.push(CoreDriver {
            name: driver.name.clone(),
            description: plain(&driver.description),
            evidence_refs: driver.evidence.iter().filter_map(place).collect(),
        });
    }
    for mechanism in &thesis.mechanisms {
        model.relationships.push(Relationship {
            from: mechanism.from.clone(),
            to: mechanism.to.clone(),
            kind: "influence".to_owned(),
            confidence: share(mechanism.confidence),
        });
    }
    let ids = thesis.drivers.iter().flat_map(|driver| &driver.figures);
    for point in ids.filter_map(|id| dossier.point(id)) {
        // A number of JSON is what the format has; the exact figure is the data point's.
        if let Ok(estimate) = f64::try_from(point.value) {
            model.metrics.push(BlueprintMetric {
                name: point.metric.clone(),
                estimate,
                unit: point.unit.clone(),
                confidence: share(Confidence::from_tiers(point.sources.iter().map(|s| s.tier))),
            });
        }
    }
    scenarios(dossier, outcome, &mut model);
    model
}

fn scenarios(dossier: &Dossier, outcome: Option<&Outcome>, model: &mut ModelBlueprint) {
    let language = dossier.language();
    let valuation = match outcome {
        Some(Outcome::Valued(valuation)) => valuation,
        Some(Outcome::NotRunnable(refused)) => {
            let missing = refused.missing.iter().map(|gap| gap.text(language));
            model.metadata.warnings.extend(missing);
            return;
        }
        None => {
            let text = language.pick(
                "no valuation has run: there are no scenarios",
                "尚未运行估值，暂无情景",
            );
            model.metadata.warnings.push(text.to_owned());
            return;
        }
    };
    for scenario in &valuation.scenarios {
        let Ok(confidence) = f64::try_from(scenario.probability.value) else {
            continue;
        };
        let read = |line: &assay_valuation::Traced| {
            let text = printed(line.value, &Style::of_line(&line.id, &line.unit), language);
            format!("{}: {text}", label(&line.id, language))
        };
        model.scenarios.push(BlueprintScenario {
            name: scenario.name.id().to_owned(),
            assumptions: scenario.drivers.iter().map(read).collect(),
            outcomes: vec![read(&scenario.value_per_share)],
            confidence,
        });
    }
}

/// The four steps of confidence on the format's scale from 0 to 1.
fn share(confidence: Confidence) -> f64 {
    match confidence {
        Confidence::Strong => 0.9,
        Confidence::Moderate => 0.7,
        Confidence::Weak => 0.4,
        Confidence::Unsupported => 0.1,
    }
}
