//! Keys that the home keeps for users who set no environment. Written, and read by nothing but the
//! clients that send them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::Settings;
use super::kept_file::{self, KeptFile, Rights};

pub(super) fn file(home: &Path) -> PathBuf {
    home.join("secrets.json")
}

pub(super) fn read(path: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let text = kept_file::text(path).with_context(|| format!("cannot read {}", path.display()))?;
    let Some(text) = text else {
        return Ok(BTreeMap::new());
    };
    // an error of the parser would quote what is in the file
    serde_json::from_str(&text).ok().with_context(|| {
        format!(
            "{} is no list of keys; remove it and set them again",
            path.display()
        )
    })
}

impl Settings {
    /// Keeps a key under the name of its variable, or with `None` forgets it.
    pub(crate) fn keep_secret(&self, name: &str, value: Option<&str>) -> anyhow::Result<()> {
        if !self.secret_names().contains(name) {
            bail!("no setting names the variable {name}; `assay config` shows which are named");
        }
        let path = file(&self.home);
        let kept = KeptFile::lock(&path)?;
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
        let text = serde_json::to_string_pretty(&secrets)?;
        kept.replace(&text, Rights::OwnerAlone)
    }

    /// Where the key of a variable comes from, if there is one.
    pub(crate) fn secret_source(&self, name: &str) -> Option<&'static str> {
        if self.environment.variable(name).is_some() {
            return Some("environment");
        }
        self.environment.get(name).map(|_| "kept")
    }
}
