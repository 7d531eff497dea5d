use assay_domain::{Event, GateName, Language, RunId, Timestamp, Verdict};
use assay_engine::RunRecord;
use assay_engine::artifacts::QUALITY_GATE;
use assay_gates::{Decision, Measured, explain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// What the gates decided about a run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Gates {
    /// In the order of the run.
    decisions: Vec<DecidedGate>,
    /// Null where the run did not pass the quality gate.
    quality: Option<ArchivedDecision>,
    /// The decision of the quality gate, in words.
    text: String,
}

/// A gate's decision, as the journal has it.
#[derive(Serialize, JsonSchema)]
struct DecidedGate {
    gate: GateName,
    verdict: Verdict,
    reasons: Vec<String>,
    at: Timestamp,
}

/// What the quality gate measured and decided, as the run archived it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct ArchivedDecision {
    #[schemars(with = "Measured")]
    measured: Value,
    #[schemars(with = "Decision")]
    decision: Value,
    /// What the reader gets; null where the judgement was sent back.
    #[schemars(with = "Option<Decision>")]
    delivered: Option<Value>,
    /// What else was archived with it.
    #[serde(flatten)]
    more: Map<String, Value>,
}

pub(crate) async fn show(call: Call) -> Result<Gates, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || shown(&desk, &run)).await
}

fn shown(desk: &Desk, run: &RunId) -> Result<Gates, Problem> {
    desk.row(run)?;
    let record = RunRecord::load(desk.store(), run)?;
    let language = record.language();
    let journal = record.journal().iter();
    let decisions = journal.filter_map(|envelope| match &envelope.event {
        Event::GateDecided {
            gate,
            verdict,
            reasons,
        } => Some(DecidedGate {
            gate: *gate,
            verdict: *verdict,
            reasons: reasons.clone(),
            at: envelope.at,
        }),
        _ => None,
    });
    let archived = QUALITY_GATE.seen_as::<ArchivedDecision>();
    let quality = record.artifacts().read(archived)?;
    let text = match &quality {
        Some(quality) => explain(&Decision::deserialize(&quality.decision)?, language),
        None => without_quality_gate(&record, language),
    };
    Ok(Gates {
        decisions: decisions.collect(),
        quality,
        text,
    })
}

fn without_quality_gate(record: &RunRecord<'_>, language: Language) -> String {
    let judges = record.state().settings();
    let judges = judges.is_some_and(|settings| settings.investment.is_some());
    let text = match (judges, record.state().outcome()) {
        (true, None) => language.pick(
            "The quality gate decides when the tasks are done.",
            "质量门将在任务完成后作出判定。",
        ),
        (true, Some(_)) => language.pick(
            "The run ended before the quality gate was reached.",
            "运行在到达质量门之前已结束。",
        ),
        (false, _) => language.pick(
            "Only a research about one company passes the quality gate and the kill switch; this one passes the egress gate alone.",
            "质量门与熔断规则仅适用于单一公司研究；本次运行只经过出口门。",
        ),
    };
    text.to_owned()
}
