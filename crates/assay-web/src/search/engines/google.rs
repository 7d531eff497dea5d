use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{Hit, Outgoing, ParseProblem, endpoint, get};
use crate::search::EngineConfig;

const MOST_RESULTS: usize = 10;

pub(super) fn request(base: &Url, query: &str, limit: usize, config: &EngineConfig) -> Outgoing {
    let num = limit.min(MOST_RESULTS).to_string();
    let engine = config.search_engine_id.as_deref().unwrap_or_default();
    let parameters = [("q", query), ("cx", engine.trim()), ("num", &num)];
    get(endpoint(base, "customsearch/v1", &parameters))
}

#[derive(Deserialize)]
struct Reply {
    kind: String,
    /// Left out where nothing is found.
    #[serde(default)]
    items: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    title: Option<String>,
    link: Option<String>,
    snippet: Option<String>,
    /// What the page says of itself, in any shape.
    #[serde(default)]
    pagemap: Value,
}

pub(super) fn parse(body: &[u8]) -> Result<Vec<Hit>, ParseProblem> {
    let reply: Reply = super::json(body)?;
    if reply.kind != "customsearch#search" {
        let problem = "its kind is not `customsearch#search`".to_owned();
        return Err(ParseProblem::Malformed(problem));
    }
    let hits = reply.items.into_iter().map(|entry| Hit {
        published: published(&entry.pagemap),
        title: entry.title,
        url: entry.link,
        snippet: entry.snippet,
    });
    Ok(hits.collect())
}

fn published(pagemap: &Value) -> Option<String> {
    let tags = pagemap.get("metatags")?.get(0)?;
    let names = ["article:published_time", "og:published_time", "date"];
    let stated = names.iter().find_map(|name| tags.get(name)?.as_str());
    stated.map(str::to_owned)
}
