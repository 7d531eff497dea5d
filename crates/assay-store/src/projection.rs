use assay_domain::{
    Document, Envelope, Event, Language, MicroUsd, Outcome, PlannerQuestion, RunId, Spend,
    Timestamp,
};
use rusqlite::{Connection, OptionalExtension, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::valuations;

/// Projections hold nothing that the events do not: they may be dropped and built again.
pub(crate) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS runs (
    run        TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    row        TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_by_time ON runs (created_at DESC, run);
CREATE TABLE IF NOT EXISTS documents (
    id      TEXT PRIMARY KEY,
    run_seq INTEGER NOT NULL,
    row     TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cancellations (seq INTEGER PRIMARY KEY, run TEXT NOT NULL);
";

pub(crate) const CLEAR: &str =
    "DELETE FROM runs; DELETE FROM documents; DELETE FROM cancellations; DELETE FROM valuations;";

/// A run at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunRow {
    pub run: RunId,
    pub title: String,
    pub language: Language,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub status: RunStatus,
    pub reasons: Vec<String>,
    pub tasks: usize,
    pub tasks_finished: usize,
    pub tasks_failed: usize,
    pub calls: u64,
    pub tokens: u64,
    pub cost: MicroUsd,
    pub cancel_requested: bool,
    /// Whether a plan waits for its user's approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// What the planner asked back and waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<PlannerQuestion>,
    /// Whether the user wants to see plans first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holds_plan: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Not finished: being driven, or waiting for `assay resume`.
    Open,
    Finished(Outcome),
}

impl RunRow {
    /// Whether it goes on only when its user says something.
    pub fn waits_for_user(&self) -> bool {
        self.held || self.asked.is_some()
    }

    fn new(envelope: &Envelope) -> Self {
        Self {
            run: envelope.run.clone(),
            title: String::new(),
            language: Language::En,
            created_at: envelope.at,
            updated_at: envelope.at,
            status: RunStatus::Open,
            reasons: Vec::new(),
            tasks: 0,
            tasks_finished: 0,
            tasks_failed: 0,
            calls: 0,
            tokens: 0,
            cost: MicroUsd::default(),
            cancel_requested: false,
            held: false,
            asked: None,
            holds_plan: false,
        }
    }

    fn apply(&mut self, envelope: &Envelope) {
        self.updated_at = envelope.at;
        match &envelope.event {
            Event::RunCreated {
                request, settings, ..
            } => {
                self.title.clone_from(&request.question);
                self.language = settings.language;
                self.holds_plan = settings.hold_plan;
            }
            Event::PlanAccepted { plan, .. } => {
                self.tasks = plan.tasks.len();
                self.held = self.holds_plan;
            }
            Event::PlannerAsked { asked } => self.asked = Some(asked.clone()),
            Event::PlannerAnswered { .. } => self.asked = None,
            Event::PlanApproved => self.held = false,
            Event::TaskFinished { .. } | Event::TaskReused { .. } => self.tasks_finished += 1,
            Event::TaskFailed { .. } | Event::TaskBlocked { .. } => self.tasks_failed += 1,
            Event::CallReplied { usage, cost, .. } => {
                self.calls += 1;
                let tokens = usage.map_or(0, assay_domain::Usage::total);
                let cost = *cost;
                self.count(Spend { tokens, cost });
            }
            Event::CallFailed { counted, .. } => self.count(*counted),
            Event::RunResumed { unanswered, .. } => self.count(*unanswered),
            Event::CancelRequested { .. } => self.cancel_requested = true,
            Event::RunFinished { outcome, reasons } => {
                self.status = RunStatus::Finished(*outcome);
                self.held = false;
                self.asked = None;
                self.reasons.clone_from(reasons);
            }
            _ => {}
        }
    }

    fn count(&mut self, spend: Spend) {
        self.tokens += spend.tokens;
        self.cost = self.cost + spend.cost;
    }
}

/// Events that a run's row does not show cost no update.
fn shows_in_row(event: &Event) -> bool {
    if let Event::CallFailed { counted: spend, .. }
    | Event::RunResumed {
        unanswered: spend, ..
    } = event
    {
        return !spend.is_nothing();
    }
    matches!(
        event,
        Event::RunCreated { .. }
            | Event::PlanAccepted { .. }
            | Event::PlannerAsked { .. }
            | Event::PlannerAnswered { .. }
            | Event::PlanApproved
            | Event::TaskFinished { .. }
            | Event::TaskReused { .. }
            | Event::TaskFailed { .. }
            | Event::TaskBlocked { .. }
            | Event::CallReplied { .. }
            | Event::CancelRequested { .. }
            | Event::RunFinished { .. }
    )
}

/// Brings the projections up to date with one append. Part of the append's transaction.
pub(crate) fn project(connection: &Connection, appended: &[Envelope]) -> rusqlite::Result<()> {
    let Some(first) = appended.first() else {
        return Ok(());
    };
    if first.run == RunId::library() {
        return appended
            .iter()
            .try_for_each(|envelope| project_document(connection, envelope));
    }
    for envelope in appended {
        valuations::project(connection, envelope)?;
    }
    if !appended
        .iter()
        .any(|envelope| shows_in_row(&envelope.event))
    {
        return Ok(());
    }
    for envelope in appended {
        if matches!(envelope.event, Event::CancelRequested { .. }) {
            connection
                .prepare_cached("INSERT OR IGNORE INTO cancellations VALUES (?1, ?2)")?
                .execute(params![
                    crate::journal::to_sql(envelope.seq),
                    envelope.run.as_str()
                ])?;
        }
    }
    let mut row = run_row(connection, &first.run)?.unwrap_or_else(|| RunRow::new(first));
    for envelope in appended
        .iter()
        .filter(|envelope| shows_in_row(&envelope.event))
    {
        row.apply(envelope);
    }
    let text = to_json(&row)?;
    connection
        .prepare_cached(
            "INSERT INTO runs VALUES (?1, ?2, ?3) ON CONFLICT (run) DO UPDATE SET row = ?3",
        )?
        .execute(params![
            row.run.as_str(),
            row.created_at.as_microsecond(),
            text
        ])?;
    Ok(())
}

fn project_document(connection: &Connection, envelope: &Envelope) -> rusqlite::Result<()> {
    match &envelope.event {
        Event::DocumentIngested { document } => {
            connection
                .prepare_cached("INSERT OR REPLACE INTO documents VALUES (?1, ?2, ?3)")?
                .execute(params![
                    document.id.as_str(),
                    crate::journal::to_sql(envelope.run_seq),
                    to_json(document)?
                ])?;
        }
        Event::QuarantineReviewed {
            document: id,
            review,
        } => {
            if let Some(mut document) = document(connection, id)? {
                document.review(review.clone());
                update_document(connection, &document)?;
            }
        }
        Event::TierDeclared {
            document: id,
            tier,
            reason,
        } => {
            if let Some(mut document) = document(connection, id)? {
                document.declare_tier(*tier, reason.clone(), envelope.at);
                update_document(connection, &document)?;
            }
        }
        Event::DocumentRemoved { document } => {
            connection
                .prepare_cached("DELETE FROM documents WHERE id = ?1")?
                .execute([document.as_str()])?;
        }
        _ => {}
    }
    Ok(())
}

fn update_document(connection: &Connection, document: &Document) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE documents SET row = ?2 WHERE id = ?1")?
        .execute(params![document.id.as_str(), to_json(document)?])?;
    Ok(())
}

pub(crate) fn run_row(connection: &Connection, run: &RunId) -> rusqlite::Result<Option<RunRow>> {
    connection
        .prepare_cached("SELECT row FROM runs WHERE run = ?1")?
        .query_row([run.as_str()], |row| from_json(&row.get::<_, String>(0)?))
        .optional()
}

/// The newest runs first.
pub(crate) fn run_rows(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<RunRow>> {
    connection
        .prepare_cached("SELECT row FROM runs ORDER BY created_at DESC, run LIMIT ?1")?
        .query_map([i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
            from_json(&row.get::<_, String>(0)?)
        })?
        .collect()
}

/// Requests to cancel that were journaled after event `after` of the store.
pub(crate) fn cancellations(
    connection: &Connection,
    after: u64,
) -> rusqlite::Result<Vec<(u64, RunId)>> {
    connection
        .prepare_cached("SELECT seq, run FROM cancellations WHERE seq > ?1 ORDER BY seq")?
        .query_map([crate::journal::to_sql(after)], |row| {
            let seq: i64 = row.get(0)?;
            let run: String = row.get(1)?;
            Ok((u64::try_from(seq).unwrap_or_default(), RunId::new(run)))
        })?
        .collect()
}

/// Documents in the order they came in.
pub(crate) fn documents(connection: &Connection) -> rusqlite::Result<Vec<Document>> {
    connection
        .prepare_cached("SELECT row FROM documents ORDER BY run_seq")?
        .query_map([], |row| from_json(&row.get::<_, String>(0)?))?
        .collect()
}

pub(crate) fn document(
    connection: &Connection,
    id: &assay_domain::DocumentId,
) -> rusqlite::Result<Option<Document>> {
    connection
        .prepare_cached("SELECT row FROM documents WHERE id = ?1")?
        .query_row([id.as_str()], |row| from_json(&row.get::<_, String>(0)?))
        .optional()
}

fn to_json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

fn from_json<T: for<'de> Deserialize<'de>>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })
}
