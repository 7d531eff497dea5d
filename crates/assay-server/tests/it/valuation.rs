//! The archived valuation, computed again with other assumptions.

use assay_domain::{Event, RunId, SchemaVersion, Timestamp};
use assay_store::Store;
use assay_valuation::{
    CompanyKind, Currency, Input, InputBasis, Leases, Outcome, Request, Shape, StockCompensation,
    Unit, Valuation, Weights, value,
};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Value, json};

use crate::bench::Bench;

const DAY: &str = "2025-12-31";
/// `(name, value, whether it was filed)`
const INPUTS: &[(&str, &str, bool)] = &[
    ("price", "10", true),
    ("shares.basic", "100", true),
    ("revenue.base", "1000", true),
    ("cash_flow.operating", "180", true),
    ("equity.book", "600", true),
    ("ebitda.base", "250", true),
    ("ebit.base", "200", true),
    ("net_income.base", "150", true),
    ("debt", "200", true),
    ("leases", "30", true),
    ("pensions", "20", true),
    ("preferred", "10", true),
    ("minority", "5", true),
    ("cash", "120", true),
    ("associates", "15", true),
    ("growth.start", "0.10", false),
    ("growth.terminal", "0.025", false),
    ("margin.start", "0.20", false),
    ("margin.terminal", "0.18", false),
    ("tax.start", "0.20", false),
    ("da.ratio", "0.05", false),
    ("capex.ratio", "0.06", false),
    ("nwc.ratio", "0.10", false),
    ("spread.terminal", "0.03", false),
    ("rf", "0.04", false),
    ("erp", "0.05", false),
    ("beta", "1.2", false),
    ("kd", "0.06", false),
    ("tax.marginal", "0.25", false),
    ("exit.multiple", "9", false),
];

fn input(name: &str, number: &str, filed: bool) -> Input {
    let usd = Currency::new("USD").unwrap();
    let unit = match name {
        "price" => Unit::MoneyPerShare(usd),
        "shares.basic" => Unit::Shares,
        _ if filed => Unit::Money(usd),
        _ => Unit::Ratio,
    };
    let basis = if filed {
        let id = format!("dp_{name}");
        InputBasis::DataPoint { id }
    } else {
        InputBasis::Assumption {
            name: name.to_owned(),
            reason: "agreed".to_owned(),
            evidence_ids: Vec::new(),
            owner: "tester".to_owned(),
            expires: "2026-12-31".parse().unwrap(),
        }
    };
    let number = number.parse().unwrap();
    Input::new(name, number, unit, basis, DAY.parse().unwrap()).unwrap()
}

/// A company with round figures, without the inputs that are left out.
fn request(left_out: &[&str]) -> Request {
    let shape = Shape {
        horizon: 5,
        stage_one: 2,
        stock_compensation: StockCompensation::Cost,
        weights: Weights::Market,
        leases: Leases::Debt,
    };
    let end = DAY.parse().unwrap();
    let usd = Currency::new("USD").unwrap();
    let mut request = Request::new("Sample", CompanyKind::Operating, usd, end, end, shape);
    request.fiscal_years = ["2023-12-31", "2024-12-31", DAY]
        .map(|day| day.parse().unwrap())
        .to_vec();
    request.beta_description = Some("5 years, monthly".to_owned());
    request.erp_source = Some("a survey".to_owned());
    for (name, number, filed) in INPUTS {
        if !left_out.contains(name) {
            let input = input(name, number, *filed);
            request.inputs.insert(input).unwrap();
        }
    }
    request
}

fn now() -> Timestamp {
    "2026-01-05T09:00:00Z".parse().unwrap()
}

fn valued(request: &Request) -> Valuation {
    match value(request, now()).unwrap() {
        Outcome::Valued(valuation) => *valuation,
        Outcome::NotRunnable(why) => panic!("{why:?}"),
    }
}

async fn archive<T: Serialize>(bench: &Bench, run: &str, name: &str, content: &T) {
    let store = Store::open(bench.home.path()).unwrap();
    let text = serde_json::to_string(content).unwrap();
    let written = Event::ArtifactWritten {
        artifact: serde_json::from_value(serde_json::json!(name)).unwrap(),
        version: 1,
        schema: SchemaVersion::default(),
        agent: "valuation_engine".to_owned(),
        claim_ids: Vec::new(),
        body: store.body(text).await.unwrap(),
    };
    let run = RunId::new(run);
    store.append(&run, now(), vec![written]).await.unwrap();
}

