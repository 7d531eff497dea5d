use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assay_domain::{ArtifactName, BlobId, Body, DocumentId, Envelope, Event, EvidenceId, RunId};
use rusqlite::Connection;
use serde::Serialize;

use crate::journal::StoredEvent;
use crate::{Blobs, StoreError, journal, projection, valuations};

/// What a full look at the store found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Default)]
pub struct CheckReport {
    pub events: u64,
    /// Of these, written before events had hashes: a change of their text shows only where it
    /// contradicts something else.
    #[serde(skip_serializing_if = "is_zero")]
    pub events_without_hash: u64,
    pub runs: usize,
    pub documents: usize,
    pub bodies: usize,
    /// Half-written files of a killed process: harmless.
    pub leftovers: usize,
    /// Bodies that no event names: of an ingest that was cut off before its event, or of a database
    /// that is no longer here. Harmless.
    pub unnamed_bodies: usize,
    pub problems: Vec<Problem>,
}

impl CheckReport {
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes every field by reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The event it was seen at, if any.
    pub seq: Option<u64>,
    pub what: String,
}

pub(crate) fn check(
    connection: &Connection,
    path: &Path,
    blobs: &Blobs,
) -> Result<CheckReport, StoreError> {
    let mut checker = Checker::new(blobs);
    checker.integrity(connection, path)?;
    journal::visit(connection, path, |stored| {
        checker.report.events += 1;
        match stored {
            Ok(stored) => checker.stored(&stored),
            Err(error) => checker.damage(error),
        }
    })?;
    if checker.damaged_events == 0 {
        checker.projections(connection, path)?;
    } else {
        checker.problem(
            None,
            "the tables were not compared with the journal, which is damaged",
        );
    }
    let inventory = blobs.inventory()?;
    checker.report.leftovers = inventory.leftovers;
    // a damaged event may name bodies that cannot be told from nobody's
    if checker.damaged_events == 0 {
        checker.report.unnamed_bodies = inventory.bodies.difference(&checker.seen).count();
    }
    let runs = checker.places.keys().filter(|run| run.is_run()).count();
    checker.report.runs = runs - checker.removed_runs;
    checker.report.documents = checker.texts.len();
    checker.report.bodies = checker.seen.len();
    Ok(checker.report)
}

struct Checker<'a> {
    blobs: &'a Blobs,
    report: CheckReport,
    damaged_events: usize,
    hashes_begun: bool,
    /// Last place seen in each run.
    places: BTreeMap<RunId, u64>,
    finished: BTreeSet<RunId>,
    evidence: BTreeSet<(RunId, EvidenceId)>,
    versions: BTreeMap<(RunId, ArtifactName), u32>,
    texts: BTreeMap<DocumentId, Option<String>>,
    /// Taken out, so that what cites them cannot be compared.
    removed: BTreeSet<DocumentId>,
    removed_runs: usize,
    seen: BTreeSet<BlobId>,
}

impl<'a> Checker<'a> {
    fn new(blobs: &'a Blobs) -> Self {
        Self {
            blobs,
            report: CheckReport::default(),
            damaged_events: 0,
            hashes_begun: false,
            places: BTreeMap::new(),
            finished: BTreeSet::new(),
            evidence: BTreeSet::new(),
            versions: BTreeMap::new(),
            texts: BTreeMap::new(),
            removed: BTreeSet::new(),
            removed_runs: 0,
            seen: BTreeSet::new(),
        }
    }

    fn problem(&mut self, seq: Option<u64>, what: impl Into<String>) {
        self.report.problems.push(Problem {
            seq,
            what: what.into(),
        });
    }

    fn integrity(&mut self, connection: &Connection, path: &Path) -> Result<(), StoreError> {
        let verdict: String = connection
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .map_err(|error| StoreError::from_sql(path, &error))?;
        if verdict != "ok" {
            self.problem(None, format!("the database says: {verdict}"));
        }
        Ok(())
    }

