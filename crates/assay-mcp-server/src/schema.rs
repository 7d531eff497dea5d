//! JSON Schemas of arguments, written by hand.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// One argument: its name, its schema, whether it has to be given.
pub(crate) type Argument = (&'static str, Value, bool);

pub(crate) fn required(name: &'static str, schema: Value) -> Argument {
    (name, schema, true)
}

pub(crate) fn optional(name: &'static str, schema: Value) -> Argument {
    (name, schema, false)
}

pub(crate) fn text(about: &str) -> Value {
    json!({"type": "string", "description": about})
}

pub(crate) fn texts(about: &str) -> Value {
    json!({"type": "array", "items": {"type": "string"}, "description": about})
}

pub(crate) fn choice(values: &[&str], about: &str) -> Value {
    json!({"type": "string", "enum": values, "description": about})
}

pub(crate) fn count(least: u64, most: u64, about: &str) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": most, "description": about})
}

pub(crate) fn flag(about: &str) -> Value {
    json!({"type": "boolean", "description": about})
}

pub(crate) fn language() -> Value {
    choice(
        &["en", "zh"],
        "Language of explanations; that of the text if absent.",
    )
}

/// An object that takes these arguments and no others.
pub(crate) fn object(arguments: Vec<Argument>) -> JsonObject {
    let needed: Vec<&str> = arguments
        .iter()
        .filter(|(.., needed)| *needed)
        .map(|(name, ..)| *name)
        .collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    if !needed.is_empty() {
        schema.insert("required".to_owned(), json!(needed));
    }
    let properties: JsonObject = arguments
        .into_iter()
        .map(|(name, schema, _)| (name.to_owned(), schema))
        .collect();
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}
