//! What a company that carries risks for others shows: premiums, underwriting, investments,
//! reserves, capital.

use super::capital::{Template, of_financial, shares, with_growth};
use super::tripwires::above;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, ThesisClaim};

pub(super) fn claims(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    of_financial(dossier, claims);
    premiums(dossier, claims);
    underwriting(dossier, claims);
    investments(dossier, claims);
    reserves(dossier, claims);
    shares(dossier, claims);
}

const PREMIUMS: Template = Template {
    english: "Premiums earned in {0.period} were {0}.",
    chinese: "{0.period}已赚保费为{0}。",
    english_growth: "Premiums earned in {0.period} were {0}, {1} on the year before.",
    chinese_growth: "{0.period}已赚保费为{0}，同比{1}。",
};

const REVENUE: Template = Template {
    english: "Insurance revenue of {0.period} was {0}.",
    chinese: "{0.period}保险服务收入为{0}。",
    english_growth: "Insurance revenue of {0.period} was {0}, {1} on the year before.",
    chinese_growth: "{0.period}保险服务收入为{0}，同比{1}。",
};

fn premiums(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let earned = with_growth(dossier, "premiums_earned", &PREMIUMS);
    let earned = earned.or_else(|| with_growth(dossier, "insurance_revenue", &REVENUE));
    if let Some(sentence) = earned {
        claims.push(sentence.claim("premiums", ClaimRole::Thesis, false, None));
    }
}

/// Above a hundred per cent the insurer pays for the risks it carries.
fn underwriting(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let now = |metric: &str| dossier.current(metric);
    let (sentence, watched) = if let (Some(losses), Some(costs), Some(combined)) = (
        now("loss_ratio"),
        now("expense_ratio"),
        now("combined_ratio"),
    ) {
        let sentence = Sentence::new(
            dossier,
            "Losses took {0} of premiums earned and the costs of underwriting {1}: a combined ratio of {2}.",
            "赔付率为{0}，费用率为{1}，综合成本率为{2}。",
            &[losses, costs, combined],
        );
        (sentence, "combined_ratio")
    } else if let Some(losses) = now("loss_ratio") {
        let sentence = Sentence::new(
            dossier,
            "Losses took {0} of premiums earned; the statements have no line for the costs of underwriting, so there is no combined ratio.",
            "赔付率为{0}；报表未单列承保费用，无法计算综合成本率。",
            &[losses],
        );
        (sentence, "loss_ratio")
    } else if let Some(ratio) = now("insurance_service_ratio") {
        let sentence = Sentence::new(
            dossier,
            "Insurance service expenses took {0} of insurance revenue.",
            "保险服务费用占保险服务收入{0}。",
            &[ratio],
        );
        (sentence, "insurance_service_ratio")
    } else if let Some(benefits) = now("claims_incurred") {
        let sentence = Sentence::new(
            dossier,
            "Losses and policy benefits of {0} were charged in {0.period}.",
            "{0.period}赔付及保单利益支出为{0}。",
            &[benefits],
        );
        (sentence, "claims_incurred")
    } else {
        return;
    };
    let wrong_if = above(dossier, watched).filter(|_| watched != "claims_incurred");
    claims.push(sentence.claim("underwriting", ClaimRole::Thesis, false, wrong_if));
}

fn investments(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let template = Template {
        english: "Net investment income was {0}.",
        chinese: "净投资收益为{0}。",
        english_growth: "Net investment income was {0}, {1} on the year before.",
        chinese_growth: "净投资收益为{0}，同比{1}。",
    };
    if let Some(sentence) = with_growth(dossier, "net_investment_income", &template) {
        claims.push(sentence.claim("investment_income", ClaimRole::Context, false, None));
    }
}

/// What it expects to pay, which is an estimate of its own.
fn reserves(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    if let (Some(reserves), Some(multiple)) = (
        dossier.current_balance("loss_reserves"),
        dossier.current_balance("reserves_to_equity"),
    ) {
        let sentence = Sentence::new(
            dossier,
            "Reserves for losses of {0} on {0.period} were {1} equity; they are the company's own estimate.",
            "截至{0.period}，未决赔款准备金为{0}，为归母净资产的{1}；该项为公司自行估计。",
            &[reserves, multiple],
        );
        claims.push(sentence.claim("loss_reserves", ClaimRole::Context, false, None));
    }
    let owed = dossier
        .current_balance("policy_benefits")
        .or_else(|| dossier.current_balance("insurance_liabilities"));
    if let Some(owed) = owed {
        let sentence = Sentence::new(
            dossier,
            "What is owed to policyholders was carried at {0} on {0.period}, on assumptions of the company's own.",
            "截至{0.period}，保单责任的账面金额为{0}，基于公司自身精算假设。",
            &[owed],
        );
        claims.push(sentence.claim("policy_liabilities", ClaimRole::Context, false, None));
    }
}
