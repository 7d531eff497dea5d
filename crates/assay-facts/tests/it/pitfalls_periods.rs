//! Pitfalls of periods: whose year, whose quarter, which part.

use assay_facts::{Basis, Missing, RefusalReason};

use crate::lab::{book, day, dec, fact, in_unit, point};

const REVENUE: &str = "RevenueFromContractWithCustomerExcludingAssessedTax";

#[test]
fn pitfall_01_the_filing_year_is_not_the_year_of_the_value() {
    // A 10-K for 2024 states 2023 as a comparative: its own `fy` would be 2024 for both.
    let json = br#"{"cik":1,"entityName":"Sample","facts":{"us-gaap":{"Revenues":{"units":{"USD":[
        {"start":"2023-01-01","end":"2023-12-31","val":90,"accn":"a","fy":2024,"fp":"FY","form":"10-K","filed":"2025-02-01"},
        {"start":"2024-01-01","end":"2024-12-31","val":100,"accn":"a","fy":2024,"fp":"FY","form":"10-K","filed":"2025-02-01"}]}}}}}"#;
    let (_, facts) = assay_facts::read_companyfacts(json).expect("facts");
    let book = book(facts);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    let label = |end: &str| point(&analysis, "revenue", "FY", end).period.fiscal_label;
    assert_eq!(label("2023-12-31").as_deref(), Some("FY2023"));
    assert_eq!(label("2024-12-31").as_deref(), Some("FY2024"));
}

