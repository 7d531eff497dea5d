use assay_appraisal::{ClaimRole, ThesisClaim, Tripwire};
use assay_exports::{FigureId, Inline};

use crate::amount;
use crate::error::MemoError;
use crate::notes::Made;
use crate::page::Page;
use crate::words;

/// Claims of a role, in the order of the thesis.
pub(crate) fn claims<'a>(page: &Page<'a>, role: ClaimRole) -> Vec<&'a ThesisClaim> {
    let claims = page.dossier.thesis.claims.iter();
    claims.filter(|claim| claim.role == role).collect()
}

/// Claim, number, and what would show it to be wrong.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("thesis", "Thesis", "投资逻辑");
    let found = claims(page, ClaimRole::Thesis);
    if found.is_empty() {
        page.lacks(
            "The run holds no claim that carries a conclusion.",
            "本次运行没有可支撑结论的论断。",
        );
        return Ok(());
    }
    let mut items = Vec::new();
    for claim in found {
        items.push(bullet(page, claim)?);
    }
    page.bullets(items);
    Ok(())
}

/// A claim with its citations, standing and tripwire.
pub(crate) fn bullet(page: &mut Page<'_>, claim: &ThesisClaim) -> Result<Vec<Inline>, MemoError> {
    let mut text = statement(page, claim)?;
    if let Some(wire) = &claim.wrong_if {
        text.push(page.word(" — wrong if ", " —— 证伪条件："));
        text.extend(condition(page, &claim.id, wire)?);
    }
    Ok(text)
}

/// The sentence, its citations and how well it stands.
pub(crate) fn statement(
    page: &mut Page<'_>,
    claim: &ThesisClaim,
) -> Result<Vec<Inline>, MemoError> {
    let language = page.language();
    let mut text = page.parts(&claim.id, &claim.text)?;
    let named: Vec<_> = text.iter().filter_map(cited).collect();
    for (evidence, _) in &claim.evidence {
        if !named.contains(evidence) {
            let cite = page.ledger.cite(&claim.id, evidence)?;
            text.push(Inline::Cite(cite));
        }
    }
    let confidence = words::confidence(claim.confidence, language);
    let standing = words::standing(claim.standing, language);
    text.push(Inline::Emphasis {
        text: vec![Inline::text(page.pick(
            format!(" [{standing}, {confidence}]"),
            format!("【{standing}，证据{confidence}】"),
        ))],
    });
    Ok(text)
}

fn cited(inline: &Inline) -> Option<assay_domain::EvidenceId> {
    match inline {
        Inline::Cite(cite) => Some(cite.evidence.clone()),
        _ => None,
    }
}

/// `revenue growth < 10.0% (10-Q, quarterly)`.
pub(crate) fn condition(
    page: &mut Page<'_>,
    claim: &str,
    wire: &Tripwire,
) -> Result<Vec<Inline>, MemoError> {
    let metric = assay_appraisal::metric_name(&wire.metric, page.language());
    let text = amount::of_unit(wire.threshold, &wire.unit, page.language());
    let id = threshold(page, claim, wire)?;
    let (source, cadence) = (&wire.source, &wire.cadence);
    Ok(vec![
        Inline::text(format!("{metric} {} ", wire.operator)),
        Inline::figure(id, text),
        Inline::text(page.pick(
            format!(" ({source}, {cadence})"),
            format!("（{source}，{cadence}）"),
        )),
    ])
}

pub(crate) fn threshold(
    page: &mut Page<'_>,
    claim: &str,
    wire: &Tripwire,
) -> Result<FigureId, MemoError> {
    let metric = assay_appraisal::metric_name(&wire.metric, page.language());
    let point = wire.threshold_point.as_deref();
    let inputs = point.map(|id| page.ledger.resolve(claim, id)).transpose()?;
    Ok(page.ledger.made(Made {
        id: format!("tripwire/{claim}"),
        label: page.pick(
            format!("Threshold of {metric} for claim {claim}"),
            format!("论断 {claim} 的{metric}阈值"),
        ),
        value: amount::of_unit(wire.threshold, &wire.unit, page.language()),
        formula: Some(format!(
            "{} {} {}",
            wire.metric, wire.operator, wire.threshold
        )),
        inputs: inputs.into_iter().collect(),
        source: wire.source.clone(),
        locator: Some(claim.to_owned()),
    }))
}
