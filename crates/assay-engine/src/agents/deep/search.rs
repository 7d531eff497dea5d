use std::cmp::Reverse;
use std::collections::BTreeSet;

use assay_analyst::{field_terms, subject_names};
use assay_domain::{DocumentId, Evidence, EvidenceId, Failure, FailureCode};
use assay_steps::{RawResult, address};
use serde::Serialize;
use serde_json::json;

use super::super::Researchers;
use super::super::outgoing::repeats;
use super::super::said_before::SaidBefore;
use crate::Scope;
use crate::outside::{SearchReply, VISIT_URL, VisitReply, WEB_SEARCH};
use crate::retrieval::{Search, retrieve};
use crate::section::Citable;
use crate::workshop::{TaskJob, WorkError};

pub(super) const LIBRARY: &str = "library";
pub(super) const WEB: &str = "web";

/// Passages of the library that a dimension reads, and more that complete tables.
const PASSAGES: usize = 24;
const TABLE_PASSAGES: usize = 12;
/// Web searches, results of each, pages read, and passages of each page.
const WEB_QUERIES: usize = 3;
const WEB_RESULTS: usize = 8;
const PAGES: usize = 4;
const PAGE_PASSAGES: usize = 6;
/// Characters of a snippet.
const SNIPPET: usize = 240;

/// The searches of one dimension and what they brought.
pub(super) struct Searcher<'a> {
    pub(super) researchers: &'a Researchers,
    pub(super) job: &'a TaskJob,
    pub(super) scope: Scope,
    pub(super) citable: Citable,
    /// What the library brought, then what pages brought, each best first.
    pub(super) found: Vec<Evidence>,
    /// How many of `found` the library brought.
    of_library: usize,
    pub(super) raw: Vec<RawResult>,
    /// Passages that a model was given, and those that only repeat them.
    pub(super) sent: Vec<EvidenceId>,
}

