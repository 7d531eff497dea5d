//! The projection that knows which runs valued which company, so that nobody reads journals to find
//! the last one.

use assay_domain::{ArtifactKind, Date, Envelope, Event, RunId, Timestamp};
use rusqlite::{Connection, TransactionBehavior, params};

use crate::journal::to_sql;

/// A run about a company is noted when it is made; the place of its valuation is added once there
/// is one.
pub(crate) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS valuations (
    run        TEXT PRIMARY KEY,
    company    TEXT NOT NULL,
    as_of      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    run_seq    INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS valuations_by_company ON valuations (company, created_at DESC, run);
";

/// Where the newest valuation of a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedRun {
    pub run: RunId,
    pub created_at: Timestamp,
    /// The place of the valuation in the run.
    pub run_seq: u64,
}

pub(crate) fn project(connection: &Connection, envelope: &Envelope) -> rusqlite::Result<()> {
    let run = envelope.run.as_str();
    match &envelope.event {
        Event::RunCreated { settings, .. } => {
            let Some(investment) = &settings.investment else {
                return Ok(());
            };
            connection
                .prepare_cached("INSERT OR IGNORE INTO valuations VALUES (?1, ?2, ?3, ?4, NULL)")?
                .execute(params![
                    run,
                    investment.company,
                    investment.as_of.to_string(),
                    envelope.at.as_microsecond()
                ])?;
        }
        Event::ArtifactWritten { artifact, .. }
            if artifact.kind() == Some(ArtifactKind::Valuation) =>
        {
            connection
                .prepare_cached("UPDATE valuations SET run_seq = ?2 WHERE run = ?1")?
                .execute(params![run, to_sql(envelope.run_seq)])?;
        }
        _ => {}
    }
    Ok(())
}

/// Makes the table in a database that is older than it.
pub(crate) fn add(connection: &mut Connection) -> rusqlite::Result<()> {
    if is_there(connection)? {
        return Ok(());
    }
    // Asked again under the lock: another process may have come first.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if !is_there(&transaction)? {
        transaction.execute_batch(SCHEMA)?;
        fill(&transaction, &transaction)?;
    }
    transaction.commit()
}

fn is_there(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'valuations')",
        [],
        |row| row.get(0),
    )
}

fn fill(from: &Connection, to: &Connection) -> rusqlite::Result<()> {
    let mut statement = from.prepare(
        "SELECT seq, run, run_seq, at, event FROM events
         WHERE event LIKE '{\"type\":\"run_created\"%'
            OR event LIKE '{\"type\":\"artifact_written\",\"artifact\":\"valuation\"%'
         ORDER BY seq",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let text: String = row.get(4)?;
        // a home opens with a damaged event too; `assay store check` tells of it
        let (Ok(event), Ok(at)) = (
            serde_json::from_str(&text),
            Timestamp::from_microsecond(row.get(3)?),
        ) else {
            continue;
        };
        let envelope = Envelope {
            seq: from_sql(row.get(0)?),
            run: RunId::new(row.get::<_, String>(1)?),
            run_seq: from_sql(row.get(2)?),
            at,
            event,
        };
        project(to, &envelope)?;
    }
    Ok(())
}

/// Runs that valued one of the companies as of a day up to `until`, the newest first.
pub(crate) fn find(
    connection: &Connection,
    companies: &[&str],
    until: Option<Date>,
) -> rusqlite::Result<Vec<ValuedRun>> {
    if is_there(connection)? {
        return find_in(connection, companies, until);
    }
    // a database that is older than the table and cannot be written
    let copy = Connection::open_in_memory()?;
    copy.execute_batch(SCHEMA)?;
    fill(connection, &copy)?;
    find_in(&copy, companies, until)
}

fn find_in(
    connection: &Connection,
    companies: &[&str],
    until: Option<Date>,
) -> rusqlite::Result<Vec<ValuedRun>> {
    let mut statement = connection.prepare_cached(
        "SELECT run, created_at, run_seq FROM valuations
         WHERE company = ?1 AND run_seq IS NOT NULL AND (?2 IS NULL OR as_of <= ?2)
         ORDER BY created_at DESC, run",
    )?;
    let until = until.map(|day| day.to_string());
    let mut found = Vec::new();
    for company in companies {
        let rows = statement.query_map(params![company, until], |row| {
            let at = Timestamp::from_microsecond(row.get(1)?).map_err(|error| {
                let kind = rusqlite::types::Type::Integer;
                rusqlite::Error::FromSqlConversionFailure(1, kind, Box::new(error))
            })?;
            Ok(ValuedRun {
                run: RunId::new(row.get::<_, String>(0)?),
                created_at: at,
                run_seq: from_sql(row.get(2)?),
            })
        })?;
        for row in rows {
            found.push(row?);
        }
    }
    found.sort_by(|one: &ValuedRun, other: &ValuedRun| {
        (other.created_at, &one.run).cmp(&(one.created_at, &other.run))
    });
    found.dedup();
    Ok(found)
}

/// Every row, to compare two tables.
pub(crate) type Row = (String, String, String, i64, Option<i64>);

/// What the table holds; `None` where the database is older than it.
pub(crate) fn rows(connection: &Connection) -> rusqlite::Result<Option<Vec<Row>>> {
    if !is_there(connection)? {
        return Ok(None);
    }
    let rows = connection
        .prepare("SELECT run, company, as_of, created_at, run_seq FROM valuations ORDER BY run")?
        .query_map([], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
            ))
        })?
        .collect::<rusqlite::Result<Vec<Row>>>()?;
    Ok(Some(rows))
}

fn from_sql(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
