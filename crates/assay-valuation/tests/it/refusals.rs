use assay_domain::{Language, Timestamp};
use assay_valuation::{
    CompanyKind, Currency, Input, InputBasis, Method, Outcome, Problem, Reason, Request, Standing,
    Unit, Weights, value,
};

use crate::fixture::{day, number, peer, reason_of, refused, request, run, set, valued};

type Change = fn(&mut Request);

const REFUSED: &[(&str, Change, &str)] = &[
    (
        "a bank",
        |r| r.kind = CompanyKind::Bank,
        "debt_is_raw_material",
    ),
    (
        "an insurer",
        |r| r.kind = CompanyKind::Insurer,
        "debt_is_raw_material",
    ),
    (
        "negative equity",
        |r| set(r, "equity.book", "-50"),
        "negative_equity",
    ),
    (
        "no cash flow",
        |r| set(r, "cash_flow.operating", "-3"),
        "no_cash_flow",
    ),
    ("two years", |r| r.fiscal_years.truncate(2), "short_history"),
    (
        "one year twice",
        |r| r.fiscal_years = vec![day("2025-12-31"); 3],
        "short_history",
    ),
    (
        "pre-profit",
        |r| r.kind = CompanyKind::PreProfit,
        "no_profit_to_project",
    ),
    (
        "a trust",
        |r| r.kind = CompanyKind::Reit,
        "unsuited_to_kind",
    ),
    (
        "growth at the rate",
        |r| set(r, "growth.terminal", "0.12"),
        "growth_not_below_rate",
    ),
    (
        "losses for ever",
        |r| set(r, "margin.terminal", "-0.1"),
        "no_terminal_profit",
    ),
    (
        "returns too low",
        |r| set(r, "spread.terminal", "-0.08"),
        "growth_above_return",
    ),
    (
        "yuan and dollars",
        |r| replace_currency(r, "debt", "CNY"),
        "unknown_currency_mix",
    ),
    (
        "a price in yuan",
        |r| replace_currency(r, "price", "CNY"),
        "unknown_currency_mix",
    ),
];

#[test]
fn a_cash_flow_model_is_refused_where_it_makes_no_sense() {
    for (name, change, code) in REFUSED {
        let mut request = request();
        change(&mut request);
        let refusal = refused(&request);
        let verdict = refusal
            .verdicts
            .iter()
            .find(|v| v.method == Method::Dcf)
            .unwrap();
        assert_eq!(verdict.standing, Standing::Refused, "{name}");
        let json = serde_json::to_value(&verdict.reason).unwrap();
        assert_eq!(json["code"], *code, "{name}");
        for language in [Language::En, Language::Zh] {
            assert!(!verdict.reason.text(language).is_empty(), "{name}");
        }
    }
}

fn replace_currency(request: &mut Request, name: &str, code: &str) {
    let old = request.inputs.get(name).unwrap();
    let currency = Currency::new(code).unwrap();
    let unit = match old.unit() {
        Unit::MoneyPerShare(_) => Unit::MoneyPerShare(currency),
        _ => Unit::Money(currency),
    };
    let input = Input::new(name, old.value(), unit, old.basis().clone(), old.as_of()).unwrap();
    request.inputs.replace(input);
}

#[test]
fn an_unusable_input_says_why() {
    let cases: &[(&str, Change, &str)] = &[
        ("beta", |r| set(r, "beta", "-1"), "out_of_range"),
        ("beta", |r| set(r, "beta", "115"), "out_of_range"),
        ("rf", |r| set(r, "rf", "4.2"), "out_of_range"),
        ("erp", |r| set(r, "erp", "4.6"), "out_of_range"),
        ("kd", |r| set(r, "kd", "5"), "out_of_range"),
        (
            "growth.terminal",
            |r| set(r, "growth.terminal", "2.5"),
            "out_of_range",
        ),
        (
            "price",
            |r| reissue(r, "price", None, "2024-11-20"),
            "too_old",
        ),
        ("debt", |r| set(r, "debt", "-200"), "out_of_range"),
        ("tax.start", |r| set(r, "tax.start", "21"), "out_of_range"),
        ("rf", |r| r.valuation_date = day("2027-01-05"), "expired"),
        (
            "price",
            |r| reissue(r, "price", None, "2026-01-01"),
            "from_the_future",
        ),
        (
            "cash",
            |r| reissue(r, "cash", Some(Unit::Shares), "2025-12-31"),
            "wrong_unit",
        ),
    ];
    for (name, change, kind) in cases {
        let mut request = request();
        change(&mut request);
        let missing = refused(&request).missing;
        let gap = missing.iter().find(|gap| gap.name == *name).unwrap();
        let json = serde_json::to_value(&gap.problem).unwrap();
        assert_eq!(json["kind"], *kind, "{name}");
        assert!(gap.text(Language::En).contains(name));
        assert!(gap.text(Language::Zh).contains(name));
    }
}

fn reissue(request: &mut Request, name: &str, unit: Option<Unit>, as_of: &str) {
    let old = request.inputs.get(name).unwrap();
    let unit = unit.unwrap_or_else(|| old.unit().clone());
    let basis = old.basis().clone();
    request
        .inputs
        .replace(Input::new(name, old.value(), unit, basis, day(as_of)).unwrap());
}

