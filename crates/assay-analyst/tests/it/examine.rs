use assay_analyst::examine;
use assay_domain::{
    Date, DocumentId, Evidence, EvidenceId, Finding, Language, PassageId, Reading, Tier,
};

use crate::library::library;

fn value(reading: &Reading) -> String {
    format!("{} [{}]", reading.value, reading.source)
}

fn shown(finding: &Finding) -> String {
    match finding {
        Finding::Contradiction {
            subject,
            period,
            readings,
        } => {
            let values: Vec<String> = readings.iter().map(value).collect();
            format!("contradiction: {subject}, {period}: {}", values.join(" / "))
        }
        Finding::Outdated {
            subject,
            period,
            old,
            new,
        } => format!(
            "outdated: {subject}, {period}: {} -> {}",
            value(old),
            value(new)
        ),
        Finding::MissingPeriod {
            subject,
            missing,
            present,
            ..
        } => format!("missing: {subject}: {missing:?} of {present:?}"),
        Finding::Conflict { statements } => format!("conflict: {statements:?}"),
        Finding::Quarantined { title, .. } => format!("quarantined: {title}"),
    }
}

#[test]
fn the_planted_traps_are_found_and_nothing_else() {
    let findings = examine(&library(), Language::En);
    let shown: Vec<String> = findings.iter().map(shown).collect();
    insta::assert_snapshot!(shown.join("\n"));
    assert_eq!(findings.len(), 3);
}

/// A passage of a filing: document, title, year of its date, text.
pub(crate) type Filed = (&'static str, &'static str, i16, &'static str);

pub(crate) fn filed((document, title, year, quote): &Filed) -> Evidence {
    let document = DocumentId::new(*document);
    let passage = PassageId::from_range(&document, quote.len(), 2 * quote.len());
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document,
        source: (*title).to_owned(),
        origin: format!("{title}.html"),
        headings: Vec::new(),
        place: None,
        quote: (*quote).to_owned(),
        tier: Tier::A,
        as_of: Date::new(*year, 12, 31).ok(),
    }
}

const OSTRAND: Filed = (
    "doc_a",
    "Ostrand Inc. 10-K",
    2024,
    "Revenue was $90 million in FY2024.",
);

/// Passages, and how many findings they give.
const FILINGS: &[(&[Filed], usize)] = &[
    // Two readings of one document: one of them is misread.
    (
        &[
            OSTRAND,
            (
                "doc_a",
                "Ostrand Inc. 10-K",
                2024,
                "In FY2024 revenue was $87 million in all.",
            ),
        ],
        0,
    ),
    // Two companies.
    (
        &[
            OSTRAND,
            (
                "doc_b",
                "Haldric Corp 10-K",
                2024,
                "Revenue was $87 million in FY2024, as reported.",
            ),
        ],
        0,
    ),
    // Two documents about one company.
    (
        &[
            OSTRAND,
            (
                "doc_b",
                "Ostrand Inc. 10-Q",
                2024,
                "Revenue was $87 million in FY2024, as reported.",
            ),
        ],
        1,
    ),
    // A list and two stretches of time are no disagreement.
    (
        &[
            (
                "doc_a",
                "Ostrand Inc. 10-K",
                2024,
                "Capital expenditures were $11 million and $8 million for the years ended December 31, 2024 and 2023, respectively.",
            ),
            (
                "doc_b",
                "Ostrand Inc. 10-Q",
                2025,
                "Capital expenditures were $3 million and $5 million for the six months ended June 30, 2025 and 2024, respectively.",
            ),
            (
                "doc_b",
                "Ostrand Inc. 10-Q",
                2025,
                "Capital expenditures for the three and six months ended June 30, 2025 were $2 million and $3 million, respectively.",
            ),
        ],
        0,
    ),
];

#[test]
fn a_document_does_not_contradict_itself_and_companies_do_not_contradict_each_other() {
    for (passages, expected) in FILINGS {
        let evidence: Vec<Evidence> = passages.iter().map(filed).collect();
        let findings = examine(&evidence, Language::En);
        let shown: Vec<String> = findings.iter().map(shown).collect();
        assert_eq!(findings.len(), *expected, "{shown:?}");
    }
}
