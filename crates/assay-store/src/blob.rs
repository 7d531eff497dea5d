use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use assay_domain::{BlobId, Timestamp};

use crate::{DurableFolder, StoreError};

/// Bodies stored under their hash. A body that has a name is whole: it is written elsewhere, flushed,
/// renamed into place, and the folder flushed, in this order.
#[derive(Clone, Debug)]
pub struct Blobs {
    root: PathBuf,
}

/// The files of a store beside its database.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    pub(crate) bodies: BTreeSet<BlobId>,
    /// Files that are not whole bodies: what a killed process left behind. Harmless.
    pub(crate) leftovers: usize,
}

impl Blobs {
    pub(crate) fn open(root: PathBuf) -> Result<Self, StoreError> {
        create_dir(&root)?;
        Ok(Self { root })
    }

    /// Those of a home in which nothing can be made.
    pub(crate) fn to_read(root: PathBuf) -> Self {
        Self { root }
    }

    /// Stores a body under its hash. One that is there already is compared, since a disk may have
    /// changed it: only these very bytes are left as they are.
    pub fn put(&self, bytes: &[u8]) -> Result<BlobId, StoreError> {
        let id = BlobId::of_bytes(bytes);
        let path = self.path(&id);
        match fs::read(&path) {
            Ok(stored) if stored == bytes => return Ok(id),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::from_io(&path, &error)),
        }
        let folder = path.parent().unwrap_or(&self.root);
        DurableFolder::create(folder)
            .and_then(|durable| {
                durable.write(id.as_str(), bytes)?;
                durable.flush()
            })
            .map_err(|error| StoreError::from_io(&path, &error))?;
        Ok(id)
    }

    /// Whether a body lies there, whole or not.
    pub fn has(&self, id: &BlobId) -> Result<bool, StoreError> {
        let path = self.path(id);
        path.try_exists()
            .map_err(|error| StoreError::from_io(&path, &error))
    }

    /// The bytes, verified against their hash.
    pub fn get(&self, id: &BlobId) -> Result<Vec<u8>, StoreError> {
        let damaged = || StoreError::BodyDamaged {
            hash: id.to_string(),
        };
        let bytes = fs::read(self.path(id)).map_err(|_| damaged())?;
        if BlobId::of_bytes(&bytes) == *id {
            Ok(bytes)
        } else {
            Err(damaged())
        }
    }

    pub fn get_text(&self, id: &BlobId) -> Result<String, StoreError> {
        String::from_utf8(self.get(id)?).map_err(|_| StoreError::BodyDamaged {
            hash: id.to_string(),
        })
    }

    /// What lies there, whoever put it there.
    pub(crate) fn inventory(&self) -> Result<Inventory, StoreError> {
        let mut found = Inventory::default();
        for folder in list(&self.root)? {
            for file in list(&folder)? {
                if file.extension().is_some_and(|extension| extension == "tmp") {
                    found.leftovers += 1;
                } else if let Some(name) = file.file_name() {
                    found.bodies.insert(BlobId::new(name.to_string_lossy()));
                }
            }
        }
        Ok(found)
    }

    /// Bodies that were last written before a moment. Half-written files of that age are deleted: the
    /// process that wrote them is gone.
    pub(crate) fn older_than(&self, moment: Timestamp) -> Result<BTreeSet<BlobId>, StoreError> {
        let inventory = self.inventory()?;
        let mut old = BTreeSet::new();
        for body in inventory.bodies {
            if is_older(&self.path(&body), moment)? {
                old.insert(body);
            }
        }
        for folder in list(&self.root)? {
            for file in list(&folder)? {
                let is_leftover = file.extension().is_some_and(|extension| extension == "tmp");
                if is_leftover && is_older(&file, moment)? {
                    delete(&file)?;
                }
            }
        }
        Ok(old)
    }

    pub(crate) fn delete(&self, id: &BlobId) -> Result<(), StoreError> {
        delete(&self.path(id))
    }

    fn path(&self, id: &BlobId) -> PathBuf {
        let hash = id.as_str();
        self.root.join(hash.get(..2).unwrap_or("__")).join(hash)
    }
}

/// For the owner alone, whatever the process lets others read.
pub(crate) fn create_dir(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .map_err(|error| StoreError::from_io(path, &error))
}

fn delete(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::from_io(path, &error)),
        _ => Ok(()),
    }
}

fn is_older(path: &Path, moment: Timestamp) -> Result<bool, StoreError> {
    match fs::metadata(path).and_then(|file| file.modified()) {
        // a time that cannot be told is of a file that was just written by an odd clock
        Ok(written) => Ok(Timestamp::try_from(written).is_ok_and(|written| written < moment)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::from_io(path, &error)),
    }
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let io = |error: std::io::Error| StoreError::from_io(folder, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        paths.push(entry.map_err(io)?.path());
    }
    Ok(paths)
}
