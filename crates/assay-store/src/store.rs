use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{Board, Body, Date, Document, DocumentId, Envelope, Event, RunId, Timestamp};
use rusqlite::Connection;
use serde::Serialize;
use tokio::sync::watch;

use crate::connection::Access;
use crate::mark::{self, Marker};
use crate::writer::Writer;
use crate::{
    Appended, Blobs, CheckReport, Owner, Removal, Removed, RunLock, RunRow, StoreError, ValuedRun,
    blob, connection, journal, lock, projection, removal, valuations,
};

/// Bodies up to this size, as prompts and reports are, live in their event, where they share its
/// commit; a file of its own costs two flushes that it shares with nobody. Larger ones would make
/// every replay read them.
const LARGEST_INLINE: usize = 64 * 1024;

/// The journal of one `ASSAY_HOME`. Cheap to clone; the last clone waits for pending commits.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    home: PathBuf,
    database: PathBuf,
    blobs: Blobs,
    writer: Writer,
    access: Access,
    readers: Mutex<Vec<Connection>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RebuildReport {
    pub events: u64,
    pub runs: usize,
    pub documents: usize,
}

impl Store {
    /// Opens the store under `home`, creating what is missing. Where the disk is full or cannot be
    /// written, what is there can be read all the same, and [`Store::append`] says why it cannot.
    pub fn open(home: &Path) -> Result<Self, StoreError> {
        match Self::open_to_write(home) {
            Err(why) if why.is_of_the_disk() => Self::open_to_read(home, why),
            opened => opened,
        }
    }

    /// The reason for which nothing can be written, if so.
    pub fn refusal(&self) -> Option<&StoreError> {
        self.shared.writer.refusal()
    }

    /// Whether events that were acknowledged are known to be lost; [`Store::check`] tells which.
    pub fn has_losses(&self) -> bool {
        mark::has_losses(&self.shared.home)
    }

    fn open_to_read(home: &Path, why: StoreError) -> Result<Self, StoreError> {
        let database = home.join("assay.db");
        if length(&database).is_ok_and(|bytes| bytes.is_none_or(|bytes| bytes == 0)) {
            return Err(why);
        }
        let Ok(access) = connection::access_of(&database) else {
            return Err(why);
        };
        Ok(Self {
            shared: Arc::new(Shared {
                home: home.to_owned(),
                database,
                blobs: Blobs::to_read(home.join("blobs")),
                writer: Writer::refusing(why),
                access,
                readers: Mutex::new(Vec::new()),
            }),
        })
    }

    fn open_to_write(home: &Path) -> Result<Self, StoreError> {
        blob::create_dir(home)?;
        blob::create_dir(&home.join("locks"))?;
        let database = home.join("assay.db");
        let blobs = Blobs::open(home.join("blobs"))?;
        refuse_emptied(&database, &blobs)?;
        let connection = connection::open_writer(&database)?;
        let marker = Marker::open(home, &database, &connection)?;
        let writer = Writer::start(database.clone(), connection, marker)?;
        let readers = Mutex::new(Vec::new());
        Ok(Self {
            shared: Arc::new(Shared {
                home: home.to_owned(),
                database,
                blobs,
                writer,
                access: Access::Shared,
                readers,
            }),
        })
    }

    pub fn home(&self) -> &Path {
        &self.shared.home
    }

    pub fn blobs(&self) -> &Blobs {
        &self.shared.blobs
    }

    /// Appends events of one run in one transaction. When it returns, they are on the disk.
    pub async fn append(
        &self,
        run: &RunId,
        at: Timestamp,
        events: Vec<Event>,
    ) -> Result<Appended, StoreError> {
        self.shared.writer.append(run, at, events).await
    }

    /// Puts a text where it belongs by its size. The blob, if any, is durable on return.
    pub async fn body(&self, text: String) -> Result<Body, StoreError> {
        if text.len() <= LARGEST_INLINE {
            return Ok(Body::Inline(text));
        }
        let blobs = self.shared.blobs.clone();
        let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
        let hash = tokio::task::spawn_blocking(move || blobs.put(text.as_bytes()))
            .await
            .map_err(|error| StoreError::Stopped {
                reason: error.to_string(),
            })??;
        Ok(Body::Blob { hash, bytes })
    }

