use std::collections::BTreeMap;

use assay_appraisal::{ClaimRole, Hypothesis, MonitoringTrigger, Part, ThesisClaim};
use assay_domain::{
    Claim, ClaimCheck, Confidence, Evidence, EvidenceId, Language, Standing as Proven, Tier,
};
use assay_gates::Standing;

/// Sentences of one research that a memo repeats; the sections hold them all.
const MOST: usize = 24;

/// What the sections of the research state on evidence, as claims of the thesis: sentences that are
/// quoted, computed or judged.
pub(super) fn of_research(
    claims: &[Claim],
    evidence: &BTreeMap<EvidenceId, Evidence>,
) -> Vec<ThesisClaim> {
    let written = claims
        .iter()
        .filter(|claim| claim.kind.is_a_models() && !claim.evidence_ids.is_empty());
    let borne_out = written.filter(|claim| match &claim.check {
        Some(ClaimCheck::Supported { standing, .. }) => !matches!(
            standing,
            Some(Proven::Wording | Proven::Conclusion | Proven::Gap)
        ),
        Some(ClaimCheck::Unsupported { .. }) => false,
        None => true,
    });
    borne_out
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

/// What the research wrote and no evidence bears out: hypotheses, each with what it lacks.
pub(super) fn unsupported(claims: &[Claim], language: Language) -> Vec<Hypothesis> {
    let refused = claims.iter().filter_map(|claim| match &claim.check {
        Some(ClaimCheck::Unsupported { problems }) => Some((claim, problems)),
        _ => None,
    });
    let trigger = MonitoringTrigger {
        event: language
            .pick("a source that says so is found", "找到说明此事的来源")
            .to_owned(),
        action: language
            .pick("run the research again", "重新运行研究")
            .to_owned(),
    };
    let hypotheses = refused.map(|(claim, problems)| Hypothesis {
        id: claim.id.to_string(),
        statement: claim.text.clone(),
        figures: Vec::new(),
        confidence: Confidence::Unsupported,
        verification_needed: problems.clone(),
        monitoring_triggers: vec![trigger.clone()],
    });
    hypotheses.collect()
}

/// A hypothesis in one line, for documents that do not list them.
pub(super) fn told(hypothesis: &Hypothesis, language: Language) -> String {
    let (statement, why) = (
        &hypothesis.statement,
        hypothesis.verification_needed.join("; "),
    );
    language.pick(
        format!("not supported by the evidence: “{statement}” ({why})"),
        format!("证据不支持：“{statement}”（{why}）"),
    )
}
