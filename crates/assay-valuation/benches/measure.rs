//! What the valuation promises about time. The company is made up and of usual size: ten years,
//! four option tranches, eight peers, four drawn drivers.

use std::time::Duration;

use anyhow::{Result, bail};
use assay_domain::{Date, Timestamp};
use assay_measure::{Figure, Measured, cpu_time};
use assay_valuation::{
    CompanyKind, Currency, Distribution, Draw, INPUTS, Input, InputBasis, Leases, Outcome, Peer,
    PeriodBasis, Request, Scenario, ScenarioName, Shape, Simulation, Unit, UnitKind, value,
};
use rust_decimal::Decimal;

fn main() -> Result<()> {
    assay_measure::run(&[
        ("monte-carlo", monte_carlo),
        ("full-valuation", full_valuation),
    ])
}

const PATHS: u32 = 100_000;
const RUNS: u32 = 40;

const VALUES: &[(&str, &str)] = &[
    ("price", "187.42"),
    ("dividends.next", "1.04"),
    ("shares.basic", "15204137000"),
    ("shares.restricted", "140000000"),
    ("revenue.base", "391035000000"),
    ("cash_flow.operating", "118254000000"),
    ("equity.book", "56950000000"),
    ("ebitda.base", "134661000000"),
    ("ebit.base", "123216000000"),
    ("net_income.base", "93736000000"),
    ("debt", "106629000000"),
    ("pensions", "0"),
    ("preferred", "0"),
    ("minority", "0"),
    ("cash", "156650000000"),
    ("associates", "0"),
    ("growth.start", "0.061"),
    ("growth.terminal", "0.025"),
    ("margin.start", "0.3151"),
    ("margin.terminal", "0.298"),
    ("tax.start", "0.162"),
    ("da.ratio", "0.0293"),
    ("capex.ratio", "0.0271"),
    ("nwc.ratio", "-0.041"),
    ("spread.terminal", "0.05"),
    ("rf", "0.0428"),
    ("erp", "0.0433"),
    ("beta", "1.21"),
    ("kd", "0.0451"),
    ("tax.marginal", "0.25"),
    ("exit.multiple", "17.5"),
    ("options.1.count", "12000000"),
    ("options.1.strike", "80"),
    ("options.2.count", "9000000"),
    ("options.2.strike", "120.5"),
    ("options.3.count", "7000000"),
    ("options.3.strike", "171.25"),
    ("options.4.count", "7000000"),
    ("options.4.strike", "240"),
];

fn day() -> Result<Date> {
    Ok(Date::new(2025, 6, 30)?)
}

fn input(name: &str, value: Decimal, unit: Unit) -> Result<Input> {
    let basis = InputBasis::DataPoint {
        id: format!("dp_{name}"),
    };
    Ok(Input::new(name, value, unit, basis, day()?)?)
}

fn ratio(name: &str, value: &str) -> Result<Input> {
    input(name, value.parse()?, Unit::Ratio)
}

fn unit(name: &str, currency: &Currency) -> Unit {
    let pattern = name.replace(|c: char| c.is_ascii_digit(), "N");
    let row = INPUTS.iter().find(|(known, ..)| *known == pattern);
    match row.map(|(_, kind, ..)| *kind) {
        Some(UnitKind::Money) => Unit::Money(currency.clone()),
        Some(UnitKind::MoneyPerShare) => Unit::MoneyPerShare(currency.clone()),
        Some(UnitKind::Shares) => Unit::Shares,
        Some(UnitKind::Ratio) | None => Unit::Ratio,
    }
}

