//! Answers as they go over the wire.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// Nothing of what the API says is kept by a browser or a proxy.
const NEVER_KEPT: HeaderValue = HeaderValue::from_static("no-store");

pub(crate) fn json<T: Serialize>(status: StatusCode, value: &T) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => whole(status, "application/json", bytes),
        Err(error) => whole(
            StatusCode::INTERNAL_SERVER_ERROR,
            "text/plain; charset=utf-8",
            format!("the answer cannot be written as JSON: {error}").into_bytes(),
        ),
    }
}

pub(crate) fn ok<T: Serialize>(value: &T) -> Response {
    json(StatusCode::OK, value)
}

pub(crate) fn whole(status: StatusCode, media: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(CACHE_CONTROL, NEVER_KEPT);
    response
}

/// Makes an answer a file for the user's disk. `name` is made of letters, digits, `-`, `_` and `.`.
pub(crate) fn attached(mut response: Response, name: &str) -> Response {
    let safe: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        .collect();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{safe}\"")) {
        response.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    response
}
