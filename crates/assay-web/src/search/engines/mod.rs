mod bing;
mod brave;
mod google;
mod searxng;
mod tavily;

use assay_domain::Date;
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use url::Url;

use super::{EngineConfig, EngineKind, SearchResult};
use crate::provenance::canonical;

/// A request as it goes out.
pub(super) struct Outgoing {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Vec<u8>>,
}

pub(super) enum ParseProblem {
    Malformed(String),
    SourcesFailed(String),
}

/// A result as an engine writes it.
struct Hit {
    title: Option<String>,
    url: Option<String>,
    snippet: Option<String>,
    published: Option<String>,
}

/// What is sent for a search. Keys go into headers, where no log writes them down.
pub(super) fn request(
    config: &EngineConfig,
    base: &Url,
    query: &str,
    limit: usize,
) -> Result<Outgoing, String> {
    let mut outgoing = match config.kind {
        EngineKind::Tavily => tavily::request(base, query, limit),
        EngineKind::Brave => brave::request(base, query, limit),
        EngineKind::Bing => bing::request(base, query, limit),
        EngineKind::Google => google::request(base, query, limit, config),
        EngineKind::Searxng => searxng::request(base, query),
    };
    let json = HeaderValue::from_static("application/json");
    if outgoing.body.is_some() {
        outgoing.headers.insert(CONTENT_TYPE, json.clone());
    }
    outgoing.headers.insert(ACCEPT, json);
    if let Some((name, value)) = key_header(config)? {
        outgoing.headers.insert(name, value);
    }
    Ok(outgoing)
}

pub(super) fn check_key(config: &EngineConfig) -> Result<(), String> {
    key_header(config).map(|_| ())
}

fn key_header(config: &EngineConfig) -> Result<Option<(HeaderName, HeaderValue)>, String> {
    let Some(key) = &config.api_key else {
        return Ok(None);
    };
    let key = key.expose_secret().trim();
    let (name, value) = match config.kind {
        EngineKind::Tavily | EngineKind::Searxng => (AUTHORIZATION, format!("Bearer {key}")),
        EngineKind::Brave => (
            HeaderName::from_static("x-subscription-token"),
            key.to_owned(),
        ),
        EngineKind::Bing => (
            HeaderName::from_static("ocp-apim-subscription-key"),
            key.to_owned(),
        ),
        EngineKind::Google => (HeaderName::from_static("x-goog-api-key"), key.to_owned()),
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| {
        "api_key holds characters that no key has, such as a line break; set it again".to_owned()
    })?;
    value.set_sensitive(true);
    Ok(Some((name, value)))
}

/// The results in a reply. A reply without the marks of its kind is not an empty one.
pub(super) fn parse(kind: EngineKind, body: &[u8]) -> Result<Vec<SearchResult>, ParseProblem> {
    let hits = match kind {
        EngineKind::Tavily => tavily::parse(body),
        EngineKind::Brave => brave::parse(body),
        EngineKind::Bing => bing::parse(body),
        EngineKind::Google => google::parse(body),
        EngineKind::Searxng => searxng::parse(body),
    }?;
    let stated = hits.len();
    let mut results: Vec<SearchResult> = Vec::new();
    for result in hits.into_iter().filter_map(|hit| usable(hit, kind)) {
        if results.iter().all(|known| known.url != result.url) {
            results.push(result);
        }
    }
    if results.is_empty() && stated > 0 {
        let problem = format!("none of its {stated} results has a title and an http address");
        return Err(ParseProblem::Malformed(problem));
    }
    Ok(results)
}

fn usable(hit: Hit, kind: EngineKind) -> Option<SearchResult> {
    let url = hit.url?;
    canonical(&url).ok()?;
    Some(SearchResult {
        title: hit.title?,
        url,
        snippet: hit.snippet.unwrap_or_default(),
        published: hit.published.as_deref().and_then(day),
        engine: kind.name().to_owned(),
    })
}

/// `2026-11-15`, the same with a time behind it, or the date of an e-mail.
fn day(text: &str) -> Option<Date> {
    let text = text.trim();
    if let Some(Ok(date)) = text.get(..10).map(str::parse::<Date>) {
        return Some(date);
    }
    let zoned = jiff::fmt::rfc2822::parse(text).ok()?;
    Some(zoned.date())
}

fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ParseProblem> {
    // Of the error only kind and place are told: its text can quote the reply.
    serde_json::from_slice(body).map_err(|error| {
        let (kind, line, column) = (error.classify(), error.line(), error.column());
        let kind = match kind {
            serde_json::error::Category::Eof => "it ends too early",
            serde_json::error::Category::Data => "a field is missing or of another type",
            _ => "it is no JSON",
        };
        ParseProblem::Malformed(format!("{kind} (line {line}, column {column})"))
    })
}

/// `base` with `path` behind its own, and these parameters.
fn endpoint(base: &Url, path: &str, parameters: &[(&str, &str)]) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    if !parameters.is_empty() {
        url.query_pairs_mut().extend_pairs(parameters);
    }
    url
}

fn get(url: Url) -> Outgoing {
    Outgoing {
        method: Method::GET,
        url,
        headers: HeaderMap::new(),
        body: None,
    }
}