fn request() -> Result<Request> {
    let usd = Currency::new("USD")?;
    let shape = Shape::ten_years(Leases::OperatingCost);
    let kind = CompanyKind::Operating;
    let mut request = Request::new("Bench", kind, usd.clone(), day()?, day()?, shape);
    request.valuation_date = Date::new(2025, 8, 14)?;
    request.fiscal_years = vec![
        Date::new(2023, 6, 30)?,
        Date::new(2024, 6, 30)?,
        Date::new(2025, 6, 30)?,
    ];
    request.beta_description = Some("5 years, monthly".to_owned());
    request.erp_source = Some("made up".to_owned());
    for (name, value) in VALUES {
        let input = input(name, value.parse()?, unit(name, &usd))?;
        request.inputs.insert(input)?;
    }
    for (name, weight, growth, margin) in [
        (ScenarioName::Bear, "0.25", "0.01", "0.24"),
        (ScenarioName::Base, "0.5", "", ""),
        (ScenarioName::Bull, "0.25", "0.10", "0.34"),
    ] {
        let drivers = if growth.is_empty() {
            Vec::new()
        } else {
            vec![
                ratio("growth.start", growth)?,
                ratio("margin.terminal", margin)?,
            ]
        };
        request.scenarios.push(Scenario {
            name,
            probability: ratio("probability", weight)?,
            drivers,
        });
    }
    request.peers = (0..8).map(|at| peer(at, &usd)).collect::<Result<_>>()?;
    Ok(request)
}

fn peer(at: i64, usd: &Currency) -> Result<Peer> {
    let money = |name: &str, value: i64| {
        let amount = Decimal::from(value * 1_000_000);
        input(name, amount, Unit::Money(usd.clone())).map(Some)
    };
    Ok(Peer {
        name: format!("peer {at}"),
        reason: "same products".to_owned(),
        excluded: None,
        basis: PeriodBasis::Ltm,
        as_of: Date::new(2025, 6, 30)?,
        enterprise_value: money("ev", 9_000 + 700 * at)?,
        market_value: money("cap", 8_500 + 700 * at)?,
        ebitda: money("ebitda", 800 + 20 * at)?,
        ebit: money("ebit", 700 + 20 * at)?,
        sales: money("sales", 3_000 + 100 * at)?,
        net_income: money("ni", 500 + 10 * at)?,
        book_equity: money("book", 2_000 + 30 * at)?,
    })
}

fn drawn() -> Result<Simulation> {
    let normal = |driver: &str, deviation: &str| {
        Ok::<Draw, anyhow::Error>(Draw {
            driver: driver.to_owned(),
            distribution: Distribution::Normal {
                deviation: ratio("deviation", deviation)?,
            },
        })
    };
    Ok(Simulation {
        seed: 20_250_814,
        paths: PATHS,
        draws: vec![
            normal("growth.start", "0.02")?,
            normal("margin.terminal", "0.02")?,
            normal("wacc", "0.005")?,
            Draw {
                driver: "growth.terminal".to_owned(),
                distribution: Distribution::Triangular {
                    low: ratio("low", "0.01")?,
                    high: ratio("high", "0.04")?,
                },
            },
        ],
    })
}

/// Processor time of one run, the mean of several: a single one is too short for the clock.
fn mean(request: &Request) -> Result<Duration> {
    let before = cpu_time()?;
    for _ in 0..RUNS {
        if let Outcome::NotRunnable(refusal) = value(request, Timestamp::UNIX_EPOCH)? {
            bail!(
                "the company of the benchmark is not runnable: {:?}",
                refusal.missing
            );
        }
    }
    Ok(cpu_time()?.saturating_sub(before) / RUNS)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn full_valuation() -> Result<Measured> {
    let time = milliseconds(mean(&request()?)?);
    let figure = Figure::new("valuation_full_run_cpu", time, "ms", RUNS as usize);
    Ok(Measured::Figures(vec![figure.at_most(100.0)]))
}

/// A run with the simulation less a run without it.
fn monte_carlo() -> Result<Measured> {
    let without = mean(&request()?)?;
    let mut simulated = request()?;
    simulated.simulation = Some(drawn()?);
    let time = milliseconds(mean(&simulated)?.saturating_sub(without));
    let figure = Figure::new("valuation_monte_carlo_100k_cpu", time, "ms", RUNS as usize);
    Ok(Measured::Figures(vec![figure.at_most(200.0)]))
}
