//! A journal that a released version wrote stays readable. `journals/format-1.jsonl` holds one of
//! every event as it was written then; it is never regenerated, only added to.

use std::collections::BTreeSet;

use assay_domain::{Envelope, Event, Outcome};
use assay_store::{RunStatus, Store, StoreError};
use rusqlite::{Connection, OpenFlags, params};
use tempfile::TempDir;

use crate::place::{assumed, created, noon, run, runtime};

const FORMAT_1: &str = include_str!("journals/format-1.jsonl");

/// The tables as format 1 made them.
const TABLES_1: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('format', '1');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY, run TEXT NOT NULL, run_seq INTEGER NOT NULL, at INTEGER NOT NULL,
    event TEXT NOT NULL
);
CREATE UNIQUE INDEX events_by_run ON events (run, run_seq);
";

fn stored() -> Vec<Envelope> {
    FORMAT_1
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Fails to compile when an event is added: give it a line in the fixture, then a name here.
fn name(event: &Event) -> &'static str {
    match event {
        Event::RunCreated { .. } => "run_created",
        Event::RunResumed { .. } => "run_resumed",
        Event::ModelsChanged { .. } => "models_changed",
        Event::QuestionUnderstood { .. } => "question_understood",
        Event::AssumptionMade { .. } => "assumption_made",
        Event::PlanRejected { .. } => "plan_rejected",
        Event::PlanAccepted { .. } => "plan_accepted",
        Event::PlannerAsked { .. } => "planner_asked",
        Event::PlannerAnswered { .. } => "planner_answered",
        Event::PlanApproved => "plan_approved",
        Event::TaskStarted { .. } => "task_started",
        Event::TaskReused { .. } => "task_reused",
        Event::TaskFinished { .. } => "task_finished",
        Event::TaskFailed { .. } => "task_failed",
        Event::TaskBlocked { .. } => "task_blocked",
        Event::CallStarted { .. } => "call_started",
        Event::CallReplied { .. } => "call_replied",
        Event::CallFailed { .. } => "call_failed",
        Event::EvidenceAttached { .. } => "evidence_attached",
        Event::ClaimRegistered { .. } => "claim_registered",
        Event::ArtifactWritten { .. } => "artifact_written",
        Event::FindingRecorded { .. } => "finding_recorded",
        Event::GateDecided { .. } => "gate_decided",
        Event::Degraded { .. } => "degraded",
        Event::IntegrationStarted => "integration_started",
        Event::StepFinished { .. } => "step_finished",
        Event::CancelRequested { .. } => "cancel_requested",
        Event::RunFinished { .. } => "run_finished",
        Event::FollowUpAnswered { .. } => "follow_up_answered",
        Event::DocumentIngested { .. } => "document_ingested",
        Event::QuarantineReviewed { .. } => "quarantine_reviewed",
        Event::TierDeclared { .. } => "tier_declared",
        Event::GraphRefreshed { .. } => "graph_refreshed",
        Event::DocumentRemoved { .. } => "document_removed",
        Event::RunRemoved { .. } => "run_removed",
    }
}

const EVENTS: usize = 35;

#[test]
fn every_event_of_format_1_is_read_as_it_was_written() {
    let mut seen = BTreeSet::new();
    for (line, envelope) in FORMAT_1.lines().zip(stored()) {
        assert!(
            line.contains(&format!("\"type\":\"{}\"", name(&envelope.event))),
            "{line}"
        );
        seen.insert(name(&envelope.event));
        let again: serde_json::Value = serde_json::to_value(&envelope).unwrap();
        let then: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(again, then, "written today it would be another line");
    }
    assert_eq!(seen.len(), EVENTS, "the fixture lacks an event: {seen:?}");
}

/// A database as the first version left it.
fn database_1() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let old = Connection::open_with_flags(folder.path().join("assay.db"), flags).unwrap();
    old.execute_batch(TABLES_1).unwrap();
    for (line, envelope) in FORMAT_1.lines().zip(stored()) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        old.execute(
            "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)",
            params![
                i64::try_from(envelope.seq).unwrap(),
                envelope.run.as_str(),
                i64::try_from(envelope.run_seq).unwrap(),
                envelope.at.as_microsecond(),
                value["event"].to_string()
            ],
        )
        .unwrap();
    }
    folder
}

#[test]
fn a_database_of_format_1_is_opened_and_rebuilt() {
    let folder = database_1();
    let store = Store::open(folder.path()).unwrap();
    let report = runtime().block_on(store.rebuild()).unwrap();
    assert_eq!(report.events, stored().len() as u64);
    let one = run("r-20261115-00000001");
    let expected: Vec<Envelope> = stored()
        .into_iter()
        .filter(|envelope| envelope.run == one)
        .collect();
    assert_eq!(store.load(&one, 0).unwrap(), expected);
    let row = store.run(&one).unwrap().unwrap();
    assert_eq!(row.status, RunStatus::Finished(Outcome::Partial));
    assert_eq!((row.tasks, row.tasks_finished, row.tasks_failed), (4, 2, 2));
    let board = store.board(&one, None).unwrap();
    assert_eq!(board.artifacts.len(), 2);
    assert_eq!(
        board
            .evidence_registry
            .values()
            .next()
            .unwrap()
            .linked_claims
            .len(),
        1
    );
}

#[test]
fn a_database_without_hashes_is_read_as_before_and_gets_them_for_new_events() {
    let folder = database_1();
    // two processes open it, the second while the first has it open
    let store = Store::open(folder.path()).unwrap();
    let second = Store::open(folder.path()).unwrap();
    runtime().block_on(store.rebuild()).unwrap();
    let old = stored().len() as u64;
    assert_eq!(second.load_all(0, usize::MAX).unwrap(), stored());
    let report = store.check().unwrap();
    assert_eq!((report.events, report.events_without_hash), (old, old));

    let new = run("r-new");
    let events = vec![created("a"), assumed("$4,610 million")];
    let appended = runtime()
        .block_on(second.append(&new, noon(), events))
        .unwrap();
    assert_eq!(store.load(&new, 0).unwrap(), appended);
    let report = store.check().unwrap();
    assert_eq!((report.events, report.events_without_hash), (old + 2, old));

    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    Connection::open_with_flags(folder.path().join("assay.db"), flags)
        .unwrap()
        .execute_batch("UPDATE events SET event = replace(event, '$4,610', '$9,610')")
        .unwrap();
    let refused = store.load(&new, 0);
    assert!(
        matches!(&refused, Err(StoreError::EventDamaged { seq, .. }) if *seq == old + 2),
        "{refused:?}"
    );
    let again = Store::open(folder.path()).unwrap();
    assert_eq!(again.load_some(&new, 0, 1).unwrap(), appended[..1]);
}
