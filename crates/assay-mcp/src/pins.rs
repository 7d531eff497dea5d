use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ServerText;
use crate::tool::ListedTool;

/// Whether a tool is the one that the user approved.
#[derive(Clone, Debug, PartialEq)]
pub enum PinState {
    /// Exactly as approved: usable.
    Approved,
    /// Never approved.
    New,
    /// Approved once and different now: disabled until it is approved again.
    Changed(Vec<Change>),
}

/// One difference between the approved tool and the one the server lists now.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Description {
        before: ServerText,
        after: ServerText,
    },
    /// `at` is the path in the schema, for instance `properties.path.type`; `None` where there is
    /// nothing.
    Schema {
        at: ServerText,
        before: Option<ServerText>,
        after: Option<ServerText>,
    },
}

/// The approved tools of all servers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pins(BTreeMap<String, BTreeMap<String, PinnedTool>>);

/// An approved tool, kept whole so that a change can be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PinnedTool {
    hash: String,
    description: String,
    input_schema: Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PinFile {
    format: u32,
    servers: BTreeMap<String, BTreeMap<String, PinnedTool>>,
}

const FORMAT: u32 = 1;

impl Pins {
    pub(crate) fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// `Err` says what is wrong with the text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file: PinFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.format != FORMAT {
            return Err(format!("format {} is not known, {FORMAT} is", file.format));
        }
        for (server, tools) in &file.servers {
            for (name, tool) in tools {
                if tool.hash != hash(server, name, &tool.description, &tool.input_schema) {
                    return Err(format!(
                        "the hash of `{server}.{name}` does not fit its text"
                    ));
                }
            }
        }
        Ok(Self(file.servers))
    }

    pub(crate) fn to_text(&self) -> Result<String, serde_json::Error> {
        let servers = self.0.clone();
        let format = FORMAT;
        let mut text = serde_json::to_string_pretty(&PinFile { format, servers })?;
        text.push('\n');
        Ok(text)
    }

    pub(crate) fn knows(&self, server: &str) -> bool {
        self.0.contains_key(server)
    }

    pub(crate) fn has_approved(&self, server: &str) -> bool {
        self.0.get(server).is_some_and(|tools| !tools.is_empty())
    }

    pub(crate) fn state(&self, server: &str, tool: &ListedTool) -> PinState {
        let Some(pinned) = self.0.get(server).and_then(|tools| tools.get(&tool.name)) else {
            return PinState::New;
        };
        if pinned.hash == hash(server, &tool.name, &tool.description, &tool.schema) {
            return PinState::Approved;
        }
        PinState::Changed(changes(pinned, tool))
    }

    /// Names of approved tools that are not among `listed`.
    pub(crate) fn gone(&self, server: &str, listed: &[ListedTool]) -> Vec<String> {
        let pinned = self.0.get(server).into_iter().flat_map(BTreeMap::keys);
        pinned
            .filter(|name| !listed.iter().any(|tool| tool.name == **name))
            .cloned()
            .collect()
    }

    /// The server's tools are from now on exactly these. One that is gone has to be approved anew
    /// if it comes back.
    pub(crate) fn approve(&mut self, server: &str, tools: &[ListedTool]) {
        let pinned = tools.iter().map(|tool| {
            let pin = PinnedTool {
                hash: hash(server, &tool.name, &tool.description, &tool.schema),
                description: tool.description.clone(),
                input_schema: tool.schema.clone(),
            };
            (tool.name.clone(), pin)
        });
        self.0.insert(server.to_owned(), pinned.collect());
    }
}

/// The same for the same meaning: the order of keys in a schema does not count.
fn hash(server: &str, name: &str, description: &str, schema: &Map<String, Value>) -> String {
    let mut text = String::new();
    for part in [server, name, description] {
        // Quoted, so that no two lists of parts read the same.
        text.push_str(&Value::from(part).to_string());
        text.push(',');
    }
    write_canonical(&Value::Object(schema.clone()), &mut text);
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> = fields.iter().collect();
            text.push('{');
            for (key, value) in sorted {
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write_canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
    }
}

fn changes(pinned: &PinnedTool, tool: &ListedTool) -> Vec<Change> {
    let mut changes = Vec::new();
    if pinned.description != tool.description {
        changes.push(Change::Description {
            before: ServerText::new(&pinned.description),
            after: ServerText::new(&tool.description),
        });
    }
    let mut before = BTreeMap::new();
    let mut after = BTreeMap::new();
    flatten("", &Value::Object(pinned.input_schema.clone()), &mut before);
    flatten("", &Value::Object(tool.schema.clone()), &mut after);
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for path in paths {
        let (old, new) = (before.get(path), after.get(path));
        if old != new {
            changes.push(Change::Schema {
                at: ServerText::new(path),
                before: old.map(ServerText::new),
                after: new.map(ServerText::new),
            });
        }
    }
    changes
}

/// Each leaf of `value` under its path.
fn flatten(path: &str, value: &Value, leaves: &mut BTreeMap<String, String>) {
    let below = |key: &str| match path {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (key, value) in fields {
                flatten(&below(key), value, leaves);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (index, value) in items.iter().enumerate() {
                flatten(&below(&index.to_string()), value, leaves);
            }
        }
        leaf => {
            leaves.insert(path.to_owned(), leaf.to_string());
        }
    }
}

#[cfg(test)]
#[path = "pins_tests.rs"]
mod tests;
