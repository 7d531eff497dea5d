//! Sums of which a part is not known are in no claim and in no bridge.

use assay_appraisal::{Dossier, Thesis, measure, thesis, valuation_request};
use assay_domain::Language;
use assay_gates::{Decision, RuleSet, decide};

use crate::lab::{book, day, dec, dossier_on, fact, market, passed, quote, sample};

const ON: &str = "2025-03-01";
const YEARS: &[i16] = &[2019, 2020, 2021, 2022, 2023, 2024];
const LAST: &str = "2024-12-31";

fn judged(dossier: &Dossier) -> (Thesis, Decision) {
    let thesis = thesis(dossier, &[], &[], None);
    let measured = measure(&thesis, dossier, &[], &[], passed());
    let decision = decide(&measured, &RuleSet::defaults().unwrap());
    (thesis, decision)
}

/// Cash alone is not cash and investments: neither in a sentence nor in the bridge.
#[test]
fn investments_that_cannot_be_added_up_are_in_no_claim_and_no_bridge() {
    let mut facts = sample(YEARS, "USD", false);
    for year in [2022, 2023] {
        let (on, filed) = (format!("{year}-12-31"), format!("{}-02-20", year + 1));
        let concept = "us-gaap:MarketableSecuritiesCurrent";
        facts.push(fact(concept, "USD", &on, dec("900000000"), &filed));
    }
    // the newest balance sheet tags a part of them by another name
    let concept = "us-gaap:DebtSecuritiesCurrent";
    for (on, value) in [("2023-12-31", "500000000"), (LAST, "520000000")] {
        facts.push(fact(concept, "USD", on, dec(value), "2025-02-20"));
    }
    let dossier = dossier_on(&book(facts), day(ON), Language::En);
    assert!(dossier.current_balance("cash_and_investments").is_none());
    let (thesis, _) = judged(&dossier);
    let claim = thesis
        .claims
        .iter()
        .find(|one| one.id == "claim_balance_sheet");
    let text = format!("{:?}", claim.unwrap().text);
    assert!(text.contains("without investments"), "{text}");
    let price = quote("30", "USD", day(ON));
    let made = valuation_request(&dossier, Some(&price), &market(day(ON)), &[]).unwrap();
    assert!(made.request.inputs.get("cash").is_none());
}

/// Debt that is tagged and cannot be summed is not taken for none.
#[test]
fn debt_that_is_unclear_is_missing_and_not_zero() {
    let mut facts = sample(YEARS, "USD", false);
    for year in YEARS {
        let (on, filed) = (format!("{year}-12-31"), format!("{}-02-20", year + 1));
        let at = |concept: &str, value: &str| {
            fact(
                &format!("us-gaap:{concept}"),
                "USD",
                &on,
                dec(value),
                &filed,
            )
        };
        let rest = facts.iter().find(|one| {
            one.concept.ends_with(":LongTermDebtNoncurrent") && one.period.end == day(&on)
        });
        let whole = rest.unwrap().value + dec("90000000");
        facts.push(at("LongTermDebt", &whole.to_string()));
        facts.push(at("ShortTermBorrowings", "140000000"));
    }
    let dossier = dossier_on(&book(facts), day(ON), Language::En);
    let (thesis, decision) = judged(&dossier);
    let codes: Vec<&str> = decision
        .gate
        .reasons
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert_eq!(codes, ["Q-002"]);
    let text = format!("{:?}", thesis.claims);
    assert!(!text.contains("no debt"), "{text}");
    let price = quote("30", "USD", day(ON));
    let made = valuation_request(&dossier, Some(&price), &market(day(ON)), &[]).unwrap();
    assert!(made.request.inputs.get("debt").is_none());
}