/// What is the same whenever it is computed.
fn timeless(outcome: &Value) -> Value {
    let mut outcome = outcome.clone();
    outcome["generated_at"] = Value::Null;
    outcome
}

fn decimal(value: &Value) -> Decimal {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_assumption_moves_the_value_by_what_the_valuation_says() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let request = request(&[]);
    let archived = valued(&request);
    archive(
        &bench,
        &run,
        "valuation",
        &Outcome::Valued(Box::new(archived.clone())),
    )
    .await;
    let path = format!("/api/runs/{run}/valuation");
    let stored = bench.get(&path).await.json();

    let same = bench
        .ask("POST", &path, &json!({"inputs": {}}))
        .await
        .json();
    assert_eq!(timeless(&same["outcome"]), timeless(&stored["outcome"]));
    assert_eq!(decimal(&same["change"]["total"]), Decimal::ZERO);

    // the number that it has already, now as the user's
    let kept = json!({"inputs": {"beta": "1.2"}});
    let kept = bench.ask("POST", &path, &kept).await.json();
    let share = |outcome: &Value| decimal(&outcome["results"][0]["value_per_share"]["value"]);
    assert_eq!(share(&kept["outcome"]), share(&stored["outcome"]));
    assert_eq!(Some(share(&stored["outcome"])), archived.value_per_share());

    for (name, number) in [("beta", "1.5"), ("growth.start", "0.03"), ("rf", "0.05")] {
        let mut other = request.clone();
        other.inputs.replace(input(name, number, false));
        let expected = valued(&other).value_per_share().unwrap();
        assert_ne!(Some(expected), archived.value_per_share(), "{name}");
        let asked = json!({"inputs": {name: number}});
        let reply = bench.ask("POST", &path, &asked).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let told = reply.json();
        assert_eq!(share(&told["outcome"]), expected, "{name}");
        let change = &told["change"];
        let moved = expected.round_dp(8) - share(&stored["outcome"]).round_dp(8);
        assert_eq!(decimal(&change["total"]), moved, "{name}");
        let parts = change["parts"].as_array().unwrap();
        let by: Vec<(&Value, Decimal)> = parts
            .iter()
            .map(|part| (&part["cause"], decimal(&part["amount"])))
            .filter(|(_, amount)| !amount.is_zero())
            .collect();
        assert_eq!(by, [(&json!("assumption"), moved)], "{name}");
    }
    // nothing of it was kept
    assert_eq!(bench.get(&path).await.json(), stored);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_filed_stays_as_it_was_filed() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let archived = valued(&request(&[]));
    archive(
        &bench,
        &run,
        "valuation",
        &Outcome::Valued(Box::new(archived)),
    )
    .await;
    let path = format!("/api/runs/{run}/valuation");
    for (inputs, refused) in [
        (json!({"debt": "0"}), vec!["debt"]),
        (
            json!({"beta": "1", "cash": "1", "price": "99"}),
            vec!["cash", "price"],
        ),
        (json!({"luck": "7"}), vec!["luck"]),
    ] {
        let reply = bench.ask("POST", &path, &json!({"inputs": inputs})).await;
        assert_eq!(reply.status, 422, "{inputs}: {}", reply.text());
        let problems = reply.json()["problems"].clone();
        let named: Vec<&Value> = problems
            .as_array()
            .unwrap()
            .iter()
            .map(|problem| &problem["input"])
            .collect();
        assert_eq!(json!(named), json!(refused), "{inputs}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_valuation_lacked_is_supplied_to_its_archived_request() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let lacking = request(&["beta", "growth.start"]);
    let outcome = value(&lacking, now()).unwrap();
    assert!(matches!(outcome, Outcome::NotRunnable(_)), "{outcome:?}");
    archive(&bench, &run, "valuation", &outcome).await;
    let path = format!("/api/runs/{run}/valuation");
    let asked = json!({"inputs": {"beta": "1.2", "growth.start": "0.10"}});
    let early = bench.ask("POST", &path, &asked).await;
    assert_eq!(
        early.status,
        409,
        "no request is archived: {}",
        early.text()
    );

    archive(&bench, &run, "valuation_request", &lacking).await;
    let still = bench
        .ask("POST", &path, &json!({"inputs": {}}))
        .await
        .json();
    assert_eq!(still["outcome"]["outcome"], "not_runnable");
    let told = bench.ask("POST", &path, &asked).await.json();
    assert_eq!(told["change"], Value::Null);
    let share = decimal(&told["outcome"]["results"][0]["value_per_share"]["value"]);
    let expected = valued(&request(&[]));
    assert_eq!(Some(share), expected.value_per_share());
}
