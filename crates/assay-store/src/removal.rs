//! Taking runs and documents out, so that nothing of them is left on the disk.
//!
//! The journal is append-only but for this. A run's events give way to one that says that they are
//! gone; each event that tells of a document gives way to one that says that the document is. Bodies
//! go once no event names them, and at last the database is written anew without its free space,
//! where SQLite leaves what was deleted, and its log emptied.

use std::collections::BTreeSet;
use std::path::Path;

use assay_domain::{BlobId, Body, DocumentId, Event, RemovedBy, RunId, Timestamp};
use rusqlite::{Connection, params};

use crate::journal;
use crate::{Blobs, StoreError, event_hash};

/// What is to be taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    pub runs: Vec<RunId>,
    pub documents: Vec<DocumentId>,
    pub by: RemovedBy,
}

/// What became of a removal. The events are gone whatever else it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Bodies that nobody used any more.
    pub bodies: usize,
    /// Whether the free space of the database is clean too. It is not where another process reads at
    /// this moment; the next removal, or `assay store clean`, sees to it.
    pub scrubbed: bool,
}

impl Removal {
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.documents.is_empty()
    }

    /// Takes the events out and collects the bodies that they named. What is to be appended comes
    /// back, by stream.
    pub(crate) fn take_out(
        &self,
        connection: &Connection,
        blobs: &Blobs,
        bodies: &mut BTreeSet<BlobId>,
    ) -> rusqlite::Result<Vec<(RunId, Event)>> {
        let mut tombstones = Vec::new();
        for run in &self.runs {
            let events = take_out_run(connection, run, bodies)?;
            if events > 0 {
                let by = self.by;
                tombstones.push((run.clone(), Event::RunRemoved { events, by }));
            }
        }
        for document in &self.documents {
            replace(connection, &RunId::library(), document, bodies, |event| {
                tells_of(event, document)
            })?;
            let companies = companies_quoting(connection, blobs, document)?;
            replace(
                connection,
                &RunId::companies(),
                document,
                bodies,
                |event| matches!(event, Event::GraphRefreshed { company, .. } if companies.contains(company)),
            )?;
            let document = document.clone();
            tombstones.push((RunId::library(), Event::DocumentRemoved { document }));
        }
        Ok(tombstones)
    }
}

fn take_out_run(
    connection: &Connection,
    run: &RunId,
    bodies: &mut BTreeSet<BlobId>,
) -> rusqlite::Result<u64> {
    for (_, _, _, text) in rows(connection, run)? {
        // a damaged event names nothing; what it named is swept up with all that nobody names
        if let Ok(event) = serde_json::from_str::<Event>(&text) {
            bodies.extend(event.bodies().into_iter().cloned());
        }
    }
    let gone = connection.execute("DELETE FROM events WHERE run = ?1", [run.as_str()])?;
    for table in ["runs", "cancellations", "valuations"] {
        let delete = format!("DELETE FROM {table} WHERE run = ?1");
        connection.execute(&delete, [run.as_str()])?;
    }
    Ok(u64::try_from(gone).unwrap_or(u64::MAX))
}

/// Puts the document's tombstone in the place of each event of a stream that `is_about` it: places
/// stay without a gap, and so does the search index's stamp.
fn replace(
    connection: &Connection,
    stream: &RunId,
    document: &DocumentId,
    bodies: &mut BTreeSet<BlobId>,
    is_about: impl Fn(&Event) -> bool,
) -> rusqlite::Result<()> {
    let tombstone = Event::DocumentRemoved {
        document: document.clone(),
    };
    let tombstone = serde_json::to_string(&tombstone)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    // an event that was written before events had hashes goes on without
    let mut update = connection.prepare(
        "UPDATE events SET event = ?2, hash = iif(hash IS NULL, NULL, ?3) WHERE seq = ?1",
    )?;
    for (seq, run_seq, at, text) in rows(connection, stream)? {
        let event = serde_json::from_str::<Event>(&text).ok();
        // a damaged event is about the document if its text still names it
        let is_told = match &event {
            Some(event) => is_about(event),
            None => text.contains(document.as_str()),
        };
        if is_told {
            let named = event.iter().flat_map(Event::bodies);
            bodies.extend(named.cloned());
            let hash = event_hash::of(stream.as_str(), run_seq, at, tombstone.as_bytes());
            update.execute(params![seq, tombstone, hash])?;
        }
    }
    Ok(())
}

