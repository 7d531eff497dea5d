use std::collections::BTreeMap;

use assay_domain::Date;
use assay_facts::Basis;
use assay_valuation::{FiscalYear, History, Metric};

use super::from_point;
use crate::dossier::Dossier;
use crate::error::AppraisalError;

const FLOWS: &[(Metric, &str)] = &[
    (Metric::Revenue, "revenue"),
    (Metric::OperatingIncome, "operating_income"),
    (Metric::Depreciation, "da"),
    (Metric::CapitalExpenditure, "capex"),
    (Metric::PretaxIncome, "pretax_income"),
    (Metric::IncomeTax, "income_tax"),
    (Metric::OperatingCashFlow, "ocf"),
    (Metric::NetIncome, "net_income"),
    (Metric::Dividends, "dividends"),
];
const BALANCES: &[(Metric, &str)] = &[
    (Metric::WorkingCapital, "working_capital"),
    (Metric::InvestedCapital, "invested_capital"),
    (Metric::BookEquity, "equity"),
];

/// The fiscal years of the last ten, with what each has. A year that is missing stays missing.
pub(super) fn history(dossier: &Dossier) -> Result<History, AppraisalError> {
    let mut ends: Vec<Date> = FLOWS
        .iter()
        .flat_map(|(_, name)| dossier.years(name))
        .map(|point| point.as_of_date)
        .collect();
    ends.sort_unstable();
    ends.dedup();
    let mut years = Vec::new();
    for end in ends {
        let mut figures = BTreeMap::new();
        for (metric, name) in FLOWS {
            if let Some(point) = dossier.find(name, Basis::Fy, end) {
                figures.insert(*metric, from_point(name, point)?);
            }
        }
        for (metric, name) in BALANCES {
            if let Some(point) = dossier.balance(name, end) {
                figures.insert(*metric, from_point(name, point)?);
            }
        }
        years.push(FiscalYear { end, figures });
    }
    // A year that only a comparative table mentions is no year of statements.
    years.retain(|year| {
        year.figures.contains_key(&Metric::Revenue) || year.figures.contains_key(&Metric::NetIncome)
    });
    Ok(History { years })
}
