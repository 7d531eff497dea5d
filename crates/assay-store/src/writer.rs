use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use assay_domain::{BlobId, Envelope, Event, RunId, Timestamp};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, params};
use tokio::sync::{oneshot, watch};

use crate::journal::to_sql;
use crate::mark::Marker;
use crate::{Removed, StoreError, event_hash, projection, removal};

/// Appends that may share one commit. More would only delay the first of them.
const MOST_PER_COMMIT: usize = 512;

/// How long appends wait for company after a commit that several shared: then many runs are busy,
/// and one flush for all of them costs less than one for each. An append alone never waits, and to
/// a run of model calls, with some ten appends after one another, the wait is nothing.
const COMPANY_WAIT: Duration = Duration::from_millis(1);

pub type Appended = Vec<Envelope>;

/// One caller's events: they are written together or not at all.
struct Record {
    run: RunId,
    at: Timestamp,
    events: Vec<Event>,
}

struct Append {
    record: Record,
    done: oneshot::Sender<Result<Appended, StoreError>>,
}

enum Order {
    Append(Append),
    Rebuild(oneshot::Sender<Result<u64, StoreError>>),
    Remove(
        Box<removal::Order>,
        oneshot::Sender<Result<Removed, StoreError>>,
    ),
}

/// The thread that owns the writing connection. While one commit flushes, appends queue up and
/// share the next one: that is the whole of group commit.
pub(crate) struct Writer {
    orders: Option<mpsc::Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    appended: watch::Receiver<u64>,
    /// Why nothing can be written, with the end of `appended` that nothing will be told by.
    refusal: Option<(StoreError, watch::Sender<u64>)>,
}

impl Writer {
    pub(crate) fn start(
        path: PathBuf,
        connection: Connection,
        marker: Marker,
    ) -> Result<Self, StoreError> {
        let (orders, inbox) = mpsc::channel();
        let at = path.clone();
        let (told, appended) = watch::channel(0);
        let thread = std::thread::Builder::new()
            .name("assay-journal".to_owned())
            .spawn(move || {
                Journal {
                    path,
                    connection,
                    stopped: None,
                    text: Vec::new(),
                    last: None,
                    marker,
                    told,
                }
                .serve(&inbox)
            })
            .map_err(|error| StoreError::from_io(&at, &error))?;
        Ok(Self {
            orders: Some(orders),
            thread: Some(thread),
            appended,
            refusal: None,
        })
    }

    /// Writes nothing and says why.
    pub(crate) fn refusing(why: StoreError) -> Self {
        let (told, appended) = watch::channel(0);
        Self {
            orders: None,
            thread: None,
            appended,
            refusal: Some((why, told)),
        }
    }

    pub(crate) fn refusal(&self) -> Option<&StoreError> {
        self.refusal.as_ref().map(|(why, _)| why)
    }

    pub(crate) fn appended(&self) -> watch::Receiver<u64> {
        self.appended.clone()
    }

    pub(crate) async fn append(
        &self,
        run: &RunId,
        at: Timestamp,
        events: Vec<Event>,
    ) -> Result<Appended, StoreError> {
        let (done, answer) = oneshot::channel();
        let record = Record {
            run: run.clone(),
            at: as_journaled(at),
            events,
        };
        self.order(Order::Append(Append { record, done }))?;
        answer.await.map_err(|_| gone())?
    }

    pub(crate) async fn rebuild(&self) -> Result<u64, StoreError> {
        let (done, answer) = oneshot::channel();
        self.order(Order::Rebuild(done))?;
        answer.await.map_err(|_| gone())?
    }

    pub(crate) async fn remove(&self, order: removal::Order) -> Result<Removed, StoreError> {
        let (done, answer) = oneshot::channel();
        self.order(Order::Remove(Box::new(order), done))?;
        answer.await.map_err(|_| gone())?
    }

    fn order(&self, order: Order) -> Result<(), StoreError> {
        let refused = || self.refusal().cloned().unwrap_or_else(gone);
        self.orders
            .as_ref()
            .ok_or_else(refused)?
            .send(order)
            .map_err(|_| gone())
    }
}