fn tells_of(event: &Event, id: &DocumentId) -> bool {
    match event {
        Event::DocumentIngested { document } => document.id == *id,
        Event::QuarantineReviewed { document, .. } | Event::TierDeclared { document, .. } => {
            document == id
        }
        _ => false,
    }
}

/// Companies whose relations were read from the document, at any time: they are read again from what
/// is left when they are next asked for.
fn companies_quoting(
    connection: &Connection,
    blobs: &Blobs,
    document: &DocumentId,
) -> rusqlite::Result<BTreeSet<String>> {
    let mut companies = BTreeSet::new();
    for (_, _, _, text) in rows(connection, &RunId::companies())? {
        let Ok(Event::GraphRefreshed { company, graph }) = serde_json::from_str(&text) else {
            continue;
        };
        let quotes = match &graph {
            Body::Inline(graph) => graph.contains(document.as_str()),
            // what cannot be read cannot be told from what quotes it
            Body::Blob { hash, .. } => blobs
                .get_text(hash)
                .map_or(true, |graph| graph.contains(document.as_str())),
        };
        if quotes {
            companies.insert(company);
        }
    }
    Ok(companies)
}

/// `(seq, run_seq, at, event)` of a stream, in order.
fn rows(connection: &Connection, stream: &RunId) -> rusqlite::Result<Vec<(i64, i64, i64, String)>> {
    connection
        .prepare("SELECT seq, run_seq, at, event FROM events WHERE run = ?1 ORDER BY run_seq")?
        .query_map([stream.as_str()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect()
}

/// Deletes those of the bodies that no event names. The caller holds the database's write lock, so
/// that nobody names one meanwhile.
pub(crate) fn delete_unnamed(
    connection: &Connection,
    path: &Path,
    blobs: &Blobs,
    mut bodies: BTreeSet<BlobId>,
) -> Result<usize, StoreError> {
    journal::visit(connection, path, |stored| {
        // also of a damaged event: what its text still names is kept
        let stored = stored?;
        bodies.retain(|body| !stored.mentions(body.as_str()));
        Ok(())
    })?;
    for body in &bodies {
        blobs.delete(body)?;
    }
    Ok(bodies.len())
}

/// Bodies that no event names and that nobody is about to name: an ingest that was cut off left them,
/// or a removal.
pub(crate) fn forgotten(
    connection: &Connection,
    path: &Path,
    blobs: &Blobs,
    before: Timestamp,
) -> Result<BTreeSet<BlobId>, StoreError> {
    let mut bodies = blobs.older_than(before)?;
    journal::visit(connection, path, |stored| {
        for body in stored?.parse()?.event.bodies() {
            bodies.remove(body);
        }
        Ok(())
    })?;
    Ok(bodies)
}

/// Writes the database anew without its free space and empties its log. Whether the log is empty:
/// another process that reads keeps it.
pub(crate) fn scrub(connection: &Connection) -> rusqlite::Result<bool> {
    connection.execute_batch("VACUUM")?;
    let busy: i64 =
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(busy == 0)
}

/// The runs whose evidence is from a document.
pub(crate) fn runs_citing(
    connection: &Connection,
    document: &DocumentId,
) -> rusqlite::Result<Vec<RunId>> {
    let cited = format!("\"document\":\"{document}\"");
    let runs = connection
        .prepare("SELECT DISTINCT run FROM events WHERE instr(event, ?1) > 0 ORDER BY run")?
        .query_map([cited], |row| row.get::<_, String>(0).map(RunId::new))?
        .collect::<rusqlite::Result<Vec<RunId>>>()?;
    Ok(runs.into_iter().filter(RunId::is_run).collect())
}

/// What the writing thread is asked to do.
pub(crate) struct Order {
    pub(crate) removal: Removal,
    pub(crate) at: Timestamp,
    pub(crate) blobs: Blobs,
    /// Bodies older than this that no event names go as well.
    pub(crate) forgotten_before: Option<Timestamp>,
}
