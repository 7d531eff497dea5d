use std::collections::BTreeMap;

use assay_appraisal::{ClaimRole, Part, ThesisClaim};
use assay_domain::{Claim, ClaimCheck, ClaimKind, Date, Evidence, EvidenceId, Tier};
use assay_gates::Standing;

/// Sentences of one research that a memo repeats; the sections hold them all.
const MOST: usize = 24;

/// What the sections of the research state on evidence, as claims of the thesis. A sentence that its
/// evidence does not bear out stays behind: it is marked where it stands. So does one that rests on
/// what was not published yet.
pub(super) fn of_research(
    claims: &[Claim],
    evidence: &BTreeMap<EvidenceId, Evidence>,
    as_of: Date,
) -> Vec<ThesisClaim> {
    let written = claims
        .iter()
        .filter(|claim| claim.kind == ClaimKind::Written && !claim.evidence_ids.is_empty());
    let borne_out = written.filter(|claim| {
        let check = claim.check.as_ref();
        check.is_none_or(ClaimCheck::is_supported)
    });
    let was_known = |claim: &&Claim| {
        let mut cited = claim.evidence_ids.iter().filter_map(|id| evidence.get(id));
        cited.all(|passage| super::pursuit::was_known(passage, as_of))
    };
    borne_out
        .filter(was_known)
        .take(MOST)
        .map(|claim| ThesisClaim {
            id: claim.id.to_string(),
            role: ClaimRole::Context,
            critical: false,
            text: parts(claim),
            standing: Standing::Holds,
            confidence: claim.confidence,
            evidence: claim
                .evidence_ids
                .iter()
                .map(|id| {
                    let tier = evidence.get(id).map_or(Tier::D, |one| one.tier);
                    (id.clone(), tier)
                })
                .collect(),
            figures: Vec::new(),
            wrong_if: None,
        })
        .collect()
}

fn parts(claim: &Claim) -> Vec<Part> {
    let text = Part::Text {
        text: claim.text.clone(),
    };
    let cites = claim.evidence_ids.iter().map(|id| Part::Cite {
        evidence: id.clone(),
    });
    std::iter::once(text).chain(cites).collect()
}
