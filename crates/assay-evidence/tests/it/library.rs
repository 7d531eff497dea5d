use assay_documents::read_document;
use assay_domain::{Document, DocumentSubject, GateSpan, IngestVerdict, Tier, Timestamp};

/// A stored document and its text, as the engine would make them; its passages know no page.
pub(crate) fn document(name: &str, source: &str) -> (Document, String) {
    let bytes = source.as_bytes();
    let parsed = read_document(name, bytes).expect("a readable document");
    let document = Document {
        places: Vec::new(),
        subject: DocumentSubject::default(),
        ..parsed.record(name, bytes, Tier::D, Timestamp::UNIX_EPOCH)
    };
    (document, parsed.text)
}

pub(crate) fn quarantine(document: &mut Document, start: usize, end: usize) {
    document.verdict = IngestVerdict::Quarantined;
    document.quarantined.push(GateSpan {
        start,
        end,
        rule: "G-001".to_owned(),
        reason: "a test".to_owned(),
    });
}
