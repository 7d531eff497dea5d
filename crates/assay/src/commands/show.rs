use assay_domain::{Envelope, Event, Language, MicroUsd, RunId, Understood};
use assay_engine::artifacts::{Artifacts, SEARCH_ROUNDS};
use assay_engine::{OutputFormat, RunRecord, asked_on, stands_still, workspace_folder};
use assay_plan::{DashboardKind, RunState, TaskState};
use assay_steps::{Evaluation, Prompts, SearchRounds};
use assay_store::{RunRow, RunStatus, Store};
use serde_json::json;

use super::asked::conversation;
use super::files;
use super::hints::about_judgement;
use super::list::{standing_still, status};
use crate::app::{App, find_run_or_newest};
use crate::args::ShowArgs;
use crate::dashboards;
use crate::exit::Exit;
use crate::table::{shorten, table};

pub(crate) fn run(app: &App, args: &ShowArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run_or_newest(&store, args.run.as_deref())?;
    if printed(app, &store, &run, args)? {
        return Ok(Exit::Fine);
    }
    let journal = store.load(&run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
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
            .map(|(task, state)| json!({"task": task, "state": word(state), "note": note(state, row.language)}))
            .collect();
        app.output.value(&json!({
            "run": row, "plan": state.plan(), "tasks": tasks, "evaluation": evaluation,
            "chapters": overall.as_ref().map(dashboards::as_json),
            "rounds": deep_rounds(&store, &journal)?,
            "understood": understood(&journal),
            "asked_on": asked_on(&journal).map(|(_, one)| one).collect::<Vec<_>>(),
        }))?;
        return Ok(Exit::Fine);
    }
    summary(app, &store, &row, &state)?;
    if let Some(understood) = understood(&journal) {
        let word = row.language.pick("understood:", "问题理解：");
        let line = understood.line(row.language);
        app.output.data(&format!("{word} {line}"))?;
    }
    if let Some(overall) = &overall {
        let current = newest(DashboardKind::Current)?;
        let shown = dashboards::summary(overall, current.as_ref(), row.language);
        app.output.data(&shown)?;
    }
    let profile = state.profile().transpose()?;
    if profile.is_some_and(|profile| profile.has_agent()) {
        let folder = workspace_folder(&store, &run);
        let word = row.language.pick("files:", "文件：");
        app.output.data(&format!("{word} {}", folder.display()))?;
    }
    let rounds = deep_rounds(&store, &journal)?;
    for line in rounds.iter().flat_map(|rounds| told(rounds, row.language)) {
        app.output.data(&line)?;
    }
    tell_evaluation(app, &run, &evaluation, row.language)?;
    if let RunStatus::Finished(outcome) = row.status
        && let Some(shortfall) = RunRecord::load(&store, &run)?.shortfall()?
    {
        let hints = about_judgement(app, &run, outcome, &shortfall, row.language);
        hints.iter().for_each(|hint| app.output.say(hint));
    }
    if let Some(conversation) = conversation(&journal, row.language) {
        app.output.markdown(&conversation)?;
    }
    Ok(Exit::Fine)
}

/// How much was claimed and found, and what share of the prompts asked again.
fn tell_evaluation(
    app: &App,
    run: &RunId,
    evaluation: &Evaluation,
    language: Language,
) -> anyhow::Result<()> {
    if evaluation.claims > 0 {
        app.output.data(&evaluated(evaluation))?;
    }
    if evaluation.prompts.tokens > 0 {
        app.output.data(&prompted(&evaluation.prompts, language))?;
    }
    if evaluation.findings > 0 {
        app.output.data(&format!(
            "{} findings; `assay show {run} --report` prints the report",
            evaluation.findings
        ))?;
    }
    Ok(())
}

/// What the question was taken to ask; runs of earlier versions do not say.
fn understood(journal: &[Envelope]) -> Option<&Understood> {
    journal.iter().find_map(|envelope| match &envelope.event {
        Event::QuestionUnderstood { understood } => Some(understood),
        _ => None,
    })
}

/// Prints the one thing that was asked for by name. Whether there was one.
fn printed(app: &App, store: &Store, run: &RunId, args: &ShowArgs) -> anyhow::Result<bool> {
    if args.board {
        app.output.value(&store.board(run, args.at)?)?;
        return Ok(true);
    }
    if args.events {
        for envelope in &store.load(run, 0)? {
            app.output.value_line(envelope)?;
        }
        return Ok(true);
    }
    if args.files {
        files::list(app, store, run)?;
        return Ok(true);
    }
    if let Some(wanted) = &args.file {
        files::print(app, store, run, wanted, (args.out.as_deref(), args.force))?;
        return Ok(true);
    }
    let named = match (args.report, args.sections) {
        (true, _) => (
            "report",
            RunRecord::load(store, run)?.report(OutputFormat::Markdown)?,
        ),
        (_, true) => (
            "sections",
            RunRecord::load(store, run)?.unreported_sections(&app.settings.secrets())?,
        ),
        (false, false) => return Ok(false),
    };
    let (name, text) = named;
    app.output
        .markdown_or(&text, &json!({"run": run, name: text}))?;
    Ok(true)
}

/// How many rounds a deep research took, and why they ended.
fn deep_rounds(store: &Store, journal: &[Envelope]) -> anyhow::Result<Option<SearchRounds>> {
    Ok(Artifacts::new(store, journal).read(SEARCH_ROUNDS)?)
}

/// The rounds with what the model found open in each, a line each.
fn told(rounds: &SearchRounds, language: Language) -> Vec<String> {
    let mut lines = rounds.told(language);
    let open = |points: &[String]| points.join("; ");
    for (round, number) in rounds.further.iter().zip(2..) {
        let points = open(&round.open);
        let line = language.pick(
            format!("  open before round {number}: {points}"),
            format!("  第 {number} 轮之前待解答：{points}"),
        );
        lines.push(line);
    }
    if !rounds.still_open.is_empty() {
        let points = open(&rounds.still_open);
        lines.push(language.pick(
            format!("  still open: {points}"),
            format!("  仍未解答：{points}"),
        ));
    }
    lines
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

/// What the models were sent, and how much of it because an answer was not taken.
fn prompted(prompts: &Prompts, language: Language) -> String {
    let Prompts {
        tokens, repeated, ..
    } = prompts;
    let share = prompts.repeated_per_mille();
    let (whole, tenths) = (share / 10, share % 10);
    language.pick(
        format!("{tokens} prompt tokens, {repeated} of them ({whole}.{tenths} %) to ask again"),
        format!("提示词元 {tokens}，其中重新提问 {repeated}（{whole}.{tenths}%）"),
    )
}

fn summary(app: &App, store: &Store, row: &RunRow, state: &RunState) -> anyhow::Result<()> {
    let status = status(store, row);
    app.output
        .data(&format!("{}  {status}\n{}", row.run, row.title))?;
    if let Some(process) = standing_still(store, row) {
        let told = stands_still(process, row.language);
        app.output.data(&format!("  {told}"))?;
    }
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
                shorten(&note(task_state, row.language), 80),
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

pub(super) fn note(state: &TaskState, language: Language) -> String {
    match state {
        TaskState::Failed(failure) => failure.told(language),
        TaskState::Blocked { by } => {
            language.pick(format!("needs task {by}"), format!("依赖任务 {by}"))
        }
        TaskState::Waiting { missing } => language.pick(
            format!("waits for {missing}"),
            format!("等待 {missing} 项任务"),
        ),
        TaskState::Ready | TaskState::Running { .. } | TaskState::Finished => String::new(),
    }
}