    pub fn text_of(&self, body: &Body) -> Result<String, StoreError> {
        match body {
            Body::Inline(text) => Ok(text.clone()),
            Body::Blob { hash, .. } => self.shared.blobs.get_text(hash),
        }
    }

    /// The run's events after `after` (0 for all), in order.
    pub fn load(&self, run: &RunId, after: u64) -> Result<Vec<Envelope>, StoreError> {
        self.read(|connection, path| journal::load(connection, path, run, after))
    }

    /// At most `limit` events of a run after `after`, in order.
    pub fn load_some(
        &self,
        run: &RunId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Envelope>, StoreError> {
        self.read(|connection, path| journal::load_some(connection, path, run, after, limit))
    }

    /// At most `limit` events of all streams after event `after` of the store, in order.
    pub fn load_all(&self, after: u64, limit: usize) -> Result<Vec<Envelope>, StoreError> {
        self.read(|connection, path| journal::load_all(connection, path, after, limit))
    }

    /// The streams that whichever process has appended to after event `after` of the store, and the
    /// last event there is.
    pub fn news(&self, after: u64) -> Result<(Vec<RunId>, u64), StoreError> {
        self.query(|connection| journal::news(connection, after))
    }

    /// The last event that this process has appended to the store; changes with each append.
    pub fn appended(&self) -> watch::Receiver<u64> {
        self.shared.writer.appended()
    }

    /// The last event of the store.
    pub fn last_sequence(&self) -> Result<u64, StoreError> {
        self.query(|connection| {
            connection
                .prepare_cached("SELECT ifnull(max(seq), 0) FROM events")?
                .query_row([], |row| row.get::<_, i64>(0))
        })
        .map(|last| u64::try_from(last).unwrap_or_default())
    }

    pub fn run(&self, run: &RunId) -> Result<Option<RunRow>, StoreError> {
        self.query(|connection| projection::run_row(connection, run))
    }

    /// The newest runs first.
    pub fn runs(&self, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        self.query(|connection| projection::run_rows(connection, limit))
    }

    /// Ids that start with `prefix`, newest first: lets a person type the first letters.
    pub fn runs_like(&self, prefix: &str) -> Result<Vec<RunId>, StoreError> {
        self.query(|connection| {
            connection
                .prepare_cached(
                    "SELECT run FROM runs WHERE substr(run, 1, length(?1)) = ?1 ORDER BY created_at DESC, run",
                )?
                .query_map([prefix], |row| row.get::<_, String>(0).map(RunId::new))?
                .collect()
        })
    }

    pub fn count_runs(&self) -> Result<u64, StoreError> {
        self.query(|connection| {
            connection.query_row("SELECT count(*) FROM runs", [], |row| row.get::<_, i64>(0))
        })
        .map(|count| u64::try_from(count).unwrap_or_default())
    }

    /// Runs that valued a company, by any of its names, as of a day up to `until`; the newest first.
    pub fn valuations(
        &self,
        companies: &[&str],
        until: Option<Date>,
    ) -> Result<Vec<ValuedRun>, StoreError> {
        self.query(|connection| valuations::find(connection, companies, until))
    }

    /// The board of a run as it was after event `at` of the run (all of it if `None`).
    pub fn board(&self, run: &RunId, at: Option<u64>) -> Result<Board, StoreError> {
        let journal = self.load(run, 0)?;
        let until = at.unwrap_or(u64::MAX);
        Ok(Board::from_journal(
            run.clone(),
            journal.iter().filter(|event| event.run_seq <= until),
        ))
    }

    pub fn documents(&self) -> Result<Vec<Document>, StoreError> {
        self.query(projection::documents)
    }

    /// A document of the library, if it is in it now.
    pub fn document(&self, id: &DocumentId) -> Result<Option<Document>, StoreError> {
        self.query(|connection| projection::document(connection, id))
    }

    /// Changes with every change of the library; the search index carries it as its stamp.
    pub fn library_sequence(&self) -> Result<u64, StoreError> {
        self.query(|connection| {
            connection
                .prepare_cached("SELECT ifnull(max(run_seq), 0) FROM events WHERE run = ?1")?
                .query_row([RunId::library().as_str()], |row| row.get::<_, i64>(0))
        })
        .map(|last| u64::try_from(last).unwrap_or_default())
    }

    /// Requests to cancel, by whichever process, after event `after` of the store.
    pub fn cancellations(&self, after: u64) -> Result<Vec<(u64, RunId)>, StoreError> {
        self.query(|connection| projection::cancellations(connection, after))
    }

    pub fn lock_run(&self, run: &RunId) -> Result<RunLock, StoreError> {
        RunLock::acquire(&self.locks(), run)
    }

    /// The same for whoever drives it: others see who that is.
    pub fn lock_run_to_drive(&self, run: &RunId) -> Result<RunLock, StoreError> {
        RunLock::acquire_to_drive(&self.locks(), run)
    }

    /// Who is at work on a run.
    pub fn owner(&self, run: &RunId) -> Result<Owner, StoreError> {
        lock::owner(&self.locks(), run)
    }

    /// The process that drives a run and has been stopped, if there is one.
    pub fn standing_still(&self, run: &RunId) -> Option<u32> {
        lock::standing_still(&self.locks(), run)
    }

    /// Runs that some process began to drive and did not put down, in the order of their names.
    pub fn runs_with_owner(&self) -> Result<Vec<(RunId, Owner)>, StoreError> {
        let signed = lock::signed(&self.locks())?.into_iter();
        signed
            .map(|run| Ok((run.clone(), self.owner(&run)?)))
            .collect()
    }

    fn locks(&self) -> PathBuf {
        self.shared.home.join("locks")
    }

    /// Takes runs and documents out with all their events and with the bodies that nobody else uses.
    /// The caller holds the runs' locks. With `forgotten_before`, bodies older than that which no event
    /// names go as well.
    pub async fn remove(
        &self,
        removal: Removal,
        at: Timestamp,
        forgotten_before: Option<Timestamp>,
    ) -> Result<Removed, StoreError> {
        let order = removal::Order {
            removal,
            at,
            blobs: self.shared.blobs.clone(),
            forgotten_before,
        };
        self.shared.writer.remove(order).await
    }

    /// The runs whose evidence is from a document.
    pub fn runs_citing(&self, document: &DocumentId) -> Result<Vec<RunId>, StoreError> {
        self.query(|connection| removal::runs_citing(connection, document))
    }

    /// Verifies every event, pointer, hash and projection.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        let home = &self.shared.home;
        let mut report = self
            .read(|connection, path| crate::check::check(connection, path, &self.shared.blobs))?;
        let tail = self.read(|connection, path| {
            mark::problems(home, connection).map_err(|error| StoreError::from_sql(path, &error))
        })?;
        report.problems.extend(tail);
        Ok(report)
    }

