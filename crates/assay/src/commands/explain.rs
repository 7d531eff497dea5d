use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, bail};
use assay_domain::{
    CallKey, ClaimCheck, ClaimId, ClaimKind, Confidence, Envelope, Event, Evidence, EvidenceId,
    Language, RunId, TaskId,
};
use assay_plan::RunState;
use assay_report::generation_log;
use assay_store::Store;
use serde_json::json;

use super::show::{note, word};
use crate::app::{App, find_run};
use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::output::Output;

mod pages {
    include!(concat!(env!("OUT_DIR"), "/code_pages.rs"));
}

pub(crate) fn run(app: &App, args: &ExplainArgs) -> anyhow::Result<Exit> {
    let code = args.what.to_ascii_uppercase();
    if let Some((_, page)) = pages::PAGES.iter().find(|(known, _)| *known == code) {
        // a page about keys shows what they look like, and holds none
        let output = Output {
            masks: None,
            ..app.output
        };
        output.markdown_or(page, &json!({"code": code, "text": page}))?;
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
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let language = state
        .settings()
        .map_or(Language::En, |settings| settings.language);
    let told = |text: &str| json!({"run": run, "item": args.item, "text": text});
    match &args.item {
        None => {
            let log = generation_log(&journal, language);
            app.output.markdown_or(&log, &told(&log))?;
        }
        Some(item) => {
            let text = explain_item(&store, &run, &journal, item, language)?;
            app.output.text(&text, &told(&text))?;
        }
    }
    Ok(Exit::Fine)
}

fn explain_item(
    store: &Store,
    run: &RunId,
    journal: &[Envelope],
    item: &str,
    language: Language,
) -> anyhow::Result<String> {
    if let Ok(task) = item.parse::<TaskId>() {
        return task_story(run, journal, task);
    }
    if item.starts_with("claim_") {
        return claim_story(run, journal, &ClaimId::new(item), language);
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
    let settings = state.settings();
    let language = settings.map_or(Language::En, |settings| settings.language);
    let described = plan
        .task(task)
        .with_context(|| format!("run {run} has no task {task}"))?;
    let standing = state
        .tasks()
        .get(&task)
        .map(|state| format!("{} {}", word(state), note(state, language)))
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
            ..
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

fn claim_story(
    run: &RunId,
    journal: &[Envelope],
    id: &ClaimId,
    language: Language,
) -> anyhow::Result<String> {
    let claim = journal
        .iter()
        .find_map(|envelope| match &envelope.event {
            Event::ClaimRegistered { claim } if claim.id == *id => Some(claim),
            _ => None,
        })
        .with_context(|| format!("run {run} has no claim {id}"))?;
    let mut lines = vec![
        language.pick(
            format!("{id}, task {}", claim.task),
            format!("{id}，任务 {}", claim.task),
        ),
        claim.text.clone(),
        origin_in_words(&claim.kind, language),
        support_in_words(claim.confidence, language).to_owned(),
    ];
    lines.extend(check_in_words(claim.check.as_ref(), language));
    // each task that uses a passage attaches it again
    let attached: BTreeMap<&EvidenceId, &Evidence> = journal
        .iter()
        .filter_map(|envelope| match &envelope.event {
            Event::EvidenceAttached { evidence } => Some((&evidence.id, evidence)),
            _ => None,
        })
        .collect();
    let mut told = BTreeSet::new();
    for cited in claim
        .evidence_ids
        .iter()
        .filter(|cited| told.insert(*cited))
    {
        let Some(evidence) = attached.get(cited) else {
            let missing = language.pick("is not in this run", "不在本次运行中");
            lines.push(format!("  {cited} {missing}"));
            continue;
        };
        let tier = language.pick(
            format!("(tier {:?}): ", evidence.tier),
            format!("（{:?} 级）：", evidence.tier),
        );
        let (source, quote) = (&evidence.source, &evidence.quote);
        let place = evidence.place.as_ref().map(|place| place.text(language));
        let place = place.map_or_else(String::new, |place| format!(", {place} "));
        let space = if place.is_empty() { " " } else { "" };
        lines.push(format!("  {cited} {source}{place}{space}{tier}{quote}"));
    }
    Ok(lines.join("\n"))
}

/// How a sentence came to be.
fn origin_in_words(kind: &ClaimKind, language: Language) -> String {
    match kind {
        ClaimKind::Quoted => language
            .pick("quoted from its evidence", "直接引自证据")
            .to_owned(),
        ClaimKind::Computed { formula } => language.pick(
            format!("computed from its evidence: {formula}"),
            format!("由证据计算得出：{formula}"),
        ),
        ClaimKind::Derived { formula } => language.pick(
            format!("written by a model around arithmetic over its evidence: {formula}"),
            format!("由模型撰写，其中的计算由程序完成：{formula}"),
        ),
        ClaimKind::Written => language
            .pick(
                "written by a model about its evidence",
                "由模型依据证据撰写",
            )
            .to_owned(),
    }
}

/// How good the best of its evidence is.
fn support_in_words(confidence: Confidence, language: Language) -> &'static str {
    match confidence {
        Confidence::Strong => language.pick(
            "strong support: a filing or an audited statement",
            "证据充分：监管文件或经审计报表",
        ),
        Confidence::Moderate => language.pick(
            "moderate support: company material or licensed data",
            "证据中等：公司材料或授权数据",
        ),
        Confidence::Weak => language.pick(
            "weak support: press, brokers or sources of unknown origin",
            "证据薄弱：媒体、券商或来源不明的材料",
        ),
        Confidence::Unsupported => language.pick("no evidence", "没有证据"),
    }
}

/// What the claim check found, one thing a line; nothing where there was no check yet.
fn check_in_words(check: Option<&ClaimCheck>, language: Language) -> Vec<String> {
    match check {
        None => Vec::new(),
        Some(ClaimCheck::Supported { .. }) => {
            let text = language.pick("checked: its evidence bears it out", "核验：与所引证据相符");
            vec![text.to_owned()]
        }
        Some(ClaimCheck::Unsupported { problems }) => problems
            .iter()
            .map(|problem| language.pick(format!("checked: {problem}"), format!("核验：{problem}")))
            .collect(),
    }
}

fn evidence_story(
    store: &Store,
    run: &RunId,
    journal: &[Envelope],
    id: &EvidenceId,
) -> anyhow::Result<String> {
    let evidence = journal
        .iter()
        .flat_map(|envelope| envelope.event.evidence())
        .find(|evidence| evidence.id == *id)
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
    let place = evidence.place.as_ref().map_or_else(String::new, |place| {
        format!("place: {}\n", place.text(Language::En))
    });
    Ok(format!(
        "{id}\nsource: {} ({}, tier {:?}, {date})\n{place}headings: {}\npassage: {}\nclaims: {}\n\n{}",
        evidence.source,
        evidence.origin,
        evidence.tier,
        evidence.headings.join(" > "),
        evidence.passage,
        claims.join(", "),
        evidence.quote
    ))
}
