use std::path::Path;

use assay_domain::{Envelope, RunId, Timestamp};
use rusqlite::{Connection, Row, Rows, params};

use crate::{StoreError, event_hash};

const COLUMNS: &str = "SELECT seq, run, run_seq, at, event, hash FROM events";

/// The events of one run after `after`, in order.
pub(crate) fn load(
    connection: &Connection,
    path: &Path,
    run: &RunId,
    after: u64,
) -> Result<Vec<Envelope>, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut statement = connection
        .prepare_cached(&format!(
            "{COLUMNS} WHERE run = ?1 AND run_seq > ?2 ORDER BY run_seq"
        ))
        .map_err(sql)?;
    let rows = statement
        .query(params![run.as_str(), to_sql(after)])
        .map_err(sql)?;
    envelopes(rows, path)
}

/// At most `limit` events of one run after `after`, in order.
pub(crate) fn load_some(
    connection: &Connection,
    path: &Path,
    run: &RunId,
    after: u64,
    limit: usize,
) -> Result<Vec<Envelope>, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut statement = connection
        .prepare_cached(&format!(
            "{COLUMNS} WHERE run = ?1 AND run_seq > ?2 ORDER BY run_seq LIMIT ?3"
        ))
        .map_err(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement
        .query(params![run.as_str(), to_sql(after), limit])
        .map_err(sql)?;
    envelopes(rows, path)
}

/// At most `limit` events of the whole store after `after`, in order.
pub(crate) fn load_all(
    connection: &Connection,
    path: &Path,
    after: u64,
    limit: usize,
) -> Result<Vec<Envelope>, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut statement = connection
        .prepare_cached(&format!("{COLUMNS} WHERE seq > ?1 ORDER BY seq LIMIT ?2"))
        .map_err(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement
        .query(params![to_sql(after), limit])
        .map_err(sql)?;
    envelopes(rows, path)
}

/// Which streams have events after `after`, and the last event of the store. The events themselves
/// are not read.
pub(crate) fn news(connection: &Connection, after: u64) -> rusqlite::Result<(Vec<RunId>, u64)> {
    let mut last = after;
    let mut runs: Vec<RunId> = Vec::new();
    let mut statement =
        connection.prepare_cached("SELECT seq, run FROM events WHERE seq > ?1 ORDER BY seq")?;
    let mut rows = statement.query([to_sql(after)])?;
    while let Some(row) = rows.next()? {
        last = u64::try_from(row.get::<_, i64>(0)?).unwrap_or(last);
        let run = RunId::new(row.get::<_, String>(1)?);
        if !runs.contains(&run) {
            runs.push(run);
        }
    }
    Ok((runs, last))
}

/// Visits every event of the store in order.
pub(crate) fn visit(
    connection: &Connection,
    path: &Path,
    mut visitor: impl FnMut(Result<StoredEvent<'_>, StoreError>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut statement = connection
        .prepare(&format!("{COLUMNS} ORDER BY seq"))
        .map_err(sql)?;
    let mut rows = statement.query([]).map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        visitor(StoredEvent::read(row, path))?;
    }
    Ok(())
}

fn envelopes(mut rows: Rows<'_>, path: &Path) -> Result<Vec<Envelope>, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut envelopes = Vec::new();
    while let Some(row) = rows.next().map_err(sql)? {
        envelopes.push(StoredEvent::read(row, path)?.envelope()?);
    }
    Ok(envelopes)
}

/// An event as it lies in the database, not yet verified.
pub(crate) struct StoredEvent<'row> {
    pub(crate) seq: u64,
    pub(crate) run: &'row str,
    run_seq: i64,
    at: i64,
    text: &'row str,
    /// None where it was written before events had hashes.
    hash: Option<&'row [u8]>,
}

impl<'row> StoredEvent<'row> {
    fn read(row: &'row Row<'_>, path: &Path) -> Result<Self, StoreError> {
        let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
        let seq: i64 = row.get(0).map_err(sql)?;
        let seq = u64::try_from(seq).unwrap_or_default();
        let value = |column: usize| row.get_ref(column).map_err(sql);
        let (run, run_seq) = (value(1)?, value(2)?);
        let unreadable = |what: &'static str| {
            move |_| StoreError::EventDamaged {
                seq,
                place: match (run.as_str(), run_seq.as_i64()) {
                    (Ok(run), Ok(run_seq)) => place(run, run_seq),
                    _ => "an event of an unknown place".to_owned(),
                },
                reason: format!("is not what was written: its {what} is unreadable"),
            }
        };
        Ok(Self {
            seq,
            run: run.as_str().map_err(unreadable("run"))?,
            run_seq: run_seq.as_i64().map_err(unreadable("place"))?,
            at: value(3)?.as_i64().map_err(unreadable("time"))?,
            text: value(4)?.as_str().map_err(unreadable("text"))?,
            hash: value(5)?.as_blob_or_null().map_err(unreadable("hash"))?,
        })
    }

    /// What was written, once it is known to be that.
    pub(crate) fn envelope(&self) -> Result<Envelope, StoreError> {
        self.verify()?;
        self.parse()
    }

    /// Whether its text holds a name, be it otherwise damaged.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.text.contains(name)
    }

    pub(crate) fn has_hash(&self) -> bool {
        self.hash.is_some()
    }

    pub(crate) fn verify(&self) -> Result<(), StoreError> {
        let Some(hash) = self.hash else {
            return Ok(());
        };
        if hash == event_hash::of(self.run, self.run_seq, self.at, self.text.as_bytes()) {
            Ok(())
        } else {
            Err(self.damaged("is not what was written: it does not match its hash".to_owned()))
        }
    }

    /// Its place in its run.
    pub(crate) fn run_seq(&self) -> Result<u64, StoreError> {
        u64::try_from(self.run_seq)
            .map_err(|_| self.damaged("has a negative place in its run".to_owned()))
    }

    pub(crate) fn parse(&self) -> Result<Envelope, StoreError> {
        Ok(Envelope {
            seq: self.seq,
            run: RunId::new(self.run),
            run_seq: self.run_seq()?,
            at: Timestamp::from_microsecond(self.at)
                .map_err(|error| self.damaged(format!("has no readable time ({error})")))?,
            event: serde_json::from_str(self.text)
                .map_err(|error| self.damaged(format!("cannot be understood ({error})")))?,
        })
    }

    pub(crate) fn damaged(&self, reason: String) -> StoreError {
        StoreError::EventDamaged {
            seq: self.seq,
            place: place(self.run, self.run_seq),
            reason,
        }
    }
}

fn place(run: &str, run_seq: i64) -> String {
    format!("event {run_seq} of run {run}")
}

/// SQLite integers are signed; a sequence never comes near the limit.
pub(crate) fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
