//! A claim held against passages, and what was found wrong.

use assay_claims::{ClaimText, ReadSource, Source, check_claim};
use assay_domain::EvidenceId;

/// A passage of which nothing but its text is known.
pub(crate) fn bare<'a>(evidence: &'a EvidenceId, text: &'a str) -> ReadSource<'a> {
    ReadSource::of(Source {
        evidence,
        text,
        headings: &[],
        title: "",
        origin: "",
        as_of: None,
        subject: None,
    })
}

/// `printed: problem` for everything that is wrong, empty where nothing is.
pub(crate) fn problems(claim: &str, passages: &[&str]) -> String {
    let evidence = EvidenceId::new("ev_1");
    let sources: Vec<ReadSource<'_>> = passages.iter().map(|text| bare(&evidence, text)).collect();
    let claim = ClaimText {
        text: claim,
        formula: None,
    };
    let verdict = check_claim(&claim, &sources.iter().collect::<Vec<_>>());
    let found: Vec<String> = verdict
        .problems()
        .map(|(numeral, problem)| format!("{}: {:?}", numeral.printed, problem.kind))
        .collect();
    found.join("; ")
}

/// Every claim of `right` is borne out and every claim of `wrong` is not.
pub(crate) fn check(passages: &[&str], right: &[&str], wrong: &[&str]) {
    let mut lines = Vec::new();
    for claim in right {
        let found = problems(claim, passages);
        if !found.is_empty() {
            lines.push(format!("true, but flagged: {claim} ({found})"));
        }
    }
    for claim in wrong {
        if problems(claim, passages).is_empty() {
            lines.push(format!("false, but passed: {claim}"));
        }
    }
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}
