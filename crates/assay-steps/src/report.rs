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
                .push(plain(bullet).chars().take(BULLET).collect());
        }
    }
    // a list of nothing but links within the report leads to the rest of it
    entries.retain(|entry| !is_contents(markdown, &entry.heading));
    entries
}

fn is_contents(markdown: &str, heading: &str) -> bool {
    let under = markdown
        .split_once(&format!("## {heading}\n"))
        .map_or("", |(_, rest)| rest);
    let mut lines = under
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take_while(|line| !line.starts_with("## "))
        .peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with("- [") && line.contains("](#"))
}

/// A line without its marks: citations gone, links and emphasis as plain words.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.trim();
    while let Some(at) = rest.find('[') {
        text.push_str(rest.get(..at).unwrap_or_default());
        let here = rest.get(at..).unwrap_or_default();
        let citation = here
            .strip_prefix("[[")
            .and_then(|tail| tail.split_once(')'));
        let link = here
            .strip_prefix('[')
            .and_then(|tail| tail.split_once("]("));
        match (citation, link) {
            (Some((inside, after)), _) if inside.contains("](#") => rest = after,
            (_, Some((words, tail))) => {
                text.push_str(words);
                rest = tail.split_once(')').map_or("", |(_, after)| after);
            }
            _ => {
                text.push('[');
                rest = here.get(1..).unwrap_or_default();
            }
        }
    }
    text.push_str(rest);
    text.replace("**", "").trim().to_owned()
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
