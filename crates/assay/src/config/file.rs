use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use toml_edit::{Document, DocumentMut, Item, Key, Table, TableLike, TomlError, Value, value};

use super::kept_file::{self, KeptFile, Rights};

/// Why the file of settings cannot be used. Nothing starts then.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsFileError {
    #[error(
        "the configuration file {} cannot be read ({cause}); nothing is started, because a ceiling may stand in it: make it readable, or move the file away to go by the defaults",
        .file.display()
    )]
    Unreadable { file: PathBuf, cause: io::Error },
    #[error(
        "the configuration file {}, line {line}: {what}; nothing is started, because a ceiling may stand in it: mend that line, or move the file away to go by the defaults",
        .file.display()
    )]
    Wrong {
        file: PathBuf,
        line: usize,
        what: String,
    },
}

/// A setting of the file.
pub(super) struct Found {
    /// With dots between its parts.
    pub(super) key: String,
    pub(super) text: String,
    pub(super) line: usize,
}

/// The text of the file. One that is not there sets nothing.
pub(super) fn text(path: &Path) -> Result<String, SettingsFileError> {
    let text = kept_file::text(path).map_err(|cause| SettingsFileError::Unreadable {
        file: path.to_owned(),
        cause,
    })?;
    Ok(text.unwrap_or_default())
}

/// The settings in the text of a file.
pub(super) fn settings(path: &Path, text: &str) -> Result<Vec<Found>, SettingsFileError> {
    let document = Document::parse(text).map_err(|error| no_toml(path, text, &error))?;
    let mut found = Vec::new();
    flatten("", document.as_table(), text, &mut found).map_err(|(line, what)| {
        SettingsFileError::Wrong {
            file: path.to_owned(),
            line,
            what,
        }
    })?;
    Ok(found)
}

/// Sets one key, or with `None` removes it, leaving comments and order alone. Nothing is written
/// unless `usable` makes something of the text that follows.
pub(super) fn change<T>(
    path: &Path,
    key: &str,
    setting: Option<&str>,
    usable: impl FnOnce(&str) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let kept = KeptFile::lock(path)?;
    let before = text(path)?;
    let mut document: DocumentMut = before
        .parse()
        .map_err(|error| no_toml(path, &before, &error))?;
    edit(&mut document, key, setting).with_context(|| format!("in {}", path.display()))?;
    let after = document.to_string();
    let made = usable(&after)?;
    kept.replace(&after, Rights::AsBefore)?;
    Ok(made)
}

fn edit(document: &mut DocumentMut, key: &str, setting: Option<&str>) -> anyhow::Result<()> {
    let (tables, name) = key
        .rsplit_once('.')
        .map_or((None, key), |(tables, name)| (Some(tables), name));
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for part in tables.into_iter().flat_map(|tables| tables.split('.')) {
        let mut fresh = Table::new();
        fresh.set_implicit(true);
        let entry = table.entry(part).or_insert(Item::Table(fresh));
        table = entry
            .as_table_like_mut()
            .with_context(|| format!("`{part}` is not a table"))?;
    }
    match setting {
        Some(text) => {
            table.insert(name, typed(text));
        }
        None => {
            if table.remove(name).is_none() {
                bail!("`{key}` is not set");
            }
        }
    }
    Ok(())
}

fn no_toml(path: &Path, text: &str, error: &TomlError) -> SettingsFileError {
    SettingsFileError::Wrong {
        file: path.to_owned(),
        line: line_of(text, error.span()),
        what: format!("no valid TOML, {}", error.message().replace('\n', ", ")),
    }
}

/// Counted from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let before = span.and_then(|span| text.get(..span.start));
    1 + before.unwrap_or_default().matches('\n').count()
}

/// Fails with the line of what is no setting.
fn flatten(
    prefix: &str,
    table: &dyn TableLike,
    text: &str,
    found: &mut Vec<Found>,
) -> Result<(), (usize, String)> {
    for (name, item) in table.iter() {
        let key = if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        };
        if let Some(table) = item.as_table_like() {
            flatten(&key, table, text, found)?;
            continue;
        }
        let line = line_of(text, table.key(name).and_then(Key::span));
        let text = match item {
            Item::None => continue,
            Item::Value(Value::String(text)) => text.value().clone(),
            Item::Value(Value::Integer(number)) => number.value().to_string(),
            Item::Value(Value::Float(number)) => number.value().to_string(),
            Item::Value(Value::Boolean(flag)) => flag.value().to_string(),
            _ => {
                let what = format!("`{key}` must be a text, a number or true/false");
                return Err((line, what));
            }
        };
        found.push(Found { key, text, line });
    }
    Ok(())
}

/// A text as the TOML value a person would have written.
fn typed(text: &str) -> Item {
    if let Ok(number) = text.parse::<i64>() {
        value(number)
    } else if let Ok(flag) = text.parse::<bool>() {
        value(flag)
    } else {
        value(text)
    }
}
