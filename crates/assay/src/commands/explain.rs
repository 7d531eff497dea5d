use anyhow::{Context as _, bail};
use assay_domain::{CallKey, ClaimId, Envelope, Event, EvidenceId, RunId, TaskId};
use assay_plan::RunState;
use assay_report::generation_log;
use assay_store::Store;
use serde_json::json;

use super::show::{note, word};
use crate::app::{App, find_run};
use crate::args::ExplainArgs;
use crate::exit::Exit;

mod pages {
    include!(concat!(env!("OUT_DIR"), "/code_pages.rs"));
}

pub(crate) fn run(app: &App, args: &ExplainArgs) -> anyhow::Result<Exit> {
    let code = args.what.to_ascii_uppercase();
    if let Some((_, page)) = pages::PAGES.iter().find(|(known, _)| *known == code) {
        app.output
            .text(page, &json!({"code": code, "text": page}))?;
        return Ok(Exit::Fine);
    }
    let store = app.store()?;
    let run = find_run(&store, &args.what).with_context(|| {
        format!(
            "`{}` is neither a run nor a code; codes look like E-013",
            args.what
        )
    })?;
    let journal = store.load(&run, 0)?;
    let text = match &args.item {
        None => {
            let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
            let language = state
                .settings()
                .map_or(assay_domain::Language::En, |settings| settings.language);
            generation_log(&journal, language)
        }
        Some(item) => explain_item(&store, &run, &journal, item)?,
    };
    app.output
        .text(&text, &json!({"run": run, "item": args.item, "text": text}))?;
    Ok(Exit::Fine)
}

fn explain_item(
    store: &Store,
    run: &RunId,
    journal: &[Envelope],
    item: &str,
) -> anyhow::Result<String> {
    if let Ok(task) = item.parse::<TaskId>() {
        return task_story(run, journal, task);
    }
    if item.starts_with("claim_") {
        return claim_story(run, journal, &ClaimId::new(item));
    }
    if item.starts_with("ev_") {
        return evidence_story(store, run, journal, &EvidenceId::new(item));
    }
    bail!("`{item}` is not a task number, a claim id (claim_…) or an evidence id (ev_…)")
}

/// Every event of a task, in order, as one line each.
fn task_story(run: &RunId, journal: &[Envelope], task: TaskId) -> anyhow::Result<String> {
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let plan = state.plan().context("the run has no plan yet")?;
    let described = plan
        .task(task)
        .with_context(|| format!("run {run} has no task {task}"))?;
    let standing = state
        .tasks()
        .get(&task)
        .map(|state| format!("{} {}", word(state), note(state)))
        .unwrap_or_default();
    let mut lines = vec![
        format!("task {task}: {}", described.description),
        format!("state: {}", standing.trim()),
    ];
    let mut calls = Vec::new();
    for envelope in journal {
        if let Event::CallStarted {
            key,
            task: Some(of),
            ..
        } = &envelope.event
            && *of == task
        {
            calls.push(key.clone());
        }
        if let Some(line) = task_line(&envelope.event, task, &calls)? {
            lines.push(format!("{:>5}  {}  {line}", envelope.run_seq, envelope.at));
        }
    }
    Ok(lines.join("\n"))
}

/// What an event says of `task`, whose calls are `calls`; `None` if it is about something else.
fn task_line(event: &Event, task: TaskId, calls: &[CallKey]) -> anyhow::Result<Option<String>> {
    Ok(Some(match event {
        Event::TaskStarted { task: of, attempt } if *of == task => {
            format!("started (attempt {attempt})")
        }
        Event::CallStarted { key, call, .. } if calls.contains(key) => {
            format!("called {}", serde_json::to_string(call)?)
        }
        Event::CallReplied {
            key,
            usage,
            cost,
            millis,
            ..
        } if calls.contains(key) => {
            let tokens = usage.map_or(0, assay_domain::Usage::total);
            format!("reply after {millis} ms: {tokens} tokens, {cost}")
        }
        Event::CallFailed {
            key,
            failure,
            attempt,
            will_retry,
        } if calls.contains(key) => {
            let next = if *will_retry { "; tried again" } else { "" };
            format!("try {attempt} failed: {failure}{next}")
        }
        Event::ClaimRegistered { claim } if claim.task == task => {
            format!(
                "claim {} ({:?}): {}",
                claim.id, claim.confidence, claim.text
            )
        }
        Event::TaskFinished {
            task: of,
            author,
            notes,
        } if *of == task => {
            let (author, notes) = (
                serde_json::to_string(author)?,
                serde_json::to_string(notes)?,
            );
            format!("finished by {author}, notes {notes}")
        }
        Event::TaskFailed { task: of, failure } if *of == task => format!("failed: {failure}"),
        Event::TaskBlocked { task: of, by } if *of == task => format!("blocked by task {by}"),
        Event::TaskReused { task: of, from } if *of == task => format!("result of run {from}"),
        _ => return Ok(None),
    }))
}

fn claim_story(run: &RunId, journal: &[Envelope], id: &ClaimId) -> anyhow::Result<String> {
    let claim = journal
        .iter()
        .find_map(|envelope| match &envelope.event {
            Event::ClaimRegistered { claim } if claim.id == *id => Some(claim),
            _ => None,
        })
        .with_context(|| format!("run {run} has no claim {id}"))?;
    let mut lines = vec![
        format!(
            "{id} (task {}, {:?}, {})",
            claim.task,
            claim.confidence,
            serde_json::to_string(&claim.kind)?
        ),
        claim.text.clone(),
    ];
    for evidence in journal.iter().filter_map(|envelope| match &envelope.event {
        Event::EvidenceAttached { evidence } if claim.evidence_ids.contains(&evidence.id) => {
            Some(evidence)
        }
        _ => None,
    }) {
        lines.push(format!(
            "  {} {} (tier {:?}): {}",
            evidence.id, evidence.source, evidence.tier, evidence.quote
        ));
    }
    Ok(lines.join("\n"))
}

fn evidence_story(
    store: &Store,
    run: &RunId,
    journal: &[Envelope],
    id: &EvidenceId,
) -> anyhow::Result<String> {
    let evidence = journal
        .iter()
        .find_map(|envelope| match &envelope.event {
            Event::EvidenceAttached { evidence } if evidence.id == *id => Some(evidence),
            _ => None,
        })
        .with_context(|| format!("run {run} has no evidence {id}"))?;
    let board = store.board(run, None)?;
    let linked = board
        .evidence_registry
        .get(id)
        .map(|record| record.linked_claims.clone())
        .unwrap_or_default();
    let claims: Vec<String> = linked.iter().map(ToString::to_string).collect();
    let date = evidence
        .as_of
        .map_or_else(|| "no date".to_owned(), |date| date.to_string());
    Ok(format!(
        "{id}\nsource: {} ({}, tier {:?}, {date})\nheadings: {}\npassage: {}\nclaims: {}\n\n{}",
        evidence.source,
        evidence.origin,
        evidence.tier,
        evidence.headings.join(" > "),
        evidence.passage,
        claims.join(", "),
        evidence.quote
    ))
}
