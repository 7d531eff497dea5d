//! Companies that lack something: each has a defined output that says what.

use assay_appraisal::{
    AppraisalError, Dossier, Hypothesis, MarketFigures, Quote, improve, measure,
    output_after_valuation, thesis, valuation_request,
};
use assay_domain::{Decimal, Language, Timestamp};
use assay_facts::{Book, Fact, Publisher};
use assay_gates::{Decision, OutputType, QualityVerdict, RuleSet, decide};
use assay_valuation::{Method, NotRunnable, Outcome, Reason, value};

use crate::lab::{book, day, dec, dossier_on, fact, market, passed, quote, sample};

const ON: &str = "2025-03-01";
const YEARS: &[i16] = &[2020, 2021, 2022, 2023, 2024];

fn on(facts: Vec<Fact>) -> Dossier {
    dossier_on(&book(facts), day(ON), Language::En)
}

fn decided(dossier: &Dossier) -> Decision {
    let thesis = thesis(dossier, &[], &[], None);
    let measured = measure(&thesis, dossier, &[], &[], passed());
    decide(&measured, &RuleSet::defaults().unwrap())
}

fn valued(dossier: &Dossier, price: Option<&Quote>, market: &MarketFigures) -> Outcome {
    let made = valuation_request(dossier, price, market, &[]).unwrap();
    value(&made.request, Timestamp::UNIX_EPOCH).unwrap()
}

fn refused(outcome: Outcome) -> NotRunnable {
    match outcome {
        Outcome::NotRunnable(refused) => refused,
        Outcome::Valued(valuation) => panic!("valued at {:?}", valuation.value_per_share()),
    }
}

fn codes(decision: &Decision) -> Vec<&str> {
    decision
        .gate
        .reasons
        .iter()
        .map(|one| one.code.as_str())
        .collect()
}

fn dcf_reason(outcome: &NotRunnable) -> &Reason {
    let verdicts = outcome.verdicts.iter();
    &verdicts
        .clone()
        .find(|one| one.method == Method::Dcf)
        .unwrap()
        .reason
}

fn without(concepts: &[&str]) -> Vec<Fact> {
    let mut facts = sample(YEARS, "USD", false);
    facts.retain(|fact| {
        !concepts
            .iter()
            .any(|concept| fact.concept.ends_with(concept))
    });
    facts
}

#[test]
fn a_sound_company_is_valued() {
    let dossier = on(sample(YEARS, "USD", false));
    let decision = decided(&dossier);
    assert_eq!(
        decision.verdict,
        QualityVerdict::Pass,
        "{:?}",
        decision.gate.reasons
    );
    let outcome = valued(
        &dossier,
        Some(&quote("30", "USD", day(ON))),
        &market(day(ON)),
    );
    assert!(matches!(outcome, Outcome::Valued(_)), "{outcome:?}");
}

#[test]
fn no_price_lists_the_price() {
    let dossier = on(sample(YEARS, "USD", false));
    let outcome = valued(&dossier, None, &market(day(ON)));
    assert_eq!(
        output_after_valuation(OutputType::Memo, &outcome),
        OutputType::WatchlistCard
    );
    let missing = refused(outcome).missing;
    assert!(missing.iter().any(|gap| gap.name == "price"), "{missing:?}");
}

#[test]
fn no_market_figures_lists_them_all() {
    let dossier = on(sample(YEARS, "USD", false));
    let price = quote("30", "USD", day(ON));
    let missing = refused(valued(&dossier, Some(&price), &MarketFigures::default())).missing;
    let names: Vec<&str> = missing.iter().map(|gap| gap.name.as_str()).collect();
    for name in [
        "rf",
        "erp",
        "beta",
        "kd",
        "tax.marginal",
        "beta_description",
        "erp_source",
    ] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
}

/// A figure of the market that nobody renewed for a year is missing, not used.
#[test]
fn old_market_figures_expire() {
    let dossier = on(sample(YEARS, "USD", false));
    let price = quote("30", "USD", day(ON));
    let missing = refused(valued(&dossier, Some(&price), &market(day("2023-03-01")))).missing;
    assert!(missing.iter().any(|gap| gap.name == "rf"), "{missing:?}");
}

#[test]
fn two_years_of_history_are_too_short() {
    let dossier = on(sample(&[2023, 2024], "USD", false));
    assert_eq!(decided(&dossier).verdict, QualityVerdict::Pass);
    let price = quote("30", "USD", day(ON));
    let refused = refused(valued(&dossier, Some(&price), &market(day(ON))));
    assert_eq!(*dcf_reason(&refused), Reason::ShortHistory { years: 2 });
}

