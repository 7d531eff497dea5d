use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, bail};
use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value};

/// The settings of a file as dotted keys. A file that is not there sets nothing.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let document = load(path)?;
    let mut found = Vec::new();
    flatten("", document.as_table(), &mut found)
        .with_context(|| format!("in the configuration file {}", path.display()))?;
    Ok(found)
}

/// Sets or removes one key, leaving comments and order alone.
pub(super) fn write(path: &Path, key: &str, text: Option<&str>) -> anyhow::Result<()> {
    let mut document = load(path)?;
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
            .with_context(|| format!("`{part}` in {} is not a table", path.display()))?;
    }
    match text {
        Some(text) => {
            table.insert(name, typed(text));
        }
        None => {
            if table.remove(name).is_none() {
                bail!("`{key}` is not set in {}", path.display());
            }
        }
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, document.to_string())
        .with_context(|| format!("cannot write {}", path.display()))
}

fn load(path: &Path) -> anyhow::Result<DocumentMut> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    text.parse().with_context(|| {
        format!(
            "the configuration file {} is not valid TOML",
            path.display()
        )
    })
}

fn flatten(
    prefix: &str,
    table: &dyn TableLike,
    found: &mut Vec<(String, String)>,
) -> anyhow::Result<()> {
    for (name, item) in table.iter() {
        let key = if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        };
        match item {
            Item::None => {}
            item if item.is_table_like() => {
                if let Some(table) = item.as_table_like() {
                    flatten(&key, table, found)?;
                }
            }
            Item::Value(Value::String(text)) => found.push((key, text.value().clone())),
            Item::Value(Value::Integer(number)) => found.push((key, number.value().to_string())),
            Item::Value(Value::Float(number)) => found.push((key, number.value().to_string())),
            Item::Value(Value::Boolean(flag)) => found.push((key, flag.value().to_string())),
            _ => bail!("`{key}` must be a text, a number or true/false"),
        }
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
