use serde::Deserialize;
use url::Url;

use super::{Hit, Outgoing, ParseProblem, endpoint, get};

const MOST_RESULTS: usize = 20;

pub(super) fn request(base: &Url, query: &str, limit: usize) -> Outgoing {
    let count = limit.min(MOST_RESULTS).to_string();
    let parameters = [
        ("q", query),
        ("count", &count),
        ("text_decorations", "false"),
        ("result_filter", "web"),
    ];
    get(endpoint(base, "res/v1/web/search", &parameters))
}

#[derive(Deserialize)]
struct Reply {
    #[serde(rename = "type")]
    kind: String,
    /// Left out where nothing is found.
    web: Option<Web>,
}

#[derive(Deserialize)]
struct Web {
    results: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    title: Option<String>,
    url: Option<String>,
    description: Option<String>,
    page_age: Option<String>,
}

pub(super) fn parse(body: &[u8]) -> Result<Vec<Hit>, ParseProblem> {
    let reply: Reply = super::json(body)?;
    if reply.kind != "search" {
        let problem = "its type is not `search`".to_owned();
        return Err(ParseProblem::Malformed(problem));
    }
    let entries = reply.web.map(|web| web.results).unwrap_or_default();
    let hits = entries.into_iter().map(|entry| Hit {
        title: entry.title,
        url: entry.url,
        snippet: entry.description,
        published: entry.page_age,
    });
    Ok(hits.collect())
}
