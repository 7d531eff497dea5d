use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use assay_domain::{
    ArtifactKind, Autonomy, Budget, Date, Finding, Language, MicroUsd, Outcome, Plan, PlanOrigin,
    PlannerQuestion, RemovedBy, ResearchType, Role, RunId,
};
use assay_engine::stands_still;
use assay_plan::{ProfileChoice, ProfileSpec, plan};
use assay_steps::Evaluation;
use assay_store::{Owner, RunRow, RunStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::library::Removal;
use super::run_list::LONGEST_QUESTION;
use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::views::{Chapters, TaskStanding};

/// How often, and after what pause, it is looked whether the driver of an ended run is done.
const LOOKS: usize = 100;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Where a run stands, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateName {
    Planning,
    AwaitingApproval,
    AwaitingAnswer,
    Running,
    Interrupted,
    /// The process that drives it is stopped.
    StandingStill,
    Cancelling,
    #[serde(untagged)]
    Ended(Outcome),
}

/// The state of a run after a step of its user.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RunStateName {
    state: StateName,
}

/// Where a run stands. What its journal has not told yet is null.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RunView {
    state: StateName,
    profile: Option<ProfileChoice>,
    /// What its tasks and steps may leave, by the names that artifacts have on the board.
    leaves: Vec<&'static str>,
    /// Those of them that a reader can take away.
    documents: Vec<&'static str>,
    /// Whether the plan waits for its user's approval.
    held: bool,
    /// What the planner asked back and waits for.
    asked: Option<PlannerQuestion>,
    /// Whether a process is at work on it.
    driven: bool,
    /// Why it does not go on.
    trouble: Option<String>,
    plan: Option<Plan>,
    origin: Option<PlanOrigin>,
    tasks: Vec<TaskStanding>,
    spent: RunSpend,
    question: Option<String>,
    research_type: Option<ResearchType>,
    language: Language,
    /// Role to `provider/model`; a role that is absent is answered by the offline analyst.
    models: Option<BTreeMap<Role, String>>,
    budget: Option<Budget>,
    /// Whether it may use search engines and pages.
    web: Option<bool>,
    /// The company that is judged at its end.
    company: Option<JudgedCompany>,
    autonomy: Option<Autonomy>,
    chapters: Option<Chapters>,
    findings: Vec<Finding>,
    evaluation: Evaluation,
    run: RunRow,
}

/// What the calls of a run came to.
#[derive(Serialize, JsonSchema)]
struct RunSpend {
    tokens: u64,
    cost: MicroUsd,
    calls: u64,
}

#[derive(Serialize, JsonSchema)]
struct JudgedCompany {
    name: String,
    /// Nothing that became known after this day is used.
    as_of: Date,
}

pub(crate) async fn show(call: Call) -> Result<RunView, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || shown(&desk, &run)).await
}

fn shown(desk: &Desk, run: &RunId) -> Result<RunView, Problem> {
    let row = desk.row(run)?;
    let state = state_of(desk, &row)?;
    let trouble = trouble(desk, &row, state)?;
    desk.views.of(desk.store(), run, |view| {
        let (settings, request) = (view.state.settings(), view.state.request());
        let company = settings.and_then(|settings| settings.investment.as_ref());
        let spec = view.state.profile().transpose()?;
        let profile = spec.map(|spec| spec.id.parse()).transpose()?;
        let leaves: BTreeSet<_> = spec.iter().flat_map(ProfileSpec::leaves).collect();
        let documents = spec.iter().flat_map(|spec| spec.documents);
        Ok(RunView {
            state,
            profile,
            leaves: leaves.into_iter().map(ArtifactKind::name).collect(),
            documents: documents.map(|kind| kind.name()).collect(),
            held: row.held,
            asked: row.asked.clone(),
            driven: matches!(state, StateName::Planning | StateName::Running),
            trouble,
            plan: view.state.plan().cloned(),
            origin: view.origin.clone(),
            tasks: view.tasks(),
            spent: RunSpend {
                tokens: row.tokens,
                cost: row.cost,
                calls: row.calls,
            },
            question: request.map(|request| request.question.clone()),
            research_type: request.and_then(|request| request.research_type),
            language: row.language,
            models: settings.map(|settings| settings.models.clone()),
            budget: settings.map(|settings| settings.budget),
            web: settings.map(|settings| settings.web),
            company: company.map(|judged| JudgedCompany {
                name: judged.company.clone(),
                as_of: judged.as_of,
            }),
            autonomy: settings.and_then(|settings| settings.profile.autonomy),
            chapters: view.chapters(),
            findings: view.findings.clone(),
            evaluation: view.evaluation.clone(),
            run: row,
        })
    })?
}

pub(super) fn state_of(desk: &Desk, row: &RunRow) -> Result<StateName, Problem> {
    Ok(match row.status {
        RunStatus::Finished(outcome) => StateName::Ended(outcome),
        RunStatus::Open if row.held => StateName::AwaitingApproval,
        RunStatus::Open if row.asked.is_some() => StateName::AwaitingAnswer,
        RunStatus::Open => match desk.owner(&row.run)? {
            Owner::Nobody | Owner::Gone => StateName::Interrupted,
            Owner::StandsStill { .. } => StateName::StandingStill,
            Owner::AtWork if row.tasks == 0 => StateName::Planning,
            Owner::AtWork => StateName::Running,
        },
    })
}

/// Why a run does not go on: its last driver gave up, or the process that drives it stands still.
fn trouble(desk: &Desk, row: &RunRow, state: StateName) -> Result<Option<String>, Problem> {
    if state == StateName::StandingStill
        && let Owner::StandsStill { process } = desk.owner(&row.run)?
    {
        return Ok(Some(stands_still(process, row.language)));
    }
    Ok(desk.supervisor.trouble(&row.run))
}

async fn state_now(desk: &Arc<Desk>, run: &RunId) -> Result<RunStateName, Problem> {
    let (desk, run) = (Arc::clone(desk), run.clone());
    let state = aside(move || state_of(&desk, &desk.row(&run)?)).await?;
    Ok(RunStateName { state })
}

pub(crate) async fn replace_plan(mut call: Call) -> Result<RunStateName, Problem> {
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

pub(crate) async fn approve(call: Call) -> Result<RunStateName, Problem> {
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

/// What the user says to the planner.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannerAnswer {
    /// Nothing: go on with what the planner assumes.
    #[serde(default)]
    answer: Option<String>,
}

pub(crate) async fn answer_planner(mut call: Call) -> Result<RunStateName, Problem> {
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

pub(crate) async fn remove(call: Call) -> Result<Removal, Problem> {
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
    Ok(Removal { removed })
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

pub(crate) async fn cancel(call: Call) -> Result<RunStateName, Problem> {
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
        Some(end) => StateName::Ended(end.outcome),
        None => StateName::Cancelling,
    };
    Ok(RunStateName { state })
}

pub(crate) async fn resume(call: Call) -> Result<RunStateName, Problem> {
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
