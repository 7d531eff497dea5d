use assay_domain::{ArtifactName, Event, Investment};
use assay_ecosystem::EcosystemPackage;
use assay_valuation::{Outcome, Valuation};
use serde::Serialize;
use serde_json::{Value, json};

use super::judgement::Pursued;
use crate::RunContext;
use crate::workshop::WorkError;

/// Everything that the board archives of a judgement, one artifact an agent.
pub(super) async fn artifacts(
    context: &RunContext,
    pursued: &Pursued,
    ecosystem: Option<&EcosystemPackage>,
) -> Result<Vec<Event>, WorkError> {
    let mut made = data(context, pursued)?;
    made.extend(research(context, pursued, ecosystem)?);
    made.extend(valuation(pursued)?);
    made.extend(output(pursued)?);
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

/// Name, agent and content of an artifact.
type Made = (&'static str, &'static str, Value);

fn data(context: &RunContext, pursued: &Pursued) -> Result<Vec<Made>, WorkError> {
    const AGENT: &str = "data_integrity";
    let judged = &pursued.judged;
    let package = with_run(context, judged.dossier.package())?;
    let company = json!({"company": judged.company, "sector": judged.sector});
    Ok(vec![
        (AGENT, AGENT, package),
        ("company", AGENT, company),
        ("changes", AGENT, serde_json::to_value(&judged.changes)?),
    ])
}

fn research(
    context: &RunContext,
    pursued: &Pursued,
    ecosystem: Option<&EcosystemPackage>,
) -> Result<Vec<Made>, WorkError> {
    const AGENT: &str = "research_mechanism";
    let judged = &pursued.judged;
    let mut made = vec![
        (AGENT, AGENT, with_run(context, &judged.thesis)?),
        (
            "model_blueprint",
            AGENT,
            serde_json::to_value(judged.blueprint())?,
        ),
    ];
    if let Some(package) = ecosystem {
        let value = with_run(context, package)?;
        made.push(("ecosystem_graph", "ecosystem_graph", value));
    }
    Ok(made)
}

fn valuation(pursued: &Pursued) -> Result<Vec<Made>, WorkError> {
    const AGENT: &str = "valuation_engine";
    let judged = &pursued.judged;
    let mut made = Vec::new();
    if let Some(request) = &judged.request {
        let notes = json!({"absent": request.absent, "peers": request.peers});
        made.push(("valuation_notes", AGENT, notes));
    }
    if let Some(outcome) = &judged.outcome {
        made.push(("valuation", AGENT, serde_json::to_value(outcome)?));
    }
    if let Some(change) = &pursued.change {
        made.push(("valuation_change", AGENT, serde_json::to_value(change)?));
    }
    Ok(made)
}

fn output(pursued: &Pursued) -> Result<Vec<Made>, WorkError> {
    const AGENT: &str = "report_composer";
    let gate = json!({
        "measured": pursued.judged.measured,
        "decision": pursued.judged.decision,
        "delivered": pursued.delivered,
    });
    let mut made = vec![
        ("quality_gate", "quality_gate", gate),
        ("final_output", AGENT, pursued.final_output.clone()),
        ("document", AGENT, serde_json::to_value(&pursued.document)?),
    ];
    if let Some(workbook) = &pursued.workbook {
        made.push(("workbook", AGENT, serde_json::to_value(workbook)?));
    }
    Ok(made)
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
