use assay_domain::{Language, Plan, TaskId};
use assay_plan::plan::{self, Estimate, PlanProblem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Problem;
use crate::call::Call;

/// What there is to say about a plan: why it cannot be used, or how it would go.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct PlanCheck {
    /// Null where it cannot be used.
    plan: Option<Plan>,
    problems: Vec<PlanProblem>,
    hints: Vec<PlanHint>,
    /// The tasks by how many must be done before them.
    waves: Vec<Vec<TaskId>>,
    /// A longest chain of tasks, first task first.
    critical_path: Vec<TaskId>,
    estimate: Option<Estimate>,
}

/// Advice on a plan that can be used.
#[derive(Serialize, JsonSchema)]
struct PlanHint {
    /// P-001 and the like.
    code: &'static str,
    /// Null where it is about the plan as a whole.
    task: Option<TaskId>,
    /// In the language of the plan.
    text: String,
}

pub(crate) async fn check(mut call: Call) -> Result<PlanCheck, Problem> {
    Ok(match plan::parse(&call.text().await?) {
        Ok(plan) => judged(plan),
        Err(problems) => PlanCheck {
            problems,
            ..PlanCheck::default()
        },
    })
}

fn judged(checked: Plan) -> PlanCheck {
    let language = Language::of_text(&checked.topic);
    let hints = plan::lint(&checked).into_iter().map(|advice| PlanHint {
        code: advice.code(),
        task: advice.task,
        text: advice.text(language),
    });
    let estimate = plan::estimate(&checked);
    PlanCheck {
        problems: Vec::new(),
        hints: hints.collect(),
        waves: plan::waves(&checked),
        critical_path: estimate.critical_path.clone(),
        estimate: Some(estimate),
        plan: Some(checked),
    }
}
