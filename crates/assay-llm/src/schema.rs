use serde_json::Value;

/// Whether a server that binds its output strictly can take this schema: every object closed and
/// all its properties required. Others are sent without the strict mark instead of being rewritten.
pub(crate) fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(node) => object_is_closed(node) && node.values().all(is_strict),
        Value::Array(nodes) => nodes.iter().all(is_strict),
        _ => true,
    }
}

fn object_is_closed(node: &serde_json::Map<String, Value>) -> bool {
    if node.get("type") != Some(&Value::String("object".to_owned())) {
        return true;
    }
    let closed = node.get("additionalProperties") == Some(&Value::Bool(false));
    let Some(Value::Object(properties)) = node.get("properties") else {
        return false;
    };
    let Some(Value::Array(required)) = node.get("required") else {
        return properties.is_empty() && closed;
    };
    let is_required = |name: &String| required.iter().any(|item| item.as_str() == Some(name));
    closed && properties.keys().all(is_required)
}

/// The system text with the schema written out, for servers that must be told in words.
pub(crate) fn system_with_schema(system: &str, name: &str, schema: &Value) -> String {
    let instruction = include_str!("../prompts/json_only.md")
        .replace("{name}", name)
        .replace("{schema}", &schema.to_string());
    let instruction = instruction.trim_end();
    if system.is_empty() {
        return instruction.to_owned();
    }
    format!("{system}\n\n{instruction}")
}
