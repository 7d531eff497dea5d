use std::sync::Arc;

use assay_domain::{Date, Language, ResearchType, RunId};
use assay_steps::EventId;
use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{run_id, taken, written};
use crate::front::Front;
use crate::refusal::Refusal;
use crate::resources::report_uri;
use crate::schema::{choice, count, flag, language, object, optional, required, text};

pub(super) const START: &str = "start_research";
pub(super) const STATUS: &str = "run_status";
pub(super) const RESUME: &str = "resume_run";
pub(super) const CANCEL: &str = "cancel_run";

const STEPS: usize = 20;
const MOST_STEPS: usize = 200;

/// What may be wished for; the workbench judges it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Start {
    question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    research_type: Option<ResearchType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(default)]
    offline: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_steps: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<String>,
}

pub(super) fn start_schema() -> JsonObject {
    let kinds: Vec<&str> = ResearchType::ALL.iter().map(|kind| kind.name()).collect();
    object(vec![
        required("question", text("The question, or a company's name.")),
        optional(
            "research_type",
            choice(&kinds, "Found by itself if absent."),
        ),
        optional(
            "profile",
            choice(
                &["plain", "deep", "investment", "autonomous"],
                "plain: sections; deep: with a causal model; investment: memo with valuation; autonomous: an agent with a blueprint and files of its own, the question is its title.",
            ),
        ),
        optional("language", language()),
        optional(
            "model",
            text("provider/model for every role; as configured if absent."),
        ),
        optional("offline", flag("Use no model even if one is configured.")),
        optional(
            "max_tokens",
            count(1, u64::from(u32::MAX), "The most tokens that it may spend."),
        ),
        optional(
            "max_cost",
            text("The most that it may cost, in US dollars."),
        ),
        optional(
            "as_of",
            text("Use nothing that became known later: YYYY-MM-DD."),
        ),
        optional(
            "sources",
            json!({
                "type": "array",
                "items": {"type": "string", "enum": ["library", "web"]},
                "description": "Where to look; everywhere that is configured if absent.",
            }),
        ),
        optional("purpose", text("For autonomous: what the research is for.")),
        optional(
            "max_steps",
            count(
                1,
                10_000,
                "For autonomous: turns of the agent; 100 if absent.",
            ),
        ),
        optional(
            "company",
            text("For autonomous: the company that is judged at the end."),
        ),
    ])
}

pub(super) async fn start(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    let wish: Start = taken(START, arguments)?;
    written("question", &wish.question)?;
    let wish = serde_json::to_value(&wish)?;
    let mut begun = front.workbench.post("/api/runs", Some(&wish)).await?;
    let run = begun.get("run").and_then(Value::as_str);
    let run = run.ok_or(Refusal::Incomplete("run"))?;
    let report = report_uri(&RunId::new(run));
    if let Value::Object(fields) = &mut begun {
        fields.insert("report".to_owned(), json!(report));
        fields.insert("next".to_owned(), json!("call run_status with this run"));
    }
    Ok(begun)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfRun {
    run: String,
}

pub(super) fn run_schema() -> JsonObject {
    object(vec![required("run", text("The id of the run."))])
}

pub(super) async fn resume(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    steer(&front, RESUME, "resume", arguments).await
}

pub(super) async fn cancel(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    steer(&front, CANCEL, "cancel", arguments).await
}

async fn steer(front: &Front, tool: &'static str, verb: &str, arguments: JsonObject) -> Outcome {
    let OfRun { run } = taken(tool, arguments)?;
    let run = run_id(&run)?;
    let path = format!("/api/runs/{run}/{verb}");
    front.workbench.post(&path, None).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Status {
    run: String,
    after: Option<String>,
    steps: Option<usize>,
}

pub(super) fn status_schema() -> JsonObject {
    object(vec![
        required("run", text("The id of the run.")),
        optional("after", text("The step that you saw last, e.g. 12.0.")),
        optional(
            "steps",
            count(0, 200, "Most steps told, the newest; 20 if absent."),
        ),
    ])
}

pub(super) async fn status(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    let asked: Status = taken(STATUS, arguments)?;
    let run = run_id(&asked.run)?;
    let after = asked.after.as_deref().map(place).transpose()?;
    let view = front.workbench.get(&format!("/api/runs/{run}")).await?;
    let told = front
        .workbench
        .get(&format!("/api/runs/{run}/steps"))
        .await?;
    let all = told.get("steps").and_then(Value::as_array);
    let all = all.ok_or(Refusal::Incomplete("steps"))?;
    let event = |step: &Value, name: &str| step.get("event").and_then(|e| e.get(name)).cloned();
    let newer: Vec<&Value> = all
        .iter()
        .filter(|step| {
            let id = step.get("id").and_then(Value::as_str);
            let id = id.and_then(|id| id.parse::<EventId>().ok());
            after.is_none_or(|after| id.is_some_and(|id| id > after))
        })
        .collect();
    let most = asked.steps.unwrap_or(STEPS).min(MOST_STEPS);
    let shown = newer.iter().skip(newer.len().saturating_sub(most));
    let steps: Vec<Value> = shown
        .map(|step| {
            json!({
                "id": step.get("id"),
                "step": event(step, "stepType"),
                "status": event(step, "status"),
                "label": event(step, "label"),
                "error": event(step, "payload").and_then(|payload| payload.get("error").cloned()),
            })
        })
        .collect();
    let last = all.last();
    let part = |name: &str| view.get(name).cloned().unwrap_or_default();
    let reasons = view.get("run").and_then(|row| row.get("reasons")).cloned();
    Ok(json!({
        "run": run,
        "state": part("state"),
        "reasons": reasons,
        "progress": last.and_then(|step| event(step, "progress")),
        "question": part("question"),
        "tasks": part("tasks"),
        "spent": part("spent"),
        "trouble": part("trouble"),
        "findings": part("findings").as_array().map(Vec::len),
        "last_step": last.and_then(|step| step.get("id")),
        "steps_left_out": newer.len().saturating_sub(most),
        "steps": steps,
        "report": report_uri(&run),
    }))
}

fn place(text: &str) -> Result<EventId, Refusal> {
    text.parse()
        .map_err(|_| Refusal::told(format!("`{text}` is no id of a step; ids look like 12.0")))
}
