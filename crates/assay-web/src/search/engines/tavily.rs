use reqwest::Method;
use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{Hit, Outgoing, ParseProblem, endpoint};

const MOST_RESULTS: usize = 20;

pub(super) fn request(base: &Url, query: &str, limit: usize) -> Outgoing {
    let body = json!({
        "query": query,
        "max_results": limit.min(MOST_RESULTS),
        "search_depth": "basic",
        "include_answer": false,
        "include_raw_content": false,
    });
    Outgoing {
        method: Method::POST,
        url: endpoint(base, "search", &[]),
        headers: HeaderMap::new(),
        body: Some(body.to_string().into_bytes()),
    }
}

#[derive(Deserialize)]
struct Reply {
    results: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    title: Option<String>,
    url: Option<String>,
    content: Option<String>,
    published_date: Option<String>,
}

pub(super) fn parse(body: &[u8]) -> Result<Vec<Hit>, ParseProblem> {
    let reply: Reply = super::json(body)?;
    let hits = reply.results.into_iter().map(|entry| Hit {
        title: entry.title,
        url: entry.url,
        snippet: entry.content,
        published: entry.published_date,
    });
    Ok(hits.collect())
}
