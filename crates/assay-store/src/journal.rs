use std::path::Path;

use assay_domain::{Envelope, RunId, Timestamp};
use rusqlite::{Connection, Row, params};

use crate::StoreError;

const COLUMNS: &str = "SELECT seq, run, run_seq, at, event FROM events";

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
        .query_map(params![run.as_str(), to_sql(after)], RawEvent::read)
        .map_err(sql)?;
    rows.map(|row| row.map_err(sql)?.parse()).collect()
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
        .query_map(params![run.as_str(), to_sql(after), limit], RawEvent::read)
        .map_err(sql)?;
    rows.map(|row| row.map_err(sql)?.parse()).collect()
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
        .query_map(params![to_sql(after), limit], RawEvent::read)
        .map_err(sql)?;
    rows.map(|row| row.map_err(sql)?.parse()).collect()
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
    mut visitor: impl FnMut(Result<Envelope, StoreError>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let mut statement = connection
        .prepare(&format!("{COLUMNS} ORDER BY seq"))
        .map_err(sql)?;
    let mut rows = statement.query([]).map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        visitor(RawEvent::read(row).map_err(sql)?.parse())?;
    }
    Ok(())
}

struct RawEvent {
    seq: i64,
    run: String,
    run_seq: i64,
    at: i64,
    event: String,
}

impl RawEvent {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            seq: row.get(0)?,
            run: row.get(1)?,
            run_seq: row.get(2)?,
            at: row.get(3)?,
            event: row.get(4)?,
        })
    }

    fn parse(self) -> Result<Envelope, StoreError> {
        let seq = u64::try_from(self.seq).unwrap_or_default();
        let damaged = |reason: String| StoreError::EventDamaged { seq, reason };
        Ok(Envelope {
            seq,
            run: RunId::new(self.run),
            run_seq: u64::try_from(self.run_seq)
                .map_err(|_| damaged("its place in the run is negative".to_owned()))?,
            at: Timestamp::from_microsecond(self.at).map_err(|error| damaged(error.to_string()))?,
            event: serde_json::from_str(&self.event).map_err(|error| damaged(error.to_string()))?,
        })
    }
}

/// SQLite integers are signed; a sequence never comes near the limit.
pub(crate) fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
