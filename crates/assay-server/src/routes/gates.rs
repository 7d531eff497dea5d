use assay_domain::{Event, GateName, RunId, Timestamp, Verdict};
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
    let decisions: Vec<DecidedGate> = decisions.collect();
    let text = match &quality {
        Some(quality) => explain(&Decision::deserialize(&quality.decision)?, language),
        None => without_judgement(&record, &decisions).to_owned(),
    };
    Ok(Gates {
        decisions,
        quality,
        text,
    })
}

/// Of a run that judges no company, or that has not been judged.
fn without_judgement(record: &RunRecord<'_>, decisions: &[DecidedGate]) -> &'static str {
    let decided = |gate| decisions.iter().any(|one| one.gate == gate);
    let text = if decided(GateName::QualityGate) {
        (
            "The run judges no company. A rule of the kill switch fired over what it wrote.",
            "本次运行不研判公司。所写内容触发了熔断规则。",
        )
    } else if decided(GateName::Egress) {
        // the last gate looks behind the rules
        (
            "The run judges no company. No rule of the kill switch fired over what it wrote.",
            "本次运行不研判公司。所写内容未触发任何熔断规则。",
        )
    } else if record.state().outcome().is_none() {
        (
            "The gates decide when the tasks are done.",
            "各门禁将在任务完成后作出判定。",
        )
    } else {
        (
            "The run ended before its gates were reached.",
            "运行在到达各门禁之前已结束。",
        )
    };
    record.language().pick(text.0, text.1)
}
