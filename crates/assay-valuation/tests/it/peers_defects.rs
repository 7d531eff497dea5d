//! Mistakes found in comparable tools, each as a number that must not come out.

use assay_valuation::{Method, Problem, Reason, ScenarioName};
use rust_decimal::Decimal;

use crate::fixture::{line, number, per_share, refused, request, scenarios, set, valued};

#[test]
fn net_debt_is_not_a_tenth_of_anything() {
    let mut missing = request();
    missing.inputs.remove("debt");
    missing.inputs.remove("cash");
    let names: Vec<String> = refused(&missing)
        .missing
        .into_iter()
        .map(|gap| gap.name)
        .collect();
    assert!(names.contains(&"debt".to_owned()) && names.contains(&"cash".to_owned()));

    let base = per_share(&request());
    let mut more = request();
    more.shape.weights = assay_valuation::Weights::Target;
    set(&mut more, "weight.debt", "0.2");
    let before = per_share(&more);
    set(&mut more, "debt", "300");
    // 100 more of debt is 1 less a share, whatever revenue or value are
    assert_eq!((before - per_share(&more)).round_dp(12), Decimal::ONE);
    assert!(base > Decimal::ZERO);
}

#[test]
fn the_base_year_is_no_flow_and_no_year_is_counted_twice() {
    let valuation = valued(&request());
    let result = valuation.leading().unwrap();
    assert!(result.line("fcff.y0").is_none() && result.line("pv.y0").is_none());
    assert!(
        result.line("fcff.y6").is_none(),
        "the horizon is five years"
    );
    // the first flow is grown once and discounted over half a year
    assert_eq!(line(&valuation, "revenue.y1"), number("1100"));
    let once = line(&valuation, "discount.y1") * line(&valuation, "half_year");
    assert_eq!(once.round_dp(20), Decimal::ONE);
    // the terminal flow is one year after the last
    let ratio = line(&valuation, "nopat.terminal") / line(&valuation, "nopat.y5");
    assert_eq!(ratio.round_dp(20), number("1.025"));
}

#[test]
fn the_price_tunes_nothing() {
    let base = valued(&request());
    for price in ["1", "40", "4000"] {
        let mut other = request();
        other.shape.weights = assay_valuation::Weights::Target;
        set(&mut other, "weight.debt", "0.2");
        let reference = per_share(&other);
        set(&mut other, "price", price);
        assert_eq!(
            per_share(&other),
            reference,
            "a price of {price} moved the value"
        );
    }
    // with market weights it moves the weights, and only through them the value
    let mut dear = request();
    set(&mut dear, "price", "40");
    let dear = valued(&dear);
    for id in ["fcff.y5", "nopat.terminal", "equity.value"] {
        let moved = line(&dear, id) != line(&base, id);
        assert_eq!(moved, id == "equity.value", "{id}");
    }
}

#[test]
fn weights_are_of_gross_debt() {
    let base = line(&valued(&request()), "weight.debt.used");
    let mut rich = request();
    set(&mut rich, "cash", "900");
    assert_eq!(
        line(&valued(&rich), "weight.debt.used"),
        base,
        "cash is in the weights"
    );
    // 230 ÷ (230 + 1000)
    assert_eq!(
        base.round_dp(10),
        (number("230") / number("1230")).round_dp(10)
    );
}

#[test]
fn an_exit_multiple_is_paid_at_the_end_of_the_last_year() {
    let valuation = valued(&request());
    let factor = line(&valuation, "pv.tv.exit") / line(&valuation, "tv.exit");
    let mut power = Decimal::ONE;
    for _ in 0..5 {
        power *= Decimal::ONE + line(&valuation, "wacc");
    }
    assert_eq!((factor * power).round_dp(15), Decimal::ONE);
    assert!(
        factor < line(&valuation, "discount.y5"),
        "discounted over N − 0.5 years"
    );
}

/// Taking any single input away lists exactly that input: nothing has a default.
#[test]
fn nothing_is_filled_in() {
    for name in [
        "price",
        "shares.basic",
        "revenue.base",
        "cash_flow.operating",
        "equity.book",
        "debt",
        "leases",
        "pensions",
        "preferred",
        "minority",
        "cash",
        "associates",
        "growth.start",
        "growth.terminal",
        "margin.start",
        "margin.terminal",
        "tax.start",
        "da.ratio",
        "capex.ratio",
        "nwc.ratio",
        "spread.terminal",
        "rf",
        "erp",
        "beta",
        "kd",
        "tax.marginal",
    ] {
        let mut without = request();
        without.inputs.remove(name);
        let refusal = refused(&without);
        let gap = refusal.missing.iter().find(|gap| gap.name.contains(name));
        assert_eq!(
            gap.map(|gap| &gap.problem),
            Some(&Problem::Missing),
            "{name}"
        );
        assert_eq!(refusal.missing.len(), 1, "{name}: {:?}", refusal.missing);
    }
}

#[test]
fn all_that_is_missing_is_listed_at_once() {
    let mut empty = request();
    empty.inputs = assay_valuation::InputSet::default();
    empty.beta_description = None;
    empty.erp_source = None;
    let refusal = refused(&empty);
    assert!(refusal.missing.len() >= 27, "{}", refusal.missing.len());
    for name in ["rf", "growth.terminal", "beta_description", "erp_source"] {
        assert!(refusal.missing.iter().any(|gap| gap.name == name), "{name}");
    }
}

#[test]
fn no_rate_of_ten_and_no_growth_of_three_per_cent() {
    let mut without = request();
    for name in ["rf", "erp", "beta", "growth.terminal"] {
        without.inputs.remove(name);
    }
    let reason = crate::fixture::reason_of(&refused(&without).verdicts, Method::Dcf);
    let Reason::Missing { gaps } = reason else {
        panic!("{reason:?}");
    };
    let names: Vec<&str> = gaps.iter().map(|gap| gap.name.as_str()).collect();
    assert_eq!(names, ["rf", "erp", "beta", "growth.terminal"]);
}

#[test]
fn risk_is_not_counted_twice() {
    let mut twice = request();
    twice.scenarios = scenarios(&[
        (ScenarioName::Bear, "0.25", &[("beta", "1.6")]),
        (ScenarioName::Base, "0.5", &[]),
        (ScenarioName::Bull, "0.25", &[]),
    ]);
    let fault = assay_valuation::value(&twice, assay_domain::Timestamp::UNIX_EPOCH).unwrap_err();
    assert!(
        fault.to_string().contains("scenario bear sets `beta`"),
        "{fault}"
    );
}
