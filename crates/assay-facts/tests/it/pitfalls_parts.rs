//! A tag does not tell a part from the whole; what adds up does.

use assay_domain::Decimal;
use assay_facts::{Analysis, Basis, Book, Fact, Missing, RefusalReason};

use crate::lab::{book, day, dec, fact};

const ON: &str = "2025-06-30";

/// Concepts and their amounts in millions.
type Lines = &'static [(&'static str, i64)];

/// Balances of a day in millions, as a report of a month later states them.
fn sheet(on: &str, lines: &[(&str, i64)]) -> Vec<Fact> {
    let filed = day(on)
        .saturating_add(jiff::Span::new().days(35))
        .to_string();
    let all = lines.iter().chain(&[("Assets", 90_000)]);
    all.map(|(concept, value)| fact(concept, on, &millions(*value), "10-Q", &filed))
        .collect()
}

fn millions(value: i64) -> String {
    (value * 1_000_000).to_string()
}

fn of(facts: Vec<Vec<Fact>>) -> Book {
    book(facts.into_iter().flatten().collect())
}

fn known<'a>(book: &'a Book, on: &str) -> Analysis<'a> {
    book.as_of(day(on)).analyse()
}

/// What is known of a balance on a day, in millions.
fn balance(book: &Book, metric: &str, on: &str) -> Option<Decimal> {
    let analysis = known(book, "2026-12-31");
    let value = analysis.value(metric, Basis::Instant, day(on)).ok()?;
    Some((value / dec("1000000")).normalize())
}

#[test]
fn debt_is_counted_once_however_it_is_tagged() {
    const SHORT: &str = "ShortTermBorrowings";
    const CURRENT: &str = "LongTermDebtCurrent";
    const REST: &str = "LongTermDebtNoncurrent";
    const WHOLE: &str = "LongTermDebt";
    let cases: &[(&str, Lines, Option<&str>)] = &[
        (
            "one debt under two tags",
            &[(SHORT, 715), (CURRENT, 715), (REST, 3_402)],
            Some("4117"),
        ),
        (
            "two debts",
            &[(SHORT, 300), (CURRENT, 715), (REST, 3_402)],
            Some("4417"),
        ),
        (
            "the part is what the whole has beside the rest",
            &[(SHORT, 715), (REST, 3_402), (WHOLE, 4_117)],
            Some("4117"),
        ),
        (
            "room for the part and for more",
            &[(SHORT, 900), (REST, 3_402), (WHOLE, 4_117)],
            None,
        ),
        (
            "a discount is no part",
            &[(SHORT, 900), (REST, 3_402), (WHOLE, 3_440)],
            Some("4302"),
        ),
        ("nothing but long-term debt", &[(REST, 3_402)], Some("3402")),
        (
            "all that is due within a year",
            &[("DebtCurrent", 1_015), (REST, 3_402), (WHOLE, 4_117)],
            Some("4417"),
        ),
    ];
    for (name, lines, expected) in cases {
        let book = of(vec![sheet(ON, lines)]);
        let found = balance(&book, "total_debt", ON);
        assert_eq!(found, expected.map(dec), "{name}");
    }
    // a company that shows once what it means by the line means it on other days too
    let book = of(vec![
        sheet("2024-12-31", &[(SHORT, 640), (CURRENT, 640), (REST, 3_500)]),
        sheet(ON, &[(SHORT, 715), (WHOLE, 4_117)]),
    ]);
    assert_eq!(balance(&book, "total_debt", ON), Some(dec("4117")));
}

const YEAR: &str = "2024-01-01..2024-12-31";

fn year(period: &str, lines: &[(&str, i64)]) -> Vec<Fact> {
    let filed = format!("{}-02-20", period[12..16].parse::<i32>().unwrap() + 1);
    let of =
        |(concept, value): &(&str, i64)| fact(concept, period, &millions(*value), "10-K", &filed);
    lines.iter().map(of).collect()
}

