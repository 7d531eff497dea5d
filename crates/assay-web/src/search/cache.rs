use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::SearchResult;

/// Answers of engines, by engine, query and number of results asked for. The time is given in, and
/// failures are not kept.
#[derive(Debug)]
pub struct SearchCache {
    answers: BTreeMap<(String, String, usize), Kept>,
    capacity: usize,
    lifetime: Duration,
}

#[derive(Debug)]
struct Kept {
    results: Vec<SearchResult>,
    since: Instant,
}

impl SearchCache {
    pub fn new(capacity: usize, lifetime: Duration) -> Self {
        Self {
            answers: BTreeMap::new(),
            capacity,
            lifetime,
        }
    }

    pub fn get(
        &self,
        engine: &str,
        query: &str,
        limit: usize,
        now: Instant,
    ) -> Option<Vec<SearchResult>> {
        let kept = self.answers.get(&key(engine, query, limit))?;
        let fresh = now.saturating_duration_since(kept.since) < self.lifetime;
        fresh.then(|| kept.results.clone())
    }

    pub fn put(
        &mut self,
        engine: &str,
        query: &str,
        limit: usize,
        results: Vec<SearchResult>,
        now: Instant,
    ) {
        let kept = Kept {
            results,
            since: now,
        };
        self.answers.insert(key(engine, query, limit), kept);
        while self.answers.len() > self.capacity {
            let oldest = self.answers.iter().min_by_key(|(_, kept)| kept.since);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                return;
            };
            self.answers.remove(&oldest);
        }
    }
}

fn key(engine: &str, query: &str, limit: usize) -> (String, String, usize) {
    (engine.to_owned(), query.to_owned(), limit)
}
