use assay_appraisal::metric_name;
use assay_domain::Date;
use assay_exports::{Cell, Column, Row};
use assay_facts::{Basis, DataPoint, Sector};

use super::estimates::{Estimates, estimates};
use crate::amount::{self, Scale};
use crate::error::MemoError;
use crate::notes::Made;
use crate::page::{NONE, Page, group, left, right, row};
use crate::pictures;
use crate::points::{Points, share};

/// Fiscal years that the table shows.
const YEARS: usize = 5;

/// Rows of the table, in groups. A row that no column has a value for is left out.
const FLOWS: &[&str] = &[
    "revenue",
    "gross_profit",
    "operating_income",
    "net_income",
    "net_income_recurring",
    "eps_diluted",
    "net_interest_income",
    "noninterest_income",
    "credit_provision",
    "premiums_earned",
    "insurance_revenue",
    "net_investment_income",
    "claims_incurred",
    "insurance_service_expense",
];
const CASH: &[&str] = &["ocf", "capex", "fcf", "dividends", "buybacks"];
const RATIOS: &[&str] = &[
    "gross_margin",
    "operating_margin",
    "net_margin",
    "roe",
    "loss_ratio",
    "expense_ratio",
    "combined_ratio",
    "insurance_service_ratio",
];
const BALANCES: &[&str] = &[
    "cash",
    "total_debt",
    "net_debt",
    "equity",
    "total_assets",
    "deposits",
    "loss_reserves",
    "policy_benefits",
    "insurance_liabilities",
];
/// Rows that say nothing of a bank or an insurer.
const NOT_OF_FINANCIALS: &[&str] = &[
    "gross_profit",
    "operating_income",
    "capex",
    "fcf",
    "gross_margin",
    "operating_margin",
    "total_debt",
    "net_debt",
];

/// A column of the table.
#[derive(Clone, Copy)]
pub(crate) struct Period {
    pub(crate) basis: Basis,
    pub(crate) end: Date,
}

/// The years and the last twelve months.
pub(crate) fn periods(points: &Points<'_>, years: usize) -> Vec<Period> {
    let ends = points.fiscal_years(years).into_iter();
    let years = ends.map(|end| Period {
        basis: Basis::Fy,
        end,
    });
    let trailing = points.trailing().map(|end| Period {
        basis: Basis::Ttm,
        end,
    });
    years.chain(trailing).collect()
}

pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("financials", "Financial summary", "财务摘要");
    let points = Points::of(page.dossier.package);
    let periods = periods(&points, YEARS);
    if periods.is_empty() {
        page.lacks(
            "No fiscal year of revenue or net income is at hand.",
            "没有任何财年的营业收入或净利润数据。",
        );
        return Ok(());
    }
    let estimates = estimates(page.dossier.valuation());
    history(page, &points, &periods, &estimates)?;
    basis(page, &points)?;
    pictures::history::add(page, &points, &periods)?;
    pictures::margins::add(page, &points, &periods)?;
    Ok(())
}

/// A short table without estimates, for a card.
pub(crate) fn short(page: &mut Page<'_>) -> Result<bool, MemoError> {
    let points = Points::of(page.dossier.package);
    let periods = periods(&points, 3);
    if periods.is_empty() {
        return Ok(false);
    }
    history(page, &points, &periods, &Estimates::default())?;
    Ok(true)
}