#[test]
fn depreciation_and_amortisation_are_whole_or_withheld() {
    const BOTH: &str = "DepreciationDepletionAndAmortization";
    const ALSO: &str = "DepreciationAndAmortization";
    const TANGIBLE: &str = "Depreciation";
    const INTANGIBLE: &str = "AmortizationOfIntangibleAssets";
    let cases: &[(&str, Lines, Option<&str>)] = &[
        ("one line", &[(BOTH, 520)], Some("520")),
        (
            "one line and its parts",
            &[(BOTH, 520), (TANGIBLE, 400), (INTANGIBLE, 120)],
            Some("520"),
        ),
        (
            "two lines",
            &[(TANGIBLE, 400), (INTANGIBLE, 120)],
            Some("520"),
        ),
        ("tangible assets alone", &[(TANGIBLE, 400)], Some("400")),
        (
            "what is called both is less than one of them",
            &[(ALSO, 210), (INTANGIBLE, 730)],
            Some("940"),
        ),
        (
            "what is called both is the first of them",
            &[(ALSO, 400), (TANGIBLE, 400), (INTANGIBLE, 120)],
            Some("520"),
        ),
        (
            "a note on property under the name of both",
            &[
                (BOTH, 400),
                ("DepreciationAmortizationAndAccretionNet", 520),
            ],
            Some("520"),
        ),
        (
            "less than its parts and none of them",
            &[(BOTH, 450), (TANGIBLE, 400), (INTANGIBLE, 120)],
            None,
        ),
    ];
    for (name, lines, expected) in cases {
        let mut facts = year(YEAR, lines);
        facts.extend(year(
            YEAR,
            &[("OperatingIncomeLoss", -100), ("Revenues", 5_000)],
        ));
        let book = of(vec![facts]);
        let analysis = known(&book, ON);
        let of = |metric| analysis.value(metric, Basis::Fy, day("2024-12-31"));
        let whole = expected.map(|value| dec(value) * dec("1000000"));
        assert_eq!(of("da").ok(), whole, "{name}");
        let before = whole.map(|value| value - dec("100000000"));
        assert_eq!(of("ebitda").ok(), before, "{name}");
    }
}

#[test]
fn a_line_that_leaves_out_amortisation_is_not_used_where_that_is_not_stated() {
    let (both, intangible) = (
        "DepreciationAndAmortization",
        "AmortizationOfIntangibleAssets",
    );
    let before = "2023-01-01..2023-12-31";
    let book = of(vec![
        year(
            before,
            &[(both, 200), (intangible, 700), ("Revenues", 4_000)],
        ),
        year(YEAR, &[(both, 210), ("Revenues", 5_000)]),
    ]);
    let analysis = known(&book, ON);
    let of = |end| analysis.value("da", Basis::Fy, day(end));
    assert_eq!(of("2023-12-31"), Ok(dec("900000000")));
    let why = of("2024-12-31").expect_err("a part is unknown");
    let Missing::Refused(refusal) = why else {
        unreachable!("{why:?}")
    };
    assert!(
        matches!(refusal.reason, RefusalReason::PartNotStated { .. }),
        "{refusal:?}"
    );
    // intangible assets that nobody amortises are amortised somewhere
    let mut facts = year(YEAR, &[("Depreciation", 210), ("Revenues", 5_000)]);
    facts.extend(sheet(
        "2024-12-31",
        &[("FiniteLivedIntangibleAssetsNet", 4_000)],
    ));
    let book = self::of(vec![facts]);
    let analysis = known(&book, ON);
    assert!(analysis.value("da", Basis::Fy, day("2024-12-31")).is_err());
}

