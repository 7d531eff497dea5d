use std::sync::Arc;

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use crate::Problem;
use crate::desk::Desk;

/// The largest JSON body that is read.
pub(crate) const LARGEST_JSON: usize = 1 << 20;

/// A request that passed every check at the door.
pub(crate) struct Call {
    pub(crate) desk: Arc<Desk>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Body,
    params: Vec<(String, String)>,
    query: Vec<(String, String)>,
}

impl Call {
    pub(crate) fn new(
        desk: Arc<Desk>,
        headers: HeaderMap,
        params: Vec<(String, String)>,
        query: &str,
        body: Body,
    ) -> Self {
        let query = url::form_urlencoded::parse(query.as_bytes());
        Self {
            desk,
            headers,
            body,
            params,
            query: query.into_owned().collect(),
        }
    }

    /// A part of the path that the route names.
    pub(crate) fn param(&self, name: &str) -> &str {
        let found = self.params.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// A parameter of the query; an empty one counts as absent.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(known, _)| known == name);
        found
            .map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// Every value of a parameter that may be given several times.
    pub(crate) fn queries(&self, name: &str) -> Vec<String> {
        let found = self.query.iter().filter(|(known, _)| known == name);
        found
            .map(|(_, value)| value.trim().to_owned())
            .filter(|value| !value.is_empty())
            .collect()
    }

    pub(crate) fn parsed<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let Some(text) = self.query(name) else {
            return Ok(None);
        };
        let wrong = || Problem::bad_request(format!("`{name}` cannot be `{text}`; correct it"));
        text.parse().map(Some).map_err(|_| wrong())
    }

    pub(crate) fn limit(&self, default: usize, most: usize) -> Result<usize, Problem> {
        let limit = self.parsed::<usize>("limit")?.unwrap_or(default);
        Ok(limit.min(most))
    }

    /// The body as JSON of a known form.
    pub(crate) async fn json<T: DeserializeOwned>(&mut self) -> Result<T, Problem> {
        let bytes = self.small_body().await?;
        serde_json::from_slice(&bytes).map_err(|error| {
            Problem::bad_request(format!(
                "the body is not what this route takes: {error}; /api/openapi.json describes it"
            ))
        })
    }

    /// The body as text, for readers with error messages of their own.
    pub(crate) async fn text(&mut self) -> Result<String, Problem> {
        let bytes = self.small_body().await?;
        String::from_utf8(bytes.to_vec())
            .map_err(|_| Problem::bad_request("the body is not UTF-8; send JSON in UTF-8"))
    }

    async fn small_body(&mut self) -> Result<Bytes, Problem> {
        if announced(&self.headers).is_some_and(|length| length > LARGEST_JSON as u64) {
            return Err(too_large());
        }
        let body = std::mem::take(&mut self.body);
        match tokio::time::timeout(self.desk.limits.json, collected(body)).await {
            Ok(bytes) => bytes,
            Err(_) => Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "the body came in too slowly; send it again",
            )),
        }
    }
}

async fn collected(body: Body) -> Result<Bytes, Problem> {
    let mut stream = body.into_data_stream();
    let mut whole = BytesMut::new();
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|error| cut_off(&error))?;
        if whole.len() + piece.len() > LARGEST_JSON {
            return Err(too_large());
        }
        whole.extend_from_slice(&piece);
    }
    Ok(whole.freeze())
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the body is larger than {LARGEST_JSON} bytes; send less at once"),
    )
}

/// How long a body will be, where its sender says so.
pub(crate) fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

pub(crate) fn cut_off(error: &axum::Error) -> Problem {
    Problem::bad_request(format!("the body broke off: {error}; send it again"))
}

/// Work that reads the disk or computes, kept off the threads that answer requests.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(Problem::internal(format!("the request crashed: {error}"))),
    }
}
