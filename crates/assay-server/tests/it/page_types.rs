//! The types that the page's JavaScript is checked against are those of the API.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assay_server::description;
use serde_json::{Map, Value};

const FILE: &str = "page-checks/api.d.ts";
/// Columns that a type may take on one line.
const LONGEST: usize = 100;
const HEAD: &str = "\
// What the API takes and sends, as /api/openapi.json says. A test holds this file against it;
// INSTA_UPDATE=always cargo test -p assay-server --test it page_types writes it anew.

declare namespace Api {
";

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a file is accepted here as snapshots are elsewhere"
)]
fn the_types_of_the_page_are_those_of_the_api() {
    let described = description().unwrap();
    let mut wanted = HEAD.to_owned();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas.iter().collect::<BTreeMap<_, _>>() {
        writeln!(wanted, "  type {name} ={};", declared(schema)).unwrap();
    }
    wanted.push_str("}\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
        fs::write(&file, &wanted).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap();
    let differing = wanted.lines().zip(found.lines()).find(|(a, b)| a != b);
    assert!(
        wanted == found,
        "{FILE} is not what the API says, first at {differing:?}; {}",
        "accept it with INSTA_UPDATE=always, then see what `cargo xtask ci` says of the page"
    );
}

/// A type by its name: each field, or each way, on a line of its own.
fn declared(schema: &Value) -> String {
    let whole = type_of(schema);
    if whole.len() <= LONGEST {
        return format!(" {whole}");
    }
    match (ways(schema), schema["properties"].as_object()) {
        (Some(ways), None) => format!("\n    | {}", ways.join("\n    | ")),
        (ways, Some(fields)) => {
            let lines = named(schema, fields).map(|field| format!("    {field};\n"));
            let lines: String = lines.collect();
            let ways = ways.map_or_else(String::new, |ways| {
                format!(" & (\n    | {}\n  )", ways.join("\n    | "))
            });
            format!(" {{\n{lines}  }}{ways}")
        }
        (None, None) => format!(" {whole}"),
    }
}

fn type_of(schema: &Value) -> String {
    let reference = schema["$ref"].as_str().map(|reference| {
        let name = reference.rsplit('/').next().unwrap();
        name.to_owned()
    });
    let ways = ways(schema).map(|ways| ways.join(" | "));
    let parts: Vec<String> = [reference, own(schema), ways]
        .into_iter()
        .flatten()
        .collect();
    match parts.as_slice() {
        [] => "any".to_owned(),
        [only] => only.clone(),
        several => format!("({})", several.join(") & (")),
    }
}

/// What a value may be.
fn ways(schema: &Value) -> Option<Vec<String>> {
    let list = schema["oneOf"].as_array().or(schema["anyOf"].as_array())?;
    // of a way that says nothing nothing is known; "any" would take the others with it
    let known = list.iter().map(type_of);
    Some(
        known
            .map(|way| {
                if way == "any" {
                    "unknown".to_owned()
                } else {
                    way
                }
            })
            .collect(),
    )
}

/// What a schema says itself.
fn own(schema: &Value) -> Option<String> {
    if let Some(constant) = schema.get("const") {
        return Some(constant.to_string());
    }
    if let Some(choices) = schema["enum"].as_array() {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return Some(choices.join(" | "));
    }
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let kinds: Vec<String> = kinds.iter().map(|kind| of_kind(kind, schema)).collect();
    Some(kinds.join(" | "))
}

fn of_kind(kind: &str, schema: &Value) -> String {
    match kind {
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(type_of).collect();
                format!("[{}]", items.join(", "))
            }
            None => format!("Array<{}>", type_of(&schema["items"])),
        },
        "object" => match schema["properties"].as_object() {
            Some(fields) => {
                let fields: Vec<String> = named(schema, fields).collect();
                format!("{{ {} }}", fields.join("; "))
            }
            None => format!(
                "Record<string, {}>",
                type_of(&schema["additionalProperties"])
            ),
        },
        "integer" => "number".to_owned(),
        other => other.to_owned(),
    }
}

fn named<'a>(schema: &'a Value, fields: &'a Map<String, Value>) -> impl Iterator<Item = String> {
    let required = schema["required"].as_array();
    fields.iter().map(move |(name, field)| {
        let mut required = required.into_iter().flatten();
        let mark = if required.any(|known| known == name) {
            ""
        } else {
            "?"
        };
        format!("{name}{mark}: {}", type_of(field))
    })
}
