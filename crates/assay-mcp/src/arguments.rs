use serde_json::{Map, Value};

/// Holds a call's arguments against the part of the schema that a caller gets wrong most: what is
/// required, what is known, and the type of each top-level value. The rest is the server's to judge.
/// `Err` says what is wrong.
pub(crate) fn check(
    schema: &Map<String, Value>,
    arguments: Value,
) -> Result<Map<String, Value>, String> {
    let arguments = match arguments {
        Value::Object(fields) => fields,
        Value::Null => Map::new(),
        other => return Err(format!("they must be an object, not {}", kind(&other))),
    };
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !arguments.contains_key(name) {
            return Err(format!("{} is required", shown(name)));
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !schema.contains_key("patternProperties");
    for (name, value) in &arguments {
        match properties.and_then(|properties| properties.get(name)) {
            Some(property) => check_value(name, property, value)?,
            None if closed => {
                let known = properties.into_iter().flat_map(Map::keys);
                let known: Vec<&str> = known.map(String::as_str).filter(|k| is_plain(k)).collect();
                return Err(format!(
                    "{} is not known; known: {}",
                    shown(name),
                    known.join(", ")
                ));
            }
            None => {}
        }
    }
    Ok(arguments)
}

fn check_value(name: &str, property: &Value, value: &Value) -> Result<(), String> {
    let allowed: Vec<&str> = match property.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !allowed.is_empty() && !allowed.iter().any(|allowed| is_a(value, allowed)) {
        let allowed = allowed.join(" or ");
        return Err(format!(
            "{} must be {allowed}, not {}",
            shown(name),
            kind(value)
        ));
    }
    let choices = property.get("enum").and_then(Value::as_array);
    if choices.is_some_and(|choices| !choices.contains(value)) {
        let name = shown(name);
        return Err(format!(
            "{name} must be one of the values in the tool's schema"
        ));
    }
    Ok(())
}

/// Names come from the schema, which a server wrote: only plain ones are repeated.
fn shown(name: &str) -> String {
    match is_plain(name) {
        true => format!("{name:?}"),
        false => "an argument with an unusual name".to_owned(),
    }
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.$".contains(c);
    (1..=40).contains(&name.len()) && name.chars().all(plain)
}

/// A type that the schema language does not have is left to the server.
fn is_a(value: &Value, schema_type: &str) -> bool {
    match schema_type {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64()
                || value.is_u64()
                || value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
