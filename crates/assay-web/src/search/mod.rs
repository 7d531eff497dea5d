mod config;
mod engines;
mod error;
mod http;
mod result;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub use config::{EngineConfig, EngineKind};
pub use error::SearchError;
pub use result::{SearchOutcome, SearchResult, SearchVerdict, Tried};

use crate::WebClient;
use http::HttpEngine;

pub type EngineFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<SearchResult>, SearchError>> + Send + 'a>>;

/// Something that finds pages. An empty list says that it looked and found none; everything else
/// that keeps it from finding any is an error.
pub trait Engine: Send + Sync + 'static {
    fn name(&self) -> &str;
    fn search<'a>(&'a self, query: &'a str, limit: usize) -> EngineFuture<'a>;
}

/// Engines in the order in which they are asked.
pub struct SearchEngines {
    engines: Vec<Arc<dyn Engine>>,
}

/// Engines refuse longer ones, some of them without saying so.
const LONGEST_QUERY: usize = 400;

impl SearchEngines {
    /// The engines of `configs`. Each goes to its own server alone, in the manner of `client`.
    pub fn new(configs: Vec<EngineConfig>, client: &WebClient) -> Result<Self, SearchError> {
        let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
        for config in configs {
            engines.push(Arc::new(HttpEngine::new(config, client)?));
        }
        Ok(Self { engines })
    }

    /// Adds an engine that is asked after all others, for instance the local library.
    #[must_use]
    pub fn with_engine(mut self, engine: Arc<dyn Engine>) -> Self {
        self.engines.push(engine);
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.engines.iter().map(|engine| engine.name())
    }

    /// Asks one engine after the other until one has results. The outcome says what each of them
    /// answered.
    pub async fn search(&self, query: &str, limit: usize) -> SearchOutcome {
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut outcome = SearchOutcome::new(&query);
        let unfit = unfit(&query, limit);
        for engine in &self.engines {
            let answer = match &unfit {
                Some(problem) => Err(SearchError::query(engine.name(), problem)),
                None => engine.search(&query, limit).await.map(|mut results| {
                    results.truncate(limit);
                    results
                }),
            };
            outcome.add(engine.name(), answer);
            if !outcome.results.is_empty() {
                break;
            }
        }
        outcome
    }
}

fn unfit(query: &str, limit: usize) -> Option<String> {
    let length = query.chars().count();
    if length == 0 {
        return Some("the query is empty".to_owned());
    }
    if length > LONGEST_QUERY {
        return Some(format!(
            "the query has {length} characters, more than {LONGEST_QUERY}; shorten it"
        ));
    }
    (limit == 0).then(|| "no results are asked for".to_owned())
}
