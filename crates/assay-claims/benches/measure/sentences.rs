use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use assay_documents::{read_document, split};
use assay_domain::{Document, DocumentSubject, Tier, Timestamp};
use serde_json::Value;

/// A sentence, the passage it stands in, and the passage after that.
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) source: String,
    pub(super) next: String,
}

/// `count` sentences, spread evenly over all filings.
pub(super) fn of_filings(folder: &Path, count: usize) -> Result<Vec<Sentence>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).context("cannot list the filings")? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let bytes = fs::read(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let parsed = read_document(&name, &bytes)?;
        let document = Document {
            places: Vec::new(),
            subject: DocumentSubject::default(),
            ..parsed.record(&name, &bytes, Tier::A, Timestamp::UNIX_EPOCH)
        };
        let passages = split(&document, &parsed.text).into_iter();
        let texts: Vec<String> = passages.map(|passage| passage.text).collect();
        found.extend(of_passages(&texts));
    }
    Ok(spread(found, count))
}

pub(super) fn of_reports(path: &Path, count: usize) -> Result<Vec<Sentence>> {
    let source = fs::read_to_string(path).context("cannot read TAT-QA")?;
    let contexts: Vec<Value> = serde_json::from_str(&source).context("TAT-QA is not JSON")?;
    let mut found = Vec::new();
    for context in &contexts {
        let paragraphs = context.get("paragraphs").and_then(Value::as_array);
        let texts: Vec<String> = paragraphs
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter_map(|paragraph| paragraph.get("text")?.as_str())
            .map(str::to_owned)
            .collect();
        found.extend(of_passages(&texts));
    }
    Ok(spread(found, count))
}

fn spread(sentences: Vec<Sentence>, count: usize) -> Vec<Sentence> {
    let step = (sentences.len() / count).max(1);
    sentences.into_iter().step_by(step).take(count).collect()
}

fn of_passages(passages: &[String]) -> Vec<Sentence> {
    let mut found = Vec::new();
    for (at, source) in passages.iter().enumerate() {
        let next = passages.get(at + 1).cloned().unwrap_or_default();
        let lines = source.lines().filter(|line| !line.contains('|'));
        for text in lines.flat_map(sentences) {
            let words = text.split_whitespace().count();
            if (8..=60).contains(&words) && text.ends_with('.') {
                found.push(Sentence {
                    text: text.to_owned(),
                    source: source.clone(),
                    next: next.clone(),
                });
            }
        }
    }
    found
}

/// Cuts after a point before a space and a capital letter; marks of list items go.
fn sentences<'a>(line: &'a str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices(". ") {
        let capital = line
            .get(at + 2..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(char::is_uppercase);
        let word = line.get(start..at).and_then(|text| text.rsplit(' ').next());
        if capital && word.is_some_and(|word| word.len() > 3) {
            found.extend(line.get(start..=at));
            start = at + 2;
        }
    }
    found.extend(line.get(start..));
    let marks = ['•', '*', '-', '–', ' '];
    let bare = |text: &&'a str| text.trim_start_matches(marks).trim_end();
    found.iter().map(bare).collect()
}
