use std::sync::Arc;
use std::time::Duration;

use assay_domain::{Profile, RemovedBy, RunId};
use assay_engine::stands_still;
use assay_plan::plan;
use assay_store::{Owner, RunRow, RunStatus};
use serde::Deserialize;
use serde_json::{Value, json};

use super::run_list::LONGEST_QUESTION;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

/// The state of a run whose process is stopped.
const STANDING_STILL: &str = "standing_still";
/// How often, and after what pause, it is looked whether the driver of an ended run is done.
const LOOKS: usize = 100;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    Ok(answer::ok(&aside(move || shown(&desk, &run)).await?))
}

fn shown(desk: &Desk, run: &RunId) -> Result<Value, Problem> {
    let row = desk.row(run)?;
    let state = state_of(desk, &row)?;
    let trouble = trouble(desk, &row, state)?;
    desk.views.of(desk.store(), run, |view| {
        let settings = view.state.settings();
        let profile = match settings {
            Some(settings) if settings.investment.is_some() => json!("investment"),
            Some(settings) => match settings.profile {
                Profile::Autonomous(_) => json!("autonomous"),
                profile => json!(profile),
            },
            None => Value::Null,
        };
        json!({
            "state": state,
            "profile": profile,
            "held": row.held,
            "asked": row.asked,
            "driven": matches!(state, "planning" | "running"),
            "trouble": trouble,
            "plan": view.state.plan(),
            "origin": view.origin,
            "tasks": view.tasks(),
            "spent": {"tokens": row.tokens, "cost": row.cost, "calls": row.calls},
            "question": view.state.request().map(|request| &request.question),
            "research_type": view.state.request().map(|request| request.research_type),
            "language": row.language,
            "models": settings.map(|settings| &settings.models),
            "budget": settings.map(|settings| &settings.budget),
            "web": settings.map(|settings| settings.web),
            "company": settings
                .and_then(|settings| settings.investment.as_ref())
                .map(|investment| json!({"name": investment.company, "as_of": investment.as_of})),
            "autonomy": match settings.map(|settings| settings.profile) {
                Some(Profile::Autonomous(autonomy)) => json!(autonomy),
                _ => Value::Null,
            },
            "chapters": view.chapters(),
            "findings": view.findings,
            "evaluation": view.evaluation,
            "run": row,
        })
    })
}

/// Where a run stands, in a word.
pub(super) fn state_of(desk: &Desk, row: &RunRow) -> Result<&'static str, Problem> {
    Ok(match row.status {
        RunStatus::Finished(outcome) => outcome.name(),
        RunStatus::Open if row.held => "awaiting_approval",
        RunStatus::Open if row.asked.is_some() => "awaiting_answer",
        RunStatus::Open => match desk.owner(&row.run)? {
            Owner::Nobody | Owner::Gone => "interrupted",
            Owner::StandsStill { .. } => STANDING_STILL,
            Owner::AtWork if row.tasks == 0 => "planning",
            Owner::AtWork => "running",
        },
    })
}

/// Why a run does not go on: its last driver gave up, or the process that drives it stands still.
fn trouble(desk: &Desk, row: &RunRow, state: &str) -> Result<Option<String>, Problem> {
    if state == STANDING_STILL
        && let Owner::StandsStill { process } = desk.owner(&row.run)?
    {
        return Ok(Some(stands_still(process, row.language)));
    }
    Ok(desk.supervisor.trouble(&row.run))
}

async fn state_now(desk: &Arc<Desk>, run: &RunId) -> Answer {
    let (desk, run) = (Arc::clone(desk), run.clone());
    let state = aside(move || state_of(&desk, &desk.row(&run)?)).await?;
    Ok(answer::ok(&json!({"state": state})))
}

pub(crate) async fn replace_plan(mut call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    call.desk.row(&run)?;
    let text = call.text().await?;
    let plan = plan::parse(&text).map_err(|problems| refused(&problems))?;
    let desk = Arc::clone(&call.desk);
    let named = run.clone();
    let work = call.desk.supervisor.work(async move {
        let engine = desk.host.engine()?;
        Ok(engine.replace_plan(&named, plan, Vec::new()).await?)
    });
    work.await?;
    state_now(&call.desk, &run).await
}

