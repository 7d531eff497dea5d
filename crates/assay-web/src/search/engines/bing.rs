use serde::Deserialize;
use url::Url;

use super::{Hit, Outgoing, ParseProblem, endpoint, get};

const MOST_RESULTS: usize = 50;

pub(super) fn request(base: &Url, query: &str, limit: usize) -> Outgoing {
    let count = limit.min(MOST_RESULTS).to_string();
    let parameters = [
        ("q", query),
        ("count", &count),
        ("responseFilter", "Webpages"),
        ("textDecorations", "false"),
    ];
    get(endpoint(base, "v7.0/search", &parameters))
}

#[derive(Deserialize)]
struct Reply {
    #[serde(rename = "_type")]
    kind: String,
    /// Left out where nothing is found.
    #[serde(rename = "webPages")]
    pages: Option<Pages>,
}

#[derive(Deserialize)]
struct Pages {
    value: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    name: Option<String>,
    url: Option<String>,
    snippet: Option<String>,
    date_published: Option<String>,
}

pub(super) fn parse(body: &[u8]) -> Result<Vec<Hit>, ParseProblem> {
    let reply: Reply = super::json(body)?;
    if reply.kind != "SearchResponse" {
        let problem = "its _type is not `SearchResponse`".to_owned();
        return Err(ParseProblem::Malformed(problem));
    }
    let entries = reply.pages.map(|pages| pages.value).unwrap_or_default();
    let hits = entries.into_iter().map(|entry| Hit {
        title: entry.name,
        url: entry.url,
        snippet: entry.snippet,
        published: entry.date_published,
    });
    Ok(hits.collect())
}
