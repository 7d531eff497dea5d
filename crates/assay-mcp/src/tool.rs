use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::{PinState, ServerText};

/// A tool as its server lists it, and whether it may be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// `server.tool`. A server's name has no dot, so the first one separates them.
    pub name: String,
    pub description: ServerText,
    pub schema: InputSchema,
    pub state: PinState,
}

impl Tool {
    pub fn is_usable(&self) -> bool {
        self.state == PinState::Approved
    }

    /// Everything the server wrote that a prompt about this tool would hold: its description, and
    /// each name and text of its schema. The ingest gate looks at all of it.
    pub fn texts(&self) -> Vec<ServerText> {
        let mut texts = vec![self.description.clone()];
        self.schema.collect_texts(&mut texts);
        texts
    }
}

/// The JSON schema of a tool's arguments. A server wrote it: names and descriptions in it are
/// as little to be trusted as any [`ServerText`].
#[derive(Clone, PartialEq)]
pub struct InputSchema(Map<String, Value>);

impl InputSchema {
    pub(crate) fn new(schema: Map<String, Value>) -> Self {
        Self(schema)
    }

    /// As the server wrote it.
    pub fn untrusted(&self) -> &Map<String, Value> {
        &self.0
    }

    fn collect_texts(&self, texts: &mut Vec<ServerText>) {
        for (key, value) in &self.0 {
            collect_texts(key, value, texts);
        }
    }
}

fn collect_texts(key: &str, value: &Value, texts: &mut Vec<ServerText>) {
    let mut note = |text: &str| {
        if !text.is_empty() {
            texts.push(ServerText::new(text));
        }
    };
    note(key);
    match value {
        Value::String(text) => note(text),
        Value::Array(items) => items.iter().for_each(|item| collect_texts("", item, texts)),
        Value::Object(fields) => {
            for (key, value) in fields {
                collect_texts(key, value, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl std::fmt::Debug for InputSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "InputSchema({} fields)", self.0.len())
    }
}

/// A tool in a server's list, before it is compared with the pins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListedTool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) schema: Map<String, Value>,
}

/// What a server lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub server: String,
    /// In the order of their names.
    pub tools: Vec<Tool>,
    /// Tools that cannot be used whatever the user approves, and why.
    pub refused: Vec<RefusedTool>,
    /// Tools that were approved once and are no longer there.
    pub gone: Vec<String>,
    pub(crate) listed: Vec<ListedTool>,
}

impl Listing {
    /// Takes tools out by their full names, for instance those that the user does not approve.
    pub fn leave_out(&mut self, names: &BTreeSet<String>) {
        let prefix = format!("{}.", self.server);
        let is_out = |short: &str| names.contains(&format!("{prefix}{short}"));
        self.tools.retain(|tool| !names.contains(&tool.name));
        self.listed.retain(|tool| !is_out(&tool.name));
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RefusedTool {
    pub name: ServerText,
    pub reason: &'static str,
}

const LONGEST_TOOL_NAME: usize = 128;

/// Splits a list into tools in the order of their names, and those that cannot be used.
pub(crate) fn sift(mut listed: Vec<ListedTool>) -> (Vec<ListedTool>, Vec<RefusedTool>) {
    listed.sort_by(|a, b| a.name.cmp(&b.name));
    let mut tools: Vec<ListedTool> = Vec::new();
    let mut refused: Vec<RefusedTool> = Vec::new();
    for tool in listed {
        let good = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        let name_is_good =
            (1..=LONGEST_TOOL_NAME).contains(&tool.name.len()) && tool.name.chars().all(good);
        let reason = if !name_is_good {
            "its name is not made of 1 to 128 letters, digits, `_`, `-`, `.` and `/`"
        } else if refused
            .iter()
            .any(|known| known.name.untrusted() == tool.name)
        {
            "another tool has the same name"
        } else if tools.last().is_some_and(|known| known.name == tool.name) {
            tools.pop();
            "another tool has the same name"
        } else {
            tools.push(tool);
            continue;
        };
        refused.push(RefusedTool {
            name: crate::text::shortened(&tool.name, LONGEST_TOOL_NAME),
            reason,
        });
    }
    (tools, refused)
}
