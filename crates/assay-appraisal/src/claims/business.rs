//! What a company that sells something shows: growth, margins, cash, returns, leverage, shares.

use assay_domain::Decimal;
use assay_facts::DataPoint;

use super::capital::{Template, returns, shares, with_growth};
use super::tripwires::{above, below};
use crate::core_data::DEBT_LINES;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, ThesisClaim};

pub(super) fn claims(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    growth(dossier, claims);
    margins(dossier, claims);
    cash(dossier, claims);
    capital(dossier, claims);
    leverage(dossier, claims);
    shares(dossier, claims);
}

fn growth(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let template = Template {
        english: "Revenue of {0.period} was {0}; there is no year before it to compare with.",
        chinese: "{0.period}营业收入为{0}，无上年同期可比。",
        english_growth: "Revenue of {0.period} was {0}, {1} on the year before.",
        chinese_growth: "{0.period}营业收入为{0}，同比{1}。",
    };
    let Some(sentence) = with_growth(dossier, "revenue", &template) else {
        return;
    };
    let wrong_if = below(dossier, "revenue_growth");
    claims.push(sentence.claim("growth", ClaimRole::Thesis, true, wrong_if));
    let years = dossier.years("revenue");
    if let Some(cagr) = dossier.newest("revenue_cagr", assay_facts::Basis::Fy)
        && let Some(first) = first_of(dossier, cagr, "revenue_first")
        && let Some(last) = years.last()
    {
        let sentence = Sentence::new(
            dossier,
            "From {0.period} to {1.period} revenue went from {0} to {1}, which is {2} a year compounded.",
            "{0.period}至{1.period}，营业收入由{0}变为{1}，年复合增速{2}。",
            &[first, last, cagr],
        );
        claims.push(sentence.claim("growth_history", ClaimRole::Context, false, None));
    }
}

fn first_of<'a>(dossier: &'a Dossier, point: &DataPoint, name: &str) -> Option<&'a DataPoint> {
    let source = point.lineage.source_values.get(name)?;
    dossier.point(&source.point)
}

fn margins(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let margin = dossier.current("operating_margin");
    let income = dossier.current("operating_income");
    if let (Some(margin), Some(income)) = (margin, income) {
        let wrong_if = below(dossier, "operating_margin");
        let sentence = match dossier.current("operating_margin_change") {
            Some(change) => Sentence::new(
                dossier,
                "Operating income of {0} is an operating margin of {1}, {2} against the year before.",
                "营业利润为{0}，营业利润率{1}，较上年{2}。",
                &[income, margin, change],
            ),
            None => Sentence::new(
                dossier,
                "Operating income of {0} is an operating margin of {1}.",
                "营业利润为{0}，营业利润率{1}。",
                &[income, margin],
            ),
        };
        claims.push(sentence.claim("margin", ClaimRole::Thesis, true, wrong_if));
    }
    if let (Some(margin), Some(change)) = (
        dossier.current("gross_margin"),
        dossier.current("gross_margin_change"),
    ) {
        let sentence = Sentence::new(
            dossier,
            "Gross margin was {0}, {1} against the year before.",
            "毛利率为{0}，较上年{1}。",
            &[margin, change],
        );
        let wrong_if = below(dossier, "gross_margin");
        claims.push(sentence.claim("gross_margin", ClaimRole::Context, false, wrong_if));
    }
}

