//! Files that the user asked for outside the home.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_domain::BlobId;
use assay_store::hand_to_user;

use crate::app::App;

/// In the home: a hash a line of what was written elsewhere, so that it is known again.
const LEDGER: &str = "written-files";

/// Writes a file with the rights that the user's other files have; one that is there keeps its own.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let is_new = !path.try_exists()?;
    fs::write(path, bytes)?;
    if is_new { hand_to_user(path) } else { Ok(()) }
}

/// The same, unless something is there that Assay did not write, or that was changed since. An empty
/// file is nobody's loss.
pub(crate) fn write_unless_foreign(
    app: &App,
    path: &Path,
    bytes: &[u8],
    force: bool,
) -> anyhow::Result<()> {
    let ledger = app.settings.home.join(LEDGER);
    let known = read_if_there(&ledger)?.unwrap_or_default();
    let known = String::from_utf8_lossy(&known);
    let is_known = |bytes: &[u8]| {
        let hash = BlobId::of_bytes(bytes).to_string();
        known.lines().any(|line| line == hash)
    };
    let found = read_if_there(path)?.filter(|found| !found.is_empty() && found != bytes);
    if found.is_some_and(|found| !force && !is_known(&found)) {
        bail!(
            "{} was not written by Assay, or was changed since, and is left as it is; name another file, or replace it with --force",
            path.display()
        );
    }
    write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    if !is_known(bytes)
        && let Err(error) = note(&ledger, bytes)
    {
        app.output.warn(format!(
            "it could not be written down that {} is Assay's ({error}): to replace it, say --force",
            path.display()
        ));
    }
    Ok(())
}

fn read_if_there(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn note(ledger: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).append(true).open(ledger)?;
    writeln!(file, "{}", BlobId::of_bytes(bytes))
}