#[test]
fn investments_after_a_change_of_tag_are_complete_or_withheld() {
    const OLD: &str = "MarketableSecuritiesCurrent";
    const PART: &str = "AvailableForSaleSecuritiesDebtSecuritiesCurrent";
    const DEBT: &str = "DebtSecuritiesCurrent";
    const EQUITY: &str = "EquitySecuritiesFvNi";
    let before = "2024-12-31";
    let cases: &[(&str, Lines, Lines, Option<&str>)] = &[
        ("the same tag", &[(OLD, 50)], &[(OLD, 60)], Some("60")),
        (
            "another tag for the same line",
            &[(OLD, 50), (PART, 50)],
            &[(PART, 60)],
            Some("60"),
        ),
        (
            "a tag of a part",
            &[(OLD, 50), (PART, 30)],
            &[(PART, 33)],
            None,
        ),
        (
            "two lines in the place of one",
            &[(OLD, 50), (DEBT, 30), (EQUITY, 20)],
            &[(DEBT, 33), (EQUITY, 27)],
            Some("60"),
        ),
        (
            "two lines of which one is not tagged",
            &[(OLD, 50), (DEBT, 30)],
            &[(DEBT, 33)],
            None,
        ),
        ("nothing in common", &[(OLD, 50)], &[(DEBT, 33)], None),
        ("never another tag", &[], &[(DEBT, 33)], Some("33")),
    ];
    for (name, old, new, expected) in cases {
        let cash = |lines: &[(&str, i64)], on| {
            let mut all = lines.to_vec();
            all.push(("CashAndCashEquivalentsAtCarryingValue", 10));
            all.push(("LongTermDebtNoncurrent", 5));
            sheet(on, &all)
        };
        let book = of(vec![cash(old, before), cash(new, ON)]);
        let found = balance(&book, "short_term_investments", ON);
        assert_eq!(found, expected.map(dec), "{name}");
        // net of what cannot be added up there is no debt
        let net = expected.map(|value| dec("-5") - dec(value));
        assert_eq!(balance(&book, "net_debt", ON), net, "{name}");
    }
}

/// Quarters under one tag and a year under another are no four quarters of one thing.
#[test]
fn tags_that_contradict_each_other_are_not_summed() {
    let (paid, common) = ("PaymentsOfDividends", "PaymentsOfDividendsCommonStock");
    let quarter = |concept: &str, period: &str, value: i64, filed: &str| {
        fact(concept, period, &millions(value), "10-Q", filed)
    };
    let mut facts = vec![
        quarter(paid, "2024-01-01..2024-03-31", 100, "2024-05-01"),
        quarter(paid, "2024-01-01..2024-06-30", 205, "2024-08-01"),
        quarter(paid, "2024-01-01..2024-09-30", 312, "2024-11-01"),
        // a note has the common shares alone, and rounds them
        quarter(common, "2024-04-01..2024-06-30", 90, "2024-08-01"),
        quarter(common, "2024-01-01..2024-03-31", 88, "2024-05-01"),
    ];
    facts.extend(year(
        YEAR,
        &[(paid, 420), (common, 370), ("Revenues", 5_000)],
    ));
    let book = book(facts);
    let analysis = known(&book, ON);
    let of = |basis, end| analysis.value("dividends", basis, day(end));
    assert_eq!(of(Basis::Q, "2024-06-30"), Ok(dec("105000000")));
    assert_eq!(of(Basis::Ttm, "2024-12-31"), Ok(dec("420000000")));
    assert_eq!(of(Basis::Fy, "2024-12-31"), Ok(dec("420000000")));
}

#[test]
fn operating_cash_flow_of_ifrs_follows_from_the_other_flows() {
    let flow = |concept: &str, value: i64| {
        let concept = format!("ifrs-full:{concept}");
        fact(&concept, YEAR, &millions(value), "20-F", "2025-03-20")
    };
    let rest = [
        flow("Revenue", 5_000),
        flow("CashFlowsFromUsedInInvestingActivities", -300),
        flow("CashFlowsFromUsedInFinancingActivities", -120),
        flow("EffectOfExchangeRateChangesOnCashAndCashEquivalents", -4),
        flow("IncreaseDecreaseInCashAndCashEquivalents", 76),
    ];
    let of = |more: Option<Fact>| {
        let mut facts = rest.to_vec();
        facts.extend(more);
        let book = book(facts);
        let analysis = known(&book, ON);
        analysis.value("ocf", Basis::Fy, day("2024-12-31")).ok()
    };
    // before interest and tax, of which the filer says nothing more
    let generated = flow("CashFlowsFromUsedInOperations", 610);
    assert_eq!(of(Some(generated)), Some(dec("500000000")));
    let stated = flow("CashFlowsFromUsedInOperatingActivities", 500);
    assert_eq!(of(Some(stated)), Some(dec("500000000")));
    assert_eq!(of(None), None);
}
