//! Pitfalls of meaning: which line, which part, which sign, what may be added.

use assay_domain::Language;
use assay_facts::{
    Basis, CheckId, ConversionRefused, FxRate, Missing, Publisher, Scope, read_companyfacts,
};

use crate::lab::{book, day, dec, fact, point, request};

const FY: &str = "2024-01-01..2024-12-31";
const PRIOR: &str = "2023-01-01..2023-12-31";

#[test]
fn pitfall_03_a_part_under_the_name_of_the_total_is_passed_over() {
    let book = book(vec![
        fact("Revenues", FY, "1200", "10-K", "2025-02-01"),
        fact(
            "RevenueFromContractWithCustomerExcludingAssessedTax",
            FY,
            "84000",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("revenue", Basis::Fy, day("2024-12-31")),
        Ok(dec("84000"))
    );
}

#[test]
fn pitfall_07_negative_cash_flows_are_values() {
    let book = book(vec![
        fact(
            "NetCashProvidedByUsedInOperatingActivities",
            "2024-01-01..2024-09-30",
            "-40",
            "10-Q",
            "2024-11-01",
        ),
        fact(
            "NetCashProvidedByUsedInOperatingActivities",
            FY,
            "-100",
            "10-K",
            "2025-02-01",
        ),
        fact(
            "PaymentsToAcquirePropertyPlantAndEquipment",
            FY,
            "20",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("ocf", Basis::Q, day("2024-12-31")),
        Ok(dec("-60"))
    );
    assert_eq!(
        analysis.value("fcf", Basis::Fy, day("2024-12-31")),
        Ok(dec("-120"))
    );
}

#[test]
fn pitfall_14_concepts_match_as_a_whole() {
    let book = book(vec![fact(
        "NetIncomeLossAvailableToCommonStockholdersBasic",
        FY,
        "90",
        "10-K",
        "2025-02-01",
    )]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert!(
        analysis
            .value("net_income", Basis::Fy, day("2024-12-31"))
            .is_err()
    );
    assert_eq!(
        analysis.value("net_income_to_common", Basis::Fy, day("2024-12-31")),
        Ok(dec("90"))
    );
}

#[test]
fn pitfall_15_three_net_incomes_stay_three() {
    let book = book(vec![
        fact("NetIncomeLoss", FY, "-286", "10-K", "2025-02-01"),
        fact("ProfitLoss", FY, "2", "10-K", "2025-02-01"),
        fact(
            "NetIncomeLossAvailableToCommonStockholdersBasic",
            FY,
            "-290",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    for (metric, value) in [
        ("net_income", "-286"),
        ("net_income_incl_nci", "2"),
        ("net_income_to_common", "-290"),
    ] {
        assert_eq!(
            analysis.value(metric, Basis::Fy, day("2024-12-31")),
            Ok(dec(value)),
            "{metric}"
        );
    }
}

#[test]
fn pitfall_18_an_outage_is_not_an_absence() {
    let facts = vec![fact("Assets", "2024-12-31", "5", "10-K", "2025-02-01")];
    let mut known = book(facts);
    let why = |book: &assay_facts::Book| {
        book.as_of(day("2025-03-01"))
            .analyse()
            .newest("revenue", Basis::Fy)
            .unwrap_err()
    };
    assert!(matches!(why(&known), Missing::NotReported { .. }));
    known.note_outage("vendor:fmp", "status 503");
    let missing = why(&known);
    assert!(matches!(missing, Missing::SourceUnavailable { .. }));
    assert!(missing.text(Language::Zh).contains("无法访问"));
    for broken in [
        &b"{"[..],
        b"",
        b"[]",
        br#"{"cik":1,"entityName":"x","facts":{}}"#,
        b"<html>",
    ] {
        assert!(
            read_companyfacts(broken).is_err(),
            "no bytes become an empty book"
        );
    }
}

#[test]
fn pitfall_19_only_money_is_converted() {
    let book = book(vec![
        fact("Revenues", FY, "1000", "10-K", "2025-02-01"),
        fact("EarningsPerShareDiluted", FY, "2.5", "10-K", "2025-02-01"),
        fact(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            FY,
            "400",
            "10-K",
            "2025-02-01",
        ),
        fact("NetIncomeLoss", FY, "100", "10-K", "2025-02-01"),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    let rate = FxRate {
        from: "USD".to_owned(),
        to: "CNY".to_owned(),
        rate: dec("7.2"),
        on: day("2024-12-31"),
        source: "PBoC".to_owned(),
    };
    let of = |metric: &str| point(&analysis, metric, "FY", "2024-12-31").converted(&rate);
    let revenue = of("revenue").expect("money");
    assert_eq!((revenue.value, revenue.unit.as_str()), (dec("7200"), "CNY"));
    assert_eq!(revenue.recompute(), Ok(revenue.value));
    assert_eq!(
        of("eps_diluted").expect("money per share").unit,
        "CNY/shares"
    );
    for metric in ["diluted_shares", "net_margin"] {
        assert!(
            matches!(of(metric), Err(ConversionRefused::NoCurrency { .. })),
            "{metric}"
        );
    }
    assert!(matches!(
        revenue.converted(&rate),
        Err(ConversionRefused::OtherCurrency { .. })
    ));
}

#[test]
fn pitfall_20_flows_are_summed_and_balances_are_not() {
    let quarters = [
        ("2024-01-01..2024-03-31", "2024-05-01"),
        ("2024-04-01..2024-06-30", "2024-08-01"),
        ("2024-07-01..2024-09-30", "2024-11-01"),
        ("2024-10-01..2024-12-31", "2025-02-01"),
    ];
    let mut facts = vec![fact(
        "StockholdersEquity",
        "2023-12-31",
        "100",
        "10-K",
        "2024-02-01",
    )];
    for (period, filed) in quarters {
        facts.push(fact("NetIncomeLoss", period, "10", "10-Q", filed));
        facts.push(fact(
            "StockholdersEquity",
            &period[12..],
            "300",
            "10-Q",
            filed,
        ));
        facts.push(fact(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            period,
            "50",
            "10-Q",
            filed,
        ));
    }
    let book = book(facts);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    // 40 over the mean of 100 and 300, and not over four balances.
    assert_eq!(
        analysis.value("roe", Basis::Ttm, day("2024-12-31")),
        Ok(dec("0.2"))
    );
    assert_eq!(analysis.history("equity", Basis::Ttm), []);
    assert_eq!(analysis.history("diluted_shares", Basis::Ttm), []);
}

#[test]
fn pitfall_21_statements_are_checked_against_themselves() {
    let balanced = |equity: &str, current: &str, cash: &str| {
        let at =
            |concept: &str, value: &str| fact(concept, "2024-12-31", value, "10-K", "2025-02-01");
        book(vec![
            at("Assets", "1000"),
            at("Liabilities", "600"),
            at("StockholdersEquity", equity),
            at("MinorityInterest", "30"),
            at("RedeemableNoncontrollingInterestEquityCarryingAmount", "20"),
            at("AssetsCurrent", current),
            at("CashAndCashEquivalentsAtCarryingValue", cash),
        ])
    };
    let results = |book: &assay_facts::Book, id: CheckId| -> Vec<bool> {
        let analysis = book.as_of(day("2025-03-01")).analyse();
        let checks = analysis.checks().into_iter().filter(|c| c.check.id == id);
        checks.map(|c| c.check.pass).collect()
    };
    let good = balanced("350", "400", "90");
    assert_eq!(results(&good, CheckId::BalanceSheet), [true]);
    assert!(
        results(&good, CheckId::PartWithinWhole)
            .iter()
            .all(|pass| *pass)
    );
    assert!(
        results(&good, CheckId::NotNegative)
            .iter()
            .all(|pass| *pass)
    );
    let bad = balanced("370", "1400", "-90");
    assert_eq!(results(&bad, CheckId::BalanceSheet), [false]);
    assert!(results(&bad, CheckId::PartWithinWhole).contains(&false));
    assert!(results(&bad, CheckId::NotNegative).contains(&false));

    let flows = |change: &str| {
        let of = |concept: &str, value: &str| fact(concept, FY, value, "10-K", "2025-02-01");
        book(vec![
            of("NetCashProvidedByUsedInOperatingActivities", "100"),
            of("NetCashProvidedByUsedInInvestingActivities", "-60"),
            of("NetCashProvidedByUsedInFinancingActivities", "-30"),
            of("EffectOfExchangeRateOnCashAndCashEquivalents", "-1"),
            of("CashAndCashEquivalentsPeriodIncreaseDecrease", change),
        ])
    };
    assert_eq!(results(&flows("9"), CheckId::CashFlow), [true]);
    assert_eq!(results(&flows("-9"), CheckId::CashFlow), [false]);
}

#[test]
fn the_parent_alone_is_not_the_group() {
    let mut parent = fact("Revenues", FY, "70", "10-K", "2025-02-01");
    parent.scope = Scope::Parent;
    let book = book(vec![
        parent,
        fact("Revenues", FY, "100", "10-K", "2025-02-01"),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("revenue", Basis::Fy, day("2024-12-31")),
        Ok(dec("100"))
    );
}

#[test]
fn two_sources_match_are_explained_or_conflict() {
    use assay_facts::ReconciliationVerdict::{Conflict, Explained, Match, SingleSource};
    let verdict = |vendor: Option<&str>| {
        let mut facts = vec![
            fact("Revenues", FY, "100000", "10-K", "2025-02-01"),
            fact("Revenues", PRIOR, "90000", "10-K", "2025-02-01"),
        ];
        if let Some(value) = vendor {
            let mut other = fact("fmp:revenue", FY, value, "vendor", "2025-02-03");
            other.publisher = Publisher::Vendor;
            other.source = "vendor:fmp".into();
            facts.push(other);
        }
        let book = book(facts);
        let analysis = book.as_of(day("2025-03-01")).analyse();
        point(&analysis, "revenue", "FY", "2024-12-31").reconciliation
    };
    assert_eq!(verdict(None).verdict, SingleSource);
    assert_eq!(verdict(Some("100000")).verdict, Match);
    assert_eq!(verdict(Some("100")).verdict, Explained);
    assert_eq!(verdict(Some("-100000")).verdict, Explained);
    let conflict = verdict(Some("123456"));
    assert_eq!(conflict.verdict, Conflict);
    assert_eq!(
        conflict.peers[0].value,
        dec("123456"),
        "both values are kept"
    );
    // One filing that states two values contradicts itself.
    let book = book(vec![
        fact("Revenues", FY, "100000", "10-K", "2025-02-01"),
        fact("Revenues", FY, "123456", "10-K", "2025-02-01"),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    let twice = point(&analysis, "revenue", "FY", "2024-12-31").reconciliation;
    assert_eq!((twice.verdict, twice.peers.len()), (Conflict, 1));
}

#[test]
fn the_fourth_quarter_of_earnings_per_share_follows_the_share_count() {
    let of = |shares: [&str; 4]| {
        let quarters = [
            ("2024-01-01..2024-03-31", "10-Q", "2024-05-01"),
            ("2024-04-01..2024-06-30", "10-Q", "2024-08-01"),
            ("2024-07-01..2024-09-30", "10-Q", "2024-11-01"),
            (FY, "10-K", "2025-02-01"),
        ];
        let mut facts = vec![fact(
            "NetIncomeLoss",
            "2024-01-01..2024-09-30",
            "300",
            "10-Q",
            "2024-11-01",
        )];
        for ((period, form, filed), count) in quarters.iter().zip(shares) {
            let (eps, income) = if *form == "10-K" {
                ("4.10", "420")
            } else {
                ("1.00", "100")
            };
            facts.push(fact("EarningsPerShareDiluted", period, eps, form, filed));
            facts.push(fact("NetIncomeLoss", period, income, form, filed));
            facts.push(fact(
                "WeightedAverageNumberOfDilutedSharesOutstanding",
                period,
                count,
                form,
                filed,
            ));
        }
        book(facts)
    };
    let stable = of(["100", "100", "100", "101"]);
    let analysis = stable.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("eps_diluted", Basis::Q, day("2024-12-31")),
        Ok(dec("1.10"))
    );
    let moving = of(["100", "120", "140", "125"]);
    let analysis = moving.as_of(day("2025-03-01")).analyse();
    // 120 over 4 x 125 - 360 = 140 shares
    assert_eq!(
        analysis.value("eps_diluted", Basis::Q, day("2024-12-31")),
        Ok(dec("0.8571"))
    );
    for point in analysis.points(&request()) {
        assert_eq!(point.recompute(), Ok(point.value));
    }
}
