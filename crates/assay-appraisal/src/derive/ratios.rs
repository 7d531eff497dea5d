//! Ratios within a period, and sums of balances that the statements do not sum.

use assay_facts::{Basis, DataPoint};
use assay_valuation::CompanyKind;

use super::build::{Counts, Derivation};
use crate::dossier::{Dossier, Index};

struct Spec {
    metric: &'static str,
    formula: &'static str,
    inputs: &'static [&'static str],
    /// Terms that are left out where the statements do not have them.
    optional: &'static [&'static str],
    counts: Counts,
    /// An input that must be above zero for the result to mean anything.
    above_zero: Option<&'static str>,
}

const fn ratio(
    metric: &'static str,
    formula: &'static str,
    inputs: &'static [&'static str],
    above_zero: &'static str,
) -> Spec {
    Spec {
        metric,
        formula,
        inputs,
        optional: &[],
        counts: Counts::Ratio,
        above_zero: Some(above_zero),
    }
}

const fn sum(
    metric: &'static str,
    formula: &'static str,
    inputs: &'static [&'static str],
    optional: &'static [&'static str],
) -> Spec {
    Spec {
        metric,
        formula,
        inputs,
        optional,
        counts: Counts::Amount,
        above_zero: None,
    }
}

/// Of twelve months.
const FLOWS: &[Spec] = &[
    ratio(
        "cash_conversion",
        "ocf / net_income",
        &["ocf", "net_income"],
        "net_income",
    ),
    ratio(
        "fcf_margin",
        "fcf / revenue",
        &["fcf", "revenue"],
        "revenue",
    ),
    ratio(
        "capex_intensity",
        "capex / revenue",
        &["capex", "revenue"],
        "revenue",
    ),
    ratio("sbc_ratio", "sbc / revenue", &["sbc", "revenue"], "revenue"),
    ratio("rd_ratio", "rd / revenue", &["rd", "revenue"], "revenue"),
    ratio(
        "interest_cover",
        "operating_income / interest_expense",
        &["operating_income", "interest_expense"],
        "interest_expense",
    ),
    ratio(
        "efficiency_ratio",
        "noninterest_expense / revenue",
        &["noninterest_expense", "revenue"],
        "revenue",
    ),
    ratio(
        "loss_ratio",
        "claims_incurred / premiums_earned",
        &["claims_incurred", "premiums_earned"],
        "premiums_earned",
    ),
    ratio(
        "expense_ratio",
        "underwriting_costs / premiums_earned",
        &["underwriting_costs", "premiums_earned"],
        "premiums_earned",
    ),
    ratio(
        "combined_ratio",
        "(claims_incurred + underwriting_costs) / premiums_earned",
        &["claims_incurred", "underwriting_costs", "premiums_earned"],
        "premiums_earned",
    ),
    ratio(
        "insurance_service_ratio",
        "insurance_service_expense / insurance_revenue",
        &["insurance_service_expense", "insurance_revenue"],
        "insurance_revenue",
    ),
    sum(
        "distributions",
        "dividends + buybacks",
        &["dividends", "buybacks"],
        &[],
    ),
];

const UNDERWRITING: &[&str] = &["loss_ratio", "expense_ratio", "combined_ratio"];

/// Of a balance sheet.
const BALANCES: &[Spec] = &[
    ratio(
        "equity_ratio",
        "equity / total_assets",
        &["equity", "total_assets"],
        "total_assets",
    ),
    ratio(
        "reserves_to_equity",
        "loss_reserves / equity",
        &["loss_reserves", "equity"],
        "equity",
    ),
    ratio(
        "loans_to_deposits",
        "loans / deposits",
        &["loans", "deposits"],
        "deposits",
    ),
    sum(
        "working_capital",
        "current_assets - cash - short_term_investments - current_liabilities + short_term_debt + current_long_term_debt",
        &[
            "current_assets",
            "cash",
            "short_term_investments",
            "current_liabilities",
            "short_term_debt",
            "current_long_term_debt",
        ],
        &[
            "short_term_investments",
            "short_term_debt",
            "current_long_term_debt",
        ],
    ),
    sum(
        "invested_capital",
        "equity + total_debt - cash - short_term_investments",
        &["equity", "total_debt", "cash", "short_term_investments"],
        &["total_debt", "short_term_investments"],
    ),
    sum(
        "cash_and_investments",
        "cash + short_term_investments + long_term_investments",
        &["cash", "short_term_investments", "long_term_investments"],
        &["short_term_investments", "long_term_investments"],
    ),
    sum(
        "common_equity",
        "equity - preferred",
        &["equity", "preferred"],
        &[],
    ),
    sum(
        "gross_debt",
        "total_debt + finance_leases",
        &["total_debt", "finance_leases"],
        &[],
    ),
    sum(
        "outside_interests",
        "nci + mezzanine",
        &["nci", "mezzanine"],
        &[],
    ),
];

/// Twelve months over the mean of two balances, or over the balance at their end.
struct Mixed {
    metric: &'static str,
    formula: &'static str,
    flow: &'static str,
    balances: &'static [&'static str],
    /// Whether the balance at the start is needed as well.
    averages: bool,
}

const MIXED: &[Mixed] = &[
    Mixed {
        metric: "asset_turnover",
        formula: "revenue / ((total_assets_start + total_assets_end) / 2)",
        flow: "revenue",
        balances: &["total_assets"],
        averages: true,
    },
    Mixed {
        metric: "equity_multiplier",
        formula: "(total_assets_start + total_assets_end) / (equity_start + equity_end)",
        flow: "net_income",
        balances: &["total_assets", "equity"],
        averages: true,
    },
    Mixed {
        metric: "net_debt_to_ebitda",
        formula: "net_debt_end / ebitda",
        flow: "ebitda",
        balances: &["net_debt"],
        averages: false,
    },
];

