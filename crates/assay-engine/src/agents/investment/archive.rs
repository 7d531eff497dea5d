use assay_domain::{ArtifactName, Event, Investment};
use assay_ecosystem::EcosystemPackage;
use assay_valuation::{Outcome, Valuation};
use serde::Serialize;
use serde_json::{Value, json};

use super::pursuit::Pursued;
use crate::RunContext;
use crate::workshop::WorkError;

/// Everything that the board archives of a judgement, one artifact an agent.
pub(super) async fn artifacts(
    context: &RunContext,
    pursued: &Pursued,
    ecosystem: Option<&EcosystemPackage>,
) -> Result<Vec<Event>, WorkError> {
    let mut made: Vec<(&str, &str, Value)> = vec![
        (
            "data_integrity",
            "data_integrity",
            with_run(context, pursued.dossier.package())?,
        ),
        (
            "research_mechanism",
            "research_mechanism",
            with_run(context, &pursued.thesis)?,
        ),
        (
            "quality_gate",
            "quality_gate",
            json!({
                "measured": pursued.measured,
                "decision": pursued.decision,
                "delivered": pursued.delivered,
            }),
        ),
        (
            "final_output",
            "report_composer",
            pursued.final_output.clone(),
        ),
        (
            "document",
            "report_composer",
            serde_json::to_value(&pursued.document)?,
        ),
    ];
    made.push((
        "company",
        "data_integrity",
        json!({"company": pursued.company, "sector": pursued.sector}),
    ));
    made.push((
        "changes",
        "data_integrity",
        serde_json::to_value(&pursued.changes)?,
    ));
    made.push((
        "model_blueprint",
        "research_mechanism",
        serde_json::to_value(pursued.blueprint())?,
    ));
    if let Some(request) = &pursued.request {
        made.push((
            "valuation_notes",
            "valuation_engine",
            json!({"absent": request.absent, "peers": request.peers}),
        ));
    }
    if let Some(package) = ecosystem {
        made.push((
            "ecosystem_graph",
            "ecosystem_graph",
            with_run(context, package)?,
        ));
    }
    if let Some(outcome) = &pursued.outcome {
        made.push((
            "valuation",
            "valuation_engine",
            serde_json::to_value(outcome)?,
        ));
    }
    if let Some(change) = &pursued.change {
        made.push((
            "valuation_change",
            "valuation_engine",
            serde_json::to_value(change)?,
        ));
    }
    if let Some(workbook) = &pursued.workbook {
        made.push((
            "workbook",
            "report_composer",
            serde_json::to_value(workbook)?,
        ));
    }
    let mut events = Vec::with_capacity(made.len());
    for (name, agent, value) in made {
        events.push(Event::ArtifactWritten {
            artifact: ArtifactName::new(name),
            version: 1,
            agent: agent.to_owned(),
            claim_ids: Vec::new(),
            body: context.store().body(value.to_string()).await?,
        });
    }
    Ok(events)
}

/// Every output of an agent names its run and version.
fn with_run<T: Serialize>(context: &RunContext, package: &T) -> Result<Value, WorkError> {
    let mut value = serde_json::to_value(package)?;
    if let Value::Object(fields) = &mut value {
        fields.insert("run_id".to_owned(), json!(context.run));
        fields.insert("artifact_version".to_owned(), json!(1));
    }
    Ok(value)
}

/// The newest valuation of the same company by an earlier run.
pub(super) fn previous_valuation(
    context: &RunContext,
    investment: &Investment,
) -> Result<Option<Valuation>, WorkError> {
    let store = context.store();
    for row in store.runs(usize::MAX)? {
        if row.run == context.run || row.title.is_empty() {
            continue;
        }
        let journal = store.load(&row.run, 0)?;
        let same = journal.iter().any(|envelope| {
            matches!(&envelope.event, Event::RunCreated { settings, .. }
                if settings.investment.as_ref().is_some_and(|other|
                    other.company == investment.company && other.as_of <= investment.as_of))
        });
        if !same {
            continue;
        }
        let valued = journal
            .iter()
            .rev()
            .find_map(|envelope| match &envelope.event {
                Event::ArtifactWritten { artifact, body, .. }
                    if artifact.as_str() == "valuation" =>
                {
                    Some(body)
                }
                _ => None,
            });
        let Some(body) = valued else { continue };
        let outcome: Outcome = serde_json::from_str(&store.text_of(body)?)?;
        if let Outcome::Valued(valuation) = outcome {
            return Ok(Some(*valuation));
        }
    }
    Ok(None)
}
