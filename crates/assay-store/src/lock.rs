use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use assay_domain::RunId;

use crate::StoreError;

/// The right to drive a run. Held by one process at a time; the system gives it back when the
/// process dies, however it dies.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
    path: PathBuf,
}

impl RunLock {
    pub(crate) fn acquire(folder: &Path, run: &RunId) -> Result<Self, StoreError> {
        let path = folder.join(format!("{run}.lock"));
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| StoreError::from_io(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file, path }),
            Err(TryLockError::WouldBlock) => Err(StoreError::RunBusy {
                run: run.to_string(),
            }),
            Err(TryLockError::Error(error)) => Err(StoreError::from_io(&path, &error)),
        }
    }

    /// Gives the right back for a run that is gone; nobody will ask for it again.
    pub fn discard(self) {
        // an empty file that stays does no harm
        drop(std::fs::remove_file(&self.path));
    }
}
