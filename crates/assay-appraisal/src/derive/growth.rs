//! How a figure compares with itself a year or several years before, and with its own history.

use assay_domain::{Date, Decimal, Language};
use assay_facts::{Basis, DataPoint};

use super::build::{Counts, Derivation};
use crate::days::is_year_apart;
use crate::dossier::Dossier;

const GROWING: &[&str] = &[
    "revenue",
    "operating_income",
    "net_income",
    "eps_diluted",
    "ocf",
    "fcf",
    "diluted_shares",
    "net_interest_income",
    "premiums_earned",
    "insurance_revenue",
    "net_investment_income",
];
const GROWING_BALANCES: &[&str] = &["equity", "deposits", "loans", "total_assets"];
/// Ratios whose difference counts in percentage points, and multiples whose difference counts in
/// times.
const CHANGING: &[&str] = &[
    "gross_margin",
    "operating_margin",
    "net_margin",
    "fcf_margin",
    "capex_intensity",
    "roe",
    "roa",
    "efficiency_ratio",
    "loss_ratio",
    "combined_ratio",
    "insurance_service_ratio",
    "cash_conversion",
    "net_debt_to_ebitda",
    "revenue_growth",
];
const COMPOUNDING: &[&str] = &["revenue", "net_income", "net_interest_income"];
/// What a first quartile of the company's own years is taken of.
const WATCHED: &[&str] = &[
    "revenue_growth",
    "net_income_growth",
    "gross_margin",
    "operating_margin",
    "cash_conversion",
    "roe",
];
/// Years over which growth compounds, at most.
const COMPOUND_YEARS: usize = 5;
/// Fewer years have no quartile.
const QUARTILE_YEARS: usize = 4;

pub(crate) fn growth_points(dossier: &mut Dossier) {
    let mut found = Vec::new();
    for (basis, end) in dossier.frames() {
        let yearly = GROWING
            .iter()
            .filter_map(|name| yearly(dossier, name, basis, end));
        found.extend(yearly);
        found.extend(incremental_margin(dossier, basis, end));
        let balances = GROWING_BALANCES
            .iter()
            .filter_map(|name| yearly_balance(dossier, name, basis, end));
        found.extend(balances);
    }
    dossier.add(std::mem::take(&mut found));
    for (basis, end) in dossier.frames() {
        let changes = CHANGING
            .iter()
            .filter_map(|name| change(dossier, name, basis, end));
        found.extend(changes);
    }
    found.extend(
        COMPOUNDING
            .iter()
            .filter_map(|name| compound(dossier, name)),
    );
    found.extend(WATCHED.iter().filter_map(|name| quartile(dossier, name)));
    dossier.add(found);
}

fn yearly(dossier: &Dossier, name: &str, basis: Basis, end: Date) -> Option<DataPoint> {
    let now = dossier.find(name, basis, end)?;
    let before = dossier.year_before(name, basis, end)?;
    growth(name, now, before, now, dossier.language())
}

/// Balances are compared at the ends of twelve months, so that the result belongs to them.
fn yearly_balance(dossier: &Dossier, name: &str, basis: Basis, end: Date) -> Option<DataPoint> {
    let now = dossier.balance(name, end)?;
    let of = dossier.find("net_income", basis, end)?;
    let before = dossier.balance(name, of.period.start?)?;
    growth(name, now, before, of, dossier.language())
}

fn growth(
    name: &str,
    now: &DataPoint,
    before: &DataPoint,
    of: &DataPoint,
    language: Language,
) -> Option<DataPoint> {
    if before.value <= Decimal::ZERO || before.unit != now.unit {
        return None;
    }
    Derivation {
        metric: format!("{name}_growth"),
        formula: format!("{name} / {name}_before - 1"),
        inputs: vec![(name.to_owned(), now), (format!("{name}_before"), before)],
        of,
        counts: Counts::Ratio,
        note: None,
    }
    .point(language)
}

fn change(dossier: &Dossier, name: &str, basis: Basis, end: Date) -> Option<DataPoint> {
    let now = dossier.find(name, basis, end)?;
    let before = dossier.year_before(name, basis, end)?;
    Derivation {
        metric: format!("{name}_change"),
        formula: format!("{name} - {name}_before"),
        inputs: vec![(name.to_owned(), now), (format!("{name}_before"), before)],
        of: now,
        counts: Counts::Ratio,
        note: None,
    }
    .point(dossier.language())
}

