use assay_documents::read_document;
use assay_domain::{
    BlobId, Document, DocumentId, DocumentSubject, GateSpan, IngestVerdict, Tier, Timestamp,
};

/// A stored document and its text, as the engine would make them.
pub(crate) fn document(name: &str, source: &str) -> (Document, String) {
    let parsed = read_document(name, source.as_bytes()).expect("a readable document");
    let document = Document {
        id: DocumentId::of_bytes(source.as_bytes()),
        title: parsed.title,
        origin: name.to_owned(),
        media: parsed.media,
        tier: Tier::D,
        date: parsed.date,
        raw: BlobId::of_bytes(source.as_bytes()),
        text: BlobId::of_bytes(parsed.text.as_bytes()),
        quarantined: Vec::new(),
        flagged: Vec::new(),
        reviews: Vec::new(),
        hidden: Vec::new(),
        places: Vec::new(),
        subject: DocumentSubject::default(),
        facts: None,
        sketch: Vec::new(),
        near_duplicate_of: None,
        verdict: IngestVerdict::Clean,
        ingested_at: Timestamp::UNIX_EPOCH,
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