#[test]
fn negative_equity_is_counter_evidence_and_refuses() {
    let mut facts = sample(YEARS, "USD", false);
    for fact in &mut facts {
        if fact.concept.ends_with(":StockholdersEquity") {
            fact.value = -fact.value;
        } else if fact.concept.ends_with(":Liabilities") {
            fact.value = fact.value * dec("2300") / dec("700");
        }
    }
    let dossier = on(facts);
    let written = thesis(&dossier, &[], &[], None);
    assert!(
        written
            .claims
            .iter()
            .any(|claim| claim.id == "claim_negative_equity")
    );
    assert_eq!(
        decided(&dossier).verdict,
        QualityVerdict::Pass,
        "{:?}",
        decided(&dossier).gate
    );
    let price = quote("30", "USD", day(ON));
    let refused = refused(valued(&dossier, Some(&price), &market(day(ON))));
    assert!(matches!(
        dcf_reason(&refused),
        Reason::NegativeEquity { .. }
    ));
}

#[test]
fn no_cash_flow_statement_is_an_error_report() {
    let dossier = on(without(&[
        ":NetCashProvidedByUsedInOperatingActivities",
        ":PaymentsToAcquirePropertyPlantAndEquipment",
    ]));
    let decision = decided(&dossier);
    assert_eq!(decision.output_type, OutputType::ErrorReport);
    assert_eq!(codes(&decision), ["Q-002"]);
    let steps = improve("Sample Corp", &decision.gate.actions, Language::En);
    let ids: Vec<&str> = steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["ocf@FY to 2024-12-31", "capex@FY to 2024-12-31"]);
}

/// A source that could not be asked is not the same as a figure that is not there.
#[test]
fn an_outage_is_unreachable_and_not_missing() {
    let mut book = book(without(&[":NetCashProvidedByUsedInOperatingActivities"]));
    book.note_outage("vendor", "timed out");
    let decision = decided(&dossier_on(&book, day(ON), Language::En));
    assert_eq!(codes(&decision), ["Q-003"]);
    assert_eq!(decision.verdict, QualityVerdict::Fail);
}

#[test]
fn no_statements_at_all_is_an_error() {
    let dossier = on(vec![fact(
        "us-gaap:Assets",
        "USD",
        "2024-12-31",
        dec("5"),
        "2025-02-20",
    )]);
    let made = valuation_request(&dossier, None, &MarketFigures::default(), &[]);
    assert!(
        matches!(made, Err(AppraisalError::NoStatements { .. })),
        "{made:?}"
    );
    assert_eq!(decided(&dossier).output_type, OutputType::ErrorReport);
}

#[test]
fn stale_data_warns_and_expired_data_fails() {
    let book = book(sample(YEARS, "USD", false));
    let warned = |on: &str| {
        let decision = decided(&dossier_on(&book, day(on), Language::En));
        let fired: Vec<String> = decision.warnings().map(|one| one.rule_id.clone()).collect();
        (decision.verdict, fired)
    };
    let stale = vec!["ks_005".to_owned()];
    assert_eq!(warned("2025-03-01"), (QualityVerdict::Pass, Vec::new()));
    assert_eq!(warned("2025-05-01"), (QualityVerdict::Pass, stale.clone()));
    let (verdict, fired) = warned("2026-06-01");
    assert_ne!(verdict, QualityVerdict::Pass);
    assert_eq!(fired, stale);
}

/// A vendor whose revenue nothing explains.
#[test]
fn conflicting_sources_are_a_conflict_report() {
    let mut facts = sample(YEARS, "USD", false);
    let filed = facts
        .iter()
        .find(|fact| fact.concept.ends_with(":Revenues") && fact.period.end == day("2024-12-31"));
    let mut other = filed.unwrap().clone();
    other.concept = "fmp:revenue".into();
    other.publisher = Publisher::Vendor;
    other.source = "fmp".into();
    other.form = "vendor".into();
    other.accession = "fmp-2024".into();
    other.value *= dec("1.23");
    facts.push(other);
    let dossier = on(facts);
    let written = thesis(&dossier, &[], &[], None);
    let measured = measure(&written, &dossier, &[], &[], passed());
    let [conflict] = measured.conflicts.as_slice() else {
        panic!("{:?}", measured.conflicts);
    };
    assert_eq!(conflict.sides.len(), 2);
    let decision = decide(&measured, &RuleSet::defaults().unwrap());
    assert_eq!(decision.verdict, QualityVerdict::Fail);
    assert_eq!(
        decision.output_type,
        OutputType::ConflictReport,
        "{:?}",
        decision.gate
    );
    let steps = improve("Sample Corp", &decision.gate.actions, Language::Zh);
    assert!(!steps.is_empty());
}

/// Euro statements, a dollar price and no rate between them.
#[test]
fn another_currency_needs_a_rate() {
    let dossier = on(sample(YEARS, "EUR", true));
    assert_eq!(dossier.currency(), Some("EUR"));
    let price = quote("30", "USD", day(ON));
    let refused = refused(valued(&dossier, Some(&price), &market(day(ON))));
    assert!(matches!(
        dcf_reason(&refused),
        Reason::UnknownCurrencyMix { .. }
    ));
    let own = quote("30", "EUR", day(ON));
    let outcome = valued(&dossier, Some(&own), &market(day(ON)));
    let Outcome::Valued(valuation) = outcome else {
        panic!("{outcome:?}");
    };
    // Rent is not in operating income under IFRS, so leases are a line of the bridge.
    assert!(valuation.request.inputs.get("leases").is_some());
}

