use std::sync::Arc;

use assay_domain::{Document, MediaType};
use assay_facts::rows_of_csv;

use super::names;
use crate::{EngineError, Library};

/// How far into a file its kind is looked for, in bytes.
const HEAD: usize = 4096;
/// Columns that only a table of prices has, with its dates.
const CLOSE: &[&str] = &["close", "adj close", "收盘价", "收盘"];
const DATE: &[&str] = &["date", "日期", "交易日期"];
/// Columns that name the period of Chinese statements.
const REPORT_PERIOD: &[&str] = &["报告期", "报告日", "报告日期", "截止日期"];

/// A document on a company's shelf.
pub(super) struct Shelf {
    /// [`assay_facts::Company::key`].
    pub(super) company: String,
    pub(super) kind: Kind,
    pub(super) document: Arc<Document>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The regulator's extract of all filings.
    Facts,
    Submissions,
    /// A filing with tagged figures.
    Filing,
    Prices,
    /// Statements of a data vendor.
    Vendor,
    /// Chinese statements as a table.
    Statements,
}

impl Library {
    /// What a document is to a company's shelf, if anything.
    pub(super) fn kind_of(&self, document: &Document) -> Result<Option<Kind>, EngineError> {
        match document.subject.form.as_deref() {
            Some("companyfacts") => return Ok(Some(Kind::Facts)),
            Some("submissions") => return Ok(Some(Kind::Submissions)),
            _ => {}
        }
        if document.facts.is_some() && document.subject.entity.is_some() {
            return Ok(Some(Kind::Filing));
        }
        Ok(match document.media {
            MediaType::Csv | MediaType::Xlsx => kind_of_table(&self.rows(document)?),
            MediaType::Json => {
                let bytes = self.raw_bytes(document)?;
                let head = bytes.get(..HEAD).unwrap_or(&bytes);
                let head = String::from_utf8_lossy(head);
                let is_statement =
                    head.contains("\"calendarYear\"") || head.contains("\"acceptedDate\"");
                (is_statement && head.contains("\"reportedCurrency\"")).then_some(Kind::Vendor)
            }
            _ => None,
        })
    }

    /// The rows of a table: of the file itself, or of the first table of a workbook's text.
    pub(super) fn rows(&self, document: &Document) -> Result<Vec<Vec<String>>, EngineError> {
        if document.media == MediaType::Csv {
            let rows = rows_of_csv(&self.raw_bytes(document)?);
            // what is no table of the expected form is on no shelf
            return Ok(rows.unwrap_or_default());
        }
        let text = self.store().blobs().get_text(&document.text)?;
        let is_rule = |line: &str| line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        let lines = text.lines().map(str::trim);
        let rows = lines.filter(|line| line.starts_with('|') && !is_rule(line));
        Ok(rows
            .map(|line| {
                let cells = line.trim_matches('|').split('|');
                cells.map(|cell| cell.trim().to_owned()).collect()
            })
            .collect())
    }
}

fn kind_of_table(rows: &[Vec<String>]) -> Option<Kind> {
    let has = |names: &[&str]| {
        let mut cells = rows.iter().take(3).flatten();
        cells.any(|cell| names.contains(&cell.trim().to_lowercase().as_str()))
    };
    if has(DATE) && has(CLOSE) {
        return Some(Kind::Prices);
    }
    has(REPORT_PERIOD).then_some(Kind::Statements)
}

/// The company's number at the head of the regulator's JSON.
pub(super) fn cik_of(bytes: &[u8]) -> Option<u64> {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head);
    let (_, rest) = head.split_once("\"cik\"")?;
    let rest = rest.trim_start_matches([':', ' ', '"']);
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The ticker that a file of filings or facts is commonly named after: `AAPL_2025-03.json`,
/// `tsla-10-k-2025-01-30.html`.
pub(super) fn ticker_of(origin: &str) -> Option<String> {
    let first = names::file_of(origin).split(['_', '-', '.', ' ']).next()?;
    let is_ticker =
        (1..=5).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    is_ticker.then(|| first.to_ascii_uppercase())
}
