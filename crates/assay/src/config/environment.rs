use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;

/// The environment, read once at the start. Nothing below the binary reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    variables: BTreeMap<String, String>,
    /// Keys that the home keeps; the environment goes before them, and no other program sees them.
    kept: BTreeMap<String, String>,
}

impl Environment {
    pub(crate) fn of_process() -> Self {
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self {
            variables: variables.collect(),
            kept: BTreeMap::new(),
        }
    }

    /// The value, unless it is empty: an empty variable is how shells unset one.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.variable(name)
            .or_else(|| self.kept.get(name).map(String::as_str))
    }

    /// The same without the keys that the home keeps.
    pub(super) fn variable(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    pub(super) fn with_kept(&self, kept: BTreeMap<String, String>) -> Self {
        Self {
            variables: self.variables.clone(),
            kept,
        }
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (String, String)> {
        self.variables.clone().into_iter()
    }

    /// Where the platform keeps a program's data.
    pub(crate) fn platform_home(&self) -> anyhow::Result<PathBuf> {
        let home = || {
            self.get("HOME")
                .map(PathBuf::from)
                .context("there is no HOME; say where to keep state with --home DIR or ASSAY_HOME")
        };
        if cfg!(target_os = "macos") {
            return Ok(home()?.join("Library/Application Support/assay"));
        }
        if cfg!(windows) {
            let data = self.get("LOCALAPPDATA").context(
                "there is no LOCALAPPDATA; say where to keep state with --home DIR or ASSAY_HOME",
            )?;
            return Ok(PathBuf::from(data).join("assay"));
        }
        match self.get("XDG_DATA_HOME") {
            Some(data) => Ok(PathBuf::from(data).join("assay")),
            None => Ok(home()?.join(".local/share/assay")),
        }
    }
}