pub(crate) fn ratio_points(dossier: &Dossier) -> Vec<DataPoint> {
    let index = dossier.index();
    let mut found = Vec::new();
    for (basis, end) in dossier.frames() {
        let of_flows = FLOWS
            .iter()
            .filter_map(|spec| same(dossier, spec, basis, end));
        found.extend(of_flows);
        found.extend(
            MIXED
                .iter()
                .filter_map(|spec| mixed(dossier, spec, basis, end)),
        );
    }
    let since = dossier.since();
    for end in index.ends("total_assets", Basis::Instant) {
        if end >= since {
            let of_day = BALANCES
                .iter()
                .filter_map(|spec| same(dossier, spec, Basis::Instant, end));
            found.extend(of_day);
        }
    }
    found
}

fn same(
    dossier: &Dossier,
    spec: &Spec,
    basis: Basis,
    end: assay_domain::Date,
) -> Option<DataPoint> {
    let is_known = dossier.find(spec.metric, basis, end).is_some();
    let makes_sense = match spec.metric {
        "gross_debt" => !has_leases_in_debt(dossier, end),
        _ if UNDERWRITING.contains(&spec.metric) => underwrites_claims(dossier, end),
        _ => true,
    };
    if is_known || !makes_sense {
        return None;
    }
    let mut inputs = Vec::new();
    let mut formula = spec.formula.to_owned();
    let mut left_out = Vec::new();
    for name in spec.inputs {
        match dossier.find(name, basis, end) {
            // one debt under two tags is taken out of the liabilities once
            Some(point) if is_tagged_twice(dossier, name, point, end) => {
                formula = without(&formula, name);
            }
            Some(point) => inputs.push(((*name).to_owned(), point)),
            None if spec.optional.contains(name) && !dossier.is_reported_near(name, end) => {
                formula = without(&formula, name);
                left_out.push(*name);
            }
            None => return None,
        }
    }
    if let Some(name) = spec.above_zero
        && inputs
            .iter()
            .any(|(input, point)| input == name && point.value <= assay_domain::Decimal::ZERO)
    {
        return None;
    }
    let of = inputs.first()?.1;
    let language = dossier.language();
    let note = (!left_out.is_empty()).then(|| {
        let list = left_out.join(language.pick(", ", "、"));
        language.pick(
            format!("left out, since the statements have no such line: {list}"),
            format!("报表无此项目，公式中略去：{list}"),
        )
    });
    Derivation {
        metric: spec.metric.to_owned(),
        formula,
        inputs,
        of,
        counts: spec.counts,
        note,
    }
    .point(language)
}

/// The current part of long-term debt that is also the line of short-term borrowings: two debts that
/// are equal to the last digit are one.
fn is_tagged_twice(
    dossier: &Dossier,
    name: &str,
    point: &DataPoint,
    end: assay_domain::Date,
) -> bool {
    let short = dossier.find("short_term_debt", Basis::Instant, end);
    name == "current_long_term_debt"
        && !point.value.is_zero()
        && short.is_some_and(|short| short.value == point.value)
}

/// Some companies file debt and lease obligations as one line, and under other standards than
/// US-GAAP leases are a line of the bridge.
fn has_leases_in_debt(dossier: &Dossier, end: assay_domain::Date) -> bool {
    let debt = dossier.find("total_debt", Basis::Instant, end);
    debt.is_some_and(|point| {
        point.accounting.standard != "US-GAAP"
            || point
                .sources
                .iter()
                .any(|source| source.concept.contains("Lease"))
    })
}

/// Whether claims are paid out of the premiums of the year. What a life insurer sets aside for
/// benefits decades away is no cost of a year's premiums.
fn underwrites_claims(dossier: &Dossier, end: assay_domain::Date) -> bool {
    dossier.kind() == CompanyKind::Insurer && !dossier.is_life_insurer(end)
}

/// The formula without one of its terms and the sign before it.
fn without(formula: &str, term: &str) -> String {
    let mut words: Vec<&str> = formula.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == term) {
        words.remove(at);
        if !words.is_empty() {
            words.remove(at.saturating_sub(1));
        }
    }
    words.join(" ")
}

fn mixed(
    dossier: &Dossier,
    spec: &Mixed,
    basis: Basis,
    end: assay_domain::Date,
) -> Option<DataPoint> {
    let flow = dossier.find(spec.flow, basis, end)?;
    if flow.value <= assay_domain::Decimal::ZERO {
        return None;
    }
    let mut inputs = vec![(spec.flow.to_owned(), flow)];
    for name in spec.balances {
        let closing = dossier.balance(name, end)?;
        inputs.push((format!("{name}_end"), closing));
        if spec.averages {
            let opening = dossier.balance(name, flow.period.start?)?;
            inputs.push((format!("{name}_start"), opening));
        }
    }
    if !spec.formula.contains(spec.flow) {
        inputs.remove(0);
    }
    Derivation {
        metric: spec.metric.to_owned(),
        formula: spec.formula.to_owned(),
        inputs,
        of: flow,
        counts: Counts::Ratio,
        note: None,
    }
    .point(dossier.language())
}

impl Index {
    pub(crate) fn ends(&self, metric: &str, basis: Basis) -> Vec<assay_domain::Date> {
        self.of(metric, basis)
            .map(|periods| periods.keys().copied().collect())
            .unwrap_or_default()
    }
}
