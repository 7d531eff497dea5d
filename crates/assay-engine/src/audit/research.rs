//! The sentences of a research held against their evidence once more, without any model.

use std::collections::BTreeMap;

use assay_analyst::{DraftClaim, claims_of};
use assay_domain::{
    Author, Claim, ClaimCheck, Envelope, Event, Evidence, Language, Standing, TaskId,
};
use assay_store::Store;

use super::AuditCheck;
use crate::artifacts::{Artifacts, SECTION};
use crate::section::{Checked, Citable, without_connecting};
use crate::{EngineError, Library};

/// Every sentence of a section that a reader sees was registered as supported, and code finds so
/// again: figures, quotations and words by itself, a verifier's span where one was named.
pub(super) fn sentences(
    store: &Store,
    library: &Library,
    journal: &[Envelope],
    language: Language,
) -> Result<AuditCheck, EngineError> {
    let mut citable = Citable::default();
    citable.inherit(evidence(journal));
    let mut by_task: BTreeMap<TaskId, Vec<&Claim>> = BTreeMap::new();
    for envelope in journal {
        if let Event::ClaimRegistered { claim } = &envelope.event {
            by_task.entry(claim.task).or_default().push(claim);
        }
    }
    let mut wrong = unregistered(store, journal, &by_task)?;
    let mut count = 0;
    for claims in by_task.values() {
        count += claims.len();
        wrong.extend(refused(claims, &citable, library, language)?);
    }
    Ok(AuditCheck {
        name: "every sentence of the sections is borne out by its evidence",
        pass: wrong.is_empty(),
        detail: match wrong.first() {
            Some(first) => format!("{} of {count}: {first}", wrong.len()),
            None => format!("{count} sentences"),
        },
    })
}

fn evidence(journal: &[Envelope]) -> Vec<Evidence> {
    let attached = journal.iter().filter_map(|envelope| match &envelope.event {
        Event::EvidenceAttached { evidence } => Some(evidence.clone()),
        _ => None,
    });
    attached.collect()
}

/// Sentences that stand in a section and were never found to be supported.
fn unregistered(
    store: &Store,
    journal: &[Envelope],
    by_task: &BTreeMap<TaskId, Vec<&Claim>>,
) -> Result<Vec<String>, EngineError> {
    let mut wrong = Vec::new();
    for section in Artifacts::new(store, journal).all(SECTION)? {
        // the analyst's own text is quotations and arithmetic, registered as what they are
        if !matches!(section.author, Author::Model { .. }) {
            continue;
        }
        let known = by_task.get(&section.task).map(Vec::as_slice);
        let known = known.unwrap_or_default();
        let written = claims_of(&section.markdown).into_iter();
        let checked = written.map(|claim| (verdict_of(&claim, known), claim));
        let checked = checked.map(|(check, claim)| (claim, Some(check)));
        let checked = without_connecting(&section.markdown, checked.collect());
        let is_loose =
            |check: &Option<ClaimCheck>| !check.as_ref().is_some_and(ClaimCheck::is_supported);
        let loose = checked.into_iter().filter(|(_, check)| is_loose(check));
        wrong.extend(loose.map(|(claim, _)| format!("“{}” has no verdict", claim.text)));
    }
    Ok(wrong)
}

/// The verdict under which a sentence was registered. Old journals have sentences without one, which
/// were not refused.
fn verdict_of(written: &DraftClaim, known: &[&Claim]) -> ClaimCheck {
    let mut same = known.iter().filter(|claim| claim.text == written.text);
    let held = same.find(|claim| claim.check.as_ref().is_none_or(ClaimCheck::is_supported));
    match held {
        Some(claim) => claim.check.clone().unwrap_or(ClaimCheck::Supported {
            standing: None,
            figures: Vec::new(),
            span: None,
        }),
        None => ClaimCheck::Unsupported {
            problems: Vec::new(),
        },
    }
}

/// Sentences of one section that were taken as supported and are not found so.
fn refused(
    claims: &[&Claim],
    citable: &Citable,
    library: &Library,
    language: Language,
) -> Result<Vec<String>, EngineError> {
    let mut judged: Vec<Checked> = Vec::new();
    for claim in claims {
        match &claim.check {
            Some(ClaimCheck::Supported {
                span: Some(span), ..
            }) => {
                let draft = draft_of(claim);
                let check =
                    citable.confirm(&draft, &span.evidence, &span.text, library, language)?;
                judged.push((draft, Some(check)));
            }
            // a verdict of a version that did not keep the span, or one that was stricter than code
            Some(ClaimCheck::Supported {
                standing: Some(Standing::Judged { .. }) | None,
                ..
            })
            | Some(ClaimCheck::Unsupported { .. }) => {
                judged.push((draft_of(claim), claim.check.clone()));
            }
            Some(ClaimCheck::Supported { .. }) | None => {}
        }
    }
    let drafts: Vec<DraftClaim> = claims.iter().map(|claim| draft_of(claim)).collect();
    let again = citable.verdicts(&drafts, &judged, library, language)?;
    let wrong = claims.iter().zip(again).filter_map(|(claim, (_, check))| {
        let was_supported = claim.check.as_ref().is_some_and(ClaimCheck::is_supported);
        match check {
            Some(ClaimCheck::Unsupported { problems }) if was_supported => {
                Some(format!("“{}”: {}", claim.text, problems.join("; ")))
            }
            _ => None,
        }
    });
    Ok(wrong.collect())
}

fn draft_of(claim: &Claim) -> DraftClaim {
    DraftClaim {
        text: claim.text.clone(),
        evidence_ids: claim.evidence_ids.clone(),
        kind: claim.kind.clone(),
    }
}
