use serde_json::Value;

use super::ask_back;

const SCHEMA: &str = include_str!("plan.schema.json");

/// The published JSON Schema (2020-12) of a plan.
#[expect(
    clippy::expect_used,
    reason = "the text is compiled in, and a test reads it"
)]
pub fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("plan.schema.json is JSON")
}

/// The schema as a model is shown it: without the examples and the names that only a person's
/// editor needs, which some servers refuse in a schema for output.
pub fn planner_schema() -> Value {
    let mut schema = schema();
    if let Some(properties) = schema
        .pointer_mut("/properties")
        .and_then(Value::as_object_mut)
    {
        properties.retain(|name, _| name != "$schema");
        properties.extend([ask_back::property()]);
    }
    strip(&mut schema);
    schema
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                !["$schema", "$id", "title", "examples"].contains(&name.as_str())
            });
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
