use std::sync::Arc;

use assay_domain::{Autonomy, Date, Language, ResearchType, RunId};
use assay_plan::{ProfileChoice, Profiles};
use assay_server::WishedSource;
use assay_steps::EventId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{run_id, written};
use crate::front::Front;
use crate::refusal::Refusal;
use crate::resources::report_uri;

pub(super) const START: &str = "start_research";
pub(super) const STATUS: &str = "run_status";
pub(super) const RESUME: &str = "resume_run";
pub(super) const CANCEL: &str = "cancel_run";

const STEPS: usize = 20;
const MOST_STEPS: usize = 200;

/// What there is to choose from; hosts are shown no descriptions of single words.
fn profiles() -> String {
    let all = Profiles::default().all().iter();
    let told = all.map(|spec| format!("{}: {}", spec.id, spec.about.en));
    let told: Vec<String> = told.collect();
    format!("Found by the question if absent. {}", told.join(" "))
}

/// What may be wished for; the workbench judges it.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// The question, or a company's name.
    question: String,
    /// Found by itself if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    research_type: Option<ResearchType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ProfileChoice>", extend("description" = profiles()))]
    profile: Option<String>,
    /// Language of explanations; that of the text if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    /// provider/model for every role; as configured if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// Use no model even if one is configured.
    #[serde(default)]
    offline: bool,
    /// The most tokens that it may spend.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = u32::MAX))]
    max_tokens: Option<u64>,
    /// The most that it may cost, in US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<String>,
    /// Use nothing that became known later: YYYY-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<Date>,
    /// Where to look; everywhere that is configured if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<WishedSource>>")]
    sources: Option<Vec<String>>,
    /// For autonomous: what the research is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    /// For autonomous: turns of the agent; 100 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = *Autonomy::STEPS.start(), max = *Autonomy::STEPS.end()))]
    max_steps: Option<i64>,
    /// For autonomous: the company that is judged at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<String>,
}

pub(super) async fn start(front: Arc<Front>, wish: Wish) -> Outcome {
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedRun {
    /// The id of the run.
    run: String,
}

pub(super) async fn resume(front: Arc<Front>, named: NamedRun) -> Outcome {
    steer(&front, "resume", &named).await
}

pub(super) async fn cancel(front: Arc<Front>, named: NamedRun) -> Outcome {
    steer(&front, "cancel", &named).await
}

async fn steer(front: &Front, verb: &str, named: &NamedRun) -> Outcome {
    let run = run_id(&named.run)?;
    let path = format!("/api/runs/{run}/{verb}");
    front.workbench.post(&path, None).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowedRun {
    /// The id of the run.
    run: String,
    /// The step that you saw last, e.g. 12.0.
    after: Option<String>,
    /// Most steps told, the newest; 20 if absent.
    #[schemars(range(max = MOST_STEPS))]
    steps: Option<usize>,
}

pub(super) async fn status(front: Arc<Front>, asked: FollowedRun) -> Outcome {
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
