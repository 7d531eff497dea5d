use std::collections::BTreeSet;
use std::sync::Arc;

use assay_domain::{Language, Plan, TaskId};
use assay_plan::plan;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::front::Front;
use crate::refusal::Refusal;

pub(super) const CHECK: &str = "plan_check";
pub(super) const SCHEDULE: &str = "plan_schedule";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanToCheck {
    /// research_type (company, industry, strategy, macro, quantitative or event), topic, objectives, and
    /// tasks with id (1, 2, 3 …), description, dependencies and optional hints (data_needs,
    /// key_questions, suggested_tools).
    #[schemars(with = "Plan")]
    plan: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanAtWork {
    /// research_type (company, industry, strategy, macro, quantitative or event), topic, objectives, and
    /// tasks with id (1, 2, 3 …), description, dependencies and optional hints (data_needs,
    /// key_questions, suggested_tools).
    #[schemars(with = "Plan")]
    plan: Value,
    /// Ids of tasks whose section is written.
    #[serde(default)]
    finished: Vec<TaskId>,
    /// Ids of tasks that failed for good.
    #[serde(default)]
    failed: Vec<TaskId>,
}

pub(super) async fn check(front: Arc<Front>, PlanToCheck { plan }: PlanToCheck) -> Outcome {
    front.workbench.post("/api/plans/check", Some(&plan)).await
}

pub(super) async fn schedule(_front: Arc<Front>, asked: PlanAtWork) -> Outcome {
    let plan = plan::parse(&asked.plan.to_string()).map_err(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Refusal::told(format!(
            "the plan cannot be scheduled: {}; plan_check says more",
            told.join("; ")
        ))
    })?;
    let settled = asked.finished.iter().chain(&asked.failed);
    if let Some(unknown) = settled.into_iter().find(|id| plan.task(**id).is_none()) {
        return Err(Refusal::told(format!("the plan has no task {unknown}")));
    }
    Ok(scheduled(&plan, &asked.finished, &asked.failed))
}

fn scheduled(plan: &Plan, finished: &[TaskId], failed: &[TaskId]) -> Value {
    let blocked: BTreeSet<TaskId> = failed
        .iter()
        .flat_map(|id| plan::downstream(plan, *id))
        .filter(|id| !finished.contains(id) && !failed.contains(id))
        .collect();
    let open = plan.tasks.iter().filter(|task| {
        !finished.contains(&task.id) && !failed.contains(&task.id) && !blocked.contains(&task.id)
    });
    let (ready, waiting): (Vec<_>, Vec<_>) =
        open.partition(|task| task.dependencies.iter().all(|id| finished.contains(id)));
    let waiting: Vec<Value> = waiting
        .into_iter()
        .map(|task| {
            let missing = task.dependencies.iter();
            let missing: Vec<&TaskId> = missing.filter(|id| !finished.contains(id)).collect();
            json!({"task": task.id, "waits_for": missing})
        })
        .collect();
    let estimate = plan::estimate(plan);
    json!({
        "ready": ready,
        "waiting": waiting,
        "blocked": blocked,
        "done": finished.len() == plan.tasks.len(),
        "waves": plan::waves(plan),
        "critical_path": estimate.critical_path,
        "estimate": estimate,
        "drawing": plan::draw(plan, Language::of_text(&plan.topic)),
    })
}
