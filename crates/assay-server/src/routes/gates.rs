use assay_domain::{Event, Language, RunId};
use assay_engine::RunRecord;
use assay_gates::{Decision, explain};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

#[derive(Deserialize)]
struct Recorded {
    decision: Decision,
}

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    Ok(answer::ok(&aside(move || shown(&desk, &run)).await?))
}

fn shown(desk: &Desk, run: &RunId) -> Result<Value, Problem> {
    desk.row(run)?;
    let record = RunRecord::load(desk.store(), run)?;
    let language = record.language();
    let journal = record.journal().iter();
    let decisions: Vec<Value> = journal
        .filter_map(|envelope| match &envelope.event {
            Event::GateDecided {
                gate,
                verdict,
                reasons,
            } => Some(json!({
                "gate": gate, "verdict": verdict, "reasons": reasons, "at": envelope.at,
            })),
            _ => None,
        })
        .collect();
    let quality = record.artifact("quality_gate")?;
    let text = match &quality {
        Some(quality) => {
            let recorded: Recorded = serde_json::from_str(quality)?;
            explain(&recorded.decision, language)
        }
        None => without_quality_gate(&record, language),
    };
    let quality = quality.map(|text| serde_json::from_str::<Value>(&text));
    Ok(json!({
        "decisions": decisions,
        "quality": quality.transpose()?,
        "text": text,
    }))
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
