//! What the API says of itself.

use std::collections::BTreeSet;

use assay_server::{Returns, description, routes};
use serde_json::Value;

use crate::bench::Bench;

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

/// A schema's required fields, through references.
pub(crate) fn check(schemas: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(Value::String(reference)) = schema.get("$ref") {
        let name = reference.rsplit('/').next().unwrap();
        return check(schemas, &schemas[name], value, &format!("{at}<{name}>"));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        check(schemas, part, value, at);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap();
        assert!(value.get(name).is_some(), "{at} lacks {name}: {value}");
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(field) = value.get(name) {
            check(schemas, property, field, &format!("{at}.{name}"));
        }
    }
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        list.iter()
            .for_each(|item| check(schemas, items, item, &format!("{at}[]")));
    }
    if let Some(choices) = schema["enum"].as_array() {
        assert!(choices.contains(value), "{at} is {value}");
    }
    if let Some(kind) = schema["type"].as_str() {
        let fits = match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_u64() || value.is_i64(),
            _ => value.is_number(),
        };
        assert!(fits, "{at} is no {kind}: {value}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_what_the_description_says() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let claims = bench.get(&format!("/api/runs/{run}/claims")).await.json();
    let claim = claims["claims"][0]["id"].as_str().unwrap().to_owned();
    let evidence = bench.get(&format!("/api/runs/{run}/evidence")).await.json();
    let evidence = &evidence["evidence"][0];
    let described = description().unwrap();
    let schemas = &described["components"]["schemas"];
    for route in routes() {
        let Returns::Json(schema) = route.returns else {
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
        check(schemas, &schemas[schema], &reply.json(), schema);
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
