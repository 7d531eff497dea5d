use assay_valuation::{Request, StockCompensation, Weights, audit};
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive as _, ToPrimitive as _};

use crate::fixture::{close, line, number, per_share, request, set, valued};

/// A cost of capital of 21 % makes half a year's factor 1.1, so that every figure can be worked
/// out with a pencil.
fn pencil() -> Request {
    let mut request = request();
    for (name, value) in [
        ("rf", "0.05"),
        ("erp", "0.10"),
        ("beta", "1.6"),
        ("debt", "0"),
        ("leases", "0"),
        ("growth.start", "0.10"),
        ("growth.terminal", "0.10"),
        ("margin.start", "0.20"),
        ("margin.terminal", "0.20"),
        ("tax.start", "0.25"),
        ("capex.ratio", "0.08"),
        ("spread.terminal", "0.04"),
        ("exit.multiple", "4"),
    ] {
        set(&mut request, name, value);
    }
    request.shape.horizon = 3;
    request.shape.stage_one = 1;
    request
}

#[test]
fn a_table_worked_out_by_hand() {
    let valuation = valued(&pencil());
    for (id, expected) in [
        ("wacc", "0.21"),
        ("half_year", "1.1"),
        ("revenue.y1", "1100"),
        ("nopat.y1", "165"),
        ("fcff.y1", "122"),
        ("fcff.y2", "134.2"),
        ("fcff.y3", "147.62"),
        ("pv.y1", "110.909090909090909"),
        ("pv.y2", "100.826446280991736"),
        ("pv.y3", "91.660405709992486"),
        ("reinvestment.terminal", "0.4"),
        ("fcff.terminal", "131.769"),
        ("tv.gordon", "1197.9"),
        ("pv.tv.gordon", "743.801652892561983"),
        ("ev", "1047.197595792637114"),
        // less pensions 20, preferred 10, minority 5; plus cash 120, associates 15
        ("equity.value", "1147.197595792637114"),
        ("value.per_share", "11.471975957926371"),
        // (266.2 + 66.55) × 4 at the end of year 3: over 1.771561, not over 1.61051
        ("tv.exit", "1331"),
        ("pv.tv.exit", "751.314800901577761"),
        ("implied.multiple", "3.96"),
    ] {
        close(line(&valuation, id), number(expected), "0.000000000000001");
    }
}

struct Naive {
    value: f64,
    value_exit: f64,
}

/// The same company in floating point, written as one loop with powers.
fn naive(request: &Request) -> Naive {
    let get = |name: &str| request.inputs.get(name).unwrap().value().to_f64().unwrap();
    let ke = get("rf") + get("beta") * get("erp");
    let equity = get("price") * get("shares.basic");
    let debt = get("debt") + get("leases");
    let share = debt / (debt + equity);
    let wacc = (1.0 - share) * ke + share * get("kd") * (1.0 - get("tax.marginal"));
    let (n, k) = (request.shape.horizon as i32, request.shape.stage_one as i32);
    let mut revenue = get("revenue.base");
    let (mut present, mut nopat, mut ebitda) = (0.0, 0.0, 0.0);
    for t in 1..=n {
        let before = revenue;
        let fade = if t <= k {
            0.0
        } else {
            f64::from(t - k) / f64::from(n - k)
        };
        let growth = get("growth.start") * (1.0 - fade) + get("growth.terminal") * fade;
        revenue *= 1.0 + growth;
        let done = f64::from(t) / f64::from(n);
        let margin = get("margin.start") * (1.0 - done) + get("margin.terminal") * done;
        let tax = get("tax.start") * (1.0 - done) + get("tax.marginal") * done;
        nopat = revenue * margin * (1.0 - tax);
        ebitda = revenue * (margin + get("da.ratio"));
        let flow = nopat + revenue * (get("da.ratio") - get("capex.ratio"))
            - (revenue - before) * get("nwc.ratio");
        present += flow / (1.0 + wacc).powf(f64::from(t) - 0.5);
    }
    let g = get("growth.terminal");
    let reinvested = g / (wacc + get("spread.terminal"));
    let gordon =
        nopat * (1.0 + g) * (1.0 - reinvested) / (wacc - g) / (1.0 + wacc).powf(f64::from(n) - 0.5);
    let exit = ebitda * get("exit.multiple") / (1.0 + wacc).powi(n);
    let days = request
        .base_period_end
        .duration_until(request.valuation_date);
    let rolled = 1.0 + wacc * (days.as_hours() / 24) as f64 / 365.0;
    let net = get("cash") + get("associates")
        - debt
        - get("pensions")
        - get("preferred")
        - get("minority");
    let per_share = |ev: f64| (ev * rolled + net) / get("shares.basic");
    Naive {
        value: per_share(present + gordon),
        value_exit: per_share(present + exit),
    }
}