/// What of each further unit of revenue became operating income.
fn incremental_margin(dossier: &Dossier, basis: Basis, end: Date) -> Option<DataPoint> {
    let revenue = dossier.find("revenue", basis, end)?;
    let revenue_before = dossier.year_before("revenue", basis, end)?;
    let income = dossier.find("operating_income", basis, end)?;
    let income_before = dossier.year_before("operating_income", basis, end)?;
    if revenue.value <= revenue_before.value {
        return None;
    }
    Derivation {
        metric: "incremental_margin".to_owned(),
        formula: "(operating_income - operating_income_before) / (revenue - revenue_before)"
            .to_owned(),
        inputs: vec![
            ("operating_income".to_owned(), income),
            ("operating_income_before".to_owned(), income_before),
            ("revenue".to_owned(), revenue),
            ("revenue_before".to_owned(), revenue_before),
        ],
        of: revenue,
        counts: Counts::Ratio,
        note: None,
    }
    .point(dossier.language())
}

/// The rate at which the figure of some years ago would have grown to the last one.
fn compound(dossier: &Dossier, name: &str) -> Option<DataPoint> {
    let years = unbroken(dossier, name);
    let last = *years.last()?;
    let first = *years
        .iter()
        .rev()
        .nth(COMPOUND_YEARS.min(years.len() - 1))?;
    let count = years.len().min(COMPOUND_YEARS + 1) - 1;
    if count < 2 || first.value <= Decimal::ZERO || last.value <= Decimal::ZERO {
        return None;
    }
    let quotient = last.value.checked_div(first.value)?;
    // One step of Newton's method doubles the right digits of a root: six become twelve, and six
    // are kept.
    let near = root(quotient, count)?.round_dp(6);
    let power = vec![near.to_string(); count - 1].join(" * ");
    let language = dossier.language();
    Derivation {
        metric: format!("{name}_cagr"),
        formula: format!(
            "({} * {near} + {name} / {name}_first / ({power})) / {count} - 1",
            count - 1
        ),
        inputs: vec![(name.to_owned(), last), (format!("{name}_first"), first)],
        of: last,
        counts: Counts::Ratio,
        note: Some(language.pick(
            format!(
                "compound annual growth over {count} years: the root of {name} / {name}_first, less one; one step of Newton's method from {near}"
            ),
            format!(
                "{count} 年复合增长率：{name} / {name}_first 开 {count} 次方减一，自 {near} 作一步牛顿迭代"
            ),
        )),
    }
    .point(language)
}

/// Fiscal years that follow each other, up to the newest.
fn unbroken<'a>(dossier: &'a Dossier, name: &str) -> Vec<&'a DataPoint> {
    let mut years: Vec<&DataPoint> = Vec::new();
    for point in dossier.years(name) {
        if years
            .last()
            .is_some_and(|before| !is_year_apart(before.as_of_date, point.as_of_date))
        {
            years.clear();
        }
        years.push(point);
    }
    years
}

/// The `degree`-th root by Newton's method.
fn root(value: Decimal, degree: usize) -> Option<Decimal> {
    const STEPS: usize = 200;
    let count = Decimal::from(degree);
    let mut at = Decimal::ONE.max(value.checked_div(count)?);
    for _ in 0..STEPS {
        let mut power = Decimal::ONE;
        for _ in 1..degree {
            power = power.checked_mul(at)?;
        }
        let next = at
            .checked_mul(count - Decimal::ONE)?
            .checked_add(value.checked_div(power)?)?
            .checked_div(count)?;
        if (next - at).abs() < Decimal::new(1, 12) {
            return Some(next);
        }
        at = next;
    }
    Some(at)
}

/// A quarter of the company's own years lay below it.
fn quartile(dossier: &Dossier, name: &str) -> Option<DataPoint> {
    let mut years = dossier.years(name);
    let of = *years.last()?;
    if years.len() < QUARTILE_YEARS {
        return None;
    }
    years.sort_by_key(|point| (point.value, point.as_of_date));
    let last = years.len() - 1;
    let (below, quarters) = (last / 4, last % 4);
    let lower = *years.get(below)?;
    let language = dossier.language();
    let count = years.len();
    let note = language.pick(
        format!("first quartile of {count} fiscal years"),
        format!("{count} 个财年的下四分位数"),
    );
    let (formula, inputs) = match years.get(below + 1) {
        Some(upper) if quarters > 0 => (
            format!("lower + (upper - lower) * {quarters} / 4"),
            vec![("lower".to_owned(), lower), ("upper".to_owned(), *upper)],
        ),
        _ => ("lower".to_owned(), vec![("lower".to_owned(), lower)]),
    };
    Derivation {
        metric: format!("{name}_quartile1"),
        formula,
        inputs,
        of,
        counts: Counts::Ratio,
        note: Some(note),
    }
    .point(language)
}
