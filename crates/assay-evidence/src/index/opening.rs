use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tantivy::directory::error::LockError;
use tantivy::directory::{DirectoryLock, INDEX_WRITER_LOCK, Lock, MmapDirectory};
use tantivy::index::{SegmentComponent, SegmentMeta};
use tantivy::store::Compressor;
use tantivy::{Directory, IndexSettings, TantivyError};
use thiserror::Error;

use super::untouched::Untouched;
use super::{Index, IndexError, Opened, PAYLOAD, SEGMENT_LIST, schema, stamp_of};

pub(super) fn open(dir: &Path) -> Result<Opened, IndexError> {
    let io_error = |source| IndexError::Io {
        path: dir.to_owned(),
        source,
    };
    fs::create_dir_all(dir).map_err(io_error)?;
    if let Ok(index) = open_sound(dir) {
        return Ok(sound(index));
    }
    // a writer at work makes and removes files under our feet: judge when it has finished
    let _lock = wait_for_writer(dir)?;
    let damage = match open_sound(dir) {
        Ok(index) => return Ok(sound(index)),
        Err(damage) => damage,
    };
    if is_new(dir).map_err(io_error)? {
        return Ok(sound(create(dir)?));
    }
    let aside = free_name_beside(dir).map_err(io_error)?;
    fs::rename(dir, &aside).map_err(io_error)?;
    fs::create_dir_all(dir).map_err(io_error)?;
    let mut recovered = damage.to_string();
    if matches!(damage, Damage::OtherVersion) {
        // nothing is wrong with it, and all of it comes again
        fs::remove_dir_all(&aside).map_err(io_error)?;
    } else {
        recovered.push_str(&format!("; it was set aside as {}", aside.display()));
    }
    Ok(Opened {
        index: create(dir)?,
        recovered: Some(recovered),
    })
}

/// The index in `dir` as it is, without a trace of having been opened. `None` where it is not whole or
/// of another version.
pub(super) fn open_to_read(dir: &Path) -> Option<Index> {
    let directory = Untouched(MmapDirectory::open(dir).ok()?);
    checked(dir, || tantivy::Index::open(directory)).ok()
}

fn sound(index: Index) -> Opened {
    Opened {
        index,
        recovered: None,
    }
}

fn create(dir: &Path) -> Result<Index, IndexError> {
    let (schema, fields) = schema::schema();
    let settings = IndexSettings {
        // texts are stored as they are: there is nothing to do for another thread
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    };
    let builder = tantivy::Index::builder().schema(schema).settings(settings);
    Index::with(builder.create_in_dir(dir)?, fields)
}

/// The index in `dir` if every file of it is whole and it is of our format.
fn open_sound(dir: &Path) -> Result<Index, Damage> {
    checked(dir, || tantivy::Index::open_in_dir(dir))
}

fn checked(
    dir: &Path,
    open: impl FnOnce() -> tantivy::Result<tantivy::Index>,
) -> Result<Index, Damage> {
    if is_of_other_version(dir) {
        return Err(Damage::OtherVersion);
    }
    let (schema, fields) = schema::schema();
    let index = open().map_err(Damage::engine)?;
    let metas = index.load_metas().map_err(Damage::engine)?;
    let is_ours = match metas.payload.as_deref() {
        Some(payload) => stamp_of(payload).is_some(),
        None => metas.segments.is_empty(),
    };
    if index.schema() != schema || !is_ours {
        return Err(Damage::Foreign);
    }
    for segment in &metas.segments {
        for path in files_of(segment) {
            let is_whole = index.directory().validate_checksum(&path);
            if !is_whole.map_err(|error| Damage::engine(error.into()))? {
                return Err(Damage::Checksum(path));
            }
        }
    }
    Index::with(index, fields).map_err(Damage::Open)
}

/// By its list alone: whether the rest of it can be read at all is known to its own version only. A
/// list that cannot be read says nothing of a version; what is wrong with it is an error of opening.
fn is_of_other_version(dir: &Path) -> bool {
    #[derive(Deserialize)]
    struct List {
        payload: Option<String>,
    }
    let Ok(list) = fs::read(dir.join(SEGMENT_LIST)) else {
        return false;
    };
    match serde_json::from_slice(&list) {
        Ok(List {
            payload: Some(payload),
        }) => payload.starts_with(PAYLOAD) && stamp_of(&payload).is_none(),
        Ok(List { payload: None }) | Err(_) => false,
    }
}

fn files_of(segment: &SegmentMeta) -> Vec<PathBuf> {
    let mut components = vec![
        SegmentComponent::Postings,
        SegmentComponent::Positions,
        SegmentComponent::Terms,
        SegmentComponent::Store,
        SegmentComponent::FastFields,
        SegmentComponent::FieldNorms,
    ];
    if segment.has_deletes() {
        components.push(SegmentComponent::Delete);
    }
    let path_of = |component| segment.relative_path(component);
    components.into_iter().map(path_of).collect()
}

fn wait_for_writer(dir: &Path) -> Result<DirectoryLock, IndexError> {
    let directory = MmapDirectory::open(dir).map_err(TantivyError::from)?;
    let lock = directory.acquire_lock(&Lock {
        filepath: INDEX_WRITER_LOCK.filepath.clone(),
        is_blocking: true,
    });
    lock.map_err(|error| match error {
        LockError::LockBusy => IndexError::Busy,
        LockError::IoError(error) => IndexError::Engine(TantivyError::IoError(error)),
    })
}

/// Nothing but locks: nobody has made an index here yet.
fn is_new(dir: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(dir)? {
        if !entry?.file_name().to_string_lossy().ends_with(".lock") {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Stands after the name of an index that was set aside.
const DAMAGED: &str = ".damaged-";

pub(super) fn delete_damaged(dir: &Path) -> io::Result<()> {
    let (Some(folder), Some(name)) = (dir.parent(), dir.file_name()) else {
        return Ok(());
    };
    let beginning = format!("{}{DAMAGED}", name.to_string_lossy());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(&beginning) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

fn free_name_beside(dir: &Path) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let mut name = dir.as_os_str().to_owned();
        name.push(format!("{DAMAGED}{number}"));
        let path = PathBuf::from(name);
        if !path.try_exists()? {
            return Ok(path);
        }
    }
    Err(io::Error::other("no free name is left"))
}

#[derive(Debug, Error)]
enum Damage {
    #[error("the search index was made by another version")]
    OtherVersion,
    #[error("what lay in the place of the search index is another one")]
    Foreign,
    #[error("the search index was damaged ({} has changed)", .0.display())]
    Checksum(PathBuf),
    #[error("the search index was damaged ({0})")]
    Engine(String),
    #[error(transparent)]
    Open(IndexError),
}

impl Damage {
    fn engine(error: TantivyError) -> Self {
        Self::Engine(error.to_string())
    }
}
