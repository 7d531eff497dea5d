//! Companies that a cash flow model does not suit.

use assay_valuation::{CompanyKind, Method, Reason, Standing};
use rust_decimal::Decimal;

use crate::fixture::{close, line, number, peer, reason_of, refused, request, set, valued};

#[test]
fn a_bank_is_worth_its_book_and_its_excess_returns() {
    let mut bank = request();
    bank.kind = CompanyKind::Bank;
    bank.scenarios.clear();
    for (name, value) in [
        ("roe.start", "0.14"),
        ("spread.roe", "0"),
        ("payout", "0.4"),
    ] {
        set(&mut bank, name, value);
    }
    bank.shape.horizon = 3;
    bank.shape.stage_one = 1;
    let valuation = valued(&bank);
    assert_eq!(valuation.leading().unwrap().method, Method::ExcessReturn);
    // cost of equity 10 %; returns fade 12.67 %, 11.33 %, 10 %
    assert_eq!(line(&valuation, "ke"), number("0.1"));
    let mut book = 600.0;
    let mut worth = 600.0;
    for (t, roe) in [(1, 0.14 - 0.04 / 3.0), (2, 0.14 - 0.08 / 3.0), (3, 0.10)] {
        worth += (roe - 0.10) * book / 1.1_f64.powi(t);
        book *= 1.0 + roe * 0.6;
    }
    let expected: Decimal = format!("{worth:.9}").parse().unwrap();
    close(line(&valuation, "equity.base"), expected, "0.0000000001");
    // dividends are the same money seen from the other side
    close(
        line(&valuation, "equity.dividends"),
        line(&valuation, "equity.base"),
        "0.00000000000001",
    );
    // (14 % − 2.5 %) ÷ (10 % − 2.5 %)
    close(
        line(&valuation, "pb.justified"),
        number("1.533333333333333"),
        "0.000000000001",
    );
}

#[test]
fn returns_at_their_cost_are_worth_the_book() {
    let mut bank = request();
    bank.kind = CompanyKind::Insurer;
    bank.scenarios.clear();
    for (name, value) in [
        ("roe.start", "0.10"),
        ("spread.roe", "0"),
        ("payout", "0.4"),
    ] {
        set(&mut bank, name, value);
    }
    assert_eq!(line(&valued(&bank), "equity.base"), number("600"));
}

#[test]
fn a_bank_lists_what_it_lacks() {
    let mut bank = request();
    bank.kind = CompanyKind::Bank;
    let refusal = refused(&bank);
    let names: Vec<&str> = refusal
        .missing
        .iter()
        .map(|gap| gap.name.as_str())
        .collect();
    assert_eq!(names, ["roe.start", "spread.roe", "payout"]);
    assert_eq!(
        reason_of(&refusal.verdicts, Method::Dcf),
        Reason::DebtIsRawMaterial
    );
}

#[test]
fn a_trust_is_worth_its_adjusted_funds() {
    let mut trust = request();
    trust.kind = CompanyKind::Reit;
    trust.scenarios.clear();
    for (name, value) in [
        ("ffo", "120"),
        ("capex.maintenance", "20"),
        ("growth.affo", "0.02"),
        ("noi", "150"),
        ("cap_rate", "0.06"),
    ] {
        set(&mut trust, name, value);
    }
    let valuation = valued(&trust);
    // 100 × 1.02 ÷ (10 % − 2 %) ÷ 100 shares; 150 ÷ 6 % less 130 net of claims
    assert_eq!(valuation.value_per_share(), Some(number("12.75")));
    assert_eq!(line(&valuation, "value.nav"), number("23.7"));
    assert_eq!(valuation.grids.len(), 1);
}

#[test]
fn a_company_before_profit_may_fail() {
    let mut young = request();
    young.kind = CompanyKind::PreProfit;
    young.scenarios.clear();
    set(&mut young, "failure.probability", "0.25");
    set(&mut young, "failure.recovery", "40");
    let reason = reason_of(&refused(&young).verdicts, Method::SalesAndFailure);
    assert_eq!(reason, Reason::TooFewPeers { usable: 0 });
    assert_eq!(refused(&young).missing[0].name, "peers");
    young.peers = vec![
        peer("A", "100", "10", "50"),
        peer("B", "120", "10", "40"),
        peer("C", "150", "10", "30"),
    ];
    let valuation = valued(&young);
    // 1000 × 3 − 130 = 2870; three quarters of it and a quarter of 40, over 100 shares
    assert_eq!(valuation.value_per_share(), Some(number("21.625")));
    let dcf = valuation
        .verdicts
        .iter()
        .find(|v| v.method == Method::Dcf)
        .unwrap();
    assert_eq!(dcf.standing, Standing::Refused);
}

#[test]
fn a_group_is_worth_its_parts_and_its_cash_flow_is_a_cross_check() {
    let mut group = request();
    group.kind = CompanyKind::Conglomerate;
    group.scenarios.clear();
    assert!(
        refused(&group)
            .missing
            .iter()
            .any(|gap| gap.name == "segment.1.metric")
    );
    for (name, value) in [
        ("segment.1.metric", "100"),
        ("segment.1.multiple", "12"),
        ("segment.2.metric", "80"),
        ("segment.2.multiple", "6"),
    ] {
        set(&mut group, name, value);
    }
    let valuation = valued(&group);
    // 1200 + 480 − 130
    assert_eq!(valuation.value_per_share(), Some(number("15.5")));
    assert_eq!(valuation.results.len(), 2);
    assert_eq!(valuation.results[1].method, Method::Dcf);
}

#[test]
fn a_depositary_receipt_stands_for_its_shares() {
    let mut receipt = request();
    let ordinary = line(&valued(&receipt), "equity.value");
    // five shares each, so a price five times as high is the same market value
    set(&mut receipt, "adr.ratio", "5");
    set(&mut receipt, "price", "50");
    let valuation = valued(&receipt);
    close(
        line(&valuation, "equity.value"),
        ordinary,
        "0.00000000000001",
    );
    close(
        valuation.value_per_share().unwrap(),
        ordinary / number("20"),
        "0.00000000000001",
    );
}
