//! Systems without handles to look names up from: no workspace is opened, so nothing else is reached.

use std::io;
use std::path::Path;

use super::{Kind, Refusal};

/// Cannot be made here.
#[derive(Debug)]
pub(crate) enum Folder {}

impl Folder {
    pub(crate) fn open(_: &Path) -> io::Result<Self> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "workspaces need a Unix system",
        ))
    }

    pub(crate) fn child(&self, _: &str) -> io::Result<Self> {
        match *self {}
    }

    pub(crate) fn kind(&self, _: &str) -> io::Result<Option<Kind>> {
        match *self {}
    }

    pub(crate) fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Refusal> {
        match *self {}
    }

    pub(crate) fn put(&self, _: &str, _: &str, _: &[u8]) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn make(&self, _: &str) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn remove_file(&self, _: &str) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn remove_folder(&self, _: &str) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn entries(&self) -> io::Result<Vec<(String, Kind)>> {
        match *self {}
    }

    pub(crate) fn clear(&self) -> io::Result<()> {
        match *self {}
    }
}
