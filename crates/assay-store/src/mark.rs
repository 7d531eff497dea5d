//! The last acknowledged event, told outside the database.
//!
//! SQLite ends its write-ahead log at the first frame that is not what was written, and cannot tell
//! whether others came after it. A small file beside the database names the last event of every commit
//! that returned; a journal that ends before it has lost its tail. The file is written after the commit
//! and never flushed: one that is older than the journal says nothing, and is no cause for alarm.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::journal::to_sql;
use crate::{DurableFolder, Problem, StoreError, event_hash};

const MARK: &str = "assay.mark";
/// What was found to be lost when the store was opened, a line each: the last event that was there,
/// and the last that had been acknowledged.
const LOSSES: &str = "assay.lost";
/// No mark is longer.
const MOST_BYTES: u64 = 128;

/// An event that was reported as saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Acknowledged {
    seq: u64,
    hash: [u8; event_hash::BYTES],
}

impl Acknowledged {
    /// Always of the same length, so that one mark takes the place of another.
    fn line(self) -> String {
        let said = format!("{:020} {}", self.seq, hex(&self.hash));
        let sum = blake3::hash(said.as_bytes());
        format!(
            "{said} {}\n",
            hex(sum.as_bytes().first_chunk::<4>().unwrap_or(&[0; 4]))
        )
    }

    /// `None` for what is no mark, or half of two.
    fn of_line(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let seq = words.next()?.parse().ok()?;
        let digits = words.next()?;
        let mut hash = [0; event_hash::BYTES];
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        let mark = Self { seq, hash };
        (mark.line() == line).then_some(mark)
    }

    fn read(home: &Path) -> Option<Self> {
        let mut line = String::new();
        let file = File::open(home.join(MARK)).ok()?;
        file.take(MOST_BYTES).read_to_string(&mut line).ok()?;
        Self::of_line(&line)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the mark after each commit.
pub(crate) struct Marker {
    /// None where it cannot be written: then the journal is as it is, without this guard.
    file: Option<File>,
}

impl Marker {
    /// Compares the mark with the journal, writes down what is lost, and goes on from what is there.
    pub(crate) fn open(
        home: &Path,
        database: &Path,
        connection: &Connection,
    ) -> Result<Self, StoreError> {
        // before the journal: whatever was acknowledged then is in it now
        let acknowledged = Acknowledged::read(home);
        let last =
            last_event(connection).map_err(|error| StoreError::from_sql(database, &error))?;
        if let Some(acknowledged) = acknowledged
            && acknowledged.seq > last.seq
        {
            keep_loss(home, last.seq, acknowledged.seq)
                .map_err(|error| StoreError::from_io(&home.join(LOSSES), &error))?;
        }
        let path = home.join(MARK);
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(path);
        let mut marker = Self { file: file.ok() };
        marker.note(last.seq, last.hash);
        Ok(marker)
    }

    /// Another process may put an older mark over a newer one: the guard then reaches one commit less
    /// far. The event itself is saved, so that a mark that cannot be written fails nobody.
    pub(crate) fn note(&mut self, seq: u64, hash: [u8; event_hash::BYTES]) {
        let line = Acknowledged { seq, hash }.line();
        let written = self.file.as_mut().map(|file| {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(line.as_bytes())
        });
        if let Some(Err(_)) = written {
            self.file = None;
        }
    }
}

/// What the mark and the losses of earlier days say against the journal.
pub(crate) fn problems(home: &Path, connection: &Connection) -> rusqlite::Result<Vec<Problem>> {
    let mut problems: Vec<Problem> = losses(home).iter().map(|loss| Problem {
        seq: Some(loss.last),
        what: format!(
            "events {} to {} were acknowledged and then lost; restore the folder from a backup, or, to go on without them, remove the file {LOSSES}",
            loss.last + 1,
            loss.acknowledged
        ),
    }).collect();
    let Some(acknowledged) = Acknowledged::read(home) else {
        return Ok(problems);
    };
    let last = last_event(connection)?;
    if acknowledged.seq > last.seq {
        problems.push(Problem {
            seq: Some(last.seq),
            what: format!(
                "the journal ends with event {}, but event {} was acknowledged: its tail is lost; copy the folder, then restore it from a backup",
                last.seq, acknowledged.seq
            ),
        });
    } else if hash_of(connection, acknowledged.seq)?.is_some_and(|hash| hash != acknowledged.hash) {
        problems.push(Problem {
            seq: Some(acknowledged.seq),
            what: "this event is not the one that was acknowledged under its number; copy the folder, then restore it from a backup".to_owned(),
        });
    }
    Ok(problems)
}

struct Loss {
    last: u64,
    acknowledged: u64,
}

fn losses(home: &Path) -> Vec<Loss> {
    let lines = fs::read_to_string(home.join(LOSSES)).unwrap_or_default();
    let loss = |line: &str| {
        let (last, acknowledged) = line.split_once(' ')?;
        Some(Loss {
            last: last.parse().ok()?,
            acknowledged: acknowledged.trim().parse().ok()?,
        })
    };
    lines.lines().filter_map(loss).collect()
}

/// Whether acknowledged events are known to be lost.
pub(crate) fn has_losses(home: &Path) -> bool {
    !losses(home).is_empty()
}

fn keep_loss(home: &Path, last: u64, acknowledged: u64) -> io::Result<()> {
    let mut lines = match fs::read_to_string(home.join(LOSSES)) {
        Ok(lines) => lines,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let line = format!("{last} {acknowledged}\n");
    if !lines.ends_with(&line) {
        lines.push_str(&line);
    }
    let folder = DurableFolder::create(home)?;
    folder.write(LOSSES, lines.as_bytes())?;
    folder.flush()
}

/// The last event, or event 0 of an empty journal.
fn last_event(connection: &Connection) -> rusqlite::Result<Acknowledged> {
    let none = Acknowledged {
        seq: 0,
        hash: [0; event_hash::BYTES],
    };
    let found = connection
        .prepare_cached("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| {
            let seq: i64 = row.get(0)?;
            Ok(Acknowledged {
                seq: u64::try_from(seq).unwrap_or_default(),
                hash: hash_in(row, 1)?.unwrap_or_default(),
            })
        })
        .optional()?;
    Ok(found.unwrap_or(none))
}

fn hash_of(connection: &Connection, seq: u64) -> rusqlite::Result<Option<[u8; event_hash::BYTES]>> {
    let found = connection
        .prepare_cached("SELECT hash FROM events WHERE seq = ?1")?
        .query_row([to_sql(seq)], |row| hash_in(row, 0))
        .optional()?;
    Ok(found.flatten())
}

/// `None` where there is none, or one that is damaged, which the check tells by itself.
fn hash_in(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<[u8; event_hash::BYTES]>> {
    let value = row.get_ref(column)?;
    Ok(value.as_blob().ok().and_then(|hash| hash.try_into().ok()))
}
