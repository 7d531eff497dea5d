//! The workbench's routes, asked from inside the same program. There is no way around their door:
//! each request brings host, token and the marks of a write, and each answer is scrubbed of keys.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{Method, Request};
use serde_json::Value;
use tower_service::Service as _;

use crate::refusal::Refusal;

/// Largest answer that is read, in bytes.
const LARGEST: usize = 64 << 20;

#[derive(Clone)]
pub(crate) struct Workbench {
    router: Router,
    authority: String,
    token: String,
}

impl Workbench {
    pub(crate) fn new(router: Router, port: u16, token: &str) -> Self {
        Self {
            router,
            authority: format!("127.0.0.1:{port}"),
            token: token.to_owned(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Value, Refusal> {
        Ok(serde_json::from_slice(
            &self.ask(Method::GET, path, None).await?,
        )?)
    }

    pub(crate) async fn get_text(&self, path: &str) -> Result<String, Refusal> {
        let bytes = self.ask(Method::GET, path, None).await?;
        String::from_utf8(bytes).map_err(|_| Refusal::told("the answer is no text"))
    }

    pub(crate) async fn post(&self, path: &str, body: Option<&Value>) -> Result<Value, Refusal> {
        Ok(serde_json::from_slice(
            &self.ask(Method::POST, path, body).await?,
        )?)
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Vec<u8>, Refusal> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.authority)
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
            .header("x-assay", "1")
            .header(CONTENT_TYPE, "application/json")
            .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
            .map_err(|error| Refusal::told(format!("`{path}` cannot be asked for: {error}")))?;
        let Ok(response) = self.router.clone().call(request).await;
        let status = response.status();
        let bytes = to_bytes(response.into_body(), LARGEST).await;
        let bytes = bytes.map_err(|error| Refusal::told(error.to_string()))?;
        if status.is_success() {
            return Ok(bytes.to_vec());
        }
        let told: Option<Value> = serde_json::from_slice(&bytes).ok();
        let error = told.as_ref().and_then(|told| told.get("error"));
        let error = error.and_then(Value::as_str);
        let mut text = error.map_or_else(|| format!("it answered {status}"), str::to_owned);
        if let Some(problems) = told.as_ref().and_then(|told| told.get("problems")) {
            text.push_str(&format!("; {problems}"));
        }
        Err(Refusal::told(text))
    }
}
