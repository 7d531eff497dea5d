use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{
    ArtifactName, Body, CallKey, CallKind, Claim, ClaimId, Event, Evidence, EvidenceId, Finding,
    IntegrationStep, Language, PassageId, RunId, TaskId, Understood,
};
use assay_web::{Provenance, UrlSource};

use crate::outside::{BROWSER_READ, SearchReply, VISIT_URL, VisitReply, WEB_SEARCH};

pub(crate) const SEARCH_TOOL: &str = "search_library";

/// What workers ask the journal of their run for, kept while the run is driven so that nobody has to
/// read the journal back. A fold of the run's events, like every other view of it.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Evidence that sections cite.
    pub(crate) evidence: BTreeMap<EvidenceId, Evidence>,
    /// What searches of the library returned, as text; `None` until the reply is in.
    searches: BTreeMap<CallKey, Option<String>>,
    /// What the web answered, by tool.
    web: BTreeMap<CallKey, (String, Option<String>)>,
    understood: Option<Understood>,
    /// What the user said to the planner's question; the inner one is absent where nothing was said.
    pub(crate) planner_answer: Option<Option<String>>,
    assumptions: Vec<(String, String)>,
    /// What the assumptions are about, those included that are about to be journaled.
    told: BTreeSet<String>,
    /// Tasks whose sections come from an earlier run, and from which.
    pub(crate) reused: BTreeMap<TaskId, RunId>,
    /// What sections state, in the order of their ids.
    pub(crate) claims: BTreeMap<ClaimId, Claim>,
    /// What the examination of the evidence found, in its order.
    pub(crate) findings: Vec<Finding>,
    /// The evidence that was there when all of it had been examined; what later steps attach is not
    /// among what they start from.
    examined: Option<BTreeSet<EvidenceId>>,
    /// The passages that each judgement brought which the quality gate sent back, first to last.
    pub(crate) sent_back: Vec<Vec<PassageId>>,
    /// The newest version of each artifact.
    versions: BTreeMap<ArtifactName, u32>,
}

impl Memory {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::EvidenceAttached { evidence } => {
                self.evidence.insert(evidence.id.clone(), evidence.clone());
            }
            Event::ClaimRegistered { claim } => {
                self.claims.insert(claim.id.clone(), claim.clone());
            }
            Event::FindingRecorded { finding } => self.findings.push(finding.clone()),
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                ..
            } if tool == SEARCH_TOOL => {
                self.searches.entry(key.clone()).or_default();
            }
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                ..
            } if tool == WEB_SEARCH || tool == VISIT_URL || tool == BROWSER_READ => {
                self.web.insert(key.clone(), (tool.clone(), None));
            }
            Event::CallReplied {
                key,
                reply: Body::Inline(text),
                ..
            } => {
                if let Some((_, reply)) = self.web.get_mut(key) {
                    *reply = Some(text.clone());
                }
                if let Some(reply) = self.searches.get_mut(key) {
                    *reply = Some(text.clone());
                }
            }
            Event::ArtifactWritten {
                artifact, version, ..
            } => {
                self.versions.insert(artifact.clone(), *version);
            }
            Event::StepFinished {
                step: IntegrationStep::Examine,
                ..
            } => self.examined = Some(self.evidence.keys().cloned().collect()),
            Event::StepFinished {
                step: IntegrationStep::Judge,
                next: IntegrationStep::Judge,
                brought,
            } => self.sent_back.push(brought.clone()),
            Event::TaskReused { task, from } => {
                self.reused.insert(*task, from.clone());
            }
            Event::AssumptionMade { parameter, assumed } => {
                self.told.insert(parameter.clone());
                self.assumptions.push((parameter.clone(), assumed.clone()));
            }
            Event::PlannerAnswered { answer } => self.planner_answer = Some(answer.clone()),
            Event::QuestionUnderstood { understood } => {
                self.understood = Some(understood.clone());
            }
            _ => {}
        }
    }

    /// The evidence as the examination left it; before it, all there is.
    pub(crate) fn examined(&self) -> BTreeMap<EvidenceId, Evidence> {
        let was_there = |id: &EvidenceId| self.examined.as_ref().is_none_or(|ids| ids.contains(id));
        let evidence = self.evidence.iter().filter(|(id, _)| was_there(id));
        evidence
            .map(|(id, evidence)| (id.clone(), evidence.clone()))
            .collect()
    }

    /// What the run takes for granted: how its question was understood, and what it lacked.
    pub(crate) fn assumptions(&self, language: Language) -> Vec<(String, String)> {
        let understood = self.understood.iter().map(|understood| {
            let word = language.pick("question read as", "问题理解");
            (word.to_owned(), understood.line(language))
        });
        understood.chain(self.assumptions.iter().cloned()).collect()
    }

    /// Whether the reader has yet to be told what is taken for this. The next one who asks is told
    /// no: workers that meet the same thing at once tell it once.
    pub(crate) fn is_news(&mut self, parameter: &str) -> bool {
        self.told.insert(parameter.to_owned())
    }

    /// The version that comes next of an artifact.
    pub(crate) fn next_version(&self, artifact: &ArtifactName) -> u32 {
        self.versions.get(artifact).map_or(1, |newest| newest + 1)
    }

    /// The addresses that may be visited: those in the question, in search results and on pages that
    /// were visited. A model's own words are not among them.
    pub(crate) fn provenance(&self, question: &str) -> Result<Provenance, serde_json::Error> {
        let mut known = Provenance::new();
        known.add_text(question, UrlSource::User);
        for (tool, reply) in self.web.values() {
            let Some(reply) = reply else { continue };
            let (urls, source): (Vec<String>, _) = if tool == WEB_SEARCH {
                let reply: SearchReply = serde_json::from_str(reply)?;
                let urls = reply.results.into_iter().map(|page| page.url).collect();
                (urls, UrlSource::SearchResult)
            } else {
                let reply: VisitReply = serde_json::from_str(reply)?;
                (reply.links, UrlSource::StoredPage)
            };
            for url in urls {
                // An address that may not be visited at all is no address.
                drop(known.add(&url, source));
            }
        }
        Ok(known)
    }

    pub(crate) fn search_replies(&self) -> impl Iterator<Item = &str> {
        self.searches.values().flatten().map(String::as_str)
    }
}
