//! The sample library as evidence: files cut at headings and into passages of a few sentences, as
//! the library does it, without the paragraph that the ingest gate takes out.

use std::fs;
use std::path::{Path, PathBuf};

use assay_domain::{Date, DocumentId, Evidence, EvidenceId, PassageId, Plan, Tier};

const FILES: [(&str, Tier); 9] = [
    ("filings/annual-report-fy2024.md", Tier::A),
    ("ir/results-fy2023-release.md", Tier::B),
    ("ir/earnings-call-q4-2024.txt", Tier::B),
    ("vendor/quarterly-results.csv", Tier::B),
    ("vendor/customers-and-suppliers.json", Tier::B),
    ("news/pressure-sensor-market.html", Tier::C),
    ("news/suzhou-plant.zh.md", Tier::C),
    ("research/sector-note.md", Tier::C),
    ("web/investor-forum.html", Tier::D),
];

const PASSAGE_BYTES: usize = 600;

pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

pub(crate) fn sample(name: &str) -> String {
    fs::read_to_string(samples().join(name)).expect(name)
}

pub(crate) fn plan() -> Plan {
    serde_json::from_str(&sample("plan.json")).expect("plan.json is a plan")
}

pub(crate) fn library() -> Vec<Evidence> {
    FILES
        .iter()
        .flat_map(|(name, tier)| passages(name, *tier))
        .collect()
}

fn passages(name: &str, tier: Tier) -> Vec<Evidence> {
    let source = sample(name);
    let text = plain_text(name, &source);
    let title = text
        .lines()
        .map(|line| line.trim_start_matches(['#', ' ']))
        .find(|line| !line.is_empty())
        .unwrap_or(name)
        .to_owned();
    let title = if name.ends_with(".csv") || name.ends_with(".json") {
        name.rsplit('/').next().unwrap_or(name).to_owned()
    } else {
        title
    };
    let document = DocumentId::of_bytes(source.as_bytes());
    let mut found = Vec::new();
    let mut headings: Vec<String> = Vec::new();
    for (level, heading, body) in parts(&text) {
        headings.truncate(level.saturating_sub(1));
        headings.extend(heading);
        for quote in packed(&body) {
            let start = text
                .find(&quote)
                .expect("a passage is part of its document");
            let passage = PassageId::from_range(&document, start, start + quote.len());
            found.push(Evidence {
                id: EvidenceId::of_passage(&passage),
                passage,
                document: document.clone(),
                source: title.clone(),
                origin: format!("samples/{name}"),
                headings: headings.clone(),
                place: None,
                quote,
                tier,
                as_of: date_of(&text),
            });
        }
    }
    found
}

fn plain_text(name: &str, source: &str) -> String {
    match name.rsplit('.').next() {
        Some("html") => html_text(source),
        Some("csv") => csv_text(source),
        Some("json") => {
            let value = serde_json::from_str(source).expect("sample JSON");
            let mut lines = Vec::new();
            flatten("", &value, &mut lines);
            lines.join("\n")
        }
        _ => source.to_owned(),
    }
}

fn html_text(source: &str) -> String {
    let body = source.split_once("<body>").expect("a body").1;
    let marked = body.replace("<h1>", "# ").replace("<h2>", "## ");
    let mut text = String::new();
    let mut inside = false;
    for c in marked.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push('\n');
            }
            c if !inside => text.push(c),
            _ => {}
        }
    }
    let injected = |line: &&str| !line.contains("Ignore all previous instructions");
    text.lines().filter(injected).collect::<Vec<_>>().join("\n")
}

fn csv_text(source: &str) -> String {
    let mut rows = source
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    rows.map(|row| {
        let cells = header
            .iter()
            .zip(row)
            .map(|(key, value)| format!("{key}: {value}"));
        cells.collect::<Vec<_>>().join("; ")
    })
    .collect::<Vec<_>>()
    .join("\n")
}

fn flatten(path: &str, value: &serde_json::Value, lines: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (key, member) in members {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                flatten(&path, member, lines);
            }
        }
        serde_json::Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                flatten(&format!("{path}[{}]", place + 1), item, lines);
            }
        }
        scalar => lines.push(format!("{path}: {}", scalar.as_str().unwrap_or_default())),
    }
}

fn parts(text: &str) -> Vec<(usize, Option<String>, String)> {
    let mut parts: Vec<(usize, Option<String>, String)> = vec![(1, None, String::new())];
    for line in text.lines() {
        let level = line.chars().take_while(|c| *c == '#').count();
        if level > 0 {
            let title = line.trim_start_matches('#').trim().to_owned();
            parts.push((level, Some(title), String::new()));
        } else if let Some((_, _, body)) = parts.last_mut() {
            body.push_str(line);
            body.push('\n');
        }
    }
    parts
}

/// Whole lines, packed up to the size of a passage.
fn packed(body: &str) -> Vec<String> {
    let mut passages: Vec<String> = Vec::new();
    let mut open = String::new();
    for line in body.split_inclusive('\n') {
        let in_table = line.starts_with('|') && open.trim_end().ends_with('|');
        if open.len() + line.len() > PASSAGE_BYTES && !open.trim().is_empty() && !in_table {
            passages.push(std::mem::take(&mut open));
        }
        open.push_str(line);
    }
    passages.push(open);
    passages
        .into_iter()
        .map(|passage| passage.trim().to_owned())
        .filter(|passage| !passage.is_empty())
        .collect()
}

fn date_of(text: &str) -> Option<Date> {
    let lower = text.to_lowercase();
    let (_, after) = lower.split_once("date: ")?;
    after.get(..10)?.parse().ok()
}
