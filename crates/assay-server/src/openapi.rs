use serde_json::{Map, Value, json};

use crate::Problem;
use crate::route::{Access, Returns, Route, Takes, routes};

const SCHEMAS: &str = include_str!("schemas.json");

/// The description of the API for programs: OpenAPI 3.1, made from the table of routes.
pub fn description() -> Result<Value, Problem> {
    let schemas: Value = serde_json::from_str(SCHEMAS)?;
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        // a parameter that takes slashes has no mark of its own in OpenAPI
        let path = paths
            .entry(route.path.replace("{*", "{"))
            .or_insert_with(|| json!({}));
        if let Value::Object(methods) = path {
            let method = route.method.as_str().to_ascii_lowercase();
            methods.insert(method, operation(&route));
        }
    }
    Ok(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Assay",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A research engine that does not bluff. Requests that change something carry the header X-Assay: 1.",
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "assay_PORT"},
            },
            "schemas": schemas,
        },
    }))
}

fn operation(route: &Route) -> Value {
    let mut responses = Map::new();
    let (status, content) = match route.returns {
        Returns::Json(schema) => (
            "200",
            json!({"application/json": {"schema": named(schema)}}),
        ),
        Returns::Created(schema) => (
            "201",
            json!({"application/json": {"schema": named(schema)}}),
        ),
        Returns::Media(media) => {
            let media = media.split(';').next().unwrap_or(media);
            ("200", json!({media: {}}))
        }
    };
    responses.insert(
        status.to_owned(),
        json!({"description": route.summary, "content": content}),
    );
    responses.insert(
        "default".to_owned(),
        json!({
            "description": "Why not, and what to do.",
            "content": {"application/json": {"schema": named("Problem")}},
        }),
    );
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.summary,
        "parameters": parameters(route),
        "responses": responses,
    });
    if let Value::Object(fields) = &mut operation {
        let body = match route.takes {
            Takes::Nothing => None,
            Takes::Json(schema) => Some(json!({"application/json": {"schema": named(schema)}})),
            Takes::File => Some(json!({"application/octet-stream": {}})),
        };
        if let Some(content) = body {
            let body = json!({"required": true, "content": content});
            fields.insert("requestBody".to_owned(), body);
        }
        if route.access == Access::Public {
            fields.insert("security".to_owned(), json!([]));
        }
    }
    operation
}

fn named(schema: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{schema}")})
}

fn parameters(route: &Route) -> Vec<Value> {
    let text = json!({"type": "string"});
    let in_path = route.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        let name = name.trim_start_matches('*');
        Some(json!({"name": name, "in": "path", "required": true, "schema": text}))
    });
    let in_query = route
        .query
        .iter()
        .map(|name| json!({"name": name, "in": "query", "required": false, "schema": text}));
    let mut all: Vec<Value> = in_path.chain(in_query).collect();
    if route.method != axum::http::Method::GET {
        let mark = json!({"type": "string", "const": "1"});
        all.push(json!({"name": "X-Assay", "in": "header", "required": true, "schema": mark}));
    }
    all
}

/// A name for generated code: the method and the words of the path.
fn operation_id(route: &Route) -> String {
    let mut id = route.method.as_str().to_ascii_lowercase();
    let words = route.path.split(|c: char| !c.is_ascii_alphanumeric());
    for word in words.filter(|word| !word.is_empty() && *word != "api") {
        let (first, rest) = word.split_at(1);
        id.push_str(&first.to_ascii_uppercase());
        id.push_str(rest);
    }
    id
}