fn history<'a>(
    page: &mut Page<'a>,
    points: &Points<'a>,
    periods: &[Period],
    estimates: &Estimates<'_>,
) -> Result<(), MemoError> {
    let language = page.language();
    let revenue = |period: &Period| points.at("revenue", period.basis, period.end);
    let income = |period: &Period| points.at("net_income", period.basis, period.end);
    let amounts = periods
        .iter()
        .flat_map(|period| [revenue(period), income(period)]);
    let amounts: Vec<&DataPoint> = amounts.flatten().collect();
    let scale = Scale::of(amounts.iter().map(|point| point.value));
    let currency = amounts.first().map_or("", |point| point.unit.as_str());
    let mut columns = vec![left(page.pick("Item", "项目"))];
    columns.extend(periods.iter().map(|period| column(points, *period)));
    columns.extend(estimates.labels.iter().map(right));
    let width = columns.len();
    let mut rows = Vec::new();
    let is_financial = matches!(page.dossier.sector.sector, Sector::Bank | Sector::Insurer);
    let groups: [(&str, &str, &[&str], Basis); 4] = [
        ("Income", "利润表", FLOWS, Basis::Fy),
        ("Cash", "现金流", CASH, Basis::Fy),
        ("Ratios", "比率", RATIOS, Basis::Fy),
        (
            "Balance at period end",
            "期末资产负债",
            BALANCES,
            Basis::Instant,
        ),
    ];
    for (english, chinese, metrics, basis) in groups {
        let mut inside = Vec::new();
        let spoken = metrics
            .iter()
            .filter(|metric| !is_financial || !NOT_OF_FINANCIALS.contains(metric));
        for metric in spoken {
            inside.extend(metric_row(
                page,
                points,
                periods,
                (metric, basis),
                scale,
                estimates,
            )?);
            if *metric == "revenue" {
                inside.extend(growth_row(page, points, periods, estimates)?);
            }
            if *metric == "fcf" {
                inside.extend(estimates.row(page, "fcff", scale, periods.len())?);
            }
        }
        if !inside.is_empty() {
            rows.push(group(page.pick(english, chinese), width));
            rows.append(&mut inside);
        }
    }
    let unit = scale.unit(currency, language);
    let last = periods.iter().rfind(|period| period.basis == Basis::Fy);
    let last = last
        .map(|period| period.end.to_string())
        .unwrap_or_default();
    let caption = page.pick(
        format!(
            "In {unit} unless stated; per share in {currency}. A: actual, E: estimate. \
             Last fiscal year to {last}."
        ),
        format!("单位：{unit}（每股数据除外）。A 为实际，E 为预测。最近财年截至 {last}。"),
    );
    page.table(Some(caption), columns, rows);
    Ok(())
}

/// `FY2025A`, `TTM FY2026 Q3 A`.
fn column(points: &Points<'_>, period: Period) -> Column {
    let metrics = ["revenue", "net_income"];
    let point = metrics
        .iter()
        .find_map(|metric| points.at(metric, period.basis, period.end));
    let label = point.and_then(|point| point.period.fiscal_label.clone());
    let label = label.unwrap_or_else(|| period.end.to_string());
    let actual = if period.basis == Basis::Ttm {
        format!("{label} A")
    } else {
        format!("{label}A")
    };
    right(actual)
}

fn metric_row<'a>(
    page: &mut Page<'a>,
    points: &Points<'a>,
    periods: &[Period],
    (metric, basis): (&str, Basis),
    scale: Scale,
    estimates: &Estimates<'_>,
) -> Result<Option<Row>, MemoError> {
    let at = |period: &Period| {
        let basis = if basis == Basis::Instant {
            basis
        } else {
            period.basis
        };
        points.at(metric, basis, period.end)
    };
    if periods.iter().all(|period| at(period).is_none()) {
        return Ok(None);
    }
    let mut cells = vec![Cell::text(metric_name(metric, page.language()))];
    for period in periods {
        cells.push(match at(period) {
            Some(point) => page.point_cell(point, scale)?,
            None => Cell::text(NONE),
        });
    }
    cells.extend(estimates.cells(page, estimated_line(metric), scale)?);
    Ok(Some(row(cells)))
}

/// The line of the projection that continues a metric.
fn estimated_line(metric: &str) -> Option<&'static str> {
    match metric {
        "revenue" => Some("revenue"),
        "operating_income" => Some("ebit"),
        "operating_margin" => Some("margin"),
        "capex" => Some("capex"),
        "net_income" => Some("earnings"),
        "equity" => Some("book"),
        "roe" => Some("roe"),
        _ => None,
    }
}

