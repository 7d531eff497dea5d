use assay_domain::{MicroUsd, Profile};
use assay_engine::{OutputFormat, RunRecord, workspace_folder};
use assay_plan::{DashboardKind, RunState, TaskState};
use assay_steps::Evaluation;
use assay_store::RunRow;
use serde_json::json;

use super::list::status;
use crate::app::{App, find_run_or_newest};
use crate::args::ShowArgs;
use crate::dashboards;
use crate::exit::Exit;
use crate::table::{shorten, table};

pub(crate) fn run(app: &App, args: &ShowArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run_or_newest(&store, args.run.as_deref())?;
    if args.board {
        app.output.value(&store.board(&run, args.at)?)?;
        return Ok(Exit::Fine);
    }
    let journal = store.load(&run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    if args.events {
        for envelope in &journal {
            app.output.data(&serde_json::to_string(envelope)?)?;
        }
        return Ok(Exit::Fine);
    }
    if args.report {
        let record = RunRecord::load(&store, &run)?;
        let text = record.report(OutputFormat::Markdown)?;
        app.output
            .text(&text, &json!({"run": run, "report": text}))?;
        return Ok(Exit::Fine);
    }
    let Some(row) = store.run(&run)? else {
        return Ok(Exit::Error);
    };
    let mut evaluation = Evaluation::default();
    for envelope in &journal {
        evaluation.apply(&envelope.event);
    }
    let newest = |kind| dashboards::newest(&store, &journal, kind, row.language);
    let overall = newest(DashboardKind::Overall)?;
    if app.output.json {
        let tasks: Vec<_> = state
            .tasks()
            .iter()
            .map(|(task, state)| json!({"task": task, "state": word(state), "note": note(state)}))
            .collect();
        app.output.value(&json!({
            "run": row, "plan": state.plan(), "tasks": tasks, "evaluation": evaluation,
            "chapters": overall.as_ref().map(dashboards::as_json),
        }))?;
        return Ok(Exit::Fine);
    }
    summary(app, &row, &state)?;
    if let Some(overall) = &overall {
        let current = newest(DashboardKind::Current)?;
        let shown = dashboards::summary(overall, current.as_ref(), row.language);
        app.output.data(&shown)?;
    }
    let profile = state.settings().map(|settings| settings.profile);
    if let Some(Profile::Autonomous(_)) = profile {
        let folder = workspace_folder(&store, &run);
        let word = row.language.pick("files:", "文件：");
        app.output.data(&format!("{word} {}", folder.display()))?;
    }
    if evaluation.claims > 0 {
        app.output.data(&evaluated(&evaluation))?;
    }
    if evaluation.findings > 0 {
        app.output.data(&format!(
            "{} findings; `assay show {run} --report` prints the report",
            evaluation.findings
        ))?;
    }
    Ok(Exit::Fine)
}

/// How the run's sentences stand, in a line.
fn evaluated(evaluation: &Evaluation) -> String {
    let documents: Vec<String> = evaluation
        .documents
        .iter()
        .map(|(tier, number)| format!("{number} of tier {tier:?}"))
        .collect();
    format!(
        "{} sentences: {} borne out by their evidence, {} not, {} without evidence; documents: {}",
        evaluation.claims,
        evaluation.supported,
        evaluation.unsupported,
        evaluation.uncited,
        documents.join(", ")
    )
}

fn summary(app: &App, row: &RunRow, state: &RunState) -> anyhow::Result<()> {
    app.output
        .data(&format!("{}  {}\n{}", row.run, status(row), row.title))?;
    for reason in &row.reasons {
        app.output.data(&format!("  {reason}"))?;
    }
    let cost = if row.cost > MicroUsd::default() {
        format!(", {}", row.cost)
    } else {
        String::new()
    };
    app.output
        .data(&format!("{} calls, {} tokens{cost}", row.calls, row.tokens))?;
    let rows: Vec<Vec<String>> = state
        .tasks()
        .iter()
        .map(|(id, task_state)| {
            let description = state
                .plan()
                .and_then(|plan| plan.task(*id))
                .map(|task| task.description.as_str());
            vec![
                id.to_string(),
                word(task_state).to_owned(),
                shorten(description.unwrap_or_default(), 56),
                shorten(&note(task_state), 80),
            ]
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    app.output
        .data(&table(&["TASK", "STATE", "DESCRIPTION", "NOTE"], &rows))
}

pub(super) fn word(state: &TaskState) -> &'static str {
    match state {
        TaskState::Waiting { .. } => "waiting",
        TaskState::Ready => "ready",
        TaskState::Running { .. } => "running",
        TaskState::Finished => "finished",
        TaskState::Failed(_) => "failed",
        TaskState::Blocked { .. } => "blocked",
    }
}

pub(super) fn note(state: &TaskState) -> String {
    match state {
        TaskState::Failed(failure) => failure.to_string(),
        TaskState::Blocked { by } => format!("needs task {by}"),
        TaskState::Waiting { missing } => format!("waits for {missing}"),
        TaskState::Ready | TaskState::Running { .. } | TaskState::Finished => String::new(),
    }
}
