//! What the valuation says, line by line.

use assay_domain::{Confidence, EvidenceId, Language, Tier};
use assay_gates::Standing;
use assay_valuation::{Outcome, Traced, Valuation};

use crate::dossier::Dossier;
use crate::print::{Style, printed};
use crate::sentence::figure_ids;
use crate::thesis::{ClaimRole, Part, ThesisClaim};

pub(super) fn claims(dossier: &Dossier, outcome: &Outcome, claims: &mut Vec<ThesisClaim>) {
    let Outcome::Valued(valuation) = outcome else {
        return;
    };
    let language = dossier.language();
    let Some(leading) = valuation.leading() else {
        return;
    };
    let method = leading.method.text(language);
    let value = &leading.value_per_share;
    let text = match &valuation.price {
        Some(price) => vec![
            words(language.pick("A share is worth ", "每股价值为")),
            line(value, language),
            words(&language.pick(
                format!(" by {method}; it costs "),
                format!("（{method}），股价为"),
            )),
            line(price, language),
            words(language.pick(".", "。")),
        ],
        None => vec![
            words(language.pick("A share is worth ", "每股价值为")),
            line(value, language),
            words(&language.pick(
                format!(" by {method}; there is no price to compare it with."),
                format!("（{method}），暂无股价可比。"),
            )),
        ],
    };
    claims.push(of_valuation("value", true, text, dossier, valuation));
}

fn words(text: &str) -> Part {
    Part::Text {
        text: text.to_owned(),
    }
}

fn line(line: &Traced, language: Language) -> Part {
    Part::Figure {
        id: line.id.clone(),
        text: printed(line.value, &Style::of_line(&line.id, &line.unit), language),
    }
}

/// A value rests on the filings behind the data points of its inputs.
fn of_valuation(
    id: &str,
    critical: bool,
    text: Vec<Part>,
    dossier: &Dossier,
    valuation: &Valuation,
) -> ThesisClaim {
    let mut evidence: Vec<(EvidenceId, Tier)> = Vec::new();
    let ids = valuation
        .request
        .inputs
        .iter()
        .flat_map(|input| input.basis().ids());
    for point in ids.filter_map(|id| dossier.point(&id)) {
        for source in dossier.sources_of(point) {
            if evidence.iter().all(|(known, _)| *known != source.id) {
                evidence.push((source.id, source.tier));
            }
        }
    }
    evidence.sort();
    let stands = valuation.audit().is_ok() && !evidence.is_empty();
    ThesisClaim {
        id: format!("claim_{id}"),
        role: ClaimRole::Thesis,
        critical,
        figures: figure_ids(&text),
        text,
        standing: if stands {
            Standing::Holds
        } else {
            Standing::Unsupported
        },
        confidence: Confidence::from_tiers(evidence.iter().map(|(_, tier)| *tier)),
        evidence,
        wrong_if: None,
    }
}
