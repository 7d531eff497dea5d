use assay_domain::Evidence;

use crate::{OutlineEntry, ReportSource, SearchNote};

/// A chunk is sent when it has this many bytes and a paragraph ends.
const CHUNK: usize = 600;
/// Characters of a bullet of the outline, and bullets of a heading.
const BULLET: usize = 160;
const MOST_BULLETS: usize = 6;

/// The text in pieces that end where paragraphs end. Joined, they are the text.
pub(crate) fn chunks(markdown: &str) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    let mut open = String::new();
    for paragraph in markdown.split_inclusive("\n\n") {
        open.push_str(paragraph);
        if open.len() >= CHUNK {
            chunks.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        chunks.push(open);
    }
    chunks
}

/// The headings of a report, each with what its lists or its lower headings say.
pub fn outline(markdown: &str) -> Vec<OutlineEntry> {
    let mut entries: Vec<OutlineEntry> = Vec::new();
    let mut in_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        if let Some(heading) = line.strip_prefix("## ") {
            entries.push(OutlineEntry {
                heading: heading.trim().to_owned(),
                bullets: Vec::new(),
            });
            continue;
        }
        let bullet = line
            .strip_prefix("### ")
            .or_else(|| line.strip_prefix("- "))
            .or_else(|| line.strip_prefix("* "));
        if let (Some(bullet), Some(entry)) = (bullet, entries.last_mut())
            && entry.bullets.len() < MOST_BULLETS
        {
            entry
                .bullets
                .push(bullet.trim().chars().take(BULLET).collect());
        }
    }
    entries
}

/// Where a person finds a piece of evidence: its address, or its name in this installation.
pub fn address(evidence: &Evidence) -> String {
    if evidence.origin.contains("://") {
        evidence.origin.clone()
    } else {
        format!("assay://evidence/{}", evidence.id)
    }
}

/// Each source once, in the order of the evidence.
pub(crate) fn sources<'a>(
    evidence: impl Iterator<Item = &'a Evidence>,
    notes: &[SearchNote],
) -> Vec<ReportSource> {
    let mut sources: Vec<ReportSource> = Vec::new();
    for item in evidence {
        let url = address(item);
        let note = notes
            .iter()
            .position(|note| note.evidence.iter().any(|quoted| quoted.source == url));
        let Some(note_index) = note else { continue };
        let is_known = |source: &ReportSource| source.url == url;
        if !sources.iter().any(is_known) {
            sources.push(ReportSource {
                title: item.source.clone(),
                url,
                note_index,
            });
        }
    }
    sources
}
