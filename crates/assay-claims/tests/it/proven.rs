//! Whole sentences, proven by code alone or confirmed over a verifier's span.

use assay_claims::{
    ClaimText, FORMULA_MARK, Finding, ReadSource, Source, Span, Standing, check_claim, confirm,
    prove,
};
use assay_domain::{DocumentSubject, EvidenceId, Language};

const REPORT: &str = "Net revenue by region, in millions of dollars:

| | Year Ended | | |
| --- | --- | --- | --- |
| | June 29, 2024 | June 30, 2023 | Change |
| Nordics | $1,260 | $1,050 | 20% |
| Iberia | 840 | 900 | (7)% |
| Total net revenue | $2,100 | $1,950 | 8% |

Revenue in Iberia declined mainly because two distributors cut their orders. The company employs 3,400 people, \
of whom 850 work in research. It has not paid a dividend. Management expects to open a plant in Gdansk in 2026. \
A prolonged strike at the port could delay deliveries. Some suppliers are located in areas with a high flood risk.";

fn proof_of(sentence: &str) -> (Standing, Vec<String>) {
    let evidence = EvidenceId::new("ev_1");
    let subject = DocumentSubject {
        entity: Some("Brinemark Pumps Inc.".to_owned()),
        ..DocumentSubject::default()
    };
    let source = ReadSource::of(Source {
        evidence: &evidence,
        text: REPORT,
        headings: &[],
        title: "Annual report",
        origin: "",
        as_of: None,
        subject: Some(&subject),
    });
    let claim = ClaimText {
        text: sentence,
        formula: None,
    };
    let proof = prove(&claim, &[&source]);
    (proof.standing, proof.problems(Language::of_text(sentence)))
}

#[test]
fn what_the_evidence_says_stands() {
    let cases = [
        (
            "Revenue in the Nordics was $1,260 million in fiscal 2024.",
            Standing::Computed,
        ),
        (
            "The Nordics brought in 60% of total net revenue in 2024.",
            Standing::Computed,
        ),
        (
            "Revenue in Iberia fell by $60 million in 2024.",
            Standing::Computed,
        ),
        (
            "Nordics revenue rose 20%, from $1,050 million to $1,260 million.",
            Standing::Computed,
        ),
        (
            "A quarter of the 3,400 employees work in research.",
            Standing::Computed,
        ),
        ("Brinemark has paid no dividend.", Standing::Worded),
        (
            "A long strike at the port might delay deliveries.",
            Standing::Worded,
        ),
        ("伊比利亚地区2024年收入为8.40亿美元。", Standing::Computed),
        ("公司拥有3,400名员工。", Standing::Computed),
        (
            "The report gives no figure for capital expenditure.",
            Standing::Gap,
        ),
        ("The filing names none of the distributors.", Standing::Gap),
        (
            "The passages do not give a budget for the plant in Gdansk.",
            Standing::Gap,
        ),
        (
            "The report does not split revenue between Iberia and Gdansk.",
            Standing::Gap,
        ),
        ("报告没有说明罢工的原因。", Standing::Gap),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(sentence, expected)| (sentence, expected, proof_of(sentence)))
        .filter(|(_, expected, (found, _))| found != *expected)
        .map(|(sentence, _, found)| format!("{sentence}\n  {found:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_differs_in_one_part_does_not() {
    let cases = [
        // the owner, the row, the column, the scale, the sign
        "Tidewell's revenue in the Nordics was $1,260 million in fiscal 2024.",
        "Revenue in Iberia was $1,260 million in fiscal 2024.",
        "Revenue in the Nordics was $1,050 million in fiscal 2024.",
        "Revenue in the Nordics was $1,260 thousand in fiscal 2024.",
        "Revenue in Iberia rose 7% in 2024.",
        // the measure, the arithmetic
        "The Nordics brought in 48% of total net revenue in 2024.",
        // not, certainty, width, direction, cause
        "Brinemark has paid a dividend.",
        "The company does not employ 3,400 people.",
        "Brinemark opened a plant in Gdansk.",
        "A prolonged strike at the port delayed deliveries.",
        "All suppliers are located in areas with a high flood risk.",
        "Revenue in Iberia declined because of a weaker currency.",
        // a gap that is none
        "The report gives no figure for revenue in the Nordics.",
        // nothing of it, and advice
        "The chief executive was arrested for fraud.",
        "Investors should buy the shares now.",
        "公司已派发股息。",
    ];
    let passed: Vec<&&str> = cases
        .iter()
        .filter(|sentence| proof_of(sentence).0 != Standing::Unsupported)
        .collect();
    assert!(passed.is_empty(), "{passed:#?}");
}

#[test]
fn what_is_refused_is_told_with_what_to_change() {
    for (sentence, told) in [
        (
            "Tidewell's revenue in the Nordics was $1,260 million in fiscal 2024.",
            "Tidewell",
        ),
        ("Investors should buy the shares now.", "should"),
        ("公司已派发股息。", "否定"),
    ] {
        let (_, problems) = proof_of(sentence);
        assert!(
            problems.iter().any(|problem| problem.contains(told)),
            "{sentence}: {problems:?}"
        );
    }
}

#[test]
fn a_verifier_is_believed_only_as_far_as_its_span_goes() {
    let evidence = EvidenceId::new("ev_1");
    let source = ReadSource::of(Source {
        evidence: &evidence,
        text: REPORT,
        headings: &[],
        title: "Brinemark annual report",
        origin: "",
        as_of: None,
        subject: None,
    });
    let confirmed = |sentence: &str, span: &str| {
        let at = REPORT.find(span).unwrap_or_default();
        let span = Span {
            evidence: evidence.clone(),
            range: at..at + span.len(),
        };
        let claim = ClaimText {
            text: sentence,
            formula: None,
        };
        confirm(&claim, &[&source], &span).standing
    };
    let strike = "A prolonged strike at the port could delay deliveries.";
    let cases = [
        (
            "Shipments might arrive late if dock workers walk out.",
            strike,
            Standing::Judged,
        ),
        (
            "A prolonged strike at the port will delay deliveries.",
            strike,
            Standing::Unsupported,
        ),
        (
            "Brinemark has paid a dividend.",
            "It has not paid a dividend.",
            Standing::Unsupported,
        ),
        (
            "Headcount stood at 3,400.",
            "The company employs 3,400 people",
            Standing::Judged,
        ),
        (
            "Headcount stood at 4,300.",
            "The company employs 3,400 people",
            Standing::Unsupported,
        ),
        (
            "Orders from Ostrava fell.",
            "two distributors cut their orders",
            Standing::Unsupported,
        ),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .map(|(sentence, span, expected)| (sentence, expected, confirmed(sentence, span)))
        .filter(|(_, expected, found)| found != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn all_arithmetic_that_was_recorded_with_a_sentence_counts() {
    let evidence = EvidenceId::new("ev_1");
    let source = ReadSource::of(Source {
        evidence: &evidence,
        text: REPORT,
        headings: &[],
        title: "Annual report",
        origin: "",
        as_of: None,
        subject: None,
    });
    let recorded = ["1260 / 2100", "850 / 3400"];
    let claim = ClaimText {
        text: "The first index stood at 60% and the second at 25%.",
        formula: Some(&recorded.join(FORMULA_MARK)),
    };
    let verdict = check_claim(&claim, &[&source]);
    let numerals = verdict.numerals.iter();
    let formulas = numerals.filter_map(|numeral| match &numeral.finding {
        Finding::Derived { formula } => Some(formula.as_str()),
        _ => None,
    });
    assert_eq!(formulas.collect::<Vec<_>>(), recorded);
}
