//! Files of the user that are changed in place, settings and keys: whoever changes one holds its
//! lock from reading to writing, and it is replaced whole, so that no reader meets a part of it.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Who may read a file that was replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rights {
    /// Whoever could read it before; of a new file the owner alone.
    AsBefore,
    OwnerAlone,
}

/// The right to change a file, held by one thread of one process at a time. The system gives it back
/// when its holder dies.
pub(super) struct KeptFile {
    /// Without links in its name, so that a link to the file stays one.
    path: PathBuf,
    _lock: File,
}

/// What stands in a file; `None` where there is none. A link that leads to nothing is not taken for
/// no file, because what it led to is not known.
pub(super) fn text(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound && fs::read_link(path).is_err() => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

impl KeptFile {
    /// Waits until nobody else changes the file. Its folder is made where there is none.
    pub(super) fn lock(path: &Path) -> anyhow::Result<Self> {
        Self::locked(path).with_context(|| cannot_write(path))
    }

    fn locked(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let path = match fs::canonicalize(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => std::path::absolute(path)?,
            real => real?,
        };
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.with_added_extension("lock"))?;
        lock.lock()?;
        Ok(Self { path, _lock: lock })
    }

    /// Written aside, flushed and renamed: the file is the old one or the new one, also after a full
    /// disk, a kill or a power cut.
    pub(super) fn replace(&self, text: &str, rights: Rights) -> anyhow::Result<()> {
        let aside = self.path.with_added_extension("new");
        let written = self.write(&aside, text, rights);
        if written.is_err() {
            // of no use to anybody; the first error is the one to tell
            drop(fs::remove_file(&aside));
        }
        written.with_context(|| cannot_write(&self.path))
    }

    fn write(&self, aside: &Path, text: &str, rights: Rights) -> io::Result<()> {
        let before = self.permissions()?;
        // what a killed process left: the lock says that nobody writes it now
        match fs::remove_file(aside) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(aside)?;
        file.write_all(text.as_bytes())?;
        if let Some(before) = before.filter(|_| rights == Rights::AsBefore) {
            file.set_permissions(before)?;
        }
        file.sync_all()?;
        fs::rename(aside, &self.path)?;
        self.sync_folder()
    }

    /// Those of the file as it is; an error where it may not be written, which a rename would not ask.
    fn permissions(&self) -> io::Result<Option<Permissions>> {
        match OpenOptions::new().write(true).open(&self.path) {
            Ok(file) => Ok(Some(file.metadata()?.permissions())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes the rename last. Elsewhere than on Unix a folder cannot be opened as a file.
    fn sync_folder(&self) -> io::Result<()> {
        match self.path.parent() {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
