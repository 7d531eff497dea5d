//! One passage of an annual report, and a sentence about it.

use assay_claims::{ClaimText, Proof, ReadSource, Source, prove};
use assay_domain::{DocumentSubject, EvidenceId, Language};

/// The passage of a report, with the headings above it.
#[derive(Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) company: Option<&'a str>,
    pub(crate) headings: &'a [String],
    pub(crate) text: &'a str,
}

impl About<'_> {
    /// What is found of a sentence.
    pub(crate) fn proof(self, sentence: &str) -> Proof {
        let evidence = EvidenceId::new("ev_1");
        let subject = self.company.map(|company| DocumentSubject {
            entity: Some(company.to_owned()),
            ..DocumentSubject::default()
        });
        let source = ReadSource::of(Source {
            evidence: &evidence,
            text: self.text,
            headings: self.headings,
            title: "Annual report",
            origin: "",
            as_of: None,
            subject: subject.as_ref(),
        });
        prove(&ClaimText::bare(sentence), &[&source])
    }
}

/// Every sentence of `right` is proven by the passage and none of `wrong`.
pub(crate) fn check(passage: &str, right: &[&str], wrong: &[&str]) {
    let about = About {
        company: None,
        headings: &[],
        text: passage,
    };
    for sentence in right {
        let proof = about.proof(sentence);
        let problems = proof.problems(Language::of_text(sentence));
        assert!(proof.passes(), "refused: {sentence} {problems:?}");
    }
    for sentence in wrong {
        assert!(!about.proof(sentence).passes(), "passed: {sentence}");
    }
}
