//! The files of a run's report: written so that a power cut leaves them whole, and known again.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assay_domain::{BlobId, RunId};
use assay_store::{DurableFolder, Store};
use serde::{Deserialize, Serialize};

use crate::EngineError;

/// There whenever a report was written out, whatever the run came to.
pub(crate) const LOG_FILE: &str = "log.md";

/// What nearly every run writes; the sections that were held back are rare.
const USUAL_FILES: [&str; 3] = ["report.md", "report.html", LOG_FILE];

/// Length and hash of what was written, in the home beside the files themselves.
const RECORD_FILE: &str = "files.json";

/// A folder of the user into which a report is written as well.
#[derive(Clone, Debug)]
pub struct Destination {
    pub folder: PathBuf,
    /// Whether files may be replaced that Assay did not write.
    pub force: bool,
}

/// A file of a report that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenFile {
    pub run: RunId,
    pub path: PathBuf,
    /// What is wrong with it, as the end of a sentence about it.
    pub what: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    name: String,
    bytes: u64,
    blake3: BlobId,
}

/// Oldest first. Earlier texts of a file stay, because copies of them may lie in a user's folder.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Record {
    written: Vec<Written>,
}

impl Record {
    /// None where nothing was recorded: the files were removed, or are older than records.
    fn read(folder: &Path) -> Result<Option<Self>, EngineError> {
        let path = folder.join(RECORD_FILE);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(unreadable(&path, cause)),
        }
    }

    /// A record that is not whole is begun anew.
    fn read_or_begin(folder: &Path) -> Result<Self, EngineError> {
        match Self::read(folder) {
            Ok(record) => Ok(record.unwrap_or_default()),
            Err(EngineError::Json(_)) => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    fn add(&mut self, name: &str, text: &str) {
        let written = Written {
            name: name.to_owned(),
            bytes: text.len() as u64,
            blake3: BlobId::of_bytes(text.as_bytes()),
        };
        self.written.retain(|earlier| *earlier != written);
        self.written.push(written);
    }

    /// What should stand in the home: the newest of each name.
    fn current(&self) -> impl Iterator<Item = &Written> {
        let mut seen = BTreeSet::new();
        let newest = self.written.iter().rev();
        newest.filter(move |written| seen.insert(&written.name))
    }
}

impl Written {
    /// How the file differs from what was written.
    fn fault(&self, path: &Path) -> Result<Option<String>, EngineError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Ok(Some("is missing".to_owned()));
            }
            Err(cause) => return Err(unreadable(path, cause)),
        };
        Ok(if bytes.len() as u64 != self.bytes {
            let (found, written) = (bytes.len(), self.bytes);
            Some(format!("has {found} bytes of the {written} written"))
        } else if BlobId::of_bytes(&bytes) != self.blake3 {
            Some("has other bytes than those written".to_owned())
        } else {
            None
        })
    }
}

impl Destination {
    /// Refuses the folder before anything is spent on a report that could not be written there.
    pub fn refuse_foreign(&self, store: &Store) -> Result<(), EngineError> {
        self.refuse_foreign_among(store, &USUAL_FILES)
    }

    fn refuse_foreign_among(&self, store: &Store, names: &[&str]) -> Result<(), EngineError> {
        if self.force {
            return Ok(());
        }
        for name in names {
            let path = self.folder.join(name);
            if is_foreign(store, &path)? {
                return Err(EngineError::ForeignFile {
                    path: path.display().to_string(),
                });
            }
        }
        Ok(())
    }
}

/// Where the files of a run's report are kept.
pub fn report_folder(store: &Store, run: &RunId) -> PathBuf {
    reports(store).join(run.as_str())
}

/// Whether every file of a run's report was written and is whole.
pub fn is_delivered(store: &Store, run: &RunId) -> Result<bool, EngineError> {
    let last = report_folder(store, run).join(LOG_FILE);
    let is_there = last
        .try_exists()
        .map_err(|cause| unreadable(&last, cause))?;
    Ok(is_there && broken_files(store, run)?.is_empty())
}

/// The files of every report in the home that are not whole, whatever the database says.
pub fn broken_reports(store: &Store) -> Result<Vec<BrokenFile>, EngineError> {
    let mut broken = Vec::new();
    for folder in folders(store)? {
        if let Some(name) = folder.file_name() {
            broken.extend(broken_files(store, &RunId::new(name.to_string_lossy()))?);
        }
    }
    Ok(broken)
}

