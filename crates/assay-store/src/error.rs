use std::io;
use std::path::{Path, PathBuf};

use assay_domain::{Failure, FailureCode};

/// What can go wrong with the store. Nothing here is ever worth guessing around.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the disk that holds {path} is full; free some space, then run `assay resume`")]
    DiskFull { path: PathBuf },
    #[error(
        "{path} cannot be written ({reason}); what it holds can still be listed, shown, searched and exported; make it writable, or use another home with --home DIR"
    )]
    ReadOnly { path: PathBuf, reason: String },
    #[error(
        "reading or writing {path} failed ({reason}); nothing that was reported as saved is lost; check the disk, then run `assay resume`"
    )]
    Disk { path: PathBuf, reason: String },
    #[error(
        "{path} is not a readable Assay database ({reason}); restore it from a backup or move it away, and run `assay store check`"
    )]
    Damaged { path: PathBuf, reason: String },
    #[error("{path} is locked by another process; wait for it to finish or end it, then try again")]
    Locked { path: PathBuf },
    #[error(
        "{path} was written by a newer Assay (format {found}, this one reads up to {known}); use that version or another ASSAY_HOME"
    )]
    TooNew {
        path: PathBuf,
        found: u32,
        known: u32,
    },
    #[error("run {run} is being driven by another process; follow it with `assay show {run}`")]
    RunBusy { run: String },
    #[error(
        "the body {hash} is missing or does not match its hash; `assay store check` says whose it is and what to do"
    )]
    BodyDamaged { hash: String },
    #[error(
        "{place}, number {seq} of the journal, {reason}; restore the folder from a backup; `assay store check` lists all that is damaged"
    )]
    EventDamaged {
        seq: u64,
        /// Which event of which run.
        place: String,
        reason: String,
    },
    #[error(
        "the journal stopped after a failed write ({reason}); start the program again and resume"
    )]
    Stopped { reason: String },
}

impl StoreError {
    pub fn failure(&self) -> Failure {
        let code = match self {
            Self::DiskFull { .. } => FailureCode::DiskFull,
            Self::ReadOnly { .. } | Self::Disk { .. } | Self::Stopped { .. } => {
                FailureCode::DiskError
            }
            Self::Damaged { .. } | Self::BodyDamaged { .. } | Self::EventDamaged { .. } => {
                FailureCode::StoreDamaged
            }
            Self::Locked { .. } | Self::RunBusy { .. } => FailureCode::StoreLocked,
            Self::TooNew { .. } => FailureCode::StoreTooNew,
        };
        Failure::new(code, self.to_string())
    }

    /// Whether the disk stands in the way, and not what is on it.
    pub(crate) fn is_of_the_disk(&self) -> bool {
        matches!(
            self,
            Self::DiskFull { .. } | Self::ReadOnly { .. } | Self::Disk { .. }
        )
    }

    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly {
                path,
                reason: error.to_string(),
            },
            _ => Self::Disk {
                path,
                reason: error.to_string(),
            },
        }
    }

    pub(crate) fn from_sql(path: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull { path },
            // the file that readers and writers share could not grow
            _ if extended == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => Self::DiskFull { path },
            Some(ErrorCode::ReadOnly) => Self::ReadOnly {
                path,
                reason: error.to_string(),
            },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked { path },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged {
                path,
                reason: error.to_string(),
            },
            _ => Self::Disk {
                path,
                reason: error.to_string(),
            },
        }
    }
}
