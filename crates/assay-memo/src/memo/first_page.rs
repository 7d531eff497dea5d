use std::collections::BTreeSet;

use assay_domain::Date;
use assay_exports::{Inline, MetaItem};
use assay_facts::{Basis, metric_title};
use assay_valuation::Valuation;

use super::rating;
use crate::amount;
use crate::error::MemoError;
use crate::header::{self, item};
use crate::notes::{Made, TARGET, table_of};
use crate::page::Page;
use crate::points::{Points, share};

pub(super) fn meta(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let mut items = Vec::new();
    let rated = match rating::rating(page) {
        Some(rating) => vec![Inline::strong(rating.text(page))],
        None => rating::why_none(page),
    };
    items.push(item(page, "Rating", "评级", rated));
    let price = price(page)?;
    items.push(item(page, "Price", "股价", price));
    items.extend(target(page)?);
    let coverage = header::coverage(page)?;
    items.push(item(page, "Evidence by tier", "证据分级占比", coverage));
    items.extend(failed_checks(page));
    items.extend(header::common(page));
    Ok(items)
}

/// A balance sheet may lie this far from the end of a period.
const NEAR_DAYS: i32 = 10;
/// Checks shown on the first page; all of them stand with their figures.
const MOST_CHECKS: usize = 3;

/// Identities that the figures of the newest claims do not satisfy.
fn failed_checks(page: &mut Page<'_>) -> Option<MetaItem> {
    let claims = page.dossier.thesis.claims.iter();
    let used: BTreeSet<&str> = claims
        .flat_map(|claim| claim.figures.iter().map(String::as_str))
        .collect();
    let points = page.dossier.package.data_points.iter();
    let behind: BTreeSet<&str> = points
        .clone()
        .filter(|point| used.contains(point.id.as_str()))
        .flat_map(|point| point.lineage.source_values.values())
        .map(|input| input.point.as_str())
        .chain(used.iter().copied())
        .collect();
    let mut failed: BTreeSet<String> = BTreeSet::new();
    for point in points.filter(|point| behind.contains(point.id.as_str())) {
        let label = point.period.fiscal_label.clone().unwrap_or_default();
        let checks = point.checks.iter().filter(|check| !check.pass);
        let name = metric_title(&point.canonical_metric, page.language());
        failed.extend(checks.map(|check| format!("{name} {label}: {}", check.detail)));
    }
    if failed.is_empty() {
        return None;
    }
    let origin = page.pick("data integrity", "数据完整性检查").to_owned();
    let shown: Vec<String> = failed.into_iter().take(MOST_CHECKS).collect();
    let text = page
        .ledger
        .said("failed_checks", &shown.join("; "), &origin);
    Some(item(page, "Failed checks", "未通过的勾稽", text))
}

fn price(page: &mut Page<'_>) -> Result<Vec<Inline>, MemoError> {
    let Some(quote) = page.dossier.price else {
        return Ok(vec![page.word("not at hand", "缺失")]);
    };
    let id = page.ledger.quote()?;
    let text = amount::per_share(quote.value, &quote.currency, page.language());
    let day = quote.date;
    Ok(vec![
        Inline::figure(id, text),
        Inline::text(page.pick(format!(" on {day}"), format!("（{day}）"))),
    ])
}

fn target(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let Some(valuation) = page.dossier.valuation() else {
        return Ok(Vec::new());
    };
    let mut items = Vec::new();
    if let Some(lead) = valuation.leading() {
        let method = lead.method.text(page.language());
        let value = vec![
            page.traced(table_of(lead.method), &lead.value_per_share)?,
            Inline::text(format!(" · {method}")),
        ];
        items.push(item(page, "Value a share", "每股价值", value));
    }
    let Some(target) = &valuation.target else {
        return Ok(items);
    };
    let value = vec![
        page.traced(TARGET, &target.target)?,
        page.word(" (", "（"),
        page.traced(TARGET, &target.low)?,
        page.word(" to ", " 至 "),
        page.traced(TARGET, &target.high)?,
        page.word("), scenarios weighted by probability", "），情景概率加权"),
    ];
    items.push(item(page, "Twelve-month target", "十二个月目标价", value));
    let expected = vec![page.traced(TARGET, &target.expected_return)?];
    items.push(item(page, "Expected return", "预期回报", expected));
    let ratio = match &target.upside_to_downside {
        Some(line) => vec![page.traced(TARGET, line)?],
        None => vec![page.word("no downside in the bear case", "悲观情景无下行空间")],
    };
    items.push(item(page, "Upside to downside", "上行/下行比", ratio));
    Ok(items)
}

/// The gate, the summary and where the memo differs from the market.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    header::gate(page);
    page.heading("summary", "Summary and variant view", "核心观点");
    let mut items = Vec::new();
    items.extend(results(page)?);
    items.extend(cash(page)?);
    if let Some(valuation) = page.dossier.valuation() {
        items.extend(against_price(page, valuation)?);
        items.extend(variant(page, valuation)?);
    }
    if items.is_empty() {
        page.lacks(
            "No results, valuation or price at hand to summarise.",
            "缺少业绩、估值与股价数据，无法概述。",
        );
    }
    page.bullets(items);
    Ok(())
}

