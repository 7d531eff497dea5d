//! Settings: defaults, then the file, then the environment, then flags; each value knows where it
//! came from.

#[cfg(unix)]
mod browser;
mod environment;
mod file;
mod kept_file;
mod market;
mod providers;
mod reading;
mod retention;
mod run_settings;
mod search_engines;
mod secrets;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use self::file::SettingsFileError;

pub(crate) use environment::Environment;
pub(crate) use market::Market;
pub(crate) use providers::BUILT_IN;
pub(crate) use run_settings::RunFlags;

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Default,
    File,
    Environment(&'static str),
    Flag,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File => f.write_str("file"),
            Self::Environment(name) => write!(f, "environment ({name})"),
            Self::Flag => f.write_str("flag"),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) source: Source,
}

/// Everything the program was told before it starts.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) home: PathBuf,
    pub(crate) home_source: Source,
    pub(crate) file: PathBuf,
    values: BTreeMap<String, Value>,
    environment: Environment,
}

impl Settings {
    pub(crate) fn load(
        environment: &Environment,
        home_flag: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let (home, home_source) = match (home_flag, environment.get("ASSAY_HOME")) {
            (Some(home), _) => (home.to_owned(), Source::Flag),
            (None, Some(home)) => (PathBuf::from(home), Source::Environment("ASSAY_HOME")),
            (None, None) => (environment.platform_home()?, Source::Default),
        };
        let file = environment
            .get("ASSAY_CONFIG")
            .map_or_else(|| home.join("config.toml"), PathBuf::from);
        let text = file::text(&file)?;
        Self::of(environment, (home, home_source), file, &text)
    }

    /// What follows from the text of the file.
    fn of(
        environment: &Environment,
        (home, home_source): (PathBuf, Source),
        file: PathBuf,
        text: &str,
    ) -> anyhow::Result<Self> {
        let secrets = secrets::file(&home);
        let mut values = table::defaults();
        for found in file::settings(&file, text)? {
            table::check(&found.key, &found.text).map_err(|error| SettingsFileError::Wrong {
                file: file.clone(),
                line: found.line,
                what: format!("{error:#}"),
            })?;
            let value = Value {
                text: found.text,
                source: Source::File,
            };
            values.insert(found.key, value);
        }
        for (key, name) in table::environment_names() {
            if let Some(text) = environment.get(name) {
                table::check(key, text)
                    .with_context(|| format!("in the environment variable {name}"))?;
                let source = Source::Environment(name);
                values.insert(
                    key.to_owned(),
                    Value {
                        text: text.to_owned(),
                        source,
                    },
                );
            }
        }
        Ok(Self {
            home,
            home_source,
            file,
            values,
            environment: environment.with_kept(secrets::read(&secrets)?),
        })
    }

    /// The settings as file and environment have them now.
    pub(crate) fn reloaded(&self) -> anyhow::Result<Self> {
        let named = (self.home_source == Source::Flag).then_some(self.home.as_path());
        Self::load(&self.environment, named)
    }

    /// The same settings over another home, for the demo's own store.
    pub(crate) fn with_home(&self, home: PathBuf) -> Self {
        Self {
            home,
            home_source: Source::Flag,
            file: self.file.clone(),
            values: self.values.clone(),
            environment: self.environment.clone(),
        }
    }

    /// The configuration file that the environment names and that is not there.
    pub(crate) fn missing_file(&self) -> Option<&Path> {
        self.environment.get("ASSAY_CONFIG")?;
        let is_there = self.file.try_exists().unwrap_or(true);
        (!is_there).then_some(self.file.as_path())
    }

    pub(crate) fn values(&self) -> &BTreeMap<String, Value> {
        &self.values
    }

    /// Whether a setting names a program, a place or a server, or says where keys are: such settings
    /// are for whoever sits at the machine.
    pub(crate) fn is_for_the_machine(key: &str) -> bool {
        table::is_for_the_machine(key)
    }

    pub(crate) fn about(key: &str) -> &'static str {
        table::about(key)
    }

    pub(crate) fn get(&self, key: &str) -> anyhow::Result<&Value> {
        match self.values.get(key) {
            Some(value) => Ok(value),
            None => bail!("{}", table::unknown(key)),
        }
    }

    /// Sets one key in the file, or with `None` removes it, if `usable` can make something of the
    /// settings that follow. Changes that others make at the same time are neither lost nor missed.
    pub(crate) fn change_file<T>(
        &self,
        key: &str,
        value: Option<&str>,
        usable: impl FnOnce(Self) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        if let Some(value) = value {
            table::check(key, value)?;
            providers::check(key, value)?;
        }
        file::change(&self.file, key, value, |text| {
            let home = (self.home.clone(), self.home_source.clone());
            usable(Self::of(&self.environment, home, self.file.clone(), text)?)
        })
    }

    /// For programs that the user configured to be started.
    pub(crate) fn environment_variables(&self) -> impl Iterator<Item = (String, String)> {
        self.environment.variables()
    }

    /// The MCP servers of the home. None is started yet.
    pub(crate) fn mcp_servers(&self) -> anyhow::Result<assay_mcp::Servers> {
        let environment = assay_mcp::Environment::new(self.environment_variables());
        Ok(assay_mcp::Servers::load(&self.home, environment)?)
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.values.get(key).map_or("", |value| value.text.as_str())
    }

    /// A number that [`table::check`] has seen already.
    pub(crate) fn number<T: std::str::FromStr>(&self, key: &str) -> anyhow::Result<T> {
        let text = self.text(key);
        text.parse()
            .ok()
            .with_context(|| format!("the setting {key} cannot be `{text}`"))
    }

    /// A number, or `None` where the setting is empty.
    fn optional<T: std::str::FromStr>(&self, key: &str) -> anyhow::Result<Option<T>> {
        if self.text(key).is_empty() {
            Ok(None)
        } else {
            self.number(key).map(Some)
        }
    }
}
