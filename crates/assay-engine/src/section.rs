use std::collections::BTreeMap;

use assay_analyst::DraftClaim;
use assay_domain::{
    ArtifactName, Author, Claim, ClaimId, Confidence, Event, Evidence, EvidenceId, PassageId,
    QualityNote, Section, TaskId, Tier, citation, cited_evidence,
};

use crate::{Done, EngineError, RunContext};

/// A written text and what it rests on, whoever wrote it.
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) markdown: String,
    pub(crate) claims: Vec<DraftClaim>,
    pub(crate) author: Author,
    pub(crate) notes: Vec<QualityNote>,
}

/// Evidence a section may cite: what its own tools returned, and what the sections it builds on cite.
#[derive(Default)]
pub(crate) struct Citable {
    own: BTreeMap<EvidenceId, Evidence>,
    inherited: BTreeMap<EvidenceId, Tier>,
}

impl Citable {
    pub(crate) fn add(&mut self, evidence: &[Evidence]) {
        for item in evidence {
            self.own.insert(item.id.clone(), item.clone());
        }
    }

    /// Evidence that earlier sections of this run cite; it is in the journal already.
    pub(crate) fn inherit(&mut self, evidence: impl IntoIterator<Item = (EvidenceId, Tier)>) {
        self.inherited.extend(evidence);
    }

    pub(crate) fn passage(&self, id: &EvidenceId) -> Option<PassageId> {
        self.own.get(id).map(|evidence| evidence.passage.clone())
    }

    pub(crate) fn knows(&self, id: &EvidenceId) -> bool {
        self.own.contains_key(id) || self.inherited.contains_key(id)
    }

    fn tier(&self, id: &EvidenceId) -> Option<Tier> {
        self.own
            .get(id)
            .map(|evidence| evidence.tier)
            .or_else(|| self.inherited.get(id).copied())
    }

    /// Whether the text cites anything known, and every unknown id that it cites.
    pub(crate) fn judge(&self, markdown: &str) -> (bool, Vec<EvidenceId>) {
        let (known, mut unknown): (Vec<_>, Vec<_>) = cited_evidence(markdown)
            .into_iter()
            .partition(|id| self.knows(id));
        unknown.sort();
        unknown.dedup();
        (!known.is_empty(), unknown)
    }
}

/// Removes citations of ids that nothing returned; the note says which.
pub(crate) fn without_unknown(markdown: &str, unknown: &[EvidenceId]) -> String {
    unknown.iter().fold(markdown.to_owned(), |text, id| {
        text.replace(&citation(id), "")
    })
}

/// The events of a finished task: evidence, claims, section and the end of the task, as one step.
pub(crate) async fn finish(
    context: &RunContext,
    task: TaskId,
    draft: Draft,
    citable: &Citable,
) -> Result<Done, EngineError> {
    let mut events = Vec::new();
    let mut attached = Vec::new();
    for id in cited_evidence(&draft.markdown) {
        if let Some(evidence) = citable.own.get(&id)
            && !attached.contains(&id)
        {
            events.push(Event::EvidenceAttached {
                evidence: evidence.clone(),
            });
            attached.push(id);
        }
    }
    let mut claim_ids = Vec::new();
    for (claim, number) in draft.claims.into_iter().zip(1..) {
        let id = ClaimId::numbered(task, number);
        let evidence_ids: Vec<_> = claim
            .evidence_ids
            .into_iter()
            .filter(|id| citable.knows(id))
            .collect();
        let confidence =
            Confidence::from_tiers(evidence_ids.iter().filter_map(|id| citable.tier(id)));
        claim_ids.push(id.clone());
        events.push(Event::ClaimRegistered {
            claim: Claim {
                id,
                text: claim.text,
                task,
                source_agent: "research_mechanism".to_owned(),
                evidence_ids,
                confidence,
                kind: claim.kind,
            },
        });
    }
    let section = Section {
        task,
        title: draft.title,
        markdown: draft.markdown,
        language: context.settings.language,
        author: draft.author.clone(),
        notes: draft.notes.clone(),
    };
    events.push(Event::ArtifactWritten {
        artifact: ArtifactName::section(task),
        version: 1,
        agent: "research_mechanism".to_owned(),
        claim_ids,
        body: context
            .store()
            .body(serde_json::to_string(&section)?)
            .await?,
    });
    events.push(Event::TaskFinished {
        task,
        author: draft.author,
        notes: draft.notes,
    });
    Ok(Done {
        events,
        section: Some(section),
    })
}
