//! Keys that the home keeps for users who set no environment. Written, and read by nothing but the
//! clients that send them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::Settings;

pub(super) fn file(home: &Path) -> PathBuf {
    home.join("secrets.json")
}

pub(super) fn read(path: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    // an error of the parser would quote what is in the file
    serde_json::from_str(&text).ok().with_context(|| {
        format!(
            "{} is no list of keys; remove it and set them again",
            path.display()
        )
    })
}

/// Written beside with the owner's rights alone, then renamed.
fn write(path: &Path, secrets: &BTreeMap<String, String>) -> anyhow::Result<()> {
    let beside = path.with_extension(format!("json.{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let text = serde_json::to_string_pretty(secrets)?;
    options
        .open(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

impl Settings {
    /// Keeps a key under the name of its variable, or with `None` forgets it.
    pub(crate) fn keep_secret(&self, name: &str, value: Option<&str>) -> anyhow::Result<()> {
        if !self.secret_names().contains(name) {
            bail!("no setting names the variable {name}; `assay config` shows which are named");
        }
        let path = file(&self.home);
        let mut secrets = read(&path)?;
        match value.map(str::trim) {
            Some("") => bail!("the key is empty; to forget one, delete it"),
            Some(value) => {
                secrets.insert(name.to_owned(), value.to_owned());
            }
            None => {
                if secrets.remove(name).is_none() {
                    bail!("no key is kept under {name}");
                }
            }
        }
        fs::create_dir_all(&self.home)
            .with_context(|| format!("cannot make {}", self.home.display()))?;
        write(&path, &secrets)
    }

    /// Where the key of a variable comes from, if there is one.
    pub(crate) fn secret_source(&self, name: &str) -> Option<&'static str> {
        if self.environment.variable(name).is_some() {
            return Some("environment");
        }
        self.environment.get(name).map(|_| "kept")
    }
}
