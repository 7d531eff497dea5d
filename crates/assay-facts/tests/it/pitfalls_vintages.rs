//! Pitfalls of vintages: which filing counts, what it may be combined with.

use assay_facts::{Basis, ChangeClass, Missing, Note, RefusalReason};

use crate::lab::{book, day, dec, fact, point};

const FY: &str = "2024-01-01..2024-12-31";
const NINE: &str = "2024-01-01..2024-09-30";

#[test]
fn pitfall_08_a_proxy_statement_does_not_overrule_the_report() {
    // In thousands by mistake, filed later, with nothing in its fiscal fields.
    let book = book(vec![
        fact("NetIncomeLoss", FY, "319066000", "10-K", "2025-02-20"),
        fact("NetIncomeLoss", FY, "319065", "DEF 14A", "2025-04-10"),
        fact("NetIncomeLoss", NINE, "186000000", "10-Q", "2024-11-01"),
    ]);
    let analysis = book.as_of(day("2025-06-01")).analyse();
    assert_eq!(
        analysis.value("net_income", Basis::Fy, day("2024-12-31")),
        Ok(dec("319066000"))
    );
    assert_eq!(
        analysis.value("net_income", Basis::Q, day("2024-12-31")),
        Ok(dec("133066000"))
    );
    let year = point(&analysis, "net_income", "FY", "2024-12-31");
    assert_eq!(
        year.reconciliation.peers[0].diff_class,
        Some(ChangeClass::Scale)
    );
}

#[test]
fn pitfall_09_history_is_what_was_known() {
    let book = book(vec![
        fact("Revenues", FY, "100", "10-K", "2025-02-20"),
        fact("Revenues", FY, "115", "10-K/A", "2025-06-20"),
        fact("Revenues", FY, "118", "10-K", "2026-02-20"),
    ]);
    for (as_of, value) in [
        ("2025-03-01", "100"),
        ("2025-06-20", "115"),
        ("2026-03-01", "118"),
    ] {
        let analysis = book.as_of(day(as_of)).analyse();
        assert_eq!(
            analysis.value("revenue", Basis::Fy, day("2024-12-31")),
            Ok(dec(value))
        );
    }
    assert_eq!(
        book.as_of(day("2025-02-19"))
            .analyse()
            .value("revenue", Basis::Fy, day("2024-12-31")),
        Err(Missing::NotReported {
            metric: "revenue".to_owned()
        })
    );
    let classes: Vec<_> = book.changes().iter().map(|change| change.class).collect();
    assert_eq!(classes, [ChangeClass::Restated, ChangeClass::Recast]);
}

