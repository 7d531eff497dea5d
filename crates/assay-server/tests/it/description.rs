//! What the API says of itself.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use assay_server::{Returns, description, routes};
use serde_json::Value;

use crate::bench::Bench;
use crate::client::Reply;

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                let name = reference.strip_prefix("#/components/schemas/").unwrap();
                found.insert(name.to_owned());
            }
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_schema_that_is_named_is_there_and_every_one_there_is_named() {
    let described = description().unwrap();
    let mut named = BTreeSet::new();
    references(&described, &mut named);
    let known = described["components"]["schemas"].as_object().unwrap();
    let known: BTreeSet<String> = known.keys().cloned().collect();
    assert_eq!(named, known);
    let mut ids = BTreeSet::new();
    for methods in described["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
    }
    assert_eq!(ids.len(), routes().len());
}

/// Holds a reply against what the description says of its route. Every reply of these tests is.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    static DESCRIBED: LazyLock<Value> = LazyLock::new(|| description().unwrap());
    let path = path.split('?').next().unwrap();
    let known = routes().into_iter();
    let mut known = known.filter(|route| route.method.as_str() == method);
    let Some(route) = known.find(|route| is_at(route.path, path)) else {
        return;
    };
    let operation = &DESCRIBED["paths"][route.path.replace("{*", "{")][method.to_lowercase()];
    let answers = &operation["responses"];
    let status = reply.status.to_string();
    let answer = answers.get(&status).unwrap_or(&answers["default"]);
    let schema = &answer["content"]["application/json"]["schema"];
    if schema.is_null() || reply.header("content-type") != Some("application/json") {
        return;
    }
    let schemas = &DESCRIBED["components"]["schemas"];
    if let Err(trouble) = fits(schemas, schema, &reply.json()) {
        panic!("{method} {path} {status}: {trouble}");
    }
}

fn is_at(route: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (route.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(part), Some(_)) if part.starts_with("{*") => return true,
            (Some(part), Some(_)) if part.starts_with('{') => {}
            (Some(part), Some(word)) if part == word => {}
            _ => return false,
        }
    }
}

/// Whether a value is what a schema says, and where it is not.
fn fits(schemas: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(Value::String(reference)) = schema.get("$ref") {
        let name = reference.rsplit('/').next().unwrap();
        fits(schemas, &schemas[name], value).map_err(|at| format!("<{name}>{at}"))?;
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fits(schemas, part, value)?;
    }
    for (ways, is_enough) in [
        ("anyOf", (|fitting| fitting > 0) as fn(usize) -> bool),
        ("oneOf", |fitting| fitting == 1),
    ] {
        if let Some(ways) = schema[ways].as_array() {
            let tried = ways.iter().map(|way| fits(schemas, way, value));
            let (fitting, troubles): (Vec<_>, Vec<_>) = tried.partition(Result::is_ok);
            if !is_enough(fitting.len()) {
                return Err(format!(": {} fit; {troubles:?}", fitting.len()));
            }
        }
    }
    if let Some(constant) = schema.get("const")
        && constant != value
    {
        return Err(format!(" is {value}, not {constant}"));
    }
    if let Some(choices) = schema["enum"].as_array()
        && !choices.contains(value)
    {
        return Err(format!(" is {value}, not one of {choices:?}"));
    }
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(kind, value)) {
        return Err(format!(" is no {kinds:?}: {value}"));
    }
    parts_fit(schemas, schema, value)
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => value.is_number(),
    }
}

fn parts_fit(schemas: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        for item in list {
            fits(schemas, items, item).map_err(|at| format!("[]{at}"))?;
        }
    }
    let Some(fields) = value.as_object() else {
        return Ok(());
    };
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap();
        if !fields.contains_key(name) {
            return Err(format!(" lacks {name}: {value}"));
        }
    }
    for (name, field) in fields {
        let property = schema["properties"].get(name);
        if let Some(property) = property.or_else(|| schema.get("additionalProperties")) {
            if *property == Value::Bool(false) {
                return Err(format!(" has {name}: {value}"));
            }
            fits(schemas, property, field).map_err(|at| format!(".{name}{at}"))?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_what_the_description_says() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let claims = bench.get(&format!("/api/runs/{run}/claims")).await.json();
    let claim = claims["claims"][0]["id"].as_str().unwrap().to_owned();
    let evidence = bench.get(&format!("/api/runs/{run}/evidence")).await.json();
    let evidence = &evidence["evidence"][0];
    for route in routes() {
        let Returns::Json(_) = route.returns else {
            continue;
        };
        let has_none = [
            "/valuation",
            "/graph",
            "/quarantine/{id}",
            "/dashboards",
            "/files",
            "/files/{*path}",
        ];
        if route.method != "GET" || has_none.iter().any(|end| route.path.ends_with(end)) {
            continue;
        }
        let id = if route.path.contains("/documents/") {
            "document"
        } else {
            "id"
        };
        let path = route.path.replace("{run}", &run).replace("{claim}", &claim);
        let path = path.replace("{id}", evidence[id].as_str().unwrap());
        let path = match route.path {
            "/api/compare" => format!("{path}?a={run}&b={run}"),
            "/api/library/search" => format!("{path}?q=revenue"),
            _ => path,
        };
        let reply = bench.get(&path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some("application/json"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_come_from_the_journal_and_are_there_after_a_restart() {
    let bench = Bench::new().await;
    bench.finished().await;
    let home = bench.end().await;
    let bench = Bench::over(home, None).await;
    let text = bench.get("/metrics").await.text();
    for line in [
        // two of its tasks find nothing in the one small document
        "assay_runs_total{outcome=\"partial\"} 1",
        "assay_runs_created_total 1",
        "assay_runs_open 0",
        "# TYPE assay_http_request_seconds histogram",
        "assay_gate_verdicts_total{gate=\"egress\",verdict=\"SAFE\"} 1",
        "assay_documents_total{verdict=\"CLEAN\"} 1",
        "assay_sse_clients 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let data = bench.get("/api/monitor").await.json();
    let names: Vec<&str> = data["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|metric| metric["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"assay_calls_total"), "{names:?}");
}