fn growth_row<'a>(
    page: &mut Page<'a>,
    points: &Points<'a>,
    periods: &[Period],
    estimates: &Estimates<'_>,
) -> Result<Option<Row>, MemoError> {
    let mut cells = vec![Cell::text(page.pick("Revenue growth", "营业收入同比"))];
    let mut before: Option<&'a DataPoint> = None;
    let mut found = false;
    for period in periods {
        let point = points.at("revenue", period.basis, period.end);
        let earlier = before.filter(|before| follows(before, period));
        cells.push(match (earlier, point) {
            (Some(earlier), Some(point)) => {
                found = true;
                growth_cell(page, earlier, point)?
            }
            _ => Cell::text(NONE),
        });
        before = point.filter(|_| period.basis == Basis::Fy);
    }
    cells.extend(estimates.cells(page, Some("growth"), Scale::of([]))?);
    Ok((found || !estimates.is_empty()).then(|| row(cells)))
}

/// The fiscal year before; twelve months that overlap a year have no growth over it.
fn follows(before: &DataPoint, period: &Period) -> bool {
    let days = before.as_of_date.duration_until(period.end).as_hours() / 24;
    period.basis == Basis::Fy && (350..=380).contains(&days)
}

fn growth_cell<'a>(
    page: &mut Page<'a>,
    earlier: &'a DataPoint,
    point: &'a DataPoint,
) -> Result<Cell, MemoError> {
    let Some(growth) = share(point.value - earlier.value, earlier.value.abs()) else {
        return Ok(Cell::text(NONE));
    };
    let inputs = vec![page.ledger.point(point)?, page.ledger.point(earlier)?];
    let id = page.ledger.made(Made {
        id: format!("growth/{}", point.id),
        label: page.pick(
            format!("Revenue growth to {}", point.as_of_date),
            format!("截至 {} 营业收入同比", point.as_of_date),
        ),
        value: amount::percent_exact(growth),
        formula: Some("(revenue - revenue_before) / revenue_before".to_owned()),
        inputs,
        source: page
            .pick("computed from data points", "由数据点计算")
            .to_owned(),
        locator: None,
    });
    Ok(Cell::figure(id, growth, amount::signed_percent(growth)))
}

/// Which twelve months, which accounting, and that nothing was adjusted.
fn basis(page: &mut Page<'_>, points: &Points<'_>) -> Result<(), MemoError> {
    let mut text = Vec::new();
    if let Some(end) = points.trailing() {
        let revenue = points.at("revenue", Basis::Ttm, end);
        let formula = revenue.and_then(|point| point.lineage.derivation_formula.clone());
        let formula = formula.unwrap_or_default();
        text.push(assay_exports::Inline::text(page.pick(
            format!("TTM is the last four quarters to {end} ({formula}). "),
            format!("TTM 为截至 {end} 的最近四个季度（{formula}）。"),
        )));
    }
    let summary = &page.dossier.package.normalization_summary;
    let standard = page.dossier.package.data_points.first();
    let standard = standard.map_or("", |point| point.accounting.standard.as_str());
    let excluded = summary.one_time_items_excluded.join(", ");
    text.push(assay_exports::Inline::text(match excluded.is_empty() {
        true => page.pick(
            format!("All figures are as reported under {standard}; no adjusted (non-GAAP) figure is used, so there is no bridge to one."),
            format!("全部数据为 {standard} 报告口径；未使用非公认会计准则（调整后）数据，故无口径调节表。"),
        ),
        false => page.pick(
            format!("Excluded as one-off: {excluded}."),
            format!("已剔除的一次性项目：{excluded}。"),
        ),
    }));
    page.paragraph(text);
    Ok(())
}