/// What is not whole of one report. A report whose folder was removed has nothing that is broken.
pub fn broken_files(store: &Store, run: &RunId) -> Result<Vec<BrokenFile>, EngineError> {
    let folder = report_folder(store, run);
    let broken = |name: &str, what: String| BrokenFile {
        run: run.clone(),
        path: folder.join(name),
        what,
    };
    match Record::read(&folder) {
        Ok(Some(record)) => {
            let mut found = Vec::new();
            for written in record.current() {
                if let Some(what) = written.fault(&folder.join(&written.name))? {
                    found.push(broken(&written.name, what));
                }
            }
            Ok(found)
        }
        // written before there were records: only an empty file is sure to be wrong
        Ok(None) => {
            let is_empty = |name: &&&str| {
                fs::metadata(folder.join(name)).is_ok_and(|file| file.is_file() && file.len() == 0)
            };
            let empty = USUAL_FILES.iter().filter(is_empty);
            Ok(empty
                .map(|name| broken(name, "is empty".to_owned()))
                .collect())
        }
        Err(EngineError::Json(_)) => Ok(vec![broken(RECORD_FILE, "is not whole".to_owned())]),
        Err(error) => Err(error),
    }
}

/// Writes the files into the home, then into the user's folder. What is written is recorded first,
/// so that a file which a crash kept from being written is missed, and a copy is known for ours.
pub(crate) fn deliver(
    store: &Store,
    run: &RunId,
    files: &[(&str, &str)],
    also: Option<&Destination>,
) -> Result<PathBuf, EngineError> {
    let kept = report_folder(store, run);
    let mut record = Record::read_or_begin(&kept)?;
    for (name, text) in files {
        record.add(name, text);
    }
    let record = serde_json::to_string_pretty(&record)?;
    let recorded = std::iter::once((RECORD_FILE, record.as_str()));
    let home = DurableFolder::create(&kept).map_err(|cause| unwritable(&kept, cause))?;
    write_all(&home, &kept, recorded.chain(files.iter().copied()))?;
    let Some(also) = also else {
        return Ok(kept);
    };
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    also.refuse_foreign_among(store, &names)?;
    let folder = &also.folder;
    let users =
        DurableFolder::create_for_user(folder).map_err(|cause| unwritable(folder, cause))?;
    write_all(&users, folder, files.iter().copied())?;
    Ok(folder.clone())
}

fn write_all<'a>(
    durable: &DurableFolder,
    folder: &Path,
    files: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), EngineError> {
    for (name, text) in files {
        let written = durable.write(name, text.as_bytes());
        written.map_err(|cause| unwritable(&folder.join(name), cause))?;
    }
    durable.flush().map_err(|cause| unwritable(folder, cause))
}

/// Whether something is there that no report of this home left. An empty file is nobody's loss.
fn is_foreign(store: &Store, path: &Path) -> Result<bool, EngineError> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(cause) => return Err(unreadable(path, cause)),
    };
    if !found.is_file() {
        return Ok(true);
    }
    if found.len() == 0 {
        return Ok(false);
    }
    let mut known = Vec::new();
    for folder in folders(store)? {
        known.extend(Record::read_or_begin(&folder)?.written);
    }
    known.retain(|written| written.bytes == found.len());
    if known.is_empty() {
        return Ok(true);
    }
    let bytes = fs::read(path).map_err(|cause| unreadable(path, cause))?;
    let hash = BlobId::of_bytes(&bytes);
    Ok(known.iter().all(|written| written.blake3 != hash))
}

fn reports(store: &Store) -> PathBuf {
    store.home().join("reports")
}

/// The folder of each report in the home, in the order of their names.
fn folders(store: &Store) -> Result<Vec<PathBuf>, EngineError> {
    let root = reports(store);
    let listed = match fs::read_dir(&root) {
        Ok(entries) => entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect(),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(cause) => Err(cause),
    };
    let mut folders: Vec<PathBuf> = listed.map_err(|cause| unreadable(&root, cause))?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}

fn unreadable(path: &Path, cause: io::Error) -> EngineError {
    EngineError::Unreadable {
        path: path.display().to_string(),
        cause,
    }
}

fn unwritable(path: &Path, cause: io::Error) -> EngineError {
    EngineError::Unwritable {
        path: path.display().to_string(),
        cause,
    }
}
