//! Invariants over many companies.

use assay_valuation::{Currency, Input, Request, ScenarioName, Unit};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};
use rust_decimal::Decimal;

use crate::fixture::{line, number, per_share, request, set_to, valued};

/// Hundredths of a per cent.
fn points(range: std::ops::Range<i64>) -> impl Strategy<Value = Decimal> {
    range.prop_map(|points| Decimal::new(points, 4))
}

/// Companies whose capital earns at least its cost.
fn company() -> impl Strategy<Value = Request> {
    let drivers = (
        points(-200..2_000),
        points(0..350),
        points(800..4_000),
        points(600..4_000),
        points(0..600),
        points(300..900),
        0..8_i64,
        3_u32..=10,
    );
    drivers.prop_map(
        |(growth, terminal, now, later, spread, premium, debt, horizon)| {
            let mut request = request();
            for (name, value) in [
                ("growth.start", growth),
                ("growth.terminal", terminal),
                ("margin.start", now),
                ("margin.terminal", later),
                ("spread.terminal", spread),
                ("erp", premium),
                ("debt", Decimal::from(debt * 50)),
            ] {
                set_to(&mut request, name, value);
            }
            for scenario in &mut request.scenarios {
                let step = match scenario.name {
                    ScenarioName::Bear => number("-0.02"),
                    ScenarioName::Base => continue,
                    ScenarioName::Bull => number("0.02"),
                };
                scenario.drivers = vec![
                    crate::fixture::assumed("growth.start", growth + step),
                    crate::fixture::assumed("margin.terminal", later + step),
                ];
            }
            request.shape.horizon = horizon;
            request.shape.stage_one = horizon / 3;
            request
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_dearer_capital_is_worth_less(request in company(), more in points(1..200)) {
        let before = per_share(&request);
        let mut dear = request.clone();
        let beta = request.inputs.get("beta").unwrap().value();
        set_to(&mut dear, "beta", beta + more * Decimal::from(10));
        prop_assert!(line(&valued(&dear), "wacc") > line(&valued(&request), "wacc"));
        prop_assert!(per_share(&dear) <= before);
    }

    #[test]
    fn more_growth_for_ever_is_worth_more(request in company(), more in points(1..100)) {
        let mut growing = request.clone();
        let growth = request.inputs.get("growth.terminal").unwrap().value();
        set_to(&mut growing, "growth.terminal", growth + more);
        prop_assert!(per_share(&growing) >= per_share(&request));
    }

    #[test]
    fn all_amounts_times_k_are_value_times_k(request in company(), k in 2_i64..5_000) {
        let k = Decimal::new(k, 1);
        let scaled = converted(&request, k, "USD");
        let (one, other) = (per_share(&request) * k, per_share(&scaled));
        prop_assert!((one - other).abs() <= one.abs() * number("0.00000000000001"));
    }

    /// The same company in yuan at 7.1 to the dollar is worth 7.1 times as many yuan.
    #[test]
    fn another_currency_is_the_same_company(request in company()) {
        let rate = number("7.1");
        let mut yuan = converted(&request, rate, "CNY");
        yuan.currency = Currency::new("CNY").unwrap();
        let (one, other) = (per_share(&request) * rate, per_share(&yuan));
        prop_assert!((one - other).abs() <= one.abs() * number("0.00000000000001"));
        // and a price in dollars with its rate is a price in yuan
        let mut mixed = yuan.clone();
        mixed.inputs.replace(request.inputs.get("price").unwrap().clone());
        set_to(&mut mixed, "fx.price", rate);
        set_to(&mut mixed, "adr.ratio", Decimal::ONE);
        prop_assert_eq!(line(&valued(&mixed), "wacc"), line(&valued(&yuan), "wacc"));
    }

    #[test]
    fn scenarios_are_ordered_and_weigh_one(request in company()) {
        let valuation = valued(&request);
        let values: Vec<Decimal> =
            valuation.scenarios.iter().map(|s| s.value_per_share.value).collect();
        prop_assert!(values.is_sorted(), "{:?}", values);
        let names: Vec<ScenarioName> = valuation.scenarios.iter().map(|s| s.name).collect();
        prop_assert_eq!(names, [ScenarioName::Bear, ScenarioName::Base, ScenarioName::Bull]);
        let sum: Decimal = valuation.scenarios.iter().map(|s| s.probability.value).sum();
        prop_assert_eq!(sum, Decimal::ONE);
        let weighted = valuation.target.unwrap().weighted_value.value;
        prop_assert!(values[0] <= weighted && weighted <= values[2]);
    }

    #[test]
    fn the_bridge_takes_claims_and_adds_assets(request in company(), amount in 1_i64..500) {
        let amount = Decimal::from(amount);
        let equity = line(&valued(&request), "equity.value");
        for (name, sign) in [
            ("pensions", -1), ("preferred", -1), ("minority", -1), ("cash", 1), ("associates", 1),
        ] {
            let mut moved = request.clone();
            let before = request.inputs.get(name).unwrap().value();
            set_to(&mut moved, name, before + amount);
            let change = line(&valued(&moved), "equity.value") - equity;
            prop_assert_eq!(change.round_dp(10), amount * Decimal::from(sign), "{}", name);
        }
    }

    #[test]
    fn the_centre_of_each_grid_is_the_base(request in company()) {
        let valuation = valued(&request);
        prop_assert_eq!(valuation.grids.len(), 2);
        for grid in &valuation.grids {
            let centre = grid.centre().unwrap().value;
            prop_assert_eq!(centre, valuation.value_per_share());
            for row in &grid.cells {
                for cell in row {
                    prop_assert!(cell.value.is_some() != cell.blank.is_some());
                }
            }
        }
        valuation.audit().unwrap();
    }

    #[test]
    fn flows_add_up(request in company()) {
        let valuation = valued(&request);
        for t in 1..=request.shape.horizon {
            let at = |family: &str| line(&valuation, &format!("{family}.y{t}"));
            let flow = at("nopat") + at("da") - at("capex") - at("nwc_increase");
            prop_assert_eq!(at("fcff"), flow);
        }
        let growth = line(&valuation, "growth.terminal");
        prop_assert_eq!(line(&valuation, &format!("growth.y{}", request.shape.horizon)), growth);
        prop_assert!(growth < line(&valuation, "wacc"));
    }
}

/// Every amount times `k`, in a currency.
fn converted(request: &Request, k: Decimal, code: &str) -> Request {
    let currency = Currency::new(code).unwrap();
    let mut scaled = request.clone();
    for input in request.inputs.iter() {
        let unit = match input.unit() {
            Unit::Money(_) => Unit::Money(currency.clone()),
            Unit::MoneyPerShare(_) => Unit::MoneyPerShare(currency.clone()),
            Unit::Shares | Unit::Ratio | Unit::Years => continue,
        };
        let (basis, day) = (input.basis().clone(), input.as_of());
        let value = input.value() * k;
        scaled
            .inputs
            .replace(Input::new(input.name(), value, unit, basis, day).unwrap());
    }
    scaled
}

/// A company that reports in won has amounts of fifteen digits.
#[test]
fn large_amounts_do_not_overflow() {
    let k = number("1000000000000");
    let large = converted(&request(), k, "USD");
    let (one, other) = (per_share(&request()) * k, per_share(&large));
    assert!((one - other).abs() <= one * number("0.0000000000001"));
}
