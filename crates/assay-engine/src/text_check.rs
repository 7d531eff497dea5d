//! The claim check for a text that somebody else wrote, outside of any run.

use assay_analyst::claims_of;
use assay_domain::{ClaimCheck, Evidence, EvidenceId, Language, PassageId};
use serde::Serialize;

use crate::section::Citable;
use crate::{EngineError, Library};

/// A sentence or table row that says something about the world, and what its evidence says of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedSentence {
    /// Without citation marks.
    pub text: String,
    /// Evidence that it cites and that is known.
    pub evidence: Vec<EvidenceId>,
    /// Evidence that it cites and that nothing resolves.
    pub unknown: Vec<EvidenceId>,
    /// `None` where there is no evidence to hold it against.
    pub check: Option<ClaimCheck>,
}

impl Library {
    /// Holds each sentence of a text against the evidence that it cites as `[[ev_…]]`, or against
    /// `common` where it cites nothing. `evidence` is what may be cited.
    pub fn check_text(
        &self,
        markdown: &str,
        evidence: &[Evidence],
        common: &[EvidenceId],
        language: Language,
    ) -> Result<Vec<CheckedSentence>, EngineError> {
        let mut citable = Citable::default();
        citable.add(evidence);
        let mut claims = claims_of(markdown);
        for claim in &mut claims {
            if claim.evidence_ids.is_empty() {
                claim.evidence_ids = common.to_vec();
            }
        }
        let checks = citable.check(&claims, self, language)?;
        let sentences = claims.into_iter().zip(checks).map(|(claim, check)| {
            let (evidence, unknown) = claim
                .evidence_ids
                .into_iter()
                .partition(|id| citable.knows(id));
            CheckedSentence {
                text: claim.text,
                evidence,
                unknown,
                check,
            }
        });
        Ok(sentences.collect())
    }

    /// The passage that an evidence id was made from, looked for in the whole library: for ids from
    /// earlier sittings. Reads every document; `None` where no passage has this id.
    pub fn passage_of(&self, id: &EvidenceId) -> Result<Option<PassageId>, EngineError> {
        for document in self.documents()? {
            let passages = self.passages(&document)?;
            let mut ids = passages.iter().map(|passage| &passage.id);
            if let Some(passage) = ids.find(|passage| EvidenceId::of_passage(passage) == *id) {
                return Ok(Some(passage.clone()));
            }
        }
        Ok(None)
    }
}
