use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use assay_documents::{Parsed, read_document};
use assay_domain::{
    BlobId, Document, DocumentId, DocumentSubject, IngestVerdict, MediaType, Tier, Timestamp,
};

/// A document as the library would store it.
pub(crate) fn document(name: &str, parsed: &Parsed) -> Document {
    Document {
        date: parsed.date,
        title: parsed.title.clone(),
        ..plain(name, parsed.media, &parsed.text)
    }
}

pub(crate) fn plain(name: &str, media: MediaType, text: &str) -> Document {
    Document {
        id: DocumentId::of_bytes(format!("{name}\n{text}").as_bytes()),
        title: name.to_owned(),
        origin: name.to_owned(),
        media,
        tier: Tier::D,
        tier_basis: None,
        date: None,
        raw: BlobId::of_bytes(text.as_bytes()),
        text: BlobId::of_bytes(text.as_bytes()),
        quarantined: Vec::new(),
        flagged: Vec::new(),
        reviews: Vec::new(),
        hidden: Vec::new(),
        places: Vec::new(),
        subject: DocumentSubject::default(),
        facts: None,
        sketch: Vec::new(),
        near_duplicate_of: None,
        uploaded: false,
        verdict: IngestVerdict::Clean,
        ingested_at: Timestamp::UNIX_EPOCH,
    }
}

pub(crate) fn read(path: &Path) -> Result<(Document, String)> {
    let name = path.file_name().context("a file without a name")?;
    let name = name.to_string_lossy();
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parsed = read_document(&name, &bytes)
        .with_context(|| format!("cannot understand {}", path.display()))?;
    Ok((document(&name, &parsed), parsed.text))
}

/// The filings of a folder, in order of their names.
pub(crate) fn filings(folder: &Path) -> Result<Vec<(Document, String)>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The posts of a file of JSON lines, as one text.
pub(crate) fn posts(file: &Path) -> Result<String> {
    let mut text = String::new();
    for line in fs::read_to_string(file)?.lines() {
        let post: serde_json::Value = serde_json::from_str(line)?;
        let content = post
            .get("weibo_content")
            .and_then(|content| content.as_str());
        text.push_str(content.context("a post without text")?);
        text.push_str("\n\n");
    }
    Ok(text)
}
