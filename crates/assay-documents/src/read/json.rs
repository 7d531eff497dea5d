use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Body, Gap, ReadError, chat, squeezed};

/// Deeper nesting is refused rather than risking the stack.
const MAX_DEPTH: usize = 64;

/// `path: value` lines; each record of a list of records is a block of its own. Numbers keep the
/// digits they were written with.
pub(super) fn read(source: &str) -> Result<Body, ReadError> {
    let values = serde_json::Deserializer::from_str(source).into_iter::<&RawValue>();
    let mut blocks = Vec::new();
    let mut title = None;
    for value in values {
        let value = value.map_err(|error| malformed(&error))?;
        match children(value)? {
            Children::List(items) if items.iter().any(|item| is_container(item)) => {
                for item in items {
                    blocks.push(block_of(item)?);
                }
            }
            Children::Map(entries) => {
                title = title.or_else(|| title_of(&entries));
                blocks.push(block_of(value)?);
            }
            Children::List(_) | Children::None => blocks.push(block_of(value)?),
        }
    }
    Ok(body(title, blocks))
}

/// One record a line of the file, one block a record. Lines that are no record are left out and
/// told, so that a log whose last line was cut off is not lost; a file of nothing else is refused.
pub(super) fn read_lines(source: &str) -> Result<Body, ReadError> {
    let lines = Lines::of(source);
    let Some((number, reason)) = lines.bad.first().cloned() else {
        return records(source);
    };
    if is_whole(source) {
        // values of several lines each
        return chat::read(source).unwrap_or_else(|| read(source));
    }
    let mut body = records(&lines.good.join("\n"))?;
    if body.text.trim().is_empty() {
        return Err(ReadError::Malformed {
            format: "JSON Lines",
            reason: format!("line {number}: {reason}"),
        });
    }
    body.gaps.push(Gap::LinesMalformed {
        of: u32::try_from(lines.good.len() + lines.bad.len()).unwrap_or(u32::MAX),
        lines: lines.bad.into_iter().map(|(number, _)| number).collect(),
        reason,
    });
    Ok(body)
}

/// Messages of a chat, or a block for each line.
fn records(source: &str) -> Result<Body, ReadError> {
    if let Some(chat) = chat::read(source) {
        return chat;
    }
    let lines = source.lines().filter(|line| !line.trim().is_empty());
    let blocks: Result<Vec<String>, ReadError> =
        lines.map(|line| block_of(record_of(line)?)).collect();
    Ok(body(None, blocks?))
}

/// The lines of a file that say something, parted by whether they are records.
#[derive(Default)]
struct Lines<'a> {
    good: Vec<&'a str>,
    /// With the line's number, counted from 1, and what is wrong with it.
    bad: Vec<(u32, String)>,
}

impl<'a> Lines<'a> {
    fn of(source: &'a str) -> Self {
        let mut lines = Self::default();
        for (number, line) in (1..).zip(source.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            match record_of(line).and_then(block_of) {
                Ok(_) => lines.good.push(line),
                Err(ReadError::Malformed { reason, .. }) => lines.bad.push((number, reason)),
                Err(error) => lines.bad.push((number, error.to_string())),
            }
        }
        lines
    }
}

fn record_of(line: &str) -> Result<&RawValue, ReadError> {
    serde_json::from_str(line.trim()).map_err(|error| malformed(&error))
}

fn is_whole(source: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(source).into_iter::<IgnoredAny>();
    values.all(|value| value.is_ok())
}

fn body(title: Option<String>, blocks: Vec<String>) -> Body {
    let blocks: Vec<String> = blocks.into_iter().filter(|b| !b.is_empty()).collect();
    Body {
        title,
        text: blocks.join("\n\n"),
        ..Body::default()
    }
}

fn block_of(value: &RawValue) -> Result<String, ReadError> {
    let mut lines = Vec::new();
    flatten("", value, MAX_DEPTH, &mut lines)?;
    Ok(lines.join("\n"))
}

fn flatten(
    path: &str,
    value: &RawValue,
    depth: usize,
    lines: &mut Vec<String>,
) -> Result<(), ReadError> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(ReadError::Malformed {
            format: "JSON",
            reason: format!("values are nested deeper than {MAX_DEPTH} levels at {path}"),
        });
    };
    match children(value)? {
        Children::None => lines.extend(scalar_line(path, &scalar(value)?)),
        Children::Map(entries) => {
            for (key, child) in entries {
                flatten(&member(path, &key), child, depth, lines)?;
            }
        }
        Children::List(items) if items.iter().any(|item| is_container(item)) => {
            for (place, item) in items.into_iter().enumerate() {
                flatten(&format!("{path}[{}]", place + 1), item, depth, lines)?;
            }
        }
        Children::List(items) => {
            let values: Result<Vec<_>, _> = items.into_iter().map(scalar).collect();
            lines.extend(scalar_line(path, &values?.join(", ")));
        }
    }
    Ok(())
}

fn member(path: &str, key: &str) -> String {
    let key = squeezed(key);
    if path.is_empty() {
        key
    } else {
        format!("{path}.{key}")
    }
}

/// A value of several lines keeps them, below its path.
fn scalar_line(path: &str, value: &str) -> Option<String> {
    let value = value.trim();
    if value.is_empty() || value == "null" {
        return None;
    }
    Some(match (path.is_empty(), value.contains('\n')) {
        (true, _) => value.to_owned(),
        (false, true) => format!("{path}:\n{value}"),
        (false, false) => format!("{path}: {value}"),
    })
}

fn title_of(entries: &[(String, &RawValue)]) -> Option<String> {
    let (_, value) = entries.iter().find(|(key, _)| key == "title")?;
    let title: String = serde_json::from_str(value.get()).ok()?;
    let title = squeezed(&title);
    (!title.is_empty()).then_some(title)
}

fn is_container(value: &RawValue) -> bool {
    value.get().starts_with(['{', '['])
}

/// A string without quotes and escapes, anything else as it was written.
fn scalar(value: &RawValue) -> Result<String, ReadError> {
    let raw = value.get();
    if raw.starts_with('"') {
        let text: String = serde_json::from_str(raw).map_err(|error| malformed(&error))?;
        Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Ok(raw.to_owned())
    }
}

enum Children<'a> {
    Map(Vec<(String, &'a RawValue)>),
    List(Vec<&'a RawValue>),
    None,
}

fn children(value: &RawValue) -> Result<Children<'_>, ReadError> {
    let raw = value.get();
    if raw.starts_with('{') {
        let entries: Entries<'_> = serde_json::from_str(raw).map_err(|error| malformed(&error))?;
        Ok(Children::Map(entries.0))
    } else if raw.starts_with('[') {
        let items = serde_json::from_str(raw).map_err(|error| malformed(&error))?;
        Ok(Children::List(items))
    } else {
        Ok(Children::None)
    }
}

fn malformed(error: &serde_json::Error) -> ReadError {
    ReadError::Malformed {
        format: "JSON",
        reason: error.to_string(),
    }
}

/// An object's members in their written order, repeated keys included.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
