//! What every company shows its owners: net income, the return on equity, capital, shares.

use assay_domain::Decimal;

use super::tripwires::below;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, ThesisClaim};

/// Words in both languages, with the place of a figure and without.
pub(super) struct Template {
    pub(super) english: &'static str,
    pub(super) chinese: &'static str,
    /// What follows where there is a year before.
    pub(super) english_growth: &'static str,
    pub(super) chinese_growth: &'static str,
}

/// `… was {0}, {1} on the year before.` where there is one.
pub(super) fn with_growth<'a>(
    dossier: &'a Dossier,
    metric: &str,
    template: &Template,
) -> Option<Sentence<'a>> {
    let now = dossier.current(metric)?;
    Some(match dossier.current(&format!("{metric}_growth")) {
        Some(growth) => Sentence::new(
            dossier,
            template.english_growth,
            template.chinese_growth,
            &[now, growth],
        ),
        None => Sentence::new(dossier, template.english, template.chinese, &[now]),
    })
}

pub(super) fn net_income(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let template = Template {
        english: "Net income of {0.period} was {0}.",
        chinese: "{0.period}归母净利润为{0}。",
        english_growth: "Net income of {0.period} was {0}, {1} on the year before.",
        chinese_growth: "{0.period}归母净利润为{0}，同比{1}。",
    };
    if let Some(sentence) = with_growth(dossier, "net_income", &template) {
        let wrong_if = below(dossier, "net_income_growth");
        claims.push(sentence.claim("income", ClaimRole::Thesis, true, wrong_if));
    }
}

/// `beside` is a second return, or the change of the first, with its words.
pub(super) fn returns(
    dossier: &Dossier,
    critical: bool,
    beside: (&str, &str, &str),
    claims: &mut Vec<ThesisClaim>,
) {
    let Some(roe) = dossier.current("roe") else {
        return;
    };
    let (metric, english, chinese) = beside;
    let sentence = match dossier.current(metric) {
        Some(other) => Sentence::new(dossier, english, chinese, &[roe, other]),
        None => Sentence::new(
            dossier,
            "Return on average equity was {0}.",
            "净资产收益率为{0}（按期初期末平均）。",
            &[roe],
        ),
    };
    let wrong_if = below(dossier, "roe");
    claims.push(sentence.claim("returns", ClaimRole::Thesis, critical, wrong_if));
}

/// What carries the liabilities of a bank or an insurer.
pub(super) fn of_financial(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    net_income(dossier, claims);
    let change = (
        "roe_change",
        "Return on average equity was {0}, {1} against the year before.",
        "净资产收益率为{0}（按期初期末平均），较上年{1}。",
    );
    returns(dossier, true, change, claims);
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

pub(super) fn shares(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let years = dossier.years("diluted_shares");
    let growth = dossier.newest("diluted_shares_growth", assay_facts::Basis::Fy);
    if let (Some(last), Some(growth)) = (years.last(), growth)
        && last.as_of_date == growth.as_of_date
    {
        let sentence = Sentence::new(
            dossier,
            "Diluted shares of {0.period} were {0}, {1} on the year before.",
            "{0.period}稀释后股本为{0}，同比{1}。",
            &[last, growth],
        );
        claims.push(sentence.claim("share_count", ClaimRole::Context, false, None));
    }
    let bought = dossier
        .current("buybacks")
        .filter(|p| p.value > Decimal::ZERO);
    let paid = dossier
        .current("dividends")
        .filter(|p| p.value > Decimal::ZERO);
    let sentence = match (bought, paid) {
        (Some(bought), Some(paid)) => Sentence::new(
            dossier,
            "Shareholders received {0} through buybacks and {1} as dividends in {0.period}.",
            "{0.period}股份回购{0}，现金分红{1}。",
            &[bought, paid],
        ),
        (Some(bought), None) => Sentence::new(
            dossier,
            "Buybacks took {0} in {0.period}.",
            "{0.period}股份回购{0}。",
            &[bought],
        ),
        (None, Some(paid)) => Sentence::new(
            dossier,
            "Dividends of {0} were paid in {0.period}.",
            "{0.period}现金分红{0}。",
            &[paid],
        ),
        (None, None) => return,
    };
    claims.push(sentence.claim("distributions", ClaimRole::Context, false, None));
}
