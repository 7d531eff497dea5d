use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::BrowserError;

/// The environment variable in which a user names a Chromium.
pub const VARIABLE: &str = "ASSAY_CHROMIUM";

/// What a Chromium is called, in the order in which it is looked for.
pub const PROGRAM_NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "headless_shell",
    "chrome-headless-shell",
];

/// A Chromium on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    pub program: PathBuf,
    /// The `PATH` that the program sees: on some systems it is a script that calls others.
    pub search_path: OsString,
}

impl Installation {
    /// The Chromium that the user names (the value of [`VARIABLE`] or of a setting), or else the
    /// first of [`PROGRAM_NAMES`] in the folders of `search_path` (the value of `PATH`).
    pub fn find(named: Option<&OsStr>, search_path: Option<&OsStr>) -> Result<Self, BrowserError> {
        let search_path = search_path.unwrap_or_default();
        let program = match named.filter(|named| !named.is_empty()) {
            Some(named) => {
                let path = Path::new(named);
                let found = if path.components().count() == 1 {
                    on_path(search_path, named)
                } else {
                    path.is_file().then(|| path.to_owned())
                };
                found.ok_or_else(|| BrowserError::NoSuchProgram(path.to_owned()))?
            }
            None => PROGRAM_NAMES
                .iter()
                .find_map(|name| on_path(search_path, OsStr::new(name)))
                .ok_or(BrowserError::NotInstalled)?,
        };
        Ok(Self {
            program,
            search_path: search_path.to_owned(),
        })
    }
}

fn on_path(search_path: &OsStr, name: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(search_path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}
