//! Real companies: the right kind, the right gate verdict, the right document.

use assay_appraisal::{
    Ground, Quote, measure, output_after_valuation, thesis, valuation_request, verify,
};
use assay_domain::{Language, Timestamp};
use assay_facts::read_submissions;
use assay_gates::{OutputType, QualityVerdict, RuleSet, decide};
use assay_valuation::{CompanyKind, Method, Outcome, value};

use crate::lab::{bytes, dossier, market, passed, quote, real};

struct Expected {
    file: &'static str,
    price: &'static str,
    kind: CompanyKind,
    /// The method that leads, or `None` where no value may be given.
    leads: Option<Method>,
    document: OutputType,
    /// Inputs without which there is no value.
    lacks: &'static [&'static str],
}

const COMPANIES: &[Expected] = &[
    // Ten years of profits and of cash: a memo with a discounted cash flow.
    Expected {
        file: "AAPL_2025-03",
        price: "230",
        kind: CompanyKind::Operating,
        leads: Some(Method::Dcf),
        document: OutputType::Memo,
        lacks: &[],
    },
    // The facts alone have no industry code, and nothing in the statements makes it cyclical.
    Expected {
        file: "NVDA_2025-03",
        price: "115",
        kind: CompanyKind::Operating,
        leads: Some(Method::Dcf),
        document: OutputType::Memo,
        lacks: &[],
    },
    // An operating loss in every year: there is no margin to project, and the method that remains
    // needs a probability of failure that no statement has. Evidence is sound, so the gate passes;
    // without a value the memo is a card.
    Expected {
        file: "SNOW",
        price: "150",
        kind: CompanyKind::PreProfit,
        leads: None,
        document: OutputType::WatchlistCard,
        lacks: &["failure.probability", "failure.recovery", "peers"],
    },
    // Deposits and net interest income: a bank, valued by its returns on equity and never by DCF.
    Expected {
        file: "JPM_trimmed",
        price: "240",
        kind: CompanyKind::Bank,
        leads: Some(Method::ExcessReturn),
        document: OutputType::Memo,
        lacks: &[],
    },
    // Three years of results and two balance sheets, as one annual report has them.
    Expected {
        file: "WMT_trimmed",
        price: "90",
        kind: CompanyKind::Operating,
        leads: Some(Method::Dcf),
        document: OutputType::Memo,
        lacks: &[],
    },
];

#[test]
fn each_company_becomes_the_right_document() {
    for expected in COMPANIES {
        for language in [Language::En, Language::Zh] {
            check(expected, language);
        }
    }
}

fn check(expected: &Expected, language: Language) {
    let Some(book) = real(expected.file) else {
        return;
    };
    let name = expected.file;
    let dossier = dossier(&book, language);
    assert_eq!(dossier.kind(), expected.kind, "{name}");
    let before = thesis(&dossier, &[], &[], None);
    let measured = measure(&before, &dossier, &[], &[], passed());
    let decision = decide(&measured, &RuleSet::defaults().unwrap());
    let reasons = &decision.gate.reasons;
    assert_eq!(
        decision.verdict,
        QualityVerdict::Pass,
        "{name}: {reasons:?}"
    );
    assert_eq!(decision.output_type, OutputType::Memo, "{name}");
    assert!(
        measured.conflicts.is_empty(),
        "{name}: {:?}",
        measured.conflicts
    );

    let price: Quote = quote(expected.price, "USD", dossier.as_of());
    let made = valuation_request(&dossier, Some(&price), &market(dossier.as_of()), &[]).unwrap();
    let outcome = value(&made.request, Timestamp::UNIX_EPOCH).unwrap();
    match (&outcome, expected.leads) {
        (Outcome::Valued(valuation), Some(method)) => {
            assert_eq!(
                valuation.leading().map(|one| one.method),
                Some(method),
                "{name}"
            );
            valuation.audit().unwrap();
        }
        (Outcome::NotRunnable(refused), None) => {
            let lacks: Vec<&str> = refused
                .missing
                .iter()
                .map(|gap| gap.name.as_str())
                .collect();
            assert_eq!(lacks, expected.lacks, "{name}");
        }
        (outcome, _) => panic!("{name}: {outcome:?}"),
    }
    let document = output_after_valuation(decision.output_type, &outcome);
    assert_eq!(document, expected.document, "{name}");

    let after = thesis(&dossier, &[], &[], Some(&outcome));
    let ground = Ground {
        package: dossier.package(),
        outcome: Some(&outcome),
        passages: &[],
        findings: &[],
    };
    assert_eq!(verify(&after, &ground), Vec::new(), "{name}");
    assert!(after.claims.len() >= 10, "{name}: {}", after.claims.len());
    assert!(after.mechanisms.len() >= usize::from(dossier.kind() != CompanyKind::PreProfit));
    for point in &dossier.package().data_points {
        point.recompute().unwrap();
    }
}

/// The same facts and figures give the same request, down to the seed of the simulation.
#[test]
fn the_same_facts_give_the_same_request() {
    let Some(book) = real("AAPL_2025-03") else {
        return;
    };
    let make = || {
        let dossier = dossier(&book, Language::En);
        let price = quote("230", "USD", dossier.as_of());
        valuation_request(&dossier, Some(&price), &market(dossier.as_of()), &[]).unwrap()
    };
    assert_eq!(make(), make());
    assert!(make().request.simulation.is_some());
}

/// With its industry code a maker of semiconductors is cyclical: its margin begins at the middle of
/// the cycle and not at the top.
#[test]
fn the_industry_code_makes_the_kind() {
    let (Some(mut book), Some(submissions)) =
        (real("NVDA_2025-03"), bytes("sec/submissions/NVDA.json"))
    else {
        return;
    };
    book.company = read_submissions(&submissions).unwrap().company;
    let dossier = dossier(&book, Language::En);
    assert_eq!(dossier.kind(), CompanyKind::Cyclical);
    let price = quote("115", "USD", dossier.as_of());
    let made = valuation_request(&dossier, Some(&price), &market(dossier.as_of()), &[]).unwrap();
    let start = made.request.inputs.get("margin.start").unwrap();
    let today = dossier.current("operating_margin").unwrap();
    assert!(start.basis().is_assumption());
    assert!(
        start.value() < today.value,
        "{} {}",
        start.value(),
        today.value
    );
}
