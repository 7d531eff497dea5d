//! Figures of real filings that anybody can look up.

use assay_facts::{Basis, ChangeClass, CheckId, LineageKind, Missing, Note};

use crate::lab::{day, dec, point, real};

#[test]
fn apple_2008_is_what_was_known_on_the_day() {
    let Some(book) = real("AAPL_2025-03") else {
        return;
    };
    for (as_of, metric, value) in [
        ("2010-01-24", "revenue", "32479000000"),
        ("2010-01-25", "revenue", "37491000000"),
        ("2010-01-24", "net_income", "4834000000"),
        ("2010-01-25", "net_income", "6119000000"),
    ] {
        let found = book.as_of(day(as_of)).analyse();
        assert_eq!(
            found.value(metric, Basis::Fy, day("2008-09-27")),
            Ok(dec(value)),
            "{metric} as of {as_of}"
        );
    }
    let before = book.as_of(day("2010-01-24")).analyse();
    let after = book.as_of(day("2010-01-25")).analyse();
    let assets = |analysis: &assay_facts::Analysis<'_>| {
        analysis.value("total_assets", Basis::Instant, day("2008-09-27"))
    };
    assert_eq!(assets(&before), Ok(dec("39572000000")));
    assert_eq!(assets(&after), Ok(dec("36171000000")));
}

#[test]
fn apple_2008_is_restated_and_says_so() {
    let Some(book) = real("AAPL_2025-03") else {
        return;
    };
    let restated = book
        .changes()
        .into_iter()
        .find(|change| change.old == dec("32479000000") && change.new == dec("37491000000"));
    let restated = restated.expect("the change is found");
    assert_eq!(restated.class, ChangeClass::Restated);
    assert_eq!(restated.new_form, "10-K/A");
    let after = book.as_of(day("2010-02-01")).analyse();
    let revenue = point(&after, "revenue", "FY", "2008-09-27");
    let peer = &revenue.reconciliation.peers[0];
    assert_eq!(
        (peer.value, peer.diff_class),
        (dec("32479000000"), Some(ChangeClass::Restated))
    );
}

#[test]
fn nvidia_capex_is_under_the_concept_of_today() {
    let Some(book) = real("NVDA_2025-03") else {
        return;
    };
    let analysis = book.as_of(day("2024-12-01")).analyse();
    let capex = point(&analysis, "capex", "9M", "2024-10-27");
    assert_eq!(capex.value, dec("2159000000"));
    assert_eq!(
        capex.concept_as_filed.as_deref(),
        Some("us-gaap:PaymentsToAcquireProductiveAssets")
    );
    let newest = analysis.newest("capex", Basis::Ttm).expect("a sum");
    assert_eq!(
        newest.0,
        day("2024-10-27"),
        "not the abandoned concept of 2020"
    );
    // FY2024 1,069 - nine months 815 + nine months 2,159
    assert_eq!(newest.1, dec("2413000000"));
}

#[test]
fn nvidia_revenue_of_four_quarters_is_of_today() {
    let Some(book) = real("NVDA_2025-03") else {
        return;
    };
    let analysis = book.as_of(day("2024-12-01")).analyse();
    let revenue = point(&analysis, "revenue", "TTM", "2024-10-27");
    assert_eq!(revenue.value, dec("113269000000"));
    assert_eq!(revenue.metric, "revenue_ttm");
    assert_eq!(revenue.lineage.kind, LineageKind::Derived);
    let quarters: Vec<_> = revenue
        .lineage
        .source_values
        .values()
        .map(|s| s.value)
        .collect();
    let expected = ["22103000000", "26044000000", "30040000000", "35082000000"].map(dec);
    assert_eq!(quarters, expected);
    assert_eq!(revenue.recompute(), Ok(revenue.value));
}

#[test]
fn nvidia_share_counts_have_the_right_scale() {
    let Some(book) = real("NVDA_2025-03") else {
        return;
    };
    // Before the split of 2021, on the counts of that time.
    let analysis = book.as_of(day("2013-01-01")).analyse();
    let quarter = point(&analysis, "diluted_shares", "Q", "2011-07-31");
    assert_eq!(quarter.value, dec("613934000"));
    let skipped = quarter.normalization_notes.rules.iter().any(
        |note| matches!(note, Note::WrongScaleSkipped { skipped, .. } if *skipped == dec("613934")),
    );
    assert!(skipped, "{:?}", quarter.normalization_notes);
    // When only the wrong scale was known, it is shown, marked and not computed with.
    let early = book.as_of(day("2011-09-01")).analyse();
    let quarter = point(&early, "diluted_shares", "Q", "2011-07-31");
    let magnitude = quarter
        .checks
        .iter()
        .find(|c| c.id == CheckId::OrderOfMagnitude);
    assert!(
        magnitude.is_some_and(|check| !check.pass),
        "{:?}",
        quarter.checks
    );
    let year = point(
        &book.as_of(day("2013-01-01")).analyse(),
        "diluted_shares",
        "FY",
        "2010-01-31",
    );
    assert_eq!(year.value, dec("549574000"));
}

