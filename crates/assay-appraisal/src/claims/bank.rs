//! What a company whose raw material is money shows: income, returns on equity, capital.

use super::business::shares;
use super::tripwires::below;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, ThesisClaim};

pub(super) fn claims(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    income(dossier, claims);
    returns(dossier, claims);
    capital(dossier, claims);
    lending(dossier, claims);
    shares(dossier, claims);
}

fn income(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let Some(income) = dossier.current("net_income") else {
        return;
    };
    let wrong_if = below(dossier, "net_income_growth");
    let sentence = match dossier.current("net_income_growth") {
        Some(growth) => Sentence::new(
            dossier,
            "Net income of {0.period} was {0}, {1} on the year before.",
            "{0.period}归母净利润为{0}，同比{1}。",
            &[income, growth],
        ),
        None => Sentence::new(
            dossier,
            "Net income of {0.period} was {0}.",
            "{0.period}归母净利润为{0}。",
            &[income],
        ),
    };
    claims.push(sentence.claim("income", ClaimRole::Thesis, true, wrong_if));
    if let Some(interest) = dossier.current("net_interest_income") {
        let sentence = match dossier.current("net_interest_income_growth") {
            Some(growth) => Sentence::new(
                dossier,
                "Net interest income was {0}, {1} on the year before.",
                "利息净收入为{0}，同比{1}。",
                &[interest, growth],
            ),
            None => Sentence::new(
                dossier,
                "Net interest income was {0}.",
                "利息净收入为{0}。",
                &[interest],
            ),
        };
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

fn returns(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let Some(roe) = dossier.current("roe") else {
        return;
    };
    let sentence = match dossier.current("roe_change") {
        Some(change) => Sentence::new(
            dossier,
            "Return on average equity was {0}, {1} against the year before.",
            "净资产收益率为{0}（按期初期末平均），较上年{1}。",
            &[roe, change],
        ),
        None => Sentence::new(
            dossier,
            "Return on average equity was {0}.",
            "净资产收益率为{0}（按期初期末平均）。",
            &[roe],
        ),
    };
    let wrong_if = below(dossier, "roe");
    claims.push(sentence.claim("returns", ClaimRole::Thesis, true, wrong_if));
}

fn capital(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    if let (Some(equity), Some(ratio)) = (
        dossier.current_balance("equity"),
        dossier.current_balance("equity_ratio"),
    ) {
        let sentence = Sentence::new(
            dossier,
            "On {0.period} equity of {0} was {1} of total assets.",
            "截至{0.period}，归母净资产为{0}，占总资产{1}。",
            &[equity, ratio],
        );
        claims.push(sentence.claim("capital", ClaimRole::Thesis, true, None));
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
