use std::collections::BTreeMap;

use assay_domain::{Author, Claim, Evidence, EvidenceId, Plan, TaskId, Tier, without_citations};
use serde::Deserialize;

use crate::report::address;
use crate::{
    AgentMetadata, NoteEvidence, RawResult, SearchAgentResult, SearchNote, SearchStrategy,
};

/// Characters of a passage that stand for it in a list of results.
const SNIPPET: usize = 240;

/// What a run's searches asked and brought, gathered from its journal. Where a run wrote its notes
/// itself, those are told instead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    queries: Vec<String>,
    engines: Vec<String>,
    evidence: Vec<Evidence>,
    claims: Vec<Claim>,
    fallback: bool,
}

/// The arguments of a search, whichever tool made it.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    queries: Vec<String>,
    #[serde(default)]
    query: Option<String>,
}

impl Gathered {
    /// Takes in a search; gives the words it looked for.
    pub(crate) fn asked(&mut self, tool: &str, arguments: &str) -> Vec<String> {
        let engine = match tool {
            "search_library" => "library",
            "web_search" => "web",
            _ => return Vec::new(),
        };
        // Arguments that cannot be read were refused by the tool; they asked for nothing.
        let Ok(asked) = serde_json::from_str::<Asked>(arguments) else {
            return Vec::new();
        };
        if !self.engines.iter().any(|known| known == engine) {
            self.engines.push(engine.to_owned());
        }
        let words: Vec<String> = asked.queries.into_iter().chain(asked.query).collect();
        for query in &words {
            if !self.queries.contains(query) {
                self.queries.push(query.clone());
            }
        }
        words
    }

    pub(crate) fn attached(&mut self, evidence: &Evidence) {
        if !self.evidence.iter().any(|known| known.id == evidence.id) {
            self.evidence.push(evidence.clone());
        }
    }

    pub(crate) fn claimed(&mut self, claim: &Claim) {
        self.claims.push(claim.clone());
    }

    pub(crate) fn finished_by(&mut self, author: &Author) {
        self.fallback |= matches!(author, Author::Fallback { .. });
    }

    pub(crate) fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    pub(crate) fn is_fallback(&self) -> bool {
        self.fallback
    }

    pub(crate) fn result(
        &self,
        plan: Option<&Plan>,
        tokens: u64,
        duration_ms: u64,
    ) -> SearchAgentResult {
        let topics: BTreeMap<TaskId, &str> = plan
            .iter()
            .flat_map(|plan| &plan.tasks)
            .map(|task| (task.id, task.description.as_str()))
            .collect();
        SearchAgentResult {
            strategy: SearchStrategy {
                primary_query: self.queries.first().cloned().unwrap_or_default(),
                queries: self.queries.clone(),
                engines: self.engines.clone(),
                notes: plan
                    .map(|plan| plan.objectives.join("; "))
                    .unwrap_or_default(),
            },
            notes: self
                .claims
                .iter()
                .filter_map(|claim| self.note(claim, &topics))
                .collect(),
            raw_results: self.evidence.iter().map(raw_result).collect(),
            metadata: AgentMetadata {
                duration_ms,
                tokens,
                is_fallback: self.fallback,
            },
        }
    }

    /// A sentence that rests on nothing is no note.
    fn note(&self, claim: &Claim, topics: &BTreeMap<TaskId, &str>) -> Option<SearchNote> {
        let cited: Vec<&Evidence> = claim
            .evidence_ids
            .iter()
            .filter_map(|id| self.get(id))
            .collect();
        let first = cited.first()?;
        Some(SearchNote {
            summary: without_citations(&claim.text),
            evidence: cited.iter().map(|item| quoted(item)).collect(),
            topic: topics
                .get(&claim.task)
                .map(|topic| (*topic).to_owned())
                .unwrap_or_default(),
            source_url: address(first),
            engine: engine(first).to_owned(),
        })
    }

    fn get(&self, id: &EvidenceId) -> Option<&Evidence> {
        self.evidence.iter().find(|item| item.id == *id)
    }
}

fn quoted(evidence: &Evidence) -> NoteEvidence {
    NoteEvidence {
        quote: evidence.quote.clone(),
        source: address(evidence),
        confidence: trust(evidence.tier),
    }
}

fn raw_result(evidence: &Evidence) -> RawResult {
    RawResult {
        title: evidence.source.clone(),
        url: address(evidence),
        snippet: evidence.quote.chars().take(SNIPPET).collect(),
        engine: engine(evidence).to_owned(),
    }
}

fn engine(evidence: &Evidence) -> &'static str {
    if evidence.origin.contains("://") {
        "web"
    } else {
        "library"
    }
}

/// How far a source is trusted, on the protocol's scale.
pub fn trust(tier: Tier) -> f64 {
    match tier {
        Tier::A => 0.9,
        Tier::B => 0.7,
        Tier::C => 0.5,
        Tier::D => 0.3,
    }
}
