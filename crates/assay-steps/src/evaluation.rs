use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{CallKey, CallKind, Claim, ClaimCheck, DocumentId, Event, FigureBasis, Tier};
use schemars::JsonSchema;
use serde::Serialize;

/// How well a run's sentences stand, counted from its journal by code: nobody is asked to judge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Evaluation {
    pub claims: usize,
    /// Their evidence bears them out.
    pub supported: usize,
    pub unsupported: usize,
    /// They cite nothing, so there was nothing to hold them against.
    pub uncited: usize,
    /// Of the numbers of supported sentences.
    pub figures: Figures,
    /// Documents that sentences rest on, by tier.
    pub documents: BTreeMap<Tier, usize>,
    pub findings: usize,
    pub tasks_finished: usize,
    pub tasks_failed: usize,
    /// Sections that the offline analyst wrote in the place of a model.
    pub fallback_sections: usize,
    /// What the models were sent.
    pub prompts: Prompts,
    #[serde(skip)]
    seen: BTreeSet<DocumentId>,
}

/// Tokens of prompts, as the servers count them or by estimate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PromptTokens")]
pub struct Prompts {
    pub tokens: u64,
    /// Of calls that asked again for what was asked for before: an answer was refused, empty or cut.
    pub repeated: u64,
    /// Calls under way that ask again.
    #[serde(skip)]
    asking_again: BTreeSet<CallKey>,
}

impl Prompts {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::CallStarted {
                key,
                call: CallKind::Model {
                    asks_again: true, ..
                },
                ..
            } => drop(self.asking_again.insert(key.clone())),
            Event::CallReplied {
                key,
                usage: Some(usage),
                ..
            } => {
                self.tokens += usage.input_tokens;
                if self.asking_again.remove(key) {
                    self.repeated += usage.input_tokens;
                }
            }
            _ => {}
        }
    }

    /// The share that was spent on asking again, in thousandths.
    pub fn repeated_per_mille(&self) -> u64 {
        self.repeated * 1_000 / self.tokens.max(1)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SupportedFigures")]
pub struct Figures {
    pub observed: usize,
    pub derived: usize,
    pub prospective: usize,
    pub third_party: usize,
}

impl Evaluation {
    /// Takes in the next event of the run.
    pub fn apply(&mut self, event: &Event) {
        self.prompts.apply(event);
        match event {
            Event::ClaimRegistered { claim } => self.claim(claim),
            Event::EvidenceAttached { evidence } if self.seen.insert(evidence.document.clone()) => {
                *self.documents.entry(evidence.tier).or_default() += 1;
            }
            Event::FindingRecorded { .. } => self.findings += 1,
            Event::TaskReused { .. } => self.tasks_finished += 1,
            Event::TaskFinished { author, .. } => {
                self.tasks_finished += 1;
                self.fallback_sections += usize::from(author.is_fallback());
            }
            Event::TaskFailed { .. } | Event::TaskBlocked { .. } => self.tasks_failed += 1,
            _ => {}
        }
    }

    fn claim(&mut self, claim: &Claim) {
        self.claims += 1;
        match &claim.check {
            Some(ClaimCheck::Supported { figures, .. }) => {
                self.supported += 1;
                for figure in figures {
                    self.figures.count(&figure.basis);
                }
            }
            Some(ClaimCheck::Unsupported { .. }) => self.unsupported += 1,
            None => self.uncited += 1,
        }
    }
}

impl Figures {
    fn count(&mut self, basis: &FigureBasis) {
        let counter = match basis {
            FigureBasis::Observed => &mut self.observed,
            FigureBasis::Derived { .. } => &mut self.derived,
            FigureBasis::Prospective => &mut self.prospective,
            FigureBasis::ThirdParty => &mut self.third_party,
        };
        *counter += 1;
    }
}
