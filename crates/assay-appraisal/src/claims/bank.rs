//! What a company whose raw material is money shows: interest, costs, lending, capital.

use super::capital::{Template, of_financial, shares, with_growth};
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, ThesisClaim};

pub(super) fn claims(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    of_financial(dossier, claims);
    income(dossier, claims);
    lending(dossier, claims);
    shares(dossier, claims);
}

fn income(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let template = Template {
        english: "Net interest income was {0}.",
        chinese: "利息净收入为{0}。",
        english_growth: "Net interest income was {0}, {1} on the year before.",
        chinese_growth: "利息净收入为{0}，同比{1}。",
    };
    if let Some(sentence) = with_growth(dossier, "net_interest_income", &template) {
        claims.push(sentence.claim("net_interest_income", ClaimRole::Context, false, None));
    }
    if let Some(ratio) = dossier.current("efficiency_ratio") {
        let sentence = Sentence::new(
            dossier,
            "Non-interest expense took {0} of revenue.",
            "非利息支出占营业收入{0}（成本收入比）。",
            &[ratio],
        );
        claims.push(sentence.claim("efficiency", ClaimRole::Context, false, None));
    }
}

fn lending(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    if let (Some(loans), Some(deposits), Some(ratio)) = (
        dossier.current_balance("loans"),
        dossier.current_balance("deposits"),
        dossier.current_balance("loans_to_deposits"),
    ) {
        let sentence = Sentence::new(
            dossier,
            "Loans of {0} were {1} of deposits of {2}.",
            "贷款余额{0}，占存款{2}的{1}。",
            &[loans, ratio, deposits],
        );
        claims.push(sentence.claim("lending", ClaimRole::Context, false, None));
    }
    if let Some(provision) = dossier.current("credit_provision") {
        let sentence = Sentence::new(
            dossier,
            "Credit losses provided for in {0.period} were {0}.",
            "{0.period}计提信用减值{0}。",
            &[provision],
        );
        claims.push(sentence.claim("provisions", ClaimRole::Context, false, None));
    }
}