#[test]
fn a_fourth_quarter_is_the_year_less_nine_months() {
    // Apple filed both until 2018 or so: wherever it did, they are equal.
    for (name, least) in [("AAPL_2025-03", 15), ("NVDA_2025-03", 15)] {
        let Some(book) = real(name) else { return };
        let last = book.last_filed().expect("facts");
        let analysis = book.as_of(last).analyse();
        let mut compared = 0;
        for metric in ["revenue", "net_income", "gross_profit"] {
            for (end, year) in analysis.history(metric, Basis::Fy) {
                let stated = analysis.is_derived(metric, Basis::Q, end) == Ok(false);
                let quarter = analysis.value(metric, Basis::Q, end);
                let before: Vec<_> = analysis
                    .history(metric, Basis::NineMonths)
                    .into_iter()
                    .filter(|(nine, _)| *nine < end)
                    .collect();
                let (Ok(quarter), Some((_, nine)), true) = (quarter, before.last(), stated) else {
                    continue;
                };
                let nine_is_of_this_year = before
                    .last()
                    .is_some_and(|(at, _)| at.until(end).is_ok_and(|span| span.get_days() < 120));
                if nine_is_of_this_year && quarter == year - nine {
                    compared += 1;
                }
            }
        }
        assert!(compared >= least, "{name}: {compared}");
    }
}

#[test]
fn operating_cash_flow_has_a_fourth_quarter_though_nobody_files_it() {
    for name in ["AAPL_2025-03", "NVDA_2025-03", "SNOW"] {
        let Some(book) = real(name) else { return };
        let analysis = book.as_of(book.last_filed().expect("facts")).analyse();
        let year_ends = analysis.history("ocf", Basis::Fy);
        let derived = year_ends
            .iter()
            .filter(|(end, _)| analysis.is_derived("ocf", Basis::Q, *end) == Ok(true))
            .count();
        assert!(
            derived * 2 > year_ends.len(),
            "{name}: {derived} of {}",
            year_ends.len()
        );
    }
}

#[test]
fn every_changed_value_has_a_class_and_few_are_unexplained() {
    for name in [
        "AAPL_2025-03",
        "NVDA_2025-03",
        "SNOW",
        "JPM_trimmed",
        "WMT_trimmed",
    ] {
        let Some(book) = real(name) else { return };
        let changes = book.changes();
        let unexplained = changes
            .iter()
            .filter(|change| change.class == ChangeClass::Unexplained)
            .count();
        assert!(
            unexplained * 5 <= changes.len(),
            "{name}: {unexplained} of {}",
            changes.len()
        );
        for change in &changes {
            assert_ne!(change.old, change.new);
            assert!(change.old_filed <= change.new_filed);
        }
    }
}

#[test]
fn a_bank_and_a_retailer_have_their_own_revenue() {
    let Some(bank) = real("JPM_trimmed") else {
        return;
    };
    let Some(retailer) = real("WMT_trimmed") else {
        return;
    };
    let analysis = bank.as_of(bank.last_filed().expect("facts")).analyse();
    let revenue = point(&analysis, "revenue", "FY", "2025-12-31");
    assert_eq!(
        revenue.concept_as_filed.as_deref(),
        Some("us-gaap:RevenuesNetOfInterestExpense")
    );
    assert!(analysis.newest("deposits", Basis::Instant).is_ok());
    assert!(matches!(
        analysis.newest("gross_profit", Basis::Fy),
        Err(Missing::NotReported { .. })
    ));
    let analysis = retailer
        .as_of(retailer.last_filed().expect("facts"))
        .analyse();
    let revenue = point(&analysis, "revenue", "FY", "2026-01-31");
    assert_eq!(
        revenue.concept_as_filed.as_deref(),
        Some("us-gaap:Revenues")
    );
    // Liabilities are not filed as a total: they follow from the balance sheet.
    let liabilities = point(&analysis, "total_liabilities", "INSTANT", "2026-01-31");
    assert_eq!(liabilities.lineage.kind, LineageKind::Derived);
    assert_eq!(liabilities.recompute(), Ok(liabilities.value));
}

#[test]
fn every_derived_point_of_real_companies_recomputes_and_every_id_is_its_own() {
    for name in [
        "AAPL_2025-03",
        "NVDA_2025-03",
        "SNOW",
        "JPM_trimmed",
        "WMT_trimmed",
    ] {
        let Some(book) = real(name) else { return };
        let analysis = book.as_of(book.last_filed().expect("facts")).analyse();
        let points = analysis.points(&crate::lab::request());
        let mut ids = std::collections::BTreeSet::new();
        for point in &points {
            assert_eq!(
                point.recompute(),
                Ok(point.value),
                "{} {}",
                point.metric,
                point.as_of_date
            );
            assert!(
                ids.insert(&point.id),
                "{} twice: {}",
                point.id,
                point.metric
            );
        }
        let text = serde_json::to_string(&points).expect("JSON");
        let back: Vec<assay_facts::DataPoint> = serde_json::from_str(&text).expect("points");
        assert_eq!(back, points, "{name}: the wire keeps every digit");
    }
}
