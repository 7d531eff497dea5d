//! Taking runs, documents and files out of a home, so that nothing of them is left on the disk.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use assay_domain::{DocumentId, RemovedBy, RunId, Timestamp};
use assay_store::{Removal, RunLock, RunStatus, Store, StoreError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clock, EngineError, Library, RunRecord, report_folder, workspace_folder};

/// How often, and after what pause, a run is tried again that somebody holds: a look at whether it is
/// driven holds it for a moment.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(60);
/// Bodies that nobody names are left this long: an ingest may be about to name them.
const ABOUT_TO_BE_NAMED: Duration = Duration::from_secs(60 * 60);
const DAY: u64 = 24 * 60 * 60;

/// What was taken out, and what that means for what is left.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct RemovalReport {
    pub runs: Vec<RunId>,
    pub documents: Vec<DocumentId>,
    /// Autonomous runs whose files are gone; what the runs wrote is in their journal.
    pub workspaces: Vec<RunId>,
    /// Runs that keep their quotations of a document that is gone.
    pub cited_by: Vec<RunId>,
    /// Stored bodies that nobody used any more.
    pub bodies: usize,
    /// Whether nothing is left in the free space of the database either.
    pub scrubbed: bool,
}

/// For how many days things are kept; `None`: for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Runs that have ended, from their last event.
    pub runs: Option<u64>,
    /// Documents that were uploaded.
    pub uploads: Option<u64>,
    /// The files of autonomous runs that have ended.
    pub workspaces: Option<u64>,
}

impl Retention {
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

impl Library {
    /// Takes runs out with their reports and files. Nothing is touched where one of them is at work.
    pub async fn remove_runs(
        &self,
        runs: &[RunId],
        by: RemovedBy,
        clock: &dyn Clock,
    ) -> Result<RemovalReport, EngineError> {
        let store = self.store();
        let mut held = Vec::with_capacity(runs.len());
        for run in runs {
            if !run.is_run() || store.run(run)?.is_none() {
                let run = run.to_string();
                return Err(EngineError::UnknownRun { run });
            }
            held.push(held_run(store, run).await?);
        }
        // files first: a removal that is cut off can be repeated while the run is still listed
        for run in runs {
            remove_folder(&report_folder(store, run))?;
            remove_folder(&workspace_folder(store, run))?;
        }
        let removal = Removal {
            runs: runs.to_vec(),
            documents: Vec::new(),
            by,
        };
        let removed = store.remove(removal, clock.now(), None).await?;
        held.into_iter().for_each(RunLock::discard);
        self.forget_web()?;
        Ok(RemovalReport {
            runs: runs.to_vec(),
            bodies: removed.bodies,
            scrubbed: removed.scrubbed,
            ..RemovalReport::default()
        })
    }

    /// Takes documents out of library and index. Reports that cite one say from then on that their
    /// source is gone; their quotations stay until the run is taken out as well.
    pub async fn remove_documents(
        &self,
        documents: &[DocumentId],
        by: RemovedBy,
        clock: &dyn Clock,
    ) -> Result<RemovalReport, EngineError> {
        let store = self.store();
        let mut cited_by = Vec::new();
        for id in documents {
            if store.document(id)?.is_none() {
                return Err(EngineError::UnknownDocument { id: id.clone() });
            }
            cited_by.extend(store.runs_citing(id)?);
        }
        cited_by.sort();
        cited_by.dedup();
        let removal = Removal {
            runs: Vec::new(),
            documents: documents.to_vec(),
            by,
        };
        let removed = store.remove(removal, clock.now(), None).await?;
        self.forget_removed()?;
        self.forget_web()?;
        for run in &cited_by {
            let row = store.run(run)?;
            if row.is_some_and(|row| row.status != RunStatus::Open) {
                RunRecord::load(store, run)?.write_files(None)?;
            }
        }
        Ok(RemovalReport {
            documents: documents.to_vec(),
            cited_by,
            bodies: removed.bodies,
            scrubbed: removed.scrubbed,
            ..RemovalReport::default()
        })
    }

    /// Takes out what is older than the user lets it grow, but for runs that are at work.
    pub async fn retain(
        &self,
        retention: Retention,
        clock: &dyn Clock,
    ) -> Result<RemovalReport, EngineError> {
        let mut report = RemovalReport {
            scrubbed: true,
            ..RemovalReport::default()
        };
        if retention.is_off() {
            return Ok(report);
        }
        let is_over = |days: Option<u64>, from: Timestamp| {
            let age = clock.now().duration_since(from).as_secs();
            let days = days.map(|days| i64::try_from(days * DAY).unwrap_or(i64::MAX));
            days.is_some_and(|days| age >= days)
        };
        let by = RemovedBy::Retention;
        let mut runs = Vec::new();
        for row in self.store().runs(usize::MAX)? {
            if row.status == RunStatus::Open {
                continue;
            }
            if is_over(retention.runs, row.updated_at) {
                // one that somebody asks on goes the next time
                if self.store().lock_run(&row.run).is_ok() {
                    runs.push(row.run);
                }
            } else if is_over(retention.workspaces, row.updated_at) {
                let folder = workspace_folder(self.store(), &row.run);
                if remove_folder(&folder)? {
                    report.workspaces.push(row.run);
                }
            }
        }
        if !runs.is_empty() {
            report.add(self.remove_runs(&runs, by, clock).await?);
        }
        let documents = self.documents()?;
        let over = |document: &&assay_domain::Document| {
            document.uploaded && is_over(retention.uploads, document.ingested_at)
        };
        let over = documents.iter().filter(over);
        let over: Vec<DocumentId> = over.map(|document| document.id.clone()).collect();
        if !over.is_empty() {
            report.add(self.remove_documents(&over, by, clock).await?);
        }
        Ok(report)
    }

    /// Takes out what no event names any more, and empties the free space of the database.
    pub async fn clean(&self, clock: &dyn Clock) -> Result<RemovalReport, EngineError> {
        let nothing = Removal {
            runs: Vec::new(),
            documents: Vec::new(),
            by: RemovedBy::User,
        };
        let now = clock.now();
        let before = now.checked_sub(ABOUT_TO_BE_NAMED).unwrap_or(now);
        let removed = self.store().remove(nothing, now, Some(before)).await?;
        Ok(RemovalReport {
            bodies: removed.bodies,
            scrubbed: removed.scrubbed,
            ..RemovalReport::default()
        })
    }

    /// Pages and search answers that are kept to be used again may hold what is gone; without them the
    /// web is asked again.
    fn forget_web(&self) -> Result<(), EngineError> {
        remove_folder(&self.store().home().join("cache"))?;
        Ok(())
    }
}

impl RemovalReport {
    /// Both of them.
    pub fn add(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.documents.extend(other.documents);
        self.workspaces.extend(other.workspaces);
        self.cited_by.extend(other.cited_by);
        self.bodies += other.bodies;
        self.scrubbed &= other.scrubbed;
    }
}

async fn held_run(store: &Store, run: &RunId) -> Result<RunLock, EngineError> {
    let mut tries = 1;
    loop {
        match store.lock_run(run) {
            Err(StoreError::RunBusy { .. }) if tries < TRIES => {
                tries += 1;
                tokio::time::sleep(PAUSE).await;
            }
            lock => return Ok(lock?),
        }
    }
}

/// Whether there was one.
fn remove_folder(folder: &Path) -> Result<bool, EngineError> {
    match fs::remove_dir_all(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(cause) => Err(EngineError::Unwritable {
            path: folder.display().to_string(),
            cause,
        }),
    }
}