fn cash(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let (Some(ocf), Some(income)) = (dossier.current("ocf"), dossier.current("net_income")) else {
        return;
    };
    let sentence = match dossier.current("cash_conversion") {
        Some(conversion) => Sentence::new(
            dossier,
            "Operating cash flow of {0} is {1} net income of {2}.",
            "经营活动现金流净额为{0}，是净利润{2}的{1}。",
            &[ocf, conversion, income],
        ),
        None => Sentence::new(
            dossier,
            "Operating cash flow was {0} and net income {1}.",
            "经营活动现金流净额为{0}，净利润为{1}。",
            &[ocf, income],
        ),
    };
    let wrong_if = below(dossier, "cash_conversion");
    claims.push(sentence.claim("cash_conversion", ClaimRole::Thesis, true, wrong_if));
    if let (Some(fcf), Some(margin)) = (dossier.current("fcf"), dossier.current("fcf_margin")) {
        let sentence = Sentence::new(
            dossier,
            "After capital expenditure {0} was left, {1} of revenue.",
            "扣除资本开支后自由现金流为{0}，占营业收入{1}。",
            &[fcf, margin],
        );
        claims.push(sentence.claim("free_cash_flow", ClaimRole::Thesis, false, None));
    }
}

fn capital(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    if let (Some(capex), Some(intensity)) =
        (dossier.current("capex"), dossier.current("capex_intensity"))
    {
        let sentence = Sentence::new(
            dossier,
            "Capital expenditure of {0} took {1} of revenue.",
            "资本开支为{0}，占营业收入{1}。",
            &[capex, intensity],
        );
        let wrong_if = above(dossier, "capex_intensity");
        claims.push(sentence.claim("capital_intensity", ClaimRole::Context, false, wrong_if));
    }
    let assets = (
        "roa",
        "Return on average equity was {0} and on average assets {1}.",
        "净资产收益率为{0}，总资产收益率为{1}（均按期初期末平均）。",
    );
    returns(dossier, false, assets, claims);
}

fn leverage(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let debt = dossier.current_balance("total_debt");
    let all = dossier.current_balance("cash_and_investments");
    let Some(cash) = all.or_else(|| dossier.current_balance("cash")) else {
        return;
    };
    let owes = DEBT_LINES
        .iter()
        .any(|part| dossier.current_balance(part).is_some());
    let sentence = match debt {
        Some(debt) if all.is_none() => Sentence::new(
            dossier,
            "On {0.period} cash and equivalents of {0}, without investments, stood against debt of {1}.",
            "截至{0.period}，现金及等价物（不含投资）为{0}，有息负债为{1}。",
            &[cash, debt],
        ),
        Some(debt) => Sentence::new(
            dossier,
            "On {0.period} cash and investments of {0} stood against debt of {1}.",
            "截至{0.period}，现金及投资为{0}，有息负债为{1}。",
            &[cash, debt],
        ),
        None if all.is_none() => Sentence::new(
            dossier,
            "On {0.period} cash and equivalents, without investments, were {0}.",
            "截至{0.period}，现金及等价物（不含投资）为{0}。",
            &[cash],
        ),
        None if owes => Sentence::new(
            dossier,
            "On {0.period} cash and investments were {0}.",
            "截至{0.period}，现金及投资为{0}。",
            &[cash],
        ),
        None => Sentence::new(
            dossier,
            "On {0.period} cash and investments were {0}; the balance sheet states no debt.",
            "截至{0.period}，现金及投资为{0}，资产负债表未列示有息负债。",
            &[cash],
        ),
    };
    let wrong_if = above(dossier, "net_debt_to_ebitda");
    claims.push(sentence.claim("balance_sheet", ClaimRole::Thesis, true, wrong_if));
    if let (Some(net), Some(multiple)) = (
        dossier.current_balance("net_debt"),
        dossier.current("net_debt_to_ebitda"),
    ) && net.value > Decimal::ZERO
    {
        let sentence = Sentence::new(
            dossier,
            "Net debt of {0} is {1} EBITDA.",
            "净负债为{0}，为 EBITDA 的{1}。",
            &[net, multiple],
        );
        claims.push(sentence.claim("leverage", ClaimRole::Context, false, None));
    }
    if let Some(cover) = dossier.current("interest_cover") {
        let sentence = Sentence::new(
            dossier,
            "Operating income covers interest expense {0}.",
            "营业利润对利息支出的覆盖为{0}。",
            &[cover],
        );
        claims.push(sentence.claim("interest_cover", ClaimRole::Context, false, None));
    }
}
