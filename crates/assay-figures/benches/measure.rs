//! What reading a text for its figures costs, measured on the paragraphs and tables of annual
//! reports.

use std::fs;
use std::hint::black_box;

use anyhow::{Context as _, Result};
use assay_figures::{Block, blocks, figures, sentence_figures, sentences};
use assay_measure::{Figure, Measured, data_file, middle_round};
use serde_json::Value;

fn main() -> Result<()> {
    assay_measure::run(&[
        ("sentence-speed", sentence_speed),
        ("passage-speed", passage_speed),
    ])
}

/// Every sentence by itself, as the claim check reads it.
fn sentence_speed() -> Result<Measured> {
    let passages = match passages()? {
        Ok(passages) => passages,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut found: Vec<&str> = Vec::new();
    for passage in &passages {
        for block in blocks(passage) {
            if let Block::Prose(range) = block {
                let cuts = sentences(passage, range).into_iter();
                found.extend(cuts.filter_map(|cut| passage.get(cut)));
            }
        }
    }
    let cost = cost(&found, |sentence| {
        black_box(sentence_figures(sentence, 0..sentence.len()));
    })?;
    Ok(Measured::Figures(cost.figures(
        "sentence-speed",
        "sentence",
        8.0,
    )))
}

/// Whole passages with their tables, as the analyst reads them.
fn passage_speed() -> Result<Measured> {
    let passages = match passages()? {
        Ok(passages) => passages,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let cost = cost(&texts, |passage| {
        black_box(figures(passage));
    })?;
    Ok(Measured::Figures(cost.figures(
        "passage-speed",
        "passage",
        260.0,
    )))
}

struct Cost {
    /// Microseconds of processor time for one text.
    each: f64,
    /// Megabytes for one second of processor time.
    throughput: f64,
    n: usize,
}

impl Cost {
    fn figures(&self, name: &str, what: &str, most: f64) -> Vec<Figure> {
        let each = Figure::new(format!("{name}: CPU per {what}"), self.each, "µs", self.n);
        let throughput = Figure::new(
            format!("{name}: text read"),
            self.throughput,
            "MB/CPU-s",
            self.n,
        );
        vec![each.at_most(most), throughput]
    }
}

fn cost(texts: &[&str], read: impl Fn(&str)) -> Result<Cost> {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let seconds = middle_round(|| texts.iter().for_each(|text| read(text)))?;
    Ok(Cost {
        each: seconds * 1e6 / texts.len() as f64,
        throughput: bytes as f64 / 1e6 / seconds,
        n: texts.len(),
    })
}

/// The paragraphs of each report of TAT-QA with its table below; the inner error is the line that
/// says what is not on this machine.
fn passages() -> Result<Result<Vec<String>, String>> {
    let path = match data_file("qa/tatqa_dev.json") {
        Ok(path) => path,
        Err(reason) => return Ok(Err(reason)),
    };
    let source = fs::read_to_string(path).context("cannot read TAT-QA")?;
    let reports: Vec<Value> = serde_json::from_str(&source).context("TAT-QA is not JSON")?;
    Ok(Ok(reports.iter().map(passage).collect()))
}

fn passage(report: &Value) -> String {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let mut text = String::new();
    for paragraph in list(report.get("paragraphs")) {
        text.push_str(
            paragraph
                .get("text")
                .and_then(Value::as_str)
                .unwrap_or_default(),
        );
        text.push_str("\n\n");
    }
    for row in list(report.get("table").and_then(|table| table.get("table"))) {
        text.push('|');
        for cell in list(Some(&row)) {
            text.push(' ');
            text.push_str(cell.as_str().unwrap_or_default());
            text.push_str(" |");
        }
        text.push('\n');
    }
    text
}