/// Revenue, growth and net margin of the newest year or twelve months.
fn results(page: &mut Page<'_>) -> Result<Option<Vec<Inline>>, MemoError> {
    let points = Points::of(page.dossier.package);
    let basis = if points.trailing().is_some() {
        Basis::Ttm
    } else {
        Basis::Fy
    };
    let Some(revenue) = points.newest("revenue", basis) else {
        return Ok(None);
    };
    let end = revenue.as_of_date;
    let label = revenue.period.fiscal_label.clone().unwrap_or_default();
    let mut text = vec![
        Inline::strong(page.pick("Results. ", "业绩：")),
        Inline::text(page.pick(
            format!("Revenue in {label} (to {end}) was "),
            format!("{label}（截至 {end}）营业收入 "),
        )),
        page.point_inline(revenue)?,
    ];
    if let Some(income) = points.at("net_income", basis, end) {
        text.push(page.word(", net income ", "，归母净利润 "));
        text.push(page.point_inline(income)?);
    }
    if let Some(margin) = points.at("operating_margin", basis, end) {
        text.push(page.word(", operating margin ", "，营业利润率 "));
        text.push(page.point_inline(margin)?);
    }
    text.push(page.word(".", "。"));
    Ok(Some(text))
}

fn cash(page: &mut Page<'_>) -> Result<Option<Vec<Inline>>, MemoError> {
    let points = Points::of(page.dossier.package);
    let flow = points
        .newest("fcf", Basis::Ttm)
        .or(points.newest("fcf", Basis::Fy));
    let Some(flow) = flow else {
        return Ok(None);
    };
    let label = flow.period.fiscal_label.clone().unwrap_or_default();
    let mut text = vec![
        Inline::strong(page.pick("Cash. ", "现金：")),
        Inline::text(page.pick(
            format!("Free cash flow in {label} was "),
            format!("{label}自由现金流 "),
        )),
        page.point_inline(flow)?,
    ];
    // one day for what flowed and what is left: an older balance says nothing beside it
    let end = flow.as_of_date;
    let debt = points.newest("net_debt", Basis::Instant);
    let is_near = |day: Date| (day - end).get_days().abs() <= NEAR_DAYS;
    if let Some(debt) = debt.filter(|debt| is_near(debt.as_of_date)) {
        let day = debt.as_of_date;
        text.push(Inline::text(page.pick(
            format!("; net debt on {day} was "),
            format!("；{day} 净负债 "),
        )));
        text.push(page.point_inline(debt)?);
        if debt.value < assay_domain::Decimal::ZERO {
            text.push(page.word(" (more cash than debt)", "（现金多于负债）"));
        }
    }
    text.push(page.word(".", "。"));
    Ok(Some(text))
}

fn against_price(
    page: &mut Page<'_>,
    valuation: &Valuation,
) -> Result<Option<Vec<Inline>>, MemoError> {
    let Some(lead) = valuation.leading() else {
        return Ok(None);
    };
    let table = table_of(lead.method);
    let mut text = vec![
        Inline::strong(page.pick("Value. ", "价值：")),
        page.word("The base case gives ", "基准情景每股价值 "),
        page.traced(table, &lead.value_per_share)?,
    ];
    if let (Some(quote), Some(price)) = (page.dossier.price, &valuation.price) {
        let gap = share(lead.value_per_share.value - price.value, price.value);
        text.push(page.word(" a share against a price of ", "，股价 "));
        let quoted = page.ledger.quote()?;
        let shown = amount::per_share(quote.value, &quote.currency, page.language());
        text.push(Inline::figure(quoted.clone(), shown));
        if let Some(gap) = gap {
            let value = page.ledger.line(table, &lead.value_per_share.id)?;
            let id = page.ledger.made(Made {
                id: "gap/value_to_price".to_owned(),
                label: page
                    .pick("Value over price, less one", "价值相对股价的差距")
                    .to_owned(),
                value: amount::percent_exact(gap),
                formula: Some("(value.per_share - price.local) / price.local".to_owned()),
                inputs: vec![value, quoted],
                source: page.ledger.model(),
                locator: None,
            });
            text.push(page.word(", a difference of ", "，相差 "));
            text.push(Inline::figure(id, amount::signed_percent(gap)));
        }
    }
    text.push(page.word(".", "。"));
    Ok(Some(text))
}

/// What one has to believe to differ from the price.
fn variant(page: &mut Page<'_>, valuation: &Valuation) -> Result<Option<Vec<Inline>>, MemoError> {
    let Some(solved) = valuation.reverse.first() else {
        let why = if super::priced_in::suits_no_cash_flow(valuation) {
            page.word(
                "none can be stated: what the market believes is read from a cash flow model, which does not suit this kind of company.",
                "无法给出：股价隐含预期由现金流折现模型反推，而该模型不适用于此类公司。",
            )
        } else {
            page.word(
                "none can be stated: without a price and a cash flow model it is not known what the market believes.",
                "无法给出：缺少股价或现金流模型，市场隐含预期未知。",
            )
        };
        let lead = Inline::strong(page.pick("Variant view. ", "差异观点："));
        return Ok(Some(vec![lead, why]));
    };
    let mut text = vec![Inline::strong(page.pick("Variant view. ", "差异观点："))];
    text.extend(super::priced_in::sentence(page, solved)?);
    Ok(Some(text))
}
