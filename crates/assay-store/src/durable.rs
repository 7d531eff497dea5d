//! Files that a power cut leaves whole: written aside, flushed, renamed, and their folder flushed.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::hand_to_user;

static TEMPORARY: AtomicU64 = AtomicU64::new(0);

/// A folder in which files are replaced as wholes. What was written is sure to be there after a
/// power cut once [`DurableFolder::flush`] has returned.
#[derive(Debug)]
pub struct DurableFolder {
    path: PathBuf,
    /// Whether it is the user's, outside the home.
    is_users: bool,
}

impl DurableFolder {
    /// Makes the folder where it is missing, and sees to it that it stays.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::created(path, false)
    }

    /// The same outside the home: folder and files get the rights that the user's others have.
    pub fn create_for_user(path: &Path) -> io::Result<Self> {
        Self::created(path, true)
    }

    fn created(path: &Path, is_users: bool) -> io::Result<Self> {
        let mut missing = Vec::new();
        for folder in path.ancestors() {
            if folder.try_exists()? {
                break;
            }
            missing.push(folder);
        }
        fs::create_dir_all(path)?;
        for folder in missing {
            // the last of a relative name's ancestors has no name
            if is_users && !folder.as_os_str().is_empty() {
                hand_to_user(folder)?;
            }
            match folder.parent() {
                // the parent of a relative name is the current folder
                Some(parent) if parent.as_os_str().is_empty() => flush(Path::new("."))?,
                Some(parent) => flush(parent)?,
                None => {}
            }
        }
        Ok(Self {
            path: path.to_owned(),
            is_users,
        })
    }

    /// The file is afterwards the old one or the new one, never a part.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let number = TEMPORARY.fetch_add(1, Ordering::Relaxed);
        let aside = format!(".{}.{number}.tmp", std::process::id());
        let aside = self.path.join(aside);
        let written = File::create(&aside)
            .and_then(|mut file| {
                file.write_all(bytes)?;
                file.sync_all()
            })
            .and_then(|()| match self.is_users {
                true => hand_to_user(&aside),
                false => Ok(()),
            })
            .and_then(|()| fs::rename(&aside, self.path.join(name)));
        if written.is_err() {
            // of no use to anybody, and harmless where it cannot be removed either
            drop(fs::remove_file(&aside));
        }
        written
    }

    pub fn flush(&self) -> io::Result<()> {
        flush(&self.path)
    }
}

/// Some file systems cannot flush a folder by itself; the files in it are flushed all the same.
fn flush(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        flushed => flushed,
    }
}
