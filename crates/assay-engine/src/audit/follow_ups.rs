//! What was asked on a run, held against its evidence once more.

use assay_analyst::DraftClaim;
use assay_domain::{AnsweredSentence, ClaimCheck, Envelope, FollowUp, Standing, cited_evidence};

use super::AuditCheck;
use crate::agents::asked_on;
use crate::section::{Checked, Citable};
use crate::{EngineError, Library};

/// Every sentence that was answered is found to be supported again, and cites what came with it.
/// `None` where nothing was asked on.
pub(super) fn answers(
    library: &Library,
    journal: &[Envelope],
) -> Result<Option<AuditCheck>, EngineError> {
    let (mut count, mut wrong) = (0, Vec::new());
    for (_, follow_up) in asked_on(journal) {
        count += 1;
        wrong.extend(refused(follow_up, library)?);
    }
    Ok((count > 0).then(|| AuditCheck {
        name: "every answer that was asked on is borne out by its evidence",
        pass: wrong.is_empty(),
        detail: match wrong.first() {
            Some(first) => format!("{} in {count}: {first}", wrong.len()),
            None => format!("{count} answers"),
        },
    }))
}

fn refused(follow_up: &FollowUp, library: &Library) -> Result<Vec<String>, EngineError> {
    let mut citable = Citable::default();
    citable.inherit(follow_up.evidence.clone());
    let unknown = cited_evidence(&follow_up.answer);
    let unknown = unknown.into_iter().filter(|id| citable.get(id).is_none());
    let mut wrong: Vec<String> = unknown
        .map(|id| format!("“{}” cites {id}, which is not there", follow_up.question))
        .collect();
    // what the library lacked then is no matter of evidence
    let lacks = |one: &&AnsweredSentence| {
        let standing = match &one.check {
            Some(ClaimCheck::Supported { standing, .. }) => standing.as_ref(),
            Some(ClaimCheck::Unsupported { .. }) | None => None,
        };
        matches!(standing, Some(Standing::Gap))
    };
    let known = follow_up.sentences.iter().filter(lacks);
    let known: Vec<Checked> = known
        .map(|one| (draft_of(one), one.check.clone()))
        .collect();
    let drafts: Vec<DraftClaim> = follow_up.sentences.iter().map(draft_of).collect();
    for (claim, check) in citable.verdicts(&drafts, &known, library, follow_up.language)? {
        if let Some(ClaimCheck::Unsupported { problems }) = check {
            wrong.push(format!("“{}”: {}", claim.text, problems.join("; ")));
        }
    }
    Ok(wrong)
}

fn draft_of(sentence: &AnsweredSentence) -> DraftClaim {
    DraftClaim {
        text: sentence.text.clone(),
        evidence_ids: sentence.evidence_ids.clone(),
        kind: sentence.kind.clone(),
    }
}