impl<'a> Searcher<'a> {
    pub(super) fn new(researchers: &'a Researchers, job: &'a TaskJob) -> Self {
        Self {
            researchers,
            job,
            scope: Scope::of_task(job.task.id),
            citable: Citable::default(),
            found: Vec::new(),
            of_library: 0,
            raw: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// The engines that this run may use.
    pub(super) fn engines(&self) -> Vec<&'static str> {
        let mut engines = vec![LIBRARY];
        if self.job.context.settings.web && self.researchers.outside.has_web() {
            engines.push(WEB);
        }
        engines
    }

    pub(super) fn doing(&self, english: &str, chinese: &str) {
        let context = &self.job.context;
        let what = || context.settings.language.pick(english, chinese).to_owned();
        context.doing(self.scope.task, what);
    }

    pub(super) async fn library(&mut self, queries: &[String]) -> Result<(), WorkError> {
        self.doing("searching the library", "检索资料库");
        let wanted = Search {
            about: &subject_names(&self.job.plan),
            field: &field_terms(&self.job.plan),
            queries,
            documents: &[],
            limit: PASSAGES,
            for_tables: TABLE_PASSAGES,
        };
        let library = &self.researchers.library;
        let found = retrieve(&self.job.context, &mut self.scope, library, &wanted).await?;
        let raw = found.iter().map(|evidence| RawResult {
            title: evidence.source.clone(),
            url: address(evidence),
            snippet: evidence.quote.chars().take(SNIPPET).collect(),
            engine: LIBRARY.to_owned(),
        });
        self.raw.extend(raw);
        self.take(found);
        self.of_library = self.found.len();
        Ok(())
    }

    /// Forgets what was read before.
    pub(super) fn leave_out(&mut self, read: &BTreeSet<EvidenceId>) {
        let is_new = |evidence: &Evidence| !read.contains(&evidence.id);
        let (library, _) = self.found.split_at(self.of_library.min(self.found.len()));
        self.of_library = library.iter().filter(|evidence| is_new(evidence)).count();
        self.found.retain(is_new);
    }

    /// The best of what was found, from the library and from pages in turn: a full library does not
    /// keep what was read elsewhere from being seen. What only repeats others is passed over, and
    /// counts as read.
    pub(super) fn best(&mut self, most: usize) -> Vec<Evidence> {
        let (library, pages) = self.found.split_at(self.of_library.min(self.found.len()));
        let (mut library, mut pages) = (library.iter(), pages.iter());
        let (mut best, mut said) = (Vec::new(), SaidBefore::default());
        loop {
            let pair = [library.next(), pages.next()];
            if best.len() >= most || pair == [None, None] {
                return best;
            }
            for evidence in pair.into_iter().flatten() {
                if best.len() >= most {
                    break;
                }
                self.sent.push(evidence.id.clone());
                if said.takes(&evidence.quote) {
                    best.push(evidence.clone());
                }
            }
        }
    }

    /// Searches the web and reads the best pages. An engine or a page that does not answer is
    /// journaled and passed over.
    pub(super) async fn web(&mut self, queries: &[String]) -> Result<(), WorkError> {
        if !self.engines().contains(&WEB) {
            return Ok(());
        }
        let mut results = Vec::new();
        for query in queries.iter().take(WEB_QUERIES) {
            if self.may_leave(query) {
                results.push(self.web_search(query).await?);
            }
        }
        for url in best_first(&results).into_iter().take(PAGES) {
            self.visit(url).await?;
        }
        Ok(())
    }

    /// Whether a query carries nothing out: no key, no stretch of the user's own papers.
    fn may_leave(&self, query: &str) -> bool {
        !self.researchers.names_any_secret(query)
            && !self.citable.house_texts().any(|text| repeats(query, text))
    }

    async fn web_search(&mut self, query: &str) -> Result<Vec<String>, WorkError> {
        self.doing("searching the web", "检索网络");
        let outside = &self.researchers.outside;
        let arguments = json!({"query": query, "limit": WEB_RESULTS}).to_string();
        let context = &self.job.context;
        let answer = context
            .tool(&mut self.scope, WEB_SEARCH, &arguments, || async {
                written(&outside.search(query, WEB_RESULTS, context.clock()).await?)
            })
            .await;
        let Some(text) = unless_refused(answer)? else {
            return Ok(Vec::new());
        };
        let reply: SearchReply = serde_json::from_str(&text)?;
        for page in &reply.results {
            self.raw.push(RawResult {
                title: page.title.to_check().to_owned(),
                url: page.url.clone(),
                snippet: page.snippet.to_check().to_owned(),
                engine: WEB.to_owned(),
            });
        }
        Ok(reply.results.into_iter().map(|page| page.url).collect())
    }

    async fn visit(&mut self, url: &str) -> Result<(), WorkError> {
        self.doing("reading a page", "阅读网页");
        let (outside, library) = (&self.researchers.outside, &self.researchers.library);
        let context = &self.job.context;
        let provenance = context.memory().provenance(&context.request.question)?;
        let arguments = json!({"url": url}).to_string();
        let answer = context
            .tool(&mut self.scope, VISIT_URL, &arguments, || async {
                written(
                    &outside
                        .visit(url, &provenance, library, context.clock())
                        .await?,
                )
            })
            .await;
        if let Some(text) = unless_refused(answer)? {
            let reply: VisitReply = serde_json::from_str(&text)?;
            self.read(&reply.stored.document)?;
        }
        Ok(())
    }

    pub(super) fn read(&mut self, document: &DocumentId) -> Result<(), WorkError> {
        let query = format!("{} {}", self.job.plan.topic, self.job.task.description);
        let found = self
            .researchers
            .library
            .best_of(document, &query, PAGE_PASSAGES)?;
        self.take(found);
        Ok(())
    }

    fn take(&mut self, found: Vec<Evidence>) {
        self.citable.add(&found);
        for evidence in found {
            if !self.found.iter().any(|known| known.id == evidence.id) {
                self.found.push(evidence);
            }
        }
    }
}

/// Addresses in the order in which they are worth reading: the first result of every query before the
/// second of any; among equals what more queries found, then what the earlier query found.
fn best_first(results: &[Vec<String>]) -> Vec<&str> {
    let queries_with = |url: &str| results.iter().filter(|urls| has(urls, url)).count();
    let mut ranked: Vec<(usize, &str)> = results
        .iter()
        .flat_map(|urls| urls.iter().map(String::as_str).enumerate())
        .collect();
    ranked.sort_by_key(|(rank, url)| (*rank, Reverse(queries_with(url))));
    let mut best: Vec<&str> = Vec::new();
    for (_, url) in ranked {
        if !best.contains(&url) {
            best.push(url);
        }
    }
    best
}

fn has(urls: &[String], wanted: &str) -> bool {
    urls.iter().any(|url| url == wanted)
}

/// A failure out there is journaled and leaves nothing; one of the store stops the run.
pub(super) fn unless_refused(
    answer: Result<String, WorkError>,
) -> Result<Option<String>, WorkError> {
    match answer {
        Ok(text) => Ok(Some(text)),
        Err(WorkError::Failed(failure)) if !failure.code.is_storage() => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn written(reply: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(reply)
        .map_err(|error| Failure::new(FailureCode::ToolRefused, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::best_first;

    #[test]
    fn pages_are_read_by_rank_and_not_by_name() {
        let results = [
            vec![
                "https://z.example/1",
                "https://b.example/2",
                "https://a.example/3",
            ],
            vec![
                "https://y.example/1",
                "https://z.example/1",
                "https://x.example/3",
            ],
            vec!["https://x.example/3", "https://c.example/2"],
        ];
        let results = results.map(|urls| urls.into_iter().map(str::to_owned).collect());
        let expected = [
            "https://z.example/1",
            "https://x.example/3",
            "https://y.example/1",
            "https://b.example/2",
            "https://c.example/2",
            "https://a.example/3",
        ];
        assert_eq!(best_first(&results), expected);
        assert!(best_first(&[]).is_empty());
    }
}