/// With a quarter missing there are no twelve months to it, and the fiscal year stands.
#[test]
fn a_missing_quarter_leaves_the_fiscal_year() {
    let mut facts = sample(YEARS, "USD", false);
    for (period, filed) in [
        ("2025-01-01..2025-03-31", "2025-05-05"),
        ("2025-07-01..2025-09-30", "2025-11-05"),
    ] {
        let mut quarter = fact("us-gaap:Revenues", "USD", period, dec("400000000"), filed);
        quarter.form = "10-Q".into();
        facts.push(quarter);
    }
    let dossier = dossier_on(&book(facts), day("2025-11-10"), Language::En);
    let frame = dossier.frame().unwrap();
    assert_eq!(frame.end, day("2024-12-31"));
    let written = thesis(&dossier, &[], &[], None);
    let names_the_hole = |one: &Hypothesis| one.statement.starts_with("Revenue is not known");
    assert!(
        written.hypotheses.iter().any(names_the_hole),
        "{:?}",
        written.hypotheses
    );
}

/// A line that was reported a year ago and is missing now is no zero.
#[test]
fn a_debt_that_vanished_is_missing_and_not_zero() {
    let last = day("2024-12-31");
    let mut facts = sample(YEARS, "USD", false);
    facts.retain(|f| !(f.concept.ends_with(":LongTermDebtNoncurrent") && f.period.end == last));
    let dossier = on(facts);
    let decision = decided(&dossier);
    assert_eq!(codes(&decision), ["Q-002"]);
    let never = on(without(&[":LongTermDebtNoncurrent"]));
    assert_eq!(
        decided(&never).verdict,
        QualityVerdict::Pass,
        "{:?}",
        decided(&never).gate
    );
    let price = quote("30", "USD", day(ON));
    let made = valuation_request(&never, Some(&price), &market(day(ON)), &[]).unwrap();
    let debt = made.request.inputs.get("debt").unwrap();
    assert_eq!(debt.value(), Decimal::ZERO);
    assert!(debt.basis().is_assumption());
    assert!(debt.basis().ids().len() > 1);
}

/// A balance sheet that does not balance cannot carry a memo.
#[test]
fn a_broken_identity_is_a_conflict() {
    let mut facts = sample(YEARS, "USD", false);
    for fact in &mut facts {
        if fact.concept.ends_with(":Liabilities") && fact.period.end == day("2024-12-31") {
            fact.value += Decimal::from(50_000_000);
        }
    }
    let decision = decided(&on(facts));
    assert_eq!(
        decision.output_type,
        OutputType::ConflictReport,
        "{:?}",
        decision.gate
    );
}

/// Peers count by industry; others are named with the reason.
#[test]
fn peers_need_the_same_industry_and_a_price() {
    let company = |name: &str, sic: Option<u32>| {
        let mut book = Book::new(assay_facts::Company {
            sic,
            ..assay_facts::Company::named(name)
        });
        book.add(sample(YEARS, "USD", false));
        dossier_on(&book, day(ON), Language::En)
    };
    let own = company("Own", Some(3571));
    let (same, other, none) = (
        company("Same", Some(3577)),
        company("Other", Some(2834)),
        company("None", None),
    );
    let price = quote("30", "USD", day(ON));
    let candidates: Vec<_> = [&same, &other, &none]
        .into_iter()
        .map(|dossier| assay_appraisal::PeerCompany {
            dossier,
            price: Some(&price),
        })
        .collect();
    let made = valuation_request(&own, Some(&price), &market(day(ON)), &candidates).unwrap();
    let used: Vec<(&str, bool)> = made
        .peers
        .iter()
        .map(|note| (note.company.as_str(), note.is_used))
        .collect();
    assert_eq!(used, [("Same", true), ("Other", false), ("None", false)]);
    let peer = made.request.peers.first().unwrap();
    // 100 million shares at 30, with debt of 250 and without cash of 180 million, grown by 1.1^4.
    let grown = dec("1.4641");
    let expected = dec("3000000000") + (dec("250000000") - dec("180000000")) * grown;
    assert_eq!(
        peer.enterprise_value
            .as_ref()
            .map(assay_valuation::Input::value),
        Some(expected)
    );
}

/// An audit restores the stored package and comes to the same thesis and measure.
#[test]
fn a_stored_package_gives_the_same_thesis() {
    let dossier = on(sample(YEARS, "USD", false));
    let json = serde_json::to_string(dossier.package()).unwrap();
    let restored = Dossier::restore(
        serde_json::from_str(&json).unwrap(),
        dossier.company().to_owned(),
        dossier.sector().clone(),
        Vec::new(),
        Language::En,
    );
    let (first, second) = (
        thesis(&dossier, &[], &[], None),
        thesis(&restored, &[], &[], None),
    );
    assert_eq!(first, second);
    assert_eq!(
        measure(&first, &dossier, &[], &[], passed()),
        measure(&second, &restored, &[], &[], passed())
    );
}
