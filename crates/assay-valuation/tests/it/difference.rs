use assay_valuation::{ChangeCause, Valuation, difference};
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use rust_decimal::Decimal;

use crate::fixture::{number, request, set, set_to, valued};

fn amount(previous: &Valuation, current: &Valuation, cause: ChangeCause) -> Decimal {
    let change = difference(previous, current).unwrap();
    let part = change
        .parts
        .iter()
        .find(|part| part.cause == cause)
        .unwrap();
    part.amount
}

#[test]
fn each_cause_alone_is_the_whole_change() {
    let before = valued(&request());
    for (name, value, cause) in [
        ("price", "14", ChangeCause::Price),
        ("cash", "150", ChangeCause::Data),
        ("growth.start", "0.12", ChangeCause::Assumption),
    ] {
        let mut later = request();
        set(&mut later, name, value);
        let after = valued(&later);
        let change = difference(&before, &after).unwrap();
        assert_ne!(change.total, Decimal::ZERO);
        assert_eq!(amount(&before, &after, cause), change.total, "{name}");
        let part = change
            .parts
            .iter()
            .find(|part| part.cause == cause)
            .unwrap();
        assert_eq!(part.inputs, [name]);
    }
}

#[test]
fn a_run_of_an_older_model_differs_by_its_code() {
    let mut before = valued(&request());
    before.model_version = "0".to_owned();
    before.results[0].value_per_share.value += number("0.5");
    let after = valued(&request());
    assert_eq!(amount(&before, &after, ChangeCause::Code), number("-0.5"));
}

#[test]
fn an_input_that_became_a_filing_is_data() {
    let mut earlier = request();
    earlier
        .inputs
        .replace(crate::fixture::assumed("cash", number("100")));
    let change = difference(&valued(&earlier), &valued(&request())).unwrap();
    let data = change
        .parts
        .iter()
        .find(|part| part.cause == ChangeCause::Data)
        .unwrap();
    assert_eq!(data.amount, number("0.2"));
}

#[test]
fn a_later_day_is_priced_time() {
    let before = valued(&request());
    let mut later = request();
    later.valuation_date = "2026-03-31".parse().unwrap();
    let after = valued(&later);
    assert!(amount(&before, &after, ChangeCause::Price) > Decimal::ZERO);
    assert_eq!(
        amount(&before, &after, ChangeCause::Assumption),
        Decimal::ZERO
    );
}

#[test]
fn other_currencies_are_not_compared() {
    let before = valued(&request());
    let mut after = before.clone();
    after.currency = assay_valuation::Currency::new("EUR").unwrap();
    assert!(difference(&before, &after).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_parts_are_the_total(price in 200_i64..3000, cash in 0_i64..400, growth in -300_i64..2500) {
        let before = valued(&request());
        let mut later = request();
        later.scenarios.clear();
        set_to(&mut later, "price", Decimal::new(price, 2));
        set_to(&mut later, "cash", Decimal::from(cash));
        set_to(&mut later, "growth.start", Decimal::new(growth, 4));
        let change = difference(&before, &valued(&later)).unwrap();
        let sum: Decimal = change.parts.iter().map(|part| part.amount).sum();
        prop_assert_eq!(sum, change.total);
        prop_assert_eq!(change.total, change.current - change.previous);
    }
}