    /// A damaged event is named once and then taken for what it says, so that later events are not
    /// blamed for it.
    fn stored(&mut self, stored: &StoredEvent<'_>) -> Result<(), StoreError> {
        let verified = stored.verify().and_then(|()| self.hash_is_kept(stored));
        let named = verified.is_err();
        verified.or_else(|error| self.damage(error))?;
        if let Ok(run_seq) = stored.run_seq() {
            self.place(stored, run_seq);
        }
        match stored.parse() {
            Ok(envelope) => self.event(&envelope),
            Err(_) if named => {}
            Err(error) => self.damage(error)?,
        }
        Ok(())
    }

    /// Events had no hash at first; since then each is written with one.
    fn hash_is_kept(&mut self, stored: &StoredEvent<'_>) -> Result<(), StoreError> {
        if stored.has_hash() {
            self.hashes_begun = true;
            return Ok(());
        }
        self.report.events_without_hash += 1;
        if self.hashes_begun {
            Err(stored.damaged("has lost its hash, which earlier events have".to_owned()))
        } else {
            Ok(())
        }
    }

    fn damage(&mut self, error: StoreError) -> Result<(), StoreError> {
        let StoreError::EventDamaged { seq, place, reason } = error else {
            return Err(error);
        };
        self.damaged_events += 1;
        self.problem(
            Some(seq),
            format!("{place} {reason}; copy the folder, then restore it from a backup"),
        );
        Ok(())
    }

    fn place(&mut self, stored: &StoredEvent<'_>, run_seq: u64) {
        let last = self.places.entry(RunId::new(stored.run)).or_insert(0);
        let expected = *last + 1;
        *last = run_seq;
        if run_seq != expected {
            let run = stored.run;
            self.problem(
                Some(stored.seq),
                format!("run {run} jumps to event {run_seq}, expected {expected}"),
            );
        }
    }

    fn event(&mut self, envelope: &Envelope) {
        let seq = Some(envelope.seq);
        let may_follow_the_end = matches!(envelope.event, Event::FollowUpAnswered { .. });
        if self.finished.contains(&envelope.run) && !may_follow_the_end {
            self.problem(seq, format!("run {} goes on after its end", envelope.run));
        }
        self.pointers(envelope);
    }

    fn pointers(&mut self, envelope: &Envelope) {
        let seq = Some(envelope.seq);
        match &envelope.event {
            Event::CallStarted { request: body, .. }
            | Event::CallReplied { reply: body, .. }
            | Event::GraphRefreshed { graph: body, .. } => {
                self.body(seq, body);
            }
            Event::ArtifactWritten {
                artifact,
                version,
                body,
                ..
            } => {
                self.body(seq, body);
                let key = (envelope.run.clone(), artifact.clone());
                let last = self.versions.insert(key, *version).unwrap_or_default();
                if *version != last + 1 {
                    self.problem(
                        seq,
                        format!("artifact {artifact} jumps from version {last} to {version}"),
                    );
                }
            }
            Event::DocumentIngested { document } => {
                let bodies = [
                    Some(&document.raw),
                    Some(&document.text),
                    document.facts.as_ref(),
                ];
                for id in bodies.into_iter().flatten() {
                    self.blob(seq, id, Owner::Document(&document.origin));
                }
                let text = self.blobs.get_text(&document.text).ok();
                self.texts.insert(document.id.clone(), text);
            }
            Event::EvidenceAttached { evidence } => {
                self.evidence
                    .insert((envelope.run.clone(), evidence.id.clone()));
                self.quote(seq, evidence);
            }
            Event::FollowUpAnswered { follow_up } => {
                for evidence in &follow_up.evidence {
                    self.quote(seq, evidence);
                }
            }
            Event::ClaimRegistered { claim } => {
                for id in &claim.evidence_ids {
                    if !self.evidence.contains(&(envelope.run.clone(), id.clone())) {
                        self.problem(
                            seq,
                            format!("claim {} cites {id}, which was never attached", claim.id),
                        );
                    }
                }
            }
            Event::RunFinished { .. } => {
                self.finished.insert(envelope.run.clone());
            }
            Event::DocumentRemoved { document } => {
                self.texts.remove(document);
                self.removed.insert(document.clone());
            }
            Event::RunRemoved { .. } => self.removed_runs += 1,
            _ => {}
        }
    }

