use std::path::{Path, PathBuf};

use assay_domain::JOURNAL_FORMAT;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::{StoreError, valuations, waiting};

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

/// How a database can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Beside others that read and write.
    Shared,
    /// As a file that nobody changes: on a disk that is full or cannot be written, where what readers
    /// and writers share cannot be made.
    Unchanging,
}

/// Opens the one connection that writes, creating the database where there is none.
pub(crate) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = open(path, flags, waiting::as_writer)?;
    refuse_read_only(path, &connection)?;
    prepare(&connection).map_err(|error| StoreError::from_sql(path, &error))?;
    refuse_newer(path, &connection)?;
    add_hashes(&mut connection).map_err(|error| StoreError::from_sql(path, &error))?;
    valuations::add(&mut connection).map_err(|error| StoreError::from_sql(path, &error))?;
    Ok(connection)
}

/// SQLite opens a file that may not be written for reading, and says so at the first write only.
fn refuse_read_only(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    match connection.is_readonly(rusqlite::MAIN_DB) {
        Ok(false) => Ok(()),
        Ok(true) => Err(StoreError::ReadOnly {
            path: path.to_owned(),
            reason: "its file or disk is read-only".to_owned(),
        }),
        Err(error) => Err(StoreError::from_sql(path, &error)),
    }
}

/// How a database that cannot be written can be read, if it can be.
pub(crate) fn access_of(path: &Path) -> Result<Access, StoreError> {
    let shared = open_reader(path, Access::Shared).and_then(|found| refuse_newer(path, &found));
    let Err(error) = shared else {
        return Ok(Access::Shared);
    };
    // Events that are in the log alone would be missing from the file.
    if log_length(path)? > 0 || !error.is_of_the_disk() {
        return Err(error);
    }
    let unchanging = open_reader(path, Access::Unchanging)?;
    refuse_newer(path, &unchanging)?;
    Ok(Access::Unchanging)
}

/// The bytes of the write-ahead log, 0 where there is none.
pub(crate) fn log_length(path: &Path) -> Result<u64, StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = Path::new(&log);
    match std::fs::metadata(log) {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(StoreError::from_io(log, &error)),
    }
}

/// Opens a connection that cannot write.
pub(crate) fn open_reader(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let connection = match access {
        Access::Shared => {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            open(path, flags, waiting::as_reader)?
        }
        Access::Unchanging => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
                | OpenFlags::SQLITE_OPEN_NO_MUTEX
                | OpenFlags::SQLITE_OPEN_URI;
            open(&unchanging(path), flags, waiting::as_reader)?
        }
    };
    connection
        .execute_batch("PRAGMA query_only = ON;")
        .map_err(|error| StoreError::from_sql(path, &error))?;
    Ok(connection)
}

/// The name by which SQLite takes neither locks nor shared memory for a file.
fn unchanging(path: &Path) -> PathBuf {
    let mut name = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                name.push(char::from(*byte));
            }
            other => name.push_str(&format!("%{other:02X}")),
        }
    }
    name.push_str("?immutable=1");
    PathBuf::from(name)
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
        "BEGIN IMMEDIATE; {SCHEMA} {} {} INSERT OR IGNORE INTO meta VALUES ('format', '{JOURNAL_FORMAT}'); COMMIT;",
        crate::projection::SCHEMA,
        valuations::SCHEMA
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
