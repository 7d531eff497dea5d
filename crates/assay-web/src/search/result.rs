use assay_domain::Date;
use serde::{Deserialize, Serialize};

use super::SearchError;

/// A page that an engine found. Title and snippet are text from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    pub title: String,
    /// As the engine spells it.
    pub url: String,
    pub snippet: String,
    /// The day of publication, where the engine states one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Date>,
    pub engine: String,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// As it was sent.
    pub query: String,
    /// Of the last engine in `tried`.
    pub results: Vec<SearchResult>,
    /// In the order in which they were asked.
    pub tried: Vec<Tried>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub engine: String,
    /// How many results it had.
    pub answer: Result<usize, SearchError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchVerdict {
    Found,
    /// At least one engine looked and found nothing, and no other found anything.
    NothingFound,
    /// No engine looked: each of them failed, or there is none.
    NoAnswer,
}

impl SearchOutcome {
    pub(super) fn new(query: &str) -> Self {
        Self {
            query: query.to_owned(),
            results: Vec::new(),
            tried: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, engine: &str, answer: Result<Vec<SearchResult>, SearchError>) {
        let answer = answer.map(|results| {
            self.results = results;
            self.results.len()
        });
        self.tried.push(Tried {
            engine: engine.to_owned(),
            answer,
        });
    }

    pub fn verdict(&self) -> SearchVerdict {
        if !self.results.is_empty() {
            return SearchVerdict::Found;
        }
        match self.tried.iter().any(|tried| tried.answer.is_ok()) {
            true => SearchVerdict::NothingFound,
            false => SearchVerdict::NoAnswer,
        }
    }
}