#[test]
fn another_computation_agrees() {
    let mut late = request();
    late.valuation_date = "2026-04-30".parse().unwrap();
    let mut long = request();
    long.shape.horizon = 10;
    long.shape.stage_one = 0;
    for request in [request(), late, long] {
        let valuation = valued(&request);
        let naive = naive(&request);
        for (id, expected) in [
            ("value.per_share", naive.value),
            ("value.exit", naive.value_exit),
        ] {
            let expected = Decimal::from_f64(expected).unwrap();
            close(line(&valuation, id), expected, "0.0000000001");
        }
    }
}

#[test]
fn the_two_terminal_values_explain_each_other() {
    let base = valued(&request());
    let mut crossed = request();
    let implied = line(&base, "implied.multiple");
    crate::fixture::set_to(&mut crossed, "exit.multiple", implied);
    let crossed = valued(&crossed);
    // the multiple that the perpetuity implies leads back to the growth of the perpetuity
    close(
        line(&crossed, "implied.growth"),
        number("0.025"),
        "0.000000000001",
    );
    close(
        line(&crossed, "value.exit"),
        line(&crossed, "value.per_share"),
        "0.000000000001",
    );
}

#[test]
fn every_line_is_what_its_formula_gives() {
    let valuation = valued(&request());
    valuation.audit().unwrap();
    let mut lines = valuation.leading().unwrap().lines.clone();
    let wrong = lines.iter_mut().find(|line| line.id == "fcff.y3").unwrap();
    wrong.value += number("0.01");
    let fault = audit(&lines).unwrap_err();
    assert!(
        fault.to_string().starts_with("line `fcff.y3` says"),
        "{fault}"
    );
}

#[test]
fn every_number_leads_to_evidence() {
    let valuation = valued(&request());
    let result = valuation.leading().unwrap();
    for line in &result.lines {
        assert!(
            !line.inputs.is_empty() || line.id == "elapsed",
            "{} names nothing",
            line.id
        );
        if !matches!(line.formula.as_str(), "data point" | "assumption" | "claim") {
            for input in &line.inputs {
                assert!(result.line(input).is_some(), "{} names {input}", line.id);
            }
        }
    }
    assert_eq!(result.line("debt").unwrap().inputs, ["dp_debt"]);
    assert_eq!(
        result.line("beta").unwrap().inputs,
        ["assumption:beta", "ev_1"]
    );
}

#[test]
fn share_based_pay_is_a_cost_unless_stated() {
    let base = per_share(&request());
    let mut added = request();
    set(&mut added, "sbc.ratio", "0.04");
    assert_eq!(per_share(&added), base, "given and not asked for");
    added.shape.stock_compensation = StockCompensation::AddedBack;
    let valuation = valued(&added);
    assert!(valuation.value_per_share().unwrap() > base);
    let flags = serde_json_text(&valuation.flags);
    assert!(flags.contains("stock_compensation_added_back"), "{flags}");
}

fn serde_json_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn options_dilute_by_what_their_proceeds_cannot_buy() {
    let mut diluted = request();
    // in the money: 20 × (1 − 4 ÷ 10) = 12; out of the money: nothing
    for (name, value) in [
        ("options.1.count", "20"),
        ("options.1.strike", "4"),
        ("options.2.count", "50"),
        ("options.2.strike", "11"),
        ("shares.restricted", "3"),
    ] {
        set(&mut diluted, name, value);
    }
    assert_eq!(line(&valued(&diluted), "shares.count"), number("115"));
}

#[test]
fn leases_are_debt_in_weights_and_bridge_or_in_neither() {
    let with = valued(&request());
    assert_eq!(line(&with, "capital.debt"), number("230"));
    assert_eq!(line(&with, "bridge.leases"), number("-30"));
    let mut request = request();
    request.shape.leases = assay_valuation::Leases::OperatingCost;
    let without = valued(&request);
    assert_eq!(line(&without, "capital.debt"), number("200"));
    assert!(without.leading().unwrap().line("bridge.leases").is_none());
}

#[test]
fn target_weights_need_no_price() {
    let mut request = request();
    request.shape.weights = Weights::Target;
    set(&mut request, "weight.debt", "0.2");
    // 0.8 × 10 % + 0.2 × 6 % × 0.75
    assert_eq!(line(&valued(&request), "wacc"), number("0.089"));
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let mut with_draws = request();
    with_draws.simulation = Some(crate::fixture::simulation(2_000, 7));
    let once = serde_json_text(&valued(&with_draws));
    assert_eq!(once, serde_json_text(&valued(&with_draws)));
    let back: assay_valuation::Valuation = serde_json::from_str(&once).unwrap();
    assert_eq!(serde_json_text(&back), once);
}

#[test]
fn a_target_of_other_scenarios_is_caught() {
    let mut valuation = valued(&request());
    let target = valuation.target.as_mut().unwrap();
    let line = target
        .lines
        .iter_mut()
        .find(|line| line.id == "value.bear")
        .unwrap();
    assert_eq!(line.inputs, ["bear/value.per_share"]);
    line.value += Decimal::ONE;
    assert!(valuation.audit().is_err());
}
