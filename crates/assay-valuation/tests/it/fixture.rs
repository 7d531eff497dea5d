//! A small company with round figures.

use assay_domain::{Date, Timestamp};
use assay_valuation::{
    CompanyKind, Currency, Distribution, Draw, Input, InputBasis, Leases, NotRunnable, Outcome,
    Peer, PeriodBasis, Reason, Request, Scenario, ScenarioName, Shape, Simulation,
    StockCompensation, Unit, Valuation, Weights, value,
};
use rust_decimal::Decimal;

pub(crate) fn number(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(crate) fn day(text: &str) -> Date {
    text.parse().unwrap()
}

pub(crate) fn usd() -> Currency {
    Currency::new("USD").unwrap()
}

pub(crate) fn unit_of(name: &str) -> Unit {
    let family = name.split('.').next().unwrap();
    match name {
        "price" | "dividends.next" => Unit::MoneyPerShare(usd()),
        _ if name.ends_with(".strike") => Unit::MoneyPerShare(usd()),
        "revenue.base"
        | "cash_flow.operating"
        | "equity.book"
        | "ebitda.base"
        | "ebit.base"
        | "net_income.base"
        | "debt"
        | "leases"
        | "pensions"
        | "preferred"
        | "minority"
        | "cash"
        | "associates"
        | "ffo"
        | "capex.maintenance"
        | "noi"
        | "failure.recovery" => Unit::Money(usd()),
        _ if family == "shares" || name.ends_with(".count") => Unit::Shares,
        _ if name.ends_with(".metric") => Unit::Money(usd()),
        _ => Unit::Ratio,
    }
}

pub(crate) fn assumed(name: &str, value: Decimal) -> Input {
    let basis = InputBasis::Assumption {
        name: name.to_owned(),
        reason: "agreed for the test".to_owned(),
        evidence_ids: vec!["ev_1".to_owned()],
        owner: "tester".to_owned(),
        expires: day("2026-12-31"),
    };
    Input::new(name, value, unit_of(name), basis, day("2025-12-31")).unwrap()
}

pub(crate) fn filed(name: &str, value: Decimal) -> Input {
    let id = format!("dp_{name}");
    let basis = InputBasis::DataPoint { id };
    Input::new(name, value, unit_of(name), basis, day("2025-12-31")).unwrap()
}

const FILED: &[(&str, &str)] = &[
    ("price", "10"),
    ("dividends.next", "0.2"),
    ("shares.basic", "100"),
    ("revenue.base", "1000"),
    ("cash_flow.operating", "180"),
    ("equity.book", "600"),
    ("ebitda.base", "250"),
    ("ebit.base", "200"),
    ("net_income.base", "150"),
    ("debt", "200"),
    ("leases", "30"),
    ("pensions", "20"),
    ("preferred", "10"),
    ("minority", "5"),
    ("cash", "120"),
    ("associates", "15"),
];

const ASSUMED: &[(&str, &str)] = &[
    ("growth.start", "0.10"),
    ("growth.terminal", "0.025"),
    ("margin.start", "0.20"),
    ("margin.terminal", "0.18"),
    ("tax.start", "0.20"),
    ("da.ratio", "0.05"),
    ("capex.ratio", "0.06"),
    ("nwc.ratio", "0.10"),
    ("spread.terminal", "0.03"),
    ("rf", "0.04"),
    ("erp", "0.05"),
    ("beta", "1.2"),
    ("kd", "0.06"),
    ("tax.marginal", "0.25"),
    ("exit.multiple", "9"),
];

/// An operating company that everything is known about.
pub(crate) fn request() -> Request {
    let shape = Shape {
        horizon: 5,
        stage_one: 2,
        stock_compensation: StockCompensation::Cost,
        weights: Weights::Market,
        leases: Leases::Debt,
    };
    let end = day("2025-12-31");
    let mut request = Request::new("Sample", CompanyKind::Operating, usd(), end, end, shape);
    request.fiscal_years = ["2023-12-31", "2024-12-31", "2025-12-31"].map(day).to_vec();
    request.beta_description = Some("5 years, monthly, S&P 500".to_owned());
    request.erp_source = Some("Damodaran, January 2025".to_owned());
    for (name, value) in FILED {
        request.inputs.insert(filed(name, number(value))).unwrap();
    }
    for (name, value) in ASSUMED {
        request.inputs.insert(assumed(name, number(value))).unwrap();
    }
    request.scenarios = scenarios(&[
        (
            ScenarioName::Bear,
            "0.25",
            &[("growth.start", "0.02"), ("margin.terminal", "0.12")],
        ),
        (ScenarioName::Base, "0.5", &[]),
        (
            ScenarioName::Bull,
            "0.25",
            &[("growth.start", "0.15"), ("margin.terminal", "0.22")],
        ),
    ]);
    request
}

type ScenarioRow<'a> = (ScenarioName, &'a str, &'a [(&'a str, &'a str)]);

pub(crate) fn scenarios(rows: &[ScenarioRow<'_>]) -> Vec<Scenario> {
    rows.iter()
        .map(|(name, probability, drivers)| Scenario {
            name: *name,
            probability: assumed("probability", number(probability)),
            drivers: drivers.iter().map(|(n, v)| assumed(n, number(v))).collect(),
        })
        .collect()
}

pub(crate) fn simulation(paths: u32, seed: u64) -> Simulation {
    let draw = |driver: &str, deviation: &str| Draw {
        driver: driver.to_owned(),
        distribution: Distribution::Normal {
            deviation: assumed("deviation", number(deviation)),
        },
    };
    Simulation {
        seed,
        paths,
        draws: vec![
            draw("growth.start", "0.02"),
            draw("margin.terminal", "0.02"),
            draw("wacc", "0.005"),
            Draw {
                driver: "growth.terminal".to_owned(),
                distribution: Distribution::Triangular {
                    low: assumed("low", number("0.01")),
                    high: assumed("high", number("0.04")),
                },
            },
        ],
    }
}

pub(crate) fn peer(name: &str, enterprise: &str, ebitda: &str, sales: &str) -> Peer {
    let money = |label: &str, text: &str| {
        let basis = InputBasis::DataPoint {
            id: format!("dp_{name}_{label}"),
        };
        let unit = Unit::Money(usd());
        Some(Input::new(label, number(text), unit, basis, day("2025-12-31")).unwrap())
    };
    Peer {
        name: name.to_owned(),
        reason: "same products".to_owned(),
        excluded: None,
        basis: PeriodBasis::Ltm,
        as_of: day("2025-12-31"),
        enterprise_value: money("ev", enterprise),
        market_value: None,
        ebitda: money("ebitda", ebitda),
        ebit: None,
        sales: money("sales", sales),
        net_income: None,
        book_equity: None,
    }
}

pub(crate) fn set(request: &mut Request, name: &str, value: &str) {
    set_to(request, name, number(value));
}

/// Replaces a value and keeps its basis; a new input is an assumption.
pub(crate) fn set_to(request: &mut Request, name: &str, value: Decimal) {
    let input = match request.inputs.get(name) {
        Some(old) => Input::new(
            name,
            value,
            old.unit().clone(),
            old.basis().clone(),
            old.as_of(),
        ),
        None => Ok(assumed(name, value)),
    };
    request.inputs.replace(input.unwrap());
}

pub(crate) fn run(request: &Request) -> Outcome {
    value(request, Timestamp::UNIX_EPOCH).unwrap()
}

pub(crate) fn valued(request: &Request) -> Valuation {
    match run(request) {
        Outcome::Valued(valuation) => *valuation,
        Outcome::NotRunnable(refusal) => panic!("not runnable: {:?}", refusal.verdicts),
    }
}

pub(crate) fn refused(request: &Request) -> NotRunnable {
    match run(request) {
        Outcome::NotRunnable(refusal) => refusal,
        Outcome::Valued(valuation) => panic!("valued at {:?}", valuation.value_per_share()),
    }
}

pub(crate) fn per_share(request: &Request) -> Decimal {
    valued(request).value_per_share().unwrap()
}

pub(crate) fn reason_of(
    verdicts: &[assay_valuation::MethodVerdict],
    method: assay_valuation::Method,
) -> Reason {
    let found = verdicts.iter().find(|verdict| verdict.method == method);
    found.unwrap().reason.clone()
}

/// The value of a line of the leading method.
pub(crate) fn line(valuation: &Valuation, id: &str) -> Decimal {
    let result = valuation.leading().unwrap();
    result
        .line(id)
        .unwrap_or_else(|| panic!("no line {id}"))
        .value
}

pub(crate) fn close(found: Decimal, expected: Decimal, tolerance: &str) {
    let scale = expected.abs().max(Decimal::ONE);
    let off = (found - expected).abs();
    assert!(
        off <= scale * number(tolerance),
        "{found} is not {expected}"
    );
}
