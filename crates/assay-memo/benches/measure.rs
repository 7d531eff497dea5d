//! What the memo promises, measured on real companies.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    reason = "the cases are those of the tests"
)]

#[path = "../tests/it/case.rs"]
mod case;
#[path = "../tests/it/facts.rs"]
mod facts;
#[path = "../tests/it/lab.rs"]
mod lab;
#[path = "../tests/it/research.rs"]
mod research;
#[path = "../tests/it/valuation.rs"]
mod valuation;

use anyhow::Result;
use assay_domain::Language;
use assay_exports::{Block, Doc, Inline, html, xlsx};
use assay_measure::{Figure, Measured, cpu_time};
use assay_memo::{compose, workbook};

const COMPANIES: [(&str, &str, &str); 2] = [
    ("NVDA_2025-03", "NVDA", "121.67"),
    ("AAPL_2025-03", "AAPL", "213.49"),
];
const ROUNDS: usize = 10;

fn main() -> Result<()> {
    assay_measure::run(&[("memo", memo)])
}

/// Processor time of composing and writing, and how many numbers lead to an entry.
fn memo() -> Result<Measured> {
    let mut times = [0.0_f64; 4];
    let (mut numbers, mut traced, mut figures) = (0, 0, 0);
    let mut runs = 0;
    for (name, ticker, price) in COMPANIES {
        let Some(book) = lab::real(name, ticker) else {
            return Ok(Measured::Skipped(format!("no company facts of {ticker}")));
        };
        for language in [Language::En, Language::Zh] {
            let case = case::of_book(&book, "2025-03-14", Some(price), language);
            for _ in 0..ROUNDS {
                runs += 1;
                let start = cpu_time()?;
                let doc = compose(&case.dossier())?;
                let composed = cpu_time()?;
                let page = html(&doc)?;
                let written = cpu_time()?;
                let book = workbook(&case.dossier())?;
                let built = cpu_time()?;
                let file = xlsx(&book)?;
                let packed = cpu_time()?;
                std::hint::black_box((page, file));
                for (sum, spent) in times.iter_mut().zip([
                    composed - start,
                    written - composed,
                    built - written,
                    packed - built,
                ]) {
                    *sum += spent.as_secs_f64() * 1000.0;
                }
            }
            let doc = compose(&case.dossier())?;
            let (all, led) = counted(&doc);
            numbers += all;
            traced += led;
            figures += doc.figures.len();
        }
    }
    let mean = |sum: f64| sum / runs as f64;
    Ok(Measured::Figures(vec![
        Figure::new("compose a memo, processor time", mean(times[0]), "ms", runs).at_most(150.0),
        Figure::new(
            "write it as HTML, processor time",
            mean(times[1]),
            "ms",
            runs,
        ),
        Figure::new(
            "build the workbook, processor time",
            mean(times[2]),
            "ms",
            runs,
        ),
        Figure::new(
            "write it as XLSX, processor time",
            mean(times[3]),
            "ms",
            runs,
        ),
        Figure::share("cells and inline numbers with an entry", traced, numbers).at_least(100.0),
        Figure::new("entries of the appendix, mean", figures as f64 / 4.0, "", 4),
    ]))
}

/// Numbers of tables and sentences, and those of them that name a figure.
fn counted(doc: &Doc) -> (usize, usize) {
    let (mut all, mut led) = (0, 0);
    for block in &doc.blocks {
        match block {
            Block::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    all += usize::from(cell.value.is_some());
                    led += usize::from(cell.value.is_some() && cell.figure.is_some());
                }
            }
            Block::Paragraph { text } => inlines(text, &mut all, &mut led),
            Block::List { items, .. } => {
                items
                    .iter()
                    .for_each(|item| inlines(item, &mut all, &mut led));
            }
            _ => {}
        }
    }
    (all, led)
}

fn inlines(text: &[Inline], all: &mut usize, led: &mut usize) {
    for inline in text {
        match inline {
            Inline::Figure { .. } => {
                *all += 1;
                *led += 1;
            }
            Inline::Text { text } => {
                let words =
                    text.split(|c: char| !(c.is_ascii_alphanumeric() || "-_.:/".contains(c)));
                *all += words
                    .map(|word| word.trim_matches(['.', ':', '/']))
                    .filter(|word| {
                        word.len() > 1 && word.chars().all(|c| c.is_ascii_digit() || c == '.')
                    })
                    .filter(|word| !(word.len() == 4 && word.starts_with("20")))
                    .count();
            }
            Inline::Strong { text } | Inline::Emphasis { text } => inlines(text, all, led),
            Inline::Cite(_) | Inline::Link { .. } => {}
        }
    }
}
