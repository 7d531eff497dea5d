use std::collections::BTreeMap;

use assay_domain::{Body, CallKey, CallKind, Event, Evidence, EvidenceId};

pub(crate) const SEARCH_TOOL: &str = "search_library";

/// What workers ask the journal of their run for, kept while the run is driven so that nobody has to
/// read the journal back. A fold of the run's events, like every other view of it.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Evidence that sections cite.
    pub(crate) evidence: BTreeMap<EvidenceId, Evidence>,
    /// What searches of the library returned, as text; `None` until the reply is in.
    searches: BTreeMap<CallKey, Option<String>>,
    pub(crate) assumptions: Vec<(String, String)>,
}

impl Memory {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::EvidenceAttached { evidence } => {
                self.evidence.insert(evidence.id.clone(), evidence.clone());
            }
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                ..
            } if tool == SEARCH_TOOL => {
                self.searches.entry(key.clone()).or_default();
            }
            Event::CallReplied {
                key,
                reply: Body::Inline(text),
                ..
            } => {
                if let Some(reply) = self.searches.get_mut(key) {
                    *reply = Some(text.clone());
                }
            }
            Event::AssumptionMade { parameter, assumed } => {
                self.assumptions.push((parameter.clone(), assumed.clone()));
            }
            _ => {}
        }
    }

    pub(crate) fn search_replies(&self) -> impl Iterator<Item = &str> {
        self.searches.values().flatten().map(String::as_str)
    }
}
