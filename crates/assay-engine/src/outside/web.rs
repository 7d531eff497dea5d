use assay_domain::{Date, Failure, FailureCode, IngestVerdict, ToolSpec, Untrusted};
use assay_web::{Provenance, SearchResult, SearchVerdict};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;

use super::cache::{FromCache, Kind};
use super::{Outside, Stored, VISIT_URL, WEB_SEARCH, Web, failure, is_clean};
use crate::{Arrival, Clock, Library};

/// Results of one search, and the most links of a page, that a worker is given.
const MOST_RESULTS: usize = 10;
const MOST_LINKS: usize = 40;
const LONGEST_LINK: usize = 300;
/// Characters of a snippet.
const SNIPPET: usize = 400;

/// What the journal keeps of a search. Its URLs may be visited from then on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SearchReply {
    pub(crate) results: Vec<FoundPage>,
    /// Results that the gate kept back.
    pub(crate) kept_back: usize,
    /// Engines that could not answer, and why.
    pub(crate) failed: Vec<String>,
    /// Absent in journals written before there was a cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cache: Option<FromCache>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FoundPage {
    pub(crate) url: String,
    pub(crate) title: Untrusted,
    pub(crate) snippet: Untrusted,
    pub(crate) published: Option<Date>,
}

/// What the journal keeps of a visit. Its links may be visited from then on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VisitReply {
    #[serde(flatten)]
    pub(crate) stored: Stored,
    pub(crate) links: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cache: Option<FromCache>,
}

pub(super) fn specs() -> [ToolSpec; 2] {
    [
        ToolSpec {
            name: WEB_SEARCH.to_owned(),
            description: "Searches the web. Returns titles, addresses and snippets, which cannot \
                          be cited: visit a page to cite it."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": {"type": "string"},
                    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_RESULTS},
                },
                "required": ["query"],
            }),
        },
        ToolSpec {
            name: VISIT_URL.to_owned(),
            description:
                "Reads a page and returns its passages with evidence ids. The address must \
                          be one that the user, a search result or a visited page gave, letter by \
                          letter."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {"url": {"type": "string"}},
                "required": ["url"],
            }),
        },
    ]
}

impl Outside {
    /// Asks the engines, or repeats what they answered a short while ago.
    pub(crate) async fn search(
        &self,
        query: &str,
        limit: usize,
        clock: &dyn Clock,
    ) -> Result<SearchReply, Failure> {
        let Some(web) = &self.web else {
            return Err(failure(false, "no search engine is configured".to_owned()));
        };
        let engines: Vec<&str> = web.engines.names().collect();
        let words: Vec<&str> = query.split_whitespace().collect();
        let asked = format!("{}\n{limit}\n{}", engines.join(" "), words.join(" "));
        if let Some(mut known) = self.known::<SearchReply>(Kind::Search, &asked, clock) {
            known.0.cache = Some(known.1);
            return Ok(known.0);
        }
        let reply = search_engines(web, query, limit).await?;
        self.keep(Kind::Search, &asked, &reply, clock)?;
        Ok(reply)
    }

    fn known<T: DeserializeOwned>(
        &self,
        kind: Kind,
        asked: &str,
        clock: &dyn Clock,
    ) -> Option<(T, FromCache)> {
        self.cache.as_ref()?.get(kind, asked, clock.now())
    }

    fn keep<T: Serialize>(
        &self,
        kind: Kind,
        asked: &str,
        reply: &T,
        clock: &dyn Clock,
    ) -> Result<(), Failure> {
        let Some(cache) = &self.cache else {
            return Ok(());
        };
        let kept = cache.put(kind, asked, reply, clock.now());
        kept.map_err(|error| {
            let text = format!("the cache of the web cannot be written: {error}");
            Failure::new(FailureCode::DiskError, text)
        })
    }

    /// Reads a page into the library.
    pub(crate) async fn visit(
        &self,
        url: &str,
        provenance: &Provenance,
        library: &Library,
        clock: &dyn Clock,
    ) -> Result<VisitReply, Failure> {
        let Some(web) = &self.web else {
            return Err(failure(false, "no web access is configured".to_owned()));
        };
        let permitted = provenance
            .permit(url)
            .map_err(|error| failure(false, error.to_string()))?;
        // A host that is not welcome is not even asked.
        library
            .source_flag(url)
            .map_err(|error| failure(false, error.to_string()))?;
        if let Some((mut known, from)) = self.known::<VisitReply>(Kind::Page, url, clock)
            && is_still_there(&known, library)?
        {
            known.cache = Some(from);
            return Ok(known);
        }
        let page = web
            .visitor
            .visit(&permitted, clock.now())
            .await
            .map_err(|error| failure(error.is_transient(), error.to_string()))?;
        let ingested = library
            .bring_in(
                Arrival::fetched(&page.final_url, &page.name, &page.bytes),
                clock,
            )
            .await
            .map_err(|error| failure(false, error.to_string()))?;
        // A page that gives orders does not get to say where to go next.
        let links = if ingested.document.verdict == IngestVerdict::Quarantined {
            Vec::new()
        } else {
            let short = page.links.into_iter().filter(|l| l.len() <= LONGEST_LINK);
            short.take(MOST_LINKS).collect()
        };
        let reply = VisitReply {
            stored: Stored {
                document: ingested.document.id,
            },
            links,
            cache: Some(FromCache::MISS),
        };
        self.keep(Kind::Page, url, &reply, clock)?;
        Ok(reply)
    }
}

/// Whether the document that a page became is in the library now.
fn is_still_there(reply: &VisitReply, library: &Library) -> Result<bool, Failure> {
    let documents = library.documents();
    let documents = documents.map_err(|error| failure(false, error.to_string()))?;
    Ok(documents.iter().any(|one| one.id == reply.stored.document))
}

/// Asks the engines one after the other.
async fn search_engines(web: &Web, query: &str, limit: usize) -> Result<SearchReply, Failure> {
    let outcome = web
        .engines
        .search(query, limit.clamp(1, MOST_RESULTS))
        .await;
    let failed: Vec<String> = outcome
        .tried
        .iter()
        .filter_map(|tried| tried.answer.as_ref().err().map(ToString::to_string))
        .collect();
    if outcome.verdict() == SearchVerdict::NoAnswer {
        return Err(failure(false, failed.join("; ")));
    }
    let found = outcome.results.len();
    let results: Vec<FoundPage> = outcome.results.into_iter().filter_map(clean).collect();
    Ok(SearchReply {
        kept_back: found - results.len(),
        results,
        failed,
        cache: Some(FromCache::MISS),
    })
}

/// A result whose words give no orders, cut to what is shown.
fn clean(result: SearchResult) -> Option<FoundPage> {
    let cut = |text: &str| text.chars().take(SNIPPET).collect::<String>();
    let (title, snippet) = (cut(&result.title), cut(&result.snippet));
    let is_short = result.url.len() <= LONGEST_LINK;
    (is_short && is_clean(&title) && is_clean(&snippet)).then(|| FoundPage {
        url: result.url,
        title: Untrusted::new(title),
        snippet: Untrusted::new(snippet),
        published: result.published,
    })
}
