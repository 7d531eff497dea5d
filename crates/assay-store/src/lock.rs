use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use assay_domain::RunId;

use crate::StoreError;

const ENDING: &str = "lock";

/// The right to drive a run. Held by one process at a time; the system gives it back when the
/// process dies, however it dies.
///
/// While a run is driven the file names the process. A driver that ends in order takes its name out;
/// a name in a file that nobody holds is one whose process is gone in the middle of its work.
#[derive(Debug)]
pub struct RunLock {
    file: File,
    path: PathBuf,
    /// Whether this process wrote its name into it.
    is_signed: bool,
}

/// Who is at work on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Nobody,
    /// The process that was at work ended without putting it down.
    Gone,
    /// Some process holds it, and goes about its work as far as can be seen.
    AtWork,
    /// The process that holds it has been stopped, and may go on at any time.
    StandsStill {
        process: u32,
    },
}

impl RunLock {
    pub(crate) fn acquire(folder: &Path, run: &RunId) -> Result<Self, StoreError> {
        let path = path(folder, run);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| StoreError::from_io(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self {
                file,
                path,
                is_signed: false,
            }),
            Err(TryLockError::WouldBlock) => Err(StoreError::RunBusy {
                run: run.to_string(),
            }),
            Err(TryLockError::Error(error)) => Err(StoreError::from_io(&path, &error)),
        }
    }

    /// The same for a driver, whose name it then carries.
    pub(crate) fn acquire_to_drive(folder: &Path, run: &RunId) -> Result<Self, StoreError> {
        let mut lock = Self::acquire(folder, run)?;
        let failed = |error| StoreError::from_io(&path(folder, run), &error);
        lock.file.set_len(0).map_err(failed)?;
        write!(lock.file, "{}", std::process::id()).map_err(failed)?;
        lock.is_signed = true;
        Ok(lock)
    }

    /// Gives the right back for a run that is gone; nobody will ask for it again.
    pub fn discard(self) {
        // an empty file that stays does no harm
        drop(std::fs::remove_file(&self.path));
    }

    /// Gives the run up for whoever goes on with it: it is left as by a process that is gone.
    pub fn leave_to_others(mut self) {
        self.is_signed = false;
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        if self.is_signed {
            // Where the name stays, another server takes up a run that could have waited: no harm.
            let _is_unsigned = self.file.set_len(0);
        }
    }
}

fn path(folder: &Path, run: &RunId) -> PathBuf {
    folder.join(format!("{run}.{ENDING}"))
}

/// Runs whose file names a process: at work, standing still or gone.
pub(crate) fn signed(folder: &Path) -> Result<Vec<RunId>, StoreError> {
    let failed = |error| StoreError::from_io(folder, &error);
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_lock = path.extension().is_some_and(|ending| ending == ENDING);
        // A file that is gone by now names nobody.
        let is_signed = fs::metadata(&path).is_ok_and(|found| found.len() > 0);
        let name = path.file_stem().and_then(|stem| stem.to_str());
        runs.extend(name.filter(|_| is_lock && is_signed).map(RunId::new));
    }
    runs.sort();
    Ok(runs)
}

/// The process that a run's file names. Some systems let nobody read what another process holds: who
/// that is stays unknown there.
fn signature(folder: &Path, run: &RunId) -> Option<u32> {
    let name = fs::read_to_string(path(folder, run)).ok()?;
    name.trim().parse().ok()
}

/// The process that drives a run and is stopped. Writes nothing where none is, so that it can be asked
/// on a disk that takes nothing.
pub(crate) fn standing_still(folder: &Path, run: &RunId) -> Option<u32> {
    signature(folder, run)
        .filter(|process| is_stopped(*process))
        .filter(|_| {
            matches!(
                RunLock::acquire(folder, run),
                Err(StoreError::RunBusy { .. })
            )
        })
}

pub(crate) fn owner(folder: &Path, run: &RunId) -> Result<Owner, StoreError> {
    let process = signature(folder, run);
    match RunLock::acquire(folder, run) {
        Ok(_) if process.is_some() => Ok(Owner::Gone),
        Ok(_) => Ok(Owner::Nobody),
        Err(StoreError::RunBusy { .. }) => Ok(match process.filter(|one| is_stopped(*one)) {
            Some(process) => Owner::StandsStill { process },
            None => Owner::AtWork,
        }),
        Err(error) => Err(error),
    }
}

/// Whether a process is stopped by a signal or a debugger, where the system tells (Linux: the third
/// field of `stat`, behind the name in parentheses, which may hold anything).
fn is_stopped(process: u32) -> bool {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = told.rsplit(')').next().unwrap_or_default().trim_start();
    state.starts_with(['T', 't'])
}
