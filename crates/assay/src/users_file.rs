//! Files that the user asked for outside the home.

use std::fs;
use std::io;
use std::path::Path;

use assay_store::hand_to_user;

/// Writes a file with the rights that the user's other files have; one that is there keeps its own.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let is_new = !path.try_exists()?;
    fs::write(path, bytes)?;
    if is_new { hand_to_user(path) } else { Ok(()) }
}