impl Drop for Writer {
    /// Waits for the queue to drain, so that the last commit is never cut off by a normal exit.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The journal keeps microseconds; finer ones would make a projection differ from its replay.
fn as_journaled(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

fn gone() -> StoreError {
    StoreError::Stopped {
        reason: "its thread ended".to_owned(),
    }
}

struct Journal {
    path: PathBuf,
    connection: Connection,
    /// Set after a failed write or flush: what the disk holds is then unknown to this process, so it
    /// writes no more. A full disk is not such a case: SQLite rolled the transaction back.
    stopped: Option<String>,
    /// The text of the event being written; kept so that its memory is used again.
    text: Vec<u8>,
    /// The last event that was written, with its hash.
    last: Option<(u64, [u8; event_hash::BYTES])>,
    /// Names it outside the database once it is committed.
    marker: Marker,
    /// Whoever follows the journal hears of each commit here.
    told: watch::Sender<u64>,
}

impl Journal {
    fn serve(mut self, inbox: &mpsc::Receiver<Order>) {
        let mut last_shared_by = 0;
        while let Ok(first) = inbox.recv() {
            if last_shared_by > 1 {
                std::thread::sleep(COMPANY_WAIT);
            }
            let mut batch = Vec::with_capacity(last_shared_by);
            let mut next = Some(first);
            while let Some(order) = next {
                match order {
                    Order::Append(append) => batch.push(append),
                    Order::Rebuild(done) => {
                        self.commit(std::mem::take(&mut batch));
                        drop(done.send(self.rebuild()));
                    }
                    Order::Remove(order, done) => {
                        self.commit(std::mem::take(&mut batch));
                        drop(done.send(self.remove(&order)));
                    }
                }
                next = (batch.len() < MOST_PER_COMMIT)
                    .then(|| inbox.try_recv().ok())
                    .flatten();
            }
            last_shared_by = batch.len();
            self.commit(batch);
        }
    }

    fn commit(&mut self, batch: Vec<Append>) {
        if batch.is_empty() {
            return;
        }
        let mut waiting = Vec::with_capacity(batch.len());
        let mut records = Vec::with_capacity(batch.len());
        for append in batch {
            waiting.push(append.done);
            records.push(append.record);
        }
        // A receiver that is gone belonged to a cancelled task; its events are saved all the same.
        match self.guarded(|journal| journal.write(records)) {
            Ok(appended) => {
                self.mark();
                if let Some(last) = appended.iter().rev().find_map(|made| made.last()) {
                    self.told.send_replace(last.seq);
                }
                for (done, envelopes) in waiting.into_iter().zip(appended) {
                    drop(done.send(Ok(envelopes)));
                }
            }
            Err(error) => {
                for done in waiting {
                    drop(done.send(Err(error.clone())));
                }
            }
        }
    }

    /// Tells outside the database which event was committed last.
    fn mark(&mut self) {
        if let Some((seq, hash)) = self.last.take() {
            self.marker.note(seq, hash);
        }
    }

    fn guarded<T>(
        &mut self,
        action: impl FnOnce(&mut Self) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        if let Some(reason) = &self.stopped {
            return Err(StoreError::Stopped {
                reason: reason.clone(),
            });
        }
        action(self).map_err(|error| {
            let error = StoreError::from_sql(&self.path, &error);
            if matches!(error, StoreError::Disk { .. } | StoreError::Damaged { .. }) {
                self.stopped = Some(error.to_string());
            }
            error
        })
    }

    fn write(&mut self, records: Vec<Record>) -> rusqlite::Result<Vec<Appended>> {
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut seq = last_seq(&transaction)?;
        let mut appended = Vec::with_capacity(records.len());
        for record in records {
            let envelopes = insert(
                &transaction,
                &mut seq,
                record,
                &mut self.text,
                &mut self.last,
            )?;
            projection::project(&transaction, &envelopes)?;
            appended.push(envelopes);
        }
        transaction.commit()?;
        Ok(appended)
    }

    fn remove(&mut self, order: &removal::Order) -> Result<Removed, StoreError> {
        let mut bodies = BTreeSet::new();
        if !order.removal.is_empty() {
            let last = self.guarded(|journal| journal.take_out(order, &mut bodies))?;
            self.mark();
            self.told.send_replace(last);
        }
        let path = self.path.clone();
        let sql = |error: rusqlite::Error| StoreError::from_sql(&path, &error);
        // only for its lock: nobody may come to name a body while it is deleted
        let locked = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(sql)?;
        if let Some(before) = order.forgotten_before {
            bodies.extend(removal::forgotten(&locked, &path, &order.blobs, before)?);
        }
        let bodies = removal::delete_unnamed(&locked, &path, &order.blobs, bodies)?;
        locked.finish().map_err(sql)?;
        let scrubbed = match removal::scrub(&self.connection).map_err(sql) {
            Err(StoreError::Locked { .. } | StoreError::DiskFull { .. }) => false,
            scrubbed => scrubbed?,
        };
        Ok(Removed { bodies, scrubbed })
    }

    /// The last event of the store afterwards.
    fn take_out(
        &mut self,
        order: &removal::Order,
        bodies: &mut BTreeSet<BlobId>,
    ) -> rusqlite::Result<u64> {
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut seq = last_seq(&transaction)?;
        let tombstones = order.removal.take_out(&transaction, &order.blobs, bodies)?;
        for (run, event) in tombstones {
            let record = Record {
                run,
                at: as_journaled(order.at),
                events: vec![event],
            };
            let appended = insert(
                &transaction,
                &mut seq,
                record,
                &mut self.text,
                &mut self.last,
            )?;
            projection::project(&transaction, &appended)?;
        }
        transaction.commit()?;
        Ok(seq)
    }

    fn rebuild(&mut self) -> Result<u64, StoreError> {
        let path = self.path.clone();
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(|error| StoreError::from_sql(&path, &error))?;
        let count = replay(&transaction, &path)?;
        transaction
            .commit()
            .map_err(|error| StoreError::from_sql(&path, &error))?;
        Ok(count)
    }
}

/// Empties the projections and builds them again from every event.
pub(crate) fn replay(connection: &Connection, path: &Path) -> Result<u64, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    connection.execute_batch(projection::SCHEMA).map_err(sql)?;
    connection.execute_batch(projection::CLEAR).map_err(sql)?;
    let mut count = 0;
    crate::journal::visit(connection, path, |stored| {
        count += 1;
        projection::project(connection, &[stored?.envelope()?]).map_err(sql)
    })?;
    Ok(count)
}

fn last_seq(connection: &Connection) -> rusqlite::Result<u64> {
    let last: Option<i64> = connection
        .prepare_cached("SELECT max(seq) FROM events")?
        .query_row([], |row| row.get(0))?;
    Ok(last
        .and_then(|last| u64::try_from(last).ok())
        .unwrap_or_default())
}

fn insert(
    connection: &Connection,
    seq: &mut u64,
    Record { run, at, events }: Record,
    text: &mut Vec<u8>,
    written: &mut Option<(u64, [u8; event_hash::BYTES])>,
) -> rusqlite::Result<Vec<Envelope>> {
    let last: Option<i64> = connection
        .prepare_cached("SELECT max(run_seq) FROM events WHERE run = ?1")?
        .query_row([run.as_str()], |row| row.get(0))?;
    let mut run_seq = last
        .and_then(|last| u64::try_from(last).ok())
        .unwrap_or_default();
    let mut statement = connection.prepare_cached(
        "INSERT INTO events (seq, run, run_seq, at, event, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let micros = at.as_microsecond();
    let mut envelopes = Vec::with_capacity(events.len());
    for event in events {
        *seq += 1;
        run_seq += 1;
        text.clear();
        serde_json::to_writer(&mut *text, &event)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        let hash = event_hash::of(run.as_str(), to_sql(run_seq), micros, text);
        statement.execute(params![
            to_sql(*seq),
            run.as_str(),
            to_sql(run_seq),
            micros,
            ToSqlOutput::Borrowed(ValueRef::Text(text)),
            hash
        ])?;
        *written = Some((*seq, hash));
        envelopes.push(Envelope {
            seq: *seq,
            run: run.clone(),
            run_seq,
            at,
            event,
        });
    }
    Ok(envelopes)
}
