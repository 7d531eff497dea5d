use assay_analyst::{field_terms, subject_names};
use assay_domain::{DocumentId, Evidence, Failure, FailureCode};
use assay_steps::{RawResult, address};
use serde::Serialize;
use serde_json::json;

use super::super::Researchers;
use super::super::outgoing::repeats;
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
    pub(super) found: Vec<Evidence>,
    pub(super) raw: Vec<RawResult>,
}

impl<'a> Searcher<'a> {
    pub(super) fn new(researchers: &'a Researchers, job: &'a TaskJob) -> Self {
        Self {
            researchers,
            job,
            scope: Scope::of_task(job.task.id),
            citable: Citable::default(),
            found: Vec::new(),
            raw: Vec::new(),
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
        context.doing(Some(self.job.task.id), what);
    }

    pub(super) async fn library(&mut self, queries: &[String]) -> Result<(), WorkError> {
        self.doing("searching the library", "检索资料库");
        let wanted = Search {
            about: &subject_names(&self.job.plan),
            field: &field_terms(&self.job.plan),
            queries,
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
        Ok(())
    }

    /// Searches the web and reads the first pages. An engine or a page that does not answer is
    /// journaled and passed over.
    pub(super) async fn web(&mut self, queries: &[String]) -> Result<(), WorkError> {
        if !self.engines().contains(&WEB) {
            return Ok(());
        }
        let mut urls: Vec<String> = Vec::new();
        for query in queries.iter().take(WEB_QUERIES) {
            if self.may_leave(query) {
                urls.extend(self.web_search(query).await?);
            }
        }
        urls.sort();
        urls.dedup();
        for url in urls.into_iter().take(PAGES) {
            self.visit(&url).await?;
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

    fn read(&mut self, document: &DocumentId) -> Result<(), WorkError> {
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

/// A failure out there is journaled and leaves nothing; one of the store stops the run.
fn unless_refused(answer: Result<String, WorkError>) -> Result<Option<String>, WorkError> {
    match answer {
        Ok(text) => Ok(Some(text)),
        Err(WorkError::Failed(failure)) if !failure.code.is_storage() => Ok(None),
        Err(error) => Err(error),
    }
}

fn written(reply: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(reply)
        .map_err(|error| Failure::new(FailureCode::ToolRefused, error.to_string()))
}
