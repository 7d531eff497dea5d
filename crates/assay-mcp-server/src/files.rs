//! Files below folders that the user named, and no others: each part of the path is opened from the
//! one before, so no link and no swapped folder leads out.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};

use crate::refusal::Refusal;

/// Largest file that is taken, in bytes.
const LARGEST: u64 = 256 << 20;

/// Where a file lies and what is in it. Blocks on the disk.
pub(crate) fn read_below(allowed: &[PathBuf], path: &Path) -> Result<(String, Vec<u8>), Refusal> {
    if allowed.is_empty() {
        return Err(Refusal::told(
            "no folder is allowed; the user can name one: `assay mcp serve --allow DIR`, or bring the file in with `assay ingest`",
        ));
    }
    let mut trouble = None;
    for folder in allowed {
        let inside = if path.is_absolute() {
            match path.strip_prefix(folder) {
                Ok(inside) => inside,
                Err(_) => continue,
            }
        } else {
            path
        };
        match opened(folder, inside) {
            Ok(file) => return contents(file, &folder.join(inside)),
            Err(error) => trouble = Some(error),
        }
    }
    Err(trouble.unwrap_or_else(|| {
        let folders: Vec<String> = allowed
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        Refusal::told(format!(
            "{} is in no folder that the user allowed: {}",
            path.display(),
            folders.join(", ")
        ))
    }))
}

fn opened(folder: &Path, inside: &Path) -> Result<File, Refusal> {
    let shown = folder.join(inside);
    let closed = |cause: rustix::io::Errno| {
        Refusal::told(format!("cannot open {}: {cause}", shown.display()))
    };
    let mut names = Vec::new();
    for component in inside.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(Refusal::told(format!(
                    "{} leads out of the allowed folder; name the file without `..`",
                    inside.display()
                )));
            }
        }
    }
    let step = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut at = openat(
        CWD,
        folder,
        OFlags::RDONLY | OFlags::CLOEXEC | OFlags::DIRECTORY,
        Mode::empty(),
    )
    .map_err(closed)?;
    for name in names {
        at = openat(&at, name, step, Mode::empty()).map_err(closed)?;
    }
    let about = fstat(&at).map_err(closed)?;
    if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile {
        return Err(Refusal::told(format!(
            "{} is no regular file",
            shown.display()
        )));
    }
    if about.st_nlink > 1 {
        return Err(Refusal::told(format!(
            "{} has a second name somewhere; copy it into the folder",
            shown.display()
        )));
    }
    Ok(File::from(at))
}

fn contents(file: File, path: &Path) -> Result<(String, Vec<u8>), Refusal> {
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Refusal::told(format!("cannot read {}: {error}", path.display())))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > LARGEST {
        return Err(Refusal::told(format!(
            "{} is larger than {LARGEST} bytes",
            path.display()
        )));
    }
    Ok((path.display().to_string(), bytes))
}
