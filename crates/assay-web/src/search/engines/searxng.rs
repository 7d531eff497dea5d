use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{Hit, Outgoing, ParseProblem, endpoint, get};

/// The server decides how many results a page has.
pub(super) fn request(base: &Url, query: &str) -> Outgoing {
    let parameters = [("q", query), ("format", "json"), ("categories", "general")];
    get(endpoint(base, "search", &parameters))
}

#[derive(Deserialize)]
struct Reply {
    results: Vec<Entry>,
    /// Pairs of a source and what was wrong with it.
    #[serde(default)]
    unresponsive_engines: Vec<Value>,
}

#[derive(Deserialize)]
struct Entry {
    title: Option<String>,
    url: Option<String>,
    content: Option<String>,
    #[serde(rename = "publishedDate")]
    published: Option<String>,
}

pub(super) fn parse(body: &[u8]) -> Result<Vec<Hit>, ParseProblem> {
    let reply: Reply = super::json(body)?;
    if reply.results.is_empty() && !reply.unresponsive_engines.is_empty() {
        return Err(ParseProblem::SourcesFailed(sources(
            &reply.unresponsive_engines,
        )));
    }
    let hits = reply.results.into_iter().map(|entry| Hit {
        title: entry.title,
        url: entry.url,
        snippet: entry.content,
        published: entry.published,
    });
    Ok(hits.collect())
}

/// The names of sources, as far as they look like names.
fn sources(failed: &[Value]) -> String {
    let name = |source: &Value| {
        let name = source.get(0).unwrap_or(source).as_str()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        let fits = name.len() <= 40 && name.chars().all(plain);
        fits.then(|| name.to_owned())
    };
    let names: Vec<String> = failed.iter().take(10).filter_map(name).collect();
    match names.is_empty() {
        true => format!("{} of them", failed.len()),
        false => names.join(", "),
    }
}
