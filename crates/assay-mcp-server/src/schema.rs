//! JSON Schemas of arguments, from the types that take them.

use assay_server::plain_fields;
use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// What a tool takes: whole in itself, since not every host follows references.
pub(crate) fn schema<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let settings = settings.with_transform(RecursiveTransform(plain));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.remove("description");
    std::mem::take(schema.ensure_object())
}

/// Says the same in fewer words, all of which every host knows: models pay for each.
fn plain(schema: &mut Schema) {
    plain_fields(schema);
    if let Some(words) = schema.get("oneOf").and_then(words) {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), json!("string"));
        schema.insert("enum".to_owned(), Value::Array(words));
    }
    if schema.get("type").is_some_and(|name| name == "integer") {
        schema.remove("format");
    }
}

/// The words that a choice leaves, if it is one between words.
fn words(ways: &Value) -> Option<Vec<Value>> {
    let mut words = Vec::new();
    for way in ways.as_array()? {
        match (way.get("const"), way.get("enum")) {
            (Some(word), _) => words.push(word.clone()),
            (None, Some(Value::Array(several))) => words.extend(several.iter().cloned()),
            _ => return None,
        }
    }
    Some(words)
}
