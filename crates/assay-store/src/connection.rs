use std::path::Path;

use assay_domain::JOURNAL_FORMAT;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::{StoreError, waiting};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    seq     INTEGER PRIMARY KEY,
    run     TEXT    NOT NULL,
    run_seq INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    event   TEXT    NOT NULL,
    hash    BLOB
);
CREATE UNIQUE INDEX IF NOT EXISTS events_by_run ON events (run, run_seq);
";

/// Opens the one connection that writes, creating the database where there is none.
pub(crate) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = open(path, flags, waiting::as_writer)?;
    prepare(&connection).map_err(|error| StoreError::from_sql(path, &error))?;
    refuse_newer(path, &connection)?;
    add_hashes(&mut connection).map_err(|error| StoreError::from_sql(path, &error))?;
    Ok(connection)
}

/// Opens a connection that cannot write.
pub(crate) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(path, flags, waiting::as_reader)?;
    connection
        .execute_batch("PRAGMA query_only = ON;")
        .map_err(|error| StoreError::from_sql(path, &error))?;
    Ok(connection)
}

fn open(path: &Path, flags: OpenFlags, wait: fn(i32) -> bool) -> Result<Connection, StoreError> {
    let mut connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreError::from_sql(path, &error))?;
    connection
        .busy_handler(Some(wait))
        .map_err(|error| StoreError::from_sql(path, &error))?;
    // Without it SQLite compiles a cached statement again for every new value it is given.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(|error| StoreError::from_sql(path, &error))?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // Events carry prompts and reports: with large pages a commit is fewer writes. The size counts
    // only where the database is made.
    // FULL flushes the log on every commit: without it a power cut loses acknowledged steps.
    connection.execute_batch(
        "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
    )?;
    if format_of(connection)?.is_some() {
        return Ok(());
    }
    let transaction = format!(
        "BEGIN IMMEDIATE; {SCHEMA} {} INSERT OR IGNORE INTO meta VALUES ('format', '{JOURNAL_FORMAT}'); COMMIT;",
        crate::projection::SCHEMA
    );
    connection.execute_batch(&transaction)
}

/// A database made before events had hashes gets a place for them; its rows stay as they are.
fn add_hashes(connection: &mut Connection) -> rusqlite::Result<()> {
    if has_hashes(connection)? {
        return Ok(());
    }
    // Asked again under the lock: another process may have come first.
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if !has_hashes(&transaction)? {
        transaction.execute_batch("ALTER TABLE events ADD COLUMN hash BLOB")?;
    }
    transaction.commit()
}

fn has_hashes(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM pragma_table_info('events') WHERE name = 'hash')",
        [],
        |row| row.get(0),
    )
}

fn refuse_newer(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let found = format_of(connection).map_err(|error| StoreError::from_sql(path, &error))?;
    match found {
        Some(found) if found > JOURNAL_FORMAT => Err(StoreError::TooNew {
            path: path.to_owned(),
            found,
            known: JOURNAL_FORMAT,
        }),
        Some(_) => Ok(()),
        None => Err(StoreError::Damaged {
            path: path.to_owned(),
            reason: "it has no format mark".to_owned(),
        }),
    }
}

fn format_of(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    let has_meta: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta')",
        [],
        |row| row.get(0),
    )?;
    if !has_meta {
        return Ok(None);
    }
    let text: Option<String> = connection
        .query_row("SELECT value FROM meta WHERE key = 'format'", [], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(text.and_then(|text| text.parse().ok()))
}