/// A plan that cannot be used, problem by problem.
pub(super) fn refused(problems: &[plan::PlanProblem]) -> Problem {
    let first = problems
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    let told = problems.iter().map(|problem| json!(problem)).collect();
    Problem::unusable(format!("the plan cannot be used: {first}"))
        .with_problems(told)
        .with_code("unusable_plan")
}

pub(crate) async fn approve(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    call.desk.row(&run)?;
    let (desk, named) = (Arc::clone(&call.desk), run.clone());
    let work = call.desk.supervisor.work(async move {
        desk.host.engine()?.approve(&named).await?;
        desk.supervisor.start(&named);
        Ok(())
    });
    work.await?;
    state_now(&call.desk, &run).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannerAnswer {
    /// Nothing: go on with what the planner assumes.
    #[serde(default)]
    answer: Option<String>,
}

pub(crate) async fn answer_planner(mut call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    call.desk.row(&run)?;
    let PlannerAnswer { answer } = call.json().await?;
    if answer
        .as_ref()
        .is_some_and(|text| text.len() > LONGEST_QUESTION)
    {
        return Err(Problem::unusable(format!(
            "the answer is longer than {LONGEST_QUESTION} bytes; say it shorter"
        ))
        .with_code("long_question"));
    }
    let (desk, named) = (Arc::clone(&call.desk), run.clone());
    let work = call.desk.supervisor.work(async move {
        desk.host.engine()?.answer_planner(&named, answer).await?;
        desk.supervisor.start(&named);
        Ok(())
    });
    work.await?;
    state_now(&call.desk, &run).await
}

pub(crate) async fn remove(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let row = call.desk.row(&run)?;
    if row.status != RunStatus::Open {
        files_written(&call.desk, &run).await;
    }
    if call.desk.supervisor.is_driven(&run) {
        return Err(Problem::conflict(
            "the run is at work; cancel it, and remove it when it has ended",
        )
        .with_code("run_at_work"));
    }
    let (desk, named) = (Arc::clone(&call.desk), run.clone());
    let removed = call.desk.supervisor.work(async move {
        let (clock, library) = (desk.host.clock(), desk.host.library());
        Ok(library
            .remove_runs(&[named], RemovedBy::User, clock.as_ref())
            .await?)
    });
    let removed = removed.await?;
    call.desk.views.forget(&run);
    Ok(answer::ok(&json!({"removed": removed})))
}

/// Waits for the driver of a run that has just ended: its last work is to write the report's files.
async fn files_written(desk: &Desk, run: &RunId) {
    for _ in 0..LOOKS {
        if !desk.supervisor.is_driven(run) {
            return;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

pub(crate) async fn cancel(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let row = call.desk.row(&run)?;
    if let RunStatus::Finished(outcome) = row.status {
        return Err(Problem::conflict(format!(
            "the run has ended as {}; there is nothing to cancel",
            outcome.name()
        ))
        .with_code("run_ended"));
    }
    let state = match call.desk.supervisor.cancel(&run).await? {
        Some(end) => end.outcome.name(),
        None => "cancelling",
    };
    Ok(answer::ok(&json!({"state": state})))
}

pub(crate) async fn resume(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let row = call.desk.row(&run)?;
    match row.status {
        RunStatus::Finished(outcome) => {
            return Err(Problem::conflict(format!(
                "the run has ended as {}; ask again to research it anew",
                outcome.name()
            ))
            .with_code("run_ended"));
        }
        RunStatus::Open if row.held => {
            return Err(Problem::conflict("the plan waits for approval; approve it")
                .with_code("plan_waits"));
        }
        RunStatus::Open if row.asked.is_some() => {
            return Err(Problem::conflict(
                "the planner asks something; answer it, with nothing to go on with what it assumes",
            )
            .with_code("planner_waits"));
        }
        RunStatus::Open => call.desk.supervisor.start(&run),
    }
    state_now(&call.desk, &run).await
}
