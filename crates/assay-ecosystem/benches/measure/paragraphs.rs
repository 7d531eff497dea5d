//! Paragraphs of annual reports of many companies, each read as a document of its own: there is
//! little text to learn common words from, which is the hard case.

use std::fs;
use std::io::{self, Write as _};

use anyhow::Result;
use assay_domain::{Date, DocumentId, Passage, PassageId, Tier};
use assay_ecosystem::{Source, Subject, extract};
use assay_measure::{Figure, Measured, data_file};
use serde_json::Value;

pub(crate) fn measure() -> Result<Measured> {
    let (tables, reports) = match (
        data_file("qa/tatqa_dev.json"),
        data_file("qa/finqa_dev.jsonl"),
    ) {
        (Ok(tables), Ok(reports)) => (tables, reports),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
    };
    let mut texts = Vec::new();
    let tables: Value = serde_json::from_str(&fs::read_to_string(tables)?)?;
    strings(&tables, &mut texts);
    for line in fs::read_to_string(reports)?.lines() {
        strings(&serde_json::from_str(line)?, &mut texts);
    }
    texts.sort();
    texts.dedup();
    let subject = Subject {
        names: vec!["The Registrant".to_owned()],
        ticker: None,
    };
    let (mut edges, mut verbatim) = (0, 0);
    let mut out = io::stderr().lock();
    for text in &texts {
        let id = DocumentId::of_bytes(text.as_bytes());
        let passages = [Passage {
            id: PassageId::from_range(&id, 0, text.len()),
            document: id,
            start: 0,
            end: text.len(),
            headings: Vec::new(),
            text: text.clone(),
        }];
        let source = Source {
            passages: &passages,
            date: Date::constant(2020, 1, 1),
            tier: Tier::A,
            is_own: true,
        };
        for one in extract(&subject, &source)? {
            edges += 1;
            let quote = one.evidence.first().map_or("", |evidence| &evidence.quote);
            verbatim += usize::from(!quote.is_empty() && text.contains(quote));
            writeln!(
                out,
                "{} {} [{}]\n    {quote}",
                one.relation.name(),
                one.name,
                one.label
            )?;
        }
    }
    Ok(Measured::Figures(vec![
        Figure::new(
            "edges in paragraphs of annual reports",
            edges as f64,
            "",
            texts.len(),
        ),
        Figure::share("their quotations verbatim", verbatim, edges).at_least(100.0),
    ]))
}

/// Every text of more than a few words in a JSON value.
fn strings(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() > 60 => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|one| strings(one, texts)),
        Value::Object(fields) => fields.values().for_each(|one| strings(one, texts)),
        _ => {}
    }
}
