//! The files that a user's paths name, found and opened so that no folder can stop an ingest: what
//! is unreadable, leads nowhere, leads back or is no file is told apart and the rest goes on.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use assay_documents::{MAX_DOCUMENT_BYTES, ReadError};

use crate::{EngineError, ReadFailure};

/// What paths lead to, in order.
pub(super) struct Listed {
    pub(super) path: PathBuf,
    /// `Err` for what cannot be brought in.
    pub(super) state: Result<(), EngineError>,
}

/// Which links below a folder are followed. A path that the user names is followed always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Links {
    /// Those that lead to what lies in a named path: a folder that came from elsewhere could
    /// otherwise bring in any file that the user can read.
    #[default]
    Within,
    All,
}

/// Files below each path in the order of their names; hidden files and folders are passed over.
/// A folder to which several links lead is read once for each path of the user.
pub(super) fn listed(paths: &[PathBuf], links: Links) -> Vec<Listed> {
    let named: Vec<PathBuf> = paths.iter().flat_map(fs::canonicalize).collect();
    let mut all = Vec::new();
    for path in paths {
        let mut walk = Walk {
            listed: &mut all,
            named: (links == Links::Within).then_some(named.as_slice()),
            folders: BTreeSet::new(),
            waiting: vec![(path.clone(), PathBuf::new())],
        };
        walk.run();
    }
    all
}

struct Walk<'a> {
    listed: &'a mut Vec<Listed>,
    /// The paths of the user without links in their names, where nothing else is to be read.
    named: Option<&'a [PathBuf]>,
    /// Folders that were read, without links in their names.
    folders: BTreeSet<PathBuf>,
    /// The next is last. Each with the folder it was found in, without links in its name. A stack
    /// of our own, because a folder may be nested deeper than the program's.
    waiting: Vec<(PathBuf, PathBuf)>,
}

impl Walk<'_> {
    fn run(&mut self) {
        while let Some((path, within)) = self.waiting.pop() {
            let state = self.look_at(&path, &within);
            if let Some(state) = state.transpose() {
                self.listed.push(Listed { path, state });
            }
        }
    }

    /// `None` for a folder, whose entries wait from then on.
    fn look_at(&mut self, path: &Path, within: &Path) -> Result<Option<()>, EngineError> {
        let unreadable = |cause| cannot_read(path, cause);
        let about = match fs::metadata(path) {
            Ok(about) => about,
            Err(cause) => return Err(self::missing(path, cause)),
        };
        if self.leads_out(path, within).map_err(unreadable)? {
            return Err(EngineError::NoFile {
                path: shown(path),
                what: "a link that leads out of the folder",
                hint: "it is not followed; name its target as well, or take all such links with `assay ingest --follow-links`",
            });
        }
        if !about.is_dir() {
            return is_file(path, &about).map(Some);
        }
        let real = fs::canonicalize(path).map_err(unreadable)?;
        if within.starts_with(&real) {
            return Err(EngineError::NoFile {
                path: shown(path),
                what: "a link back to a folder that it lies in",
                hint: "its files are read once; nothing is lost",
            });
        }
        if self.folders.insert(real.clone()) {
            let entries = fs::read_dir(path).and_then(|entries| {
                let paths = entries.map(|entry| entry.map(|entry| entry.path()));
                paths.collect::<Result<Vec<_>, _>>()
            });
            let mut entries = entries.map_err(unreadable)?;
            entries.sort();
            let seen = entries.into_iter().rev().filter(|entry| !is_hidden(entry));
            self.waiting.extend(seen.map(|entry| (entry, real.clone())));
        }
        Ok(None)
    }

    /// Whether what was found in a folder is a link that is not to be followed.
    fn leads_out(&self, path: &Path, within: &Path) -> io::Result<bool> {
        let is_named = within.as_os_str().is_empty();
        match self.named {
            Some(named) if !is_named && fs::symlink_metadata(path)?.is_symlink() => {
                let real = fs::canonicalize(path)?;
                Ok(!named.iter().any(|named| real.starts_with(named)))
            }
            _ => Ok(false),
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn cannot_read(path: &Path, cause: io::Error) -> EngineError {
    EngineError::Unreadable {
        path: shown(path),
        cause,
    }
}

/// A path that names nothing, or a link whose target is gone.
fn missing(path: &Path, cause: io::Error) -> EngineError {
    let link = fs::read_link(path);
    match (link, cause.kind()) {
        (Ok(_), io::ErrorKind::NotFound) => EngineError::NoFile {
            path: shown(path),
            what: "a link that leads to nothing",
            hint: "remove it, or bring its target back",
        },
        _ => cannot_read(path, cause),
    }
}

fn is_file(path: &Path, about: &Metadata) -> Result<(), EngineError> {
    if about.is_file() {
        return Ok(());
    }
    Err(EngineError::NoFile {
        path: shown(path),
        what: "a pipe, a socket or a device",
        hint: "save what it delivers as a file first",
    })
}

/// The bytes of a file, whatever became of it since it was listed. One that is over the limit, or
/// grows while it is read, is refused before it fills the memory.
pub(super) fn bytes_of(path: &Path) -> Result<Vec<u8>, EngineError> {
    let unreadable = |cause| cannot_read(path, cause);
    let file = open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    is_file(path, &about)?;
    let mut bytes = Vec::new();
    let most = MAX_DOCUMENT_BYTES as u64 + 1;
    if about.len() < most {
        file.take(most)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
    }
    let length = about.len().max(bytes.len() as u64);
    if length >= most {
        let error = ReadError::TooLarge {
            bytes: usize::try_from(length).unwrap_or(usize::MAX),
            limit: MAX_DOCUMENT_BYTES,
        };
        return Err(EngineError::Document {
            path: shown(path),
            cause: ReadFailure::Document(error),
        });
    }
    Ok(bytes)
}

/// Without waiting for a writer, should the file have become a pipe.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags).map_err(io::Error::other)?)
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}