#[test]
fn pitfall_10_splits_are_applied_once_and_only_to_what_came_before() {
    let book = book(vec![
        fact(
            "EarningsPerShareDiluted",
            "2019-01-01..2019-12-31",
            "8.00",
            "10-K",
            "2020-02-01",
        ),
        fact("EarningsPerShareDiluted", FY, "3.00", "10-K", "2025-02-01"),
        fact(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            "2019-01-01..2019-12-31",
            "1000000",
            "10-K",
            "2020-02-01",
        ),
        // shares are counted anew since: that proves the split
        fact(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            FY,
            "4100000",
            "10-K",
            "2025-02-01",
        ),
        fact(
            "StockholdersEquityNoteStockSplitConversionRatio1",
            "2021-06-04",
            "4",
            "10-Q",
            "2021-08-01",
        ),
        fact(
            "StockholdersEquityNoteStockSplitConversionRatio1",
            "2021-07-19",
            "4",
            "10-K",
            "2022-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(analysis.view().splits().len(), 1, "one split told twice");
    let old = point(&analysis, "eps_diluted", "FY", "2019-12-31");
    assert_eq!(old.value, dec("2"));
    assert!(matches!(
        old.normalization_notes.rules[0],
        Note::SplitAdjusted { .. }
    ));
    assert_eq!(
        analysis.value("eps_diluted", Basis::Fy, day("2024-12-31")),
        Ok(dec("3.00"))
    );
    assert_eq!(
        analysis.value("diluted_shares", Basis::Fy, day("2019-12-31")),
        Ok(dec("4000000"))
    );
    // Before the split was known, nothing was adjusted.
    let early = book.as_of(day("2020-03-01")).analyse();
    assert_eq!(
        early.value("eps_diluted", Basis::Fy, day("2019-12-31")),
        Ok(dec("8.00"))
    );
}

#[test]
fn pitfall_11_scale_and_sign_are_recognised_both_ways() {
    let shares = "WeightedAverageNumberOfDilutedSharesOutstanding";
    let right = |year: i32| {
        let period = format!("{year}-01-01..{year}-12-31");
        fact(
            shares,
            &period,
            "600000000",
            "10-K",
            &format!("{}-02-01", year + 1),
        )
    };
    for (first, second) in [
        ("613934", "613934000"),
        ("613934000", "613934"),
        ("613934000000", "613934000"),
    ] {
        let book = book(vec![
            right(2020),
            right(2021),
            right(2022),
            right(2023),
            fact(shares, FY, first, "10-K", "2025-02-01"),
            fact(shares, FY, second, "10-K", "2026-02-01"),
        ]);
        let analysis = book.as_of(day("2026-03-01")).analyse();
        assert_eq!(
            analysis.value("diluted_shares", Basis::Fy, day("2024-12-31")),
            Ok(dec("613934000")),
            "{first} then {second}"
        );
        assert_eq!(book.changes()[0].class, ChangeClass::Scale);
    }
    let sign = book(vec![
        fact("IncomeTaxExpenseBenefit", FY, "-50", "10-K", "2025-02-01"),
        fact("IncomeTaxExpenseBenefit", FY, "50", "10-K", "2026-02-01"),
    ]);
    assert_eq!(sign.changes()[0].class, ChangeClass::Sign);
}

#[test]
fn pitfall_22_a_recast_year_and_an_old_nine_months_make_no_quarter() {
    let mut facts = vec![
        fact("Revenues", NINE, "700", "10-Q", "2024-11-01"),
        fact("Revenues", FY, "1000", "10-K", "2025-02-20"),
    ];
    let before = book(facts.clone());
    let analysis = before.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("revenue", Basis::Q, day("2024-12-31")),
        Ok(dec("300"))
    );
    // A divested business is taken out of the year, and nobody restates the nine months.
    facts.push(fact("Revenues", FY, "800", "10-K", "2026-02-20"));
    let after = book(facts.clone());
    let analysis = after.as_of(day("2026-03-01")).analyse();
    let refused = analysis.value("revenue", Basis::Q, day("2024-12-31"));
    let Err(Missing::Refused(refusal)) = refused else {
        panic!("{refused:?}");
    };
    assert!(matches!(
        refusal.reason,
        RefusalReason::AcrossVintages { .. }
    ));
    // If both were restated, the difference is sound again.
    facts.push(fact("Revenues", NINE, "560", "10-Q", "2025-11-01"));
    let both = book(facts);
    let analysis = both.as_of(day("2026-03-01")).analyse();
    assert_eq!(
        analysis.value("revenue", Basis::Q, day("2024-12-31")),
        Ok(dec("240"))
    );
}

#[test]
fn another_presentation_is_no_change() {
    // Thousands, then tenths of a million: every value of the filing says how it rounds.
    let mut facts = Vec::new();
    for (at, concept) in [
        "Assets",
        "Liabilities",
        "StockholdersEquity",
        "InventoryNet",
        "Goodwill",
        "AssetsCurrent",
        "LiabilitiesCurrent",
        "AccountsPayableCurrent",
    ]
    .iter()
    .enumerate()
    {
        let exact = format!("{}234000", at + 1);
        let coarse = format!("{}200000", at + 1);
        facts.push(fact(concept, "2024-12-31", &exact, "10-K", "2025-02-01"));
        facts.push(fact(concept, "2024-12-31", &coarse, "10-Q", "2025-05-01"));
    }
    let classes: Vec<_> = book(facts)
        .changes()
        .iter()
        .map(|change| change.class)
        .collect();
    assert_eq!(classes, vec![ChangeClass::Rounding; 8]);
}

#[test]
fn a_change_of_currency_is_a_class_of_its_own() {
    let book = book(vec![
        crate::lab::in_unit("ifrs-full:Revenue", "CNY", FY, "700", "20-F", "2025-03-01"),
        crate::lab::in_unit("ifrs-full:Revenue", "USD", FY, "100", "20-F", "2026-03-01"),
    ]);
    assert_eq!(book.changes()[0].class, ChangeClass::Fx);
}
