use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};

use crate::Problem;
use crate::route::{Access, BodySchema, Returns, Route, Takes};
use crate::routes::routes;
use crate::schema::plain_fields;

/// The types of the API, as they are read and as they are sent.
struct Schemas {
    taken: SchemaGenerator,
    sent: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into())
            .with_transform(RecursiveTransform(plain_fields));
        Self {
            taken: settings.clone().for_deserialize().into_generator(),
            sent: settings.for_serialize().into_generator(),
        }
    }

    /// Every type by its name. One that is read and sent has one schema.
    fn named(mut self) -> Result<Map<String, Value>, Problem> {
        let mut named = self.sent.take_definitions(true);
        for (name, taken) in self.taken.take_definitions(true) {
            let sent = named.entry(&name).or_insert_with(|| taken.clone());
            if *sent != taken {
                return Err(Problem::internal(format!(
                    "the type {name} is not sent as it is read; give each way a type of its own: {sent} is not {taken}"
                )));
            }
        }
        Ok(named)
    }
}

/// The description of the API for programs: OpenAPI 3.1, made from the table of routes.
pub fn description() -> Result<Value, Problem> {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        // a parameter that takes slashes has no mark of its own in OpenAPI
        let path = paths
            .entry(route.path.replace("{*", "{"))
            .or_insert_with(|| json!({}));
        if let Value::Object(methods) = path {
            let method = route.method.as_str().to_ascii_lowercase();
            methods.insert(method, operation(&route, &mut schemas));
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
            "schemas": schemas.named()?,
        },
    }))
}

fn operation(route: &Route, schemas: &mut Schemas) -> Value {
    let mut responses = Map::new();
    let (status, content) = match route.returns {
        Returns::Json(schema) => ("200", json_of(schema, &mut schemas.sent)),
        Returns::Created(schema) => ("201", json_of(schema, &mut schemas.sent)),
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
            "content": json_of(SchemaGenerator::subschema_for::<Problem>, &mut schemas.sent),
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
            Takes::Json(schema) => Some(json_of(schema, &mut schemas.taken)),
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

fn json_of(schema: BodySchema, schemas: &mut SchemaGenerator) -> Value {
    json!({"application/json": {"schema": schema(schemas)}})
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
