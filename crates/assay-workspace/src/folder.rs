//! A folder as an open handle.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::io;

#[cfg(not(unix))]
pub(crate) use elsewhere::Folder;
#[cfg(unix)]
pub(crate) use unix::Folder;

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File {
        bytes: u64,
    },
    Folder,
    /// Something that is never touched, and what it is.
    Other(&'static str),
}

/// Why a file was not opened.
#[derive(Debug)]
pub(crate) enum Refusal {
    NotPlain(&'static str),
    Disk(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}