#[test]
fn without_a_price_there_is_a_value_and_no_target() {
    let mut request = request();
    request.shape.weights = Weights::Target;
    set(&mut request, "weight.debt", "0.2");
    request.inputs.remove("price");
    let valuation = valued(&request);
    assert!(valuation.value_per_share().unwrap() > number("0"));
    assert!(valuation.target.is_none() && valuation.reverse.is_empty());
    assert_eq!(valuation.scenarios.len(), 3);
    for method in [Method::Target, Method::ReverseDcf] {
        assert_eq!(reason_of(&valuation.verdicts, method), Reason::NoPrice);
    }
}

#[test]
fn without_a_dividend_forecast_there_is_no_target() {
    let mut request = request();
    request.inputs.remove("dividends.next");
    let valuation = valued(&request);
    assert!(valuation.target.is_none());
    let reason = reason_of(&valuation.verdicts, Method::Target);
    let Reason::Missing { gaps } = reason else {
        panic!("{reason:?}");
    };
    assert_eq!(gaps[0].name, "dividends.next");
    assert_eq!(gaps[0].problem, Problem::Missing);
}

#[test]
fn peers_speak_where_the_leading_method_is_refused() {
    let mut request = request();
    set(&mut request, "equity.book", "-50");
    request.peers = vec![
        peer("A", "100", "10", "40"),
        peer("B", "120", "10", "50"),
        peer("C", "150", "10", "60"),
    ];
    let valuation = valued(&request);
    assert!(valuation.leading().is_none());
    assert!(valuation.comparables.is_some());
    assert!(matches!(
        reason_of(&valuation.verdicts, Method::Dcf),
        Reason::NegativeEquity { .. }
    ));
}

#[test]
fn contradictions_are_faults() {
    let cases: &[(&str, Change)] = &[
        ("the horizon is 3 to 10 years", |r| r.shape.horizon = 11),
        ("longer than its first stage", |r| r.shape.stage_one = 5),
        ("on or after the end of the period", |r| {
            r.valuation_date = day("2025-06-30")
        }),
        ("add up to 0.75", |r| {
            r.scenarios[0].probability = crate::fixture::assumed("p", number("0"))
        }),
        ("bear, base and bull, once each", |r| {
            r.scenarios.truncate(2)
        }),
        ("put the value into the inputs", |r| {
            r.scenarios[1].drivers = vec![crate::fixture::assumed("growth.start", number("0.1"))];
        }),
        ("which is no driver", |r| {
            let mut simulation = crate::fixture::simulation(1_000, 1);
            simulation.draws[0].driver = "weather".to_owned();
            r.simulation = Some(simulation);
        }),
        ("1,000 to 10,000,000 paths", |r| {
            r.simulation = Some(crate::fixture::simulation(10, 1))
        }),
    ];
    for (text, change) in cases {
        let mut request = request();
        change(&mut request);
        let fault = value(&request, Timestamp::UNIX_EPOCH)
            .unwrap_err()
            .to_string();
        assert!(fault.contains(text), "{fault}");
    }
}

#[test]
fn scenarios_in_the_wrong_order_give_no_target() {
    let mut request = request();
    request.scenarios.swap(0, 2);
    request.scenarios[0].name = assay_valuation::ScenarioName::Bear;
    request.scenarios[2].name = assay_valuation::ScenarioName::Bull;
    let valuation = valued(&request);
    assert!(valuation.target.is_none() && valuation.scenarios.is_empty());
    let reason = reason_of(&valuation.verdicts, Method::Target);
    assert!(
        matches!(reason, Reason::ScenariosOutOfOrder { .. }),
        "{reason:?}"
    );
}

#[test]
fn an_input_needs_a_name_and_a_basis() {
    let make = |name: &str, basis: InputBasis| {
        Input::new(name, number("1"), Unit::Ratio, basis, day("2025-12-31"))
    };
    let point = |id: &str| InputBasis::DataPoint { id: id.to_owned() };
    assert!(make("beta", point("dp_1")).is_ok());
    for (name, id) in [
        ("beta", " "),
        ("Beta", "dp_1"),
        ("", "dp_1"),
        ("a-b", "dp_1"),
        ("1a", "dp_1"),
    ] {
        assert!(make(name, point(id)).is_err(), "{name} {id}");
    }
    let bare = r#"{"name":"beta","value":"1","unit":"ratio","basis":{"kind":"data_point","id":""},"as_of":"2025-12-31"}"#;
    assert!(
        serde_json::from_str::<Input>(bare).is_err(),
        "no back door through JSON"
    );
    let mut twice = request();
    let beta = twice.inputs.get("beta").unwrap().clone();
    assert!(twice.inputs.insert(beta).is_err());
}

#[test]
fn the_hash_is_of_the_inputs() {
    let base = valued(&request());
    let again = value(&request(), "2026-02-03T04:05:06Z".parse().unwrap()).unwrap();
    let Outcome::Valued(again) = again else {
        panic!("not valued")
    };
    assert_eq!(base.input_hash, again.input_hash);
    assert_eq!(base.input_hash.len(), 64);
    let mut other = request();
    set(&mut other, "cash", "121");
    assert_ne!(valued(&other).input_hash, base.input_hash);
    assert!(matches!(run(&other), Outcome::Valued(_)));
}
