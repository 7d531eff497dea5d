use assay_facts::{Basis, DataPoint};
use assay_valuation::CompanyKind;

use crate::dossier::{Dossier, Frame};
use crate::sentence::period_name;

/// A figure without which there is no valuation.
pub(crate) struct CoreFigure<'a> {
    pub(crate) metric: &'static str,
    /// The period it must describe.
    pub(crate) period: String,
    pub(crate) point: Option<&'a DataPoint>,
}

const OPERATING: &[&str] = &["revenue", "operating_income", "net_income", "ocf", "capex"];
const ESTATE: &[&str] = &["revenue", "net_income", "ocf"];
const FINANCIAL: &[&str] = &["net_income"];
const BALANCES: &[&str] = &["total_assets", "equity", "cash"];
const FINANCIAL_BALANCES: &[&str] = &["total_assets", "equity"];
/// Any of these counts the shares, the first that is reported.
const SHARES: &[&str] = &["diluted_shares", "basic_shares", "shares_outstanding"];

/// Lines of debt. A company with one of them owes something, even where no sum of them is clear.
pub(crate) const DEBT_LINES: &[&str] = &[
    "short_term_debt",
    "current_long_term_debt",
    "long_term_debt",
    "debt_current",
    "long_term_debt_total",
];

/// What must be known of a company of this kind, the missing ones included. Debt is among them
/// where the company has any: one that never reported debt misses nothing.
pub(crate) fn core_figures(dossier: &Dossier) -> Vec<CoreFigure<'_>> {
    let (flows, balances) = match dossier.kind() {
        CompanyKind::Bank | CompanyKind::Insurer => (FINANCIAL, FINANCIAL_BALANCES),
        CompanyKind::Reit => (ESTATE, BALANCES),
        CompanyKind::Operating
        | CompanyKind::PreProfit
        | CompanyKind::Cyclical
        | CompanyKind::Conglomerate => (OPERATING, BALANCES),
    };
    let language = dossier.language();
    let frame = dossier.frame();
    let twelve_months = match frame {
        Some(Frame { basis, end }) => {
            let basis = basis.code();
            language.pick(format!("{basis} to {end}"), format!("{basis}（截至{end}）"))
        }
        None => language
            .pick("the newest twelve months", "最近十二个月")
            .to_owned(),
    };
    let day = match frame {
        Some(frame) => frame.end.to_string(),
        None => language
            .pick("the newest balance sheet", "最近资产负债表日")
            .to_owned(),
    };
    let mut found: Vec<CoreFigure<'_>> = Vec::new();
    for metric in flows {
        found.push(CoreFigure {
            metric,
            period: twelve_months.clone(),
            point: dossier.current(metric),
        });
    }
    let has_debt = frame.is_some_and(|frame| {
        let mut lines = std::iter::once(&"total_debt").chain(DEBT_LINES);
        lines.any(|line| dossier.is_reported_near(line, frame.end))
    });
    let is_financial = flows == FINANCIAL;
    let debt: &[&str] = if has_debt && !is_financial {
        &["total_debt"]
    } else {
        &[]
    };
    for metric in balances.iter().chain(debt) {
        found.push(CoreFigure {
            metric,
            period: day.clone(),
            point: dossier.current_balance(metric),
        });
    }
    let shares = newest_shares(dossier);
    found.push(CoreFigure {
        metric: "diluted_shares",
        period: shares.map_or(twelve_months, |point| period_name(point, language)),
        point: shares,
    });
    found
}

/// The newest count of shares: diluted where it is reported, of a quarter before a year.
pub(crate) fn newest_shares(dossier: &Dossier) -> Option<&DataPoint> {
    SHARES.iter().find_map(|metric| {
        [Basis::Instant, Basis::Q, Basis::Fy]
            .iter()
            .filter_map(|basis| dossier.newest(metric, *basis))
            .max_by_key(|point| (point.as_of_date, point.period.basis == Basis::Q))
    })
}
