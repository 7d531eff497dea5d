//! One wrong digit in a filing: the identity it breaks reaches the gate and the claims.

use assay_appraisal::{Dossier, Thesis, measure, thesis};
use assay_domain::{Decimal, Language};
use assay_facts::Fact;
use assay_gates::{Decision, Measured, OutputType, QualityVerdict, RuleSet, Standing, decide};

use crate::lab::{book, day, dec, dossier_on, fact, passed, sample};

const ON: &str = "2025-03-01";
const YEARS: &[i16] = &[2019, 2020, 2021, 2022, 2023, 2024];
const LAST: &str = "2024-12-31";

/// The sample company with the lines that prove one another.
fn proven() -> Vec<Fact> {
    let mut facts = sample(YEARS, "USD", false);
    let mut scale = dec("1000000");
    for year in YEARS {
        let filed = format!("{}-02-20", year + 1);
        let period = format!("{year}-01-01..{year}-12-31");
        let end = format!("{year}-12-31");
        let of = |concept: &str, unit: &str, period: &str, value: Decimal| {
            fact(&format!("us-gaap:{concept}"), unit, period, value, &filed)
        };
        facts.push(of("GrossProfit", "USD", &period, dec("400") * scale));
        let each = (dec("150") * scale / dec("100000000")).round_dp(2);
        facts.push(of("EarningsPerShareDiluted", "USD/shares", &period, each));
        let restricted = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";
        facts.push(of(restricted, "USD", &end, dec("183") * scale));
        scale *= dec("1.1");
    }
    facts
}

/// With the last value of a concept times so much.
fn with(concept: &str, factor: &str) -> Vec<Fact> {
    let mut facts = proven();
    let name = format!("us-gaap:{concept}");
    for fact in &mut facts {
        if *fact.concept == *name && fact.period.end == day(LAST) {
            fact.value *= dec(factor);
        }
    }
    facts
}

fn judged(dossier: &Dossier) -> (Thesis, Measured, Decision) {
    let thesis = thesis(dossier, &[], &[], None);
    let measured = measure(&thesis, dossier, &[], &[], passed());
    let decision = decide(&measured, &RuleSet::defaults().unwrap());
    (thesis, measured, decision)
}

#[test]
fn a_wrong_digit_in_a_core_figure_never_passes() {
    let dossier = |facts| dossier_on(&book(facts), day(ON), Language::En);
    let sound = dossier(proven());
    let (_, _, decision) = judged(&sound);
    assert_eq!(
        decision.verdict,
        QualityVerdict::Pass,
        "{:?}",
        decision.gate
    );
    // concept, what it is multiplied by, the identity it breaks, the claim that rests on it
    for (concept, factor, identity, claim) in [
        ("Revenues", "1.09", "gross_profit", "claim_growth"),
        ("Revenues", "0.91", "gross_profit", "claim_growth"),
        ("CostOfRevenue", "1.3", "gross_profit", ""),
        (
            "NetIncomeLoss",
            "0.57",
            "earnings_per_share",
            "claim_returns",
        ),
        (
            "CashAndCashEquivalentsAtCarryingValue",
            "1.9",
            "part_within_whole",
            "claim_balance_sheet",
        ),
        ("Assets", "1.2", "balance_totals", ""),
    ] {
        let name = format!("{concept} times {factor}");
        let dossier = dossier(with(concept, factor));
        let (thesis, measured, decision) = judged(&dossier);
        assert_eq!(decision.verdict, QualityVerdict::Fail, "{name}");
        assert_eq!(decision.output_type, OutputType::ConflictReport, "{name}");
        let conflict = measured
            .conflicts
            .iter()
            .find(|one| one.about.starts_with(identity));
        let conflict = conflict.unwrap_or_else(|| panic!("{name}: {:?}", measured.conflicts));
        assert!(conflict.sides.len() >= 2, "both sides: {conflict:?}");
        if !claim.is_empty() {
            let claim = thesis.claims.iter().find(|one| one.id == claim);
            let standing = claim.map(|claim| claim.standing);
            assert_eq!(standing, Some(Standing::Contradicted), "{name}");
        }
    }
}

/// An identity that a company's statements never satisfy says how it draws its lines.
#[test]
fn an_identity_that_never_holds_is_no_conflict() {
    let mut facts = proven();
    for fact in &mut facts {
        if &*fact.concept == "us-gaap:GrossProfit" {
            fact.value *= dec("0.95");
        }
    }
    let dossier = dossier_on(&book(facts), day(ON), Language::En);
    let (_, _, decision) = judged(&dossier);
    assert_eq!(
        decision.verdict,
        QualityVerdict::Pass,
        "{:?}",
        decision.gate
    );
}
