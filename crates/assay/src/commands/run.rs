use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_domain::{Language, Plan, PlanOrigin, Request, TaskId};
use assay_engine::{NewRun, Reuse};
use assay_plan::{ProfileSpec, RunState, plan};
use assay_store::Store;

use super::drive::{drive, preflight};
use super::research::flags;
use crate::app::{App, find_run};
use crate::args::RunArgs;
use crate::exit::Exit;
use crate::sources::refuse_without_sources;

pub(crate) async fn run(app: &App, args: RunArgs) -> anyhow::Result<Exit> {
    let plan = read_plan(&args.file)?;
    let mut flags = flags(&args.options);
    flags.language = flags
        .language
        .or_else(|| Some(app.settings.language(&text_of(&plan))));
    let settings = app.settings.for_run(&plan.topic, &flags)?;
    preflight(app, &app.brains()?, &settings).await?;
    let store = app.store()?;
    let library = app.library(&store)?;
    let worker = ProfileSpec::of(&settings)?.worker;
    refuse_without_sources(&app.settings, &library, &settings, worker)?;
    let reuse = reuse(&store, &plan, &args)?;
    let also = args.options.also.destination(&store)?;
    let engine = app.engine_over(&store, library)?;
    let request = Request {
        question: plan.topic.clone(),
        research_type: Some(plan.research_type),
    };
    let run = engine
        .create(NewRun {
            request,
            settings,
            plan: Some((plan, PlanOrigin::User, Vec::new())),
            understood: None,
            assumptions: Vec::new(),
            reuse,
        })
        .await?;
    drive(app, &engine, &run, also.as_ref()).await
}

/// A user's plan: refused with every problem at once.
pub(super) fn read_plan(path: &Path) -> anyhow::Result<Plan> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read the plan {}", path.display()))?;
    let text = plan_in(text).with_context(|| format!("{} holds no plan", path.display()))?;
    plan::parse(&text).map_err(|problems| {
        let list: Vec<String> = problems
            .iter()
            .map(|problem| format!("  {problem}"))
            .collect();
        anyhow::anyhow!(
            "{} is not a valid plan; `assay plan schema` describes one\n{}",
            path.display(),
            list.join("\n")
        )
    })
}

/// The plan of a file that holds one, or that holds what `assay show RUN --json` printed.
fn plan_in(text: String) -> anyhow::Result<String> {
    // what is no JSON is told by the reader of plans, with its line
    let Ok(serde_json::Value::Object(mut shown)) = serde_json::from_str(&text) else {
        return Ok(text);
    };
    match shown.remove("plan") {
        None => Ok(text),
        Some(serde_json::Value::Null) => {
            bail!("the run had no plan yet when it was shown; show it again once it has one")
        }
        Some(plan) => Ok(serde_json::to_string(&plan)?),
    }
}

/// Topic and descriptions, to tell the plan's language by.
pub(super) fn text_of(plan: &Plan) -> String {
    let tasks = plan.tasks.iter().map(|task| task.description.as_str());
    std::iter::once(plan.topic.as_str())
        .chain(tasks)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Which tasks take their results from which earlier run.
fn reuse(store: &Store, plan: &Plan, args: &RunArgs) -> anyhow::Result<Option<Reuse>> {
    let again: BTreeSet<TaskId> = match (args.from, args.only.is_empty()) {
        (Some(from), _) => plan::downstream(plan, from),
        (None, false) => args.only.iter().copied().collect(),
        (None, true) if args.base.is_some() => {
            bail!("--base needs --only or --from: which tasks to re-run")
        }
        (None, true) => return Ok(None),
    };
    for task in args.only.iter().chain(&args.from) {
        if plan.task(*task).is_none() {
            bail!(
                "the plan has no task {task}; it has 1 to {}",
                plan.tasks.len()
            );
        }
    }
    let base = match &args.base {
        Some(text) => find_run(store, text)?,
        None => newest_of_topic(store, plan)?,
    };
    let tasks = plan
        .tasks
        .iter()
        .map(|task| task.id)
        .filter(|task| !again.contains(task))
        .collect();
    Ok(Some(Reuse { base, tasks }))
}

fn newest_of_topic(store: &Store, plan: &Plan) -> anyhow::Result<assay_domain::RunId> {
    for row in store.runs(usize::MAX)? {
        let journal = store.load(&row.run, 0)?;
        let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
        let same = state.plan().is_some_and(|old| old.topic == plan.topic);
        if same && state.outcome().is_some() {
            return Ok(row.run);
        }
    }
    bail!(
        "no finished run has the topic `{}`; run the whole plan first or name one with --base RUN",
        plan.topic
    )
}

/// The language that a plan is written in.
pub(super) fn language_of(app: &App, plan: &Plan) -> Language {
    app.settings.language(&text_of(plan))
}