    fn quote(&mut self, seq: Option<u64>, evidence: &assay_domain::Evidence) {
        if !self.quote_is_there(evidence) {
            self.problem(
                seq,
                format!(
                    "evidence {} does not match passage {}",
                    evidence.id, evidence.passage
                ),
            );
        }
    }

    fn quote_is_there(&self, evidence: &assay_domain::Evidence) -> bool {
        let Some((document, range)) = evidence.passage.parts() else {
            return false;
        };
        let Some(text) = self.texts.get(&document) else {
            return self.removed.contains(&document);
        };
        let text = text.as_deref();
        text.and_then(|text| text.get(range)) == Some(evidence.quote.as_str())
    }

    fn body(&mut self, seq: Option<u64>, body: &Body) {
        if let Body::Blob { hash, .. } = body {
            self.blob(seq, hash, Owner::Run);
        }
    }

    fn blob(&mut self, seq: Option<u64>, id: &BlobId, owner: Owner<'_>) {
        if self.seen.insert(id.clone()) && self.blobs.get(id).is_err() {
            self.problem(seq, format!("the body {id} {}", owner.loss()));
        }
    }

    /// Builds the projections again in a database of their own and compares.
    fn projections(&mut self, connection: &Connection, path: &Path) -> Result<(), StoreError> {
        let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
        let copy = Connection::open_in_memory().map_err(sql)?;
        copy.execute_batch(projection::SCHEMA).map_err(sql)?;
        copy.execute_batch(valuations::SCHEMA).map_err(sql)?;
        journal::visit(connection, path, |stored| {
            projection::project(&copy, &[stored?.envelope()?]).map_err(sql)
        })?;
        let most = usize::MAX;
        let same_runs = Some(projection::run_rows(&copy, most).map_err(sql)?)
            == readable(projection::run_rows(connection, most)).map_err(sql)?;
        let same_documents = Some(projection::documents(&copy).map_err(sql)?)
            == readable(projection::documents(connection)).map_err(sql)?;
        // a database that is older than the table has none to compare
        let valued = readable(valuations::rows(connection)).map_err(sql)?;
        let same_valuations = match valued {
            Some(None) => true,
            valued => valued.flatten() == valuations::rows(&copy).map_err(sql)?,
        };
        for (same, name) in [
            (same_runs, "runs"),
            (same_documents, "documents"),
            (same_valuations, "valuations"),
        ] {
            if !same {
                self.problem(
                    None,
                    format!(
                        "the table `{name}` differs from the journal; run `assay store rebuild`"
                    ),
                );
            }
        }
        Ok(())
    }
}

/// Whose body it is: that decides what can be done about a lost one.
#[derive(Clone, Copy)]
enum Owner<'a> {
    /// With its origin: the file that it was made of makes it again.
    Document(&'a str),
    Run,
}

impl Owner<'_> {
    fn loss(self) -> String {
        const WRONG: &str = "is missing or does not match its hash";
        match self {
            Self::Document(origin) => format!(
                "of the document {origin} {WRONG}; bring the same file in again with `assay ingest`, or restore the folder from a backup"
            ),
            Self::Run => format!("{WRONG}; restore the folder from a backup"),
        }
    }
}

/// What a table holds, or `None` if SQLite delivers it but it makes no sense.
fn readable<T>(rows: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
    match rows {
        Err(error) if error.sqlite_error().is_none() => Ok(None),
        rows => rows.map(Some),
    }
}