    /// Recreates every projection from the journal, in one transaction.
    pub async fn rebuild(&self) -> Result<RebuildReport, StoreError> {
        let events = self.shared.writer.rebuild().await?;
        let runs = usize::try_from(self.count_runs()?).unwrap_or(usize::MAX);
        Ok(RebuildReport {
            events,
            runs,
            documents: self.documents()?.len(),
        })
    }

    fn query<T>(
        &self,
        action: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.read(|connection, path| {
            action(connection).map_err(|error| StoreError::from_sql(path, &error))
        })
    }

    fn read<T>(
        &self,
        action: impl FnOnce(&Connection, &Path) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let readers = &self.shared.readers;
        let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connection::open_reader(&self.shared.database, self.shared.access)?,
        };
        let result = action(&connection, &self.shared.database);
        readers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(connection);
        result
    }
}

/// SQLite takes an empty file for a database that is yet to be made. Where bodies lie beside it, it
/// is one that lost its journal, and a new one in its place would hide that.
fn refuse_emptied(database: &Path, blobs: &Blobs) -> Result<(), StoreError> {
    if length(database)? != Some(0) || connection::log_length(database)? > 0 {
        return Ok(());
    }
    match blobs.inventory()?.bodies.len() {
        0 => Ok(()),
        bodies => Err(StoreError::Damaged {
            path: database.to_owned(),
            reason: format!("it is empty, but the folder blobs beside it holds {bodies} bodies"),
        }),
    }
}

/// The bytes of a file, if it is there.
fn length(path: &Path) -> Result<Option<u64>, StoreError> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found.len())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::from_io(path, &error)),
    }
}
