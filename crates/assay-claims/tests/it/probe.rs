//! Sentences held against one small source: which are borne out, and what is wrong with the others.

use assay_claims::{ClaimText, Proof, ReadSource, Source, Span, check_claim, confirm, prove};
use assay_domain::{DocumentSubject, EvidenceId, Language};

/// A passage with the company of its document.
pub(crate) struct Document {
    pub(crate) entity: Option<&'static str>,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

impl Document {
    pub(crate) const fn of(text: &'static str) -> Self {
        Self {
            entity: None,
            title: "",
            text,
        }
    }
}

/// The problems of a claim, each once, in the order of its numbers; `true` where there is none.
pub(crate) fn judged(claim: &str, documents: &[Document]) -> String {
    let read: Vec<(EvidenceId, DocumentSubject, &Document)> = documents
        .iter()
        .enumerate()
        .map(|(place, document)| {
            let subject = DocumentSubject {
                entity: document.entity.map(str::to_owned),
                ..DocumentSubject::default()
            };
            (EvidenceId::new(format!("ev_{place}")), subject, document)
        })
        .collect();
    let sources: Vec<ReadSource<'_>> = read
        .iter()
        .map(|(evidence, subject, document)| {
            ReadSource::of(Source {
                evidence,
                text: document.text,
                headings: &[],
                title: document.title,
                origin: "",
                as_of: None,
                subject: Some(subject),
            })
        })
        .collect();
    let claim = ClaimText {
        text: claim,
        formula: None,
    };
    let verdict = check_claim(&claim, &sources.iter().collect::<Vec<_>>());
    let mut kinds: Vec<String> = verdict
        .problems()
        .map(|(_, problem)| format!("{:?}", problem.kind))
        .collect();
    kinds.dedup();
    if kinds.is_empty() {
        return "true".to_owned();
    }
    kinds.join(" ")
}

/// All cases at once, so that one run shows every difference.
pub(crate) fn check(documents: &[Document], cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(claim, expected)| {
            let found = judged(claim, documents);
            (found != *expected).then(|| format!("{claim}\n  is {found}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is proven of a sentence by one passage; by the span of it that a verifier named, where there is one.
pub(crate) fn proven(claim: ClaimText<'_>, text: &str, span: Option<&str>) -> Proof {
    let evidence = EvidenceId::new("ev_1");
    let source = ReadSource::of(Source {
        evidence: &evidence,
        text,
        headings: &[],
        title: "",
        origin: "",
        as_of: None,
        subject: None,
    });
    match span {
        None => prove(&claim, &[&source]),
        Some(span) => {
            let at = text.find(span).unwrap_or_default();
            let span = Span {
                evidence: evidence.clone(),
                range: at..at + span.len(),
            };
            confirm(&claim, &[&source], &span)
        }
    }
}

/// Sentences over one passage, each with whether it stands; all at once.
pub(crate) fn check_sentences(text: &str, cases: &[(&str, bool)]) {
    let wrong = cases.iter().filter_map(|(sentence, stands)| {
        let proof = proven(ClaimText::bare(sentence), text, None);
        let told = proof.problems(Language::En);
        (proof.passes() != *stands)
            .then(|| format!("{sentence}\n  is {:?} {told:?}", proof.standing))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