#[test]
fn pitfall_02_an_abandoned_concept_is_not_the_newest() {
    let book = book(vec![
        fact(
            "PaymentsToAcquirePropertyPlantAndEquipment",
            "2019-01-01..2019-12-31",
            "372",
            "10-K",
            "2020-02-01",
        ),
        fact(
            "PaymentsToAcquireProductiveAssets",
            "2024-01-01..2024-12-31",
            "2159",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.newest("capex", Basis::Fy),
        Ok((day("2024-12-31"), dec("2159")))
    );
    // With only the abandoned concept the value is there, and it says how old it is.
    let early = book.as_of(day("2024-06-01")).analyse();
    let old = point(&early, "capex", "FY", "2019-12-31");
    assert_eq!(
        old.freshness.staleness_status,
        assay_facts::Staleness::Expired
    );
}

#[test]
fn pitfall_04_cumulative_values_are_no_quarters() {
    let book = book(vec![
        fact(
            REVENUE,
            "2024-01-01..2024-09-30",
            "300",
            "10-Q",
            "2024-11-01",
        ),
        fact(
            REVENUE,
            "2024-01-01..2024-12-31",
            "420",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert!(
        analysis
            .value("revenue", Basis::Q, day("2024-09-30"))
            .is_err()
    );
    assert_eq!(
        analysis.value("revenue", Basis::NineMonths, day("2024-09-30")),
        Ok(dec("300"))
    );
    assert_eq!(
        analysis.value("revenue", Basis::Q, day("2024-12-31")),
        Ok(dec("120"))
    );
}

#[test]
fn pitfall_05_a_quarter_of_last_year_is_never_subtracted() {
    let book = book(vec![
        fact(
            REVENUE,
            "2023-01-01..2023-03-31",
            "80",
            "10-Q",
            "2023-05-01",
        ),
        fact(
            REVENUE,
            "2024-01-01..2024-06-30",
            "210",
            "10-Q",
            "2024-08-01",
        ),
    ]);
    let analysis = book.as_of(day("2024-09-01")).analyse();
    assert!(
        analysis
            .value("revenue", Basis::Q, day("2024-06-30"))
            .is_err()
    );
}

#[test]
fn pitfall_06_one_quarter_does_not_stand_for_three() {
    let book = book(vec![
        fact(
            REVENUE,
            "2024-01-01..2024-03-31",
            "100",
            "10-Q",
            "2024-05-01",
        ),
        // The same days, stated again a year later with starts a few days apart.
        fact(
            REVENUE,
            "2024-01-02..2024-03-31",
            "100",
            "10-Q",
            "2025-05-01",
        ),
        fact(
            REVENUE,
            "2023-12-31..2024-03-31",
            "100",
            "10-Q",
            "2025-05-02",
        ),
        fact(
            REVENUE,
            "2024-01-01..2024-12-31",
            "420",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-06-01")).analyse();
    assert_eq!(analysis.history("revenue", Basis::Q).len(), 1);
    assert!(
        analysis
            .value("revenue", Basis::Q, day("2024-12-31"))
            .is_err()
    );
}

#[test]
fn pitfall_12_weeks_and_january_year_ends_have_the_right_labels() {
    // 53 weeks to 2023-01-29, 52 weeks to 2024-01-28 and 2025-01-26.
    let years = [
        "2022-01-31..2023-01-29",
        "2023-01-30..2024-01-28",
        "2024-01-29..2025-01-26",
    ];
    let mut facts: Vec<_> = years
        .iter()
        .map(|year| {
            let filed = format!("{}-03-01", &year[12..16]);
            fact("NetIncomeLoss", year, "10", "10-K", &filed)
        })
        .collect();
    facts.push(fact(
        "NetIncomeLoss",
        "2025-07-28..2025-10-26",
        "3",
        "10-Q",
        "2025-11-20",
    ));
    facts.push(fact(
        "NetIncomeLoss",
        "2024-01-29..2024-04-28",
        "2",
        "10-Q",
        "2024-05-29",
    ));
    let nvidia_like = book(facts);
    let analysis = nvidia_like.as_of(day("2025-12-01")).analyse();
    for (basis, end, label) in [
        (Basis::Q, "2025-10-26", "FY2026 Q3"),
        (Basis::Q, "2024-04-28", "FY2025 Q1"),
        (Basis::Fy, "2023-01-29", "FY2023"),
        (Basis::Fy, "2025-01-26", "FY2025"),
    ] {
        assert_eq!(
            analysis.fiscal_label(basis, day(end)).as_deref(),
            Some(label),
            "{end}"
        );
    }
    // A year that ends in the first days of January is the year before.
    let weeks = book(vec![
        fact(
            "NetIncomeLoss",
            "2014-12-29..2016-01-03",
            "5",
            "10-K",
            "2016-02-20",
        ),
        fact(
            "NetIncomeLoss",
            "2016-01-04..2017-01-01",
            "6",
            "10-K",
            "2017-02-20",
        ),
    ]);
    let analysis = weeks.as_of(day("2017-03-01")).analyse();
    for (end, label) in [("2016-01-03", "FY2015"), ("2017-01-01", "FY2016")] {
        assert_eq!(
            analysis.fiscal_label(Basis::Fy, day(end)).as_deref(),
            Some(label)
        );
    }
}

#[test]
fn pitfall_13_stubs_and_schedules_make_no_periods() {
    let book = book(vec![
        // A transition period of five weeks and a schedule of the future.
        fact(
            REVENUE,
            "2024-01-01..2024-02-04",
            "30",
            "10-KT",
            "2024-03-01",
        ),
        fact(
            REVENUE,
            "2025-01-01..2025-12-31",
            "999",
            "10-K",
            "2024-03-01",
        ),
        fact(
            REVENUE,
            "2023-01-01..2023-12-31",
            "300",
            "10-K",
            "2024-03-01",
        ),
    ]);
    let analysis = book.as_of(day("2024-04-01")).analyse();
    assert_eq!(
        analysis.history("revenue", Basis::Fy),
        [(day("2023-12-31"), dec("300"))]
    );
    assert_eq!(analysis.history("revenue", Basis::Q), []);
}

#[test]
fn pitfall_16_a_missing_value_is_not_the_one_of_last_year() {
    let book = book(vec![
        fact("InventoryNet", "2023-12-31", "50", "10-K", "2024-02-01"),
        fact("Assets", "2023-12-31", "500", "10-K", "2024-02-01"),
        fact("Assets", "2024-12-31", "600", "10-K", "2025-02-01"),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        analysis.value("inventory", Basis::Instant, day("2024-12-31")),
        Err(Missing::NoSuchPeriod {
            metric: "inventory".to_owned(),
            end: day("2024-12-31"),
            newest: Some(day("2023-12-31")),
        })
    );
}

#[test]
fn a_missing_quarter_leaves_no_sum_and_is_named() {
    let book = book(vec![
        fact(
            REVENUE,
            "2024-01-01..2024-03-31",
            "100",
            "10-Q",
            "2024-05-01",
        ),
        fact(
            REVENUE,
            "2024-07-01..2024-09-30",
            "110",
            "10-Q",
            "2024-11-01",
        ),
        fact(
            REVENUE,
            "2024-10-01..2024-12-31",
            "120",
            "10-K",
            "2025-02-01",
        ),
    ]);
    let analysis = book.as_of(day("2025-03-01")).analyse();
    let Err(Missing::Refused(refusal)) = analysis.value("revenue", Basis::Ttm, day("2024-12-31"))
    else {
        panic!("a sum over a gap");
    };
    let RefusalReason::GapInQuarters { missing } = &refusal.reason else {
        panic!("{refusal:?}");
    };
    assert_eq!(*missing, [day("2024-06-30")]);
}

#[test]
fn pitfall_17_ifrs_filers_and_other_currencies_are_read() {
    let ifrs = |concept: &str, period: &str, value: &str, filed: &str| {
        in_unit(
            &format!("ifrs-full:{concept}"),
            "EUR",
            period,
            value,
            "20-F",
            filed,
        )
    };
    let book = book(vec![
        ifrs("Revenue", "2023-01-01..2023-12-31", "1000", "2024-03-01"),
        ifrs("Revenue", "2024-01-01..2024-12-31", "1100", "2025-03-01"),
        ifrs(
            "ProfitLossAttributableToOwnersOfParent",
            "2024-01-01..2024-12-31",
            "90",
            "2025-03-01",
        ),
        ifrs("ProfitLoss", "2024-01-01..2024-12-31", "95", "2025-03-01"),
        // A convenience translation into dollars stands beside it.
        in_unit(
            "ifrs-full:Revenue",
            "USD",
            "2024-01-01..2024-12-31",
            "1200",
            "20-F",
            "2025-03-01",
        ),
        ifrs("Assets", "2024-12-31", "5000", "2025-03-01"),
    ]);
    let analysis = book.as_of(day("2025-04-01")).analyse();
    assert_eq!(analysis.currency(), Some("EUR"));
    let revenue = point(&analysis, "revenue", "FY", "2024-12-31");
    assert_eq!((revenue.value, revenue.unit.as_str()), (dec("1100"), "EUR"));
    assert_eq!(revenue.accounting.standard, "IFRS");
    assert_eq!(
        analysis.value("net_income", Basis::Fy, day("2024-12-31")),
        Ok(dec("90"))
    );
}

/// A year, and a report of the next with both half-years: twelve months without a single quarter.
#[test]
fn twelve_months_follow_from_a_year_and_one_later_report() {
    let capex = "PaymentsToAcquirePropertyPlantAndEquipment";
    let year =
        |value: &str, filed: &str| fact(capex, "2023-07-01..2024-06-30", value, "10-K", filed);
    let half = |period: &str, value: &str, filed: &str| fact(capex, period, value, "10-Q", filed);
    let (now, before) = ("2024-07-01..2024-12-31", "2023-07-01..2023-12-31");
    let filed = "2025-02-03";
    let of = |facts: Vec<assay_facts::Fact>| {
        let book = book(facts);
        let analysis = book.as_of(day("2025-03-01")).analyse();
        let twelve = analysis.value("capex", Basis::Ttm, day("2024-12-31"));
        let points = analysis.points(&crate::lab::request());
        for point in points {
            point
                .recompute()
                .expect("a point that follows from its own formula");
        }
        twelve
    };
    let sound = vec![
        year("900000000", "2024-08-20"),
        half(now, "520000000", filed),
        half(before, "410000000", filed),
    ];
    assert_eq!(of(sound.clone()), Ok(dec("1010000000")));
    // the half-year before is of an older report alone: the year may know better
    let mut other_report = sound.clone();
    other_report[2] = half(before, "410000000", "2024-02-05");
    assert!(of(other_report).is_err());
    // the newer report changed the half-year before, and the year is as it was
    let mut recast = sound.clone();
    recast.push(half(before, "380000000", "2024-02-05"));
    assert!(of(recast).is_err());
    // half-years of two lengths are not of one year
    let mut gap = sound;
    gap[0] = fact(
        capex,
        "2022-07-01..2023-06-30",
        "900000000",
        "10-K",
        "2023-08-20",
    );
    assert!(of(gap).is_err());
}
