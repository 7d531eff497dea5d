//! What moves what, as identities over figures of the same twelve months.

use assay_domain::Confidence;
use assay_facts::DataPoint;

use super::counter::speaks_of;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{Driver, Mechanism};

pub(super) fn mechanisms(dossier: &Dossier) -> Vec<Mechanism> {
    let of_all = [return_on_equity(dossier), underwriting(dossier)];
    let of_sellers = || [operating_leverage(dossier), cash(dossier)];
    let sold = (!dossier.is_financial()).then(of_sellers);
    of_all
        .into_iter()
        .chain(sold.into_iter().flatten())
        .flatten()
        .collect()
}

fn mechanism(from: &str, to: &str, sentence: Sentence<'_>) -> Mechanism {
    let tiers = sentence.evidence().into_iter().map(|(_, tier)| tier);
    Mechanism {
        from: from.to_owned(),
        to: to.to_owned(),
        confidence: Confidence::from_tiers(tiers),
        text: sentence.into_parts(),
    }
}

fn return_on_equity(dossier: &Dossier) -> Option<Mechanism> {
    let language = dossier.language();
    let now = |name: &str| dossier.current(name);
    let sentence = Sentence::new(
        dossier,
        "Return on equity of {0} is a net margin of {1}, times an asset turnover of {2}, times assets of {3} equity.",
        "净资产收益率{0}＝净利率{1}×总资产周转率{2}×权益乘数{3}（杜邦分解）。",
        &[
            now("roe")?,
            now("net_margin")?,
            now("asset_turnover")?,
            now("equity_multiplier")?,
        ],
    );
    Some(mechanism(
        language.pick(
            "net margin, asset turnover, leverage",
            "净利率、周转率、杠杆",
        ),
        language.pick("return on equity", "净资产收益率"),
        sentence,
    ))
}

fn operating_leverage(dossier: &Dossier) -> Option<Mechanism> {
    let language = dossier.language();
    let now = |name: &str| dossier.current(name);
    let sentence = Sentence::new(
        dossier,
        "With revenue {0}, each further unit of revenue brought an operating margin of {1}, against {2} on all revenue the year before.",
        "营业收入{0}，新增收入的营业利润率为{1}，上年整体为{2}（经营杠杆）。",
        &[
            now("revenue_growth")?,
            now("incremental_margin")?,
            dossier.previous("operating_margin")?,
        ],
    );
    Some(mechanism(
        language.pick("revenue growth", "收入增长"),
        language.pick("operating margin", "营业利润率"),
        sentence,
    ))
}

fn cash(dossier: &Dossier) -> Option<Mechanism> {
    let language = dossier.language();
    let now = |name: &str| dossier.current(name);
    let sentence = Sentence::new(
        dossier,
        "Net income of {0} became operating cash flow of {1}; capital expenditure of {2} left free cash flow of {3}.",
        "净利润{0}转化为经营现金流{1}，扣除资本开支{2}后自由现金流为{3}。",
        &[now("net_income")?, now("ocf")?, now("capex")?, now("fcf")?],
    );
    Some(mechanism(
        language.pick("net income", "净利润"),
        language.pick("free cash flow", "自由现金流"),
        sentence,
    ))
}

fn underwriting(dossier: &Dossier) -> Option<Mechanism> {
    let language = dossier.language();
    let now = |name: &str| dossier.current(name);
    let sentence = Sentence::new(
        dossier,
        "A combined ratio of {0} is a loss ratio of {1} and an expense ratio of {2}.",
        "综合成本率{0}＝赔付率{1}＋费用率{2}。",
        &[
            now("combined_ratio")?,
            now("loss_ratio")?,
            now("expense_ratio")?,
        ],
    );
    Some(mechanism(
        language.pick("losses and expenses of underwriting", "赔付与费用"),
        language.pick("result of underwriting", "承保利润"),
        sentence,
    ))
}

/// The metric, its name and its sentence, each in English and Chinese.
const DRIVERS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "revenue_growth",
        "revenue growth",
        "收入增长",
        "Revenue growth: {0}.",
        "营业收入增速：{0}。",
    ),
    (
        "gross_margin",
        "gross margin",
        "毛利率",
        "Gross margin: {0}.",
        "毛利率：{0}。",
    ),
    (
        "operating_margin",
        "operating margin",
        "营业利润率",
        "Operating margin: {0}.",
        "营业利润率：{0}。",
    ),
    (
        "rd_ratio",
        "research and development",
        "研发投入",
        "Research and development to revenue: {0}.",
        "研发费用率：{0}。",
    ),
    (
        "capex_intensity",
        "capital intensity",
        "资本密集度",
        "Capital expenditure to revenue: {0}.",
        "资本开支占营业收入：{0}。",
    ),
    (
        "cash_conversion",
        "cash conversion",
        "现金转化",
        "Operating cash flow to net income: {0}.",
        "净现比：{0}。",
    ),
    (
        "roe",
        "return on equity",
        "净资产收益率",
        "Return on average equity: {0}.",
        "净资产收益率：{0}。",
    ),
    (
        "efficiency_ratio",
        "efficiency",
        "成本收入比",
        "Non-interest expense to revenue: {0}.",
        "成本收入比：{0}。",
    ),
    (
        "combined_ratio",
        "underwriting",
        "承保",
        "Combined ratio: {0}.",
        "综合成本率：{0}。",
    ),
    (
        "insurance_service_ratio",
        "underwriting",
        "承保",
        "Insurance service expenses to insurance revenue: {0}.",
        "保险服务费用占保险服务收入：{0}。",
    ),
    (
        "premiums_earned_growth",
        "growth of premiums",
        "保费增长",
        "Growth of premiums earned: {0}.",
        "已赚保费增速：{0}。",
    ),
];

pub(super) fn drivers(dossier: &Dossier) -> Vec<Driver> {
    let language = dossier.language();
    let named = DRIVERS
        .iter()
        .filter_map(|(metric, en, zh, english, chinese)| {
            if !speaks_of(dossier, metric) {
                return None;
            }
            let point: &DataPoint = dossier.current(metric)?;
            let sentence = Sentence::new(dossier, english, chinese, &[point]);
            Some(Driver {
                name: language.pick(*en, *zh).to_owned(),
                figures: sentence.ids(),
                evidence: sentence.evidence().into_iter().map(|(id, _)| id).collect(),
                description: sentence.into_parts(),
            })
        });
    named.collect()
}
