use std::sync::Arc;

use assay_documents::{FACTS_FORM, SUBMISSIONS_FORM};
use assay_domain::{Document, MediaType, TaggedFact};
use assay_facts::{
    FormClass, PrintedFiling, StatementTable, facts_in_statements, is_chinese_statements,
    rows_of_csv,
};

use super::names;
use crate::{EngineError, Library};

/// How far into a file its kind is looked for, in bytes.
const HEAD: usize = 4096;
/// How far into a filing its contexts begin, in bytes: they stand before what a reader sees.
const TAGS: usize = 1 << 20;
/// Columns that only a table of prices has, with its dates.
const CLOSE: &[&str] = &["close", "adj close", "收盘价", "收盘"];
const DATE: &[&str] = &["date", "日期", "交易日期"];

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
    /// A filing with tagged figures, or with printed statements.
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
            Some(FACTS_FORM) => return Ok(Some(Kind::Facts)),
            Some(SUBMISSIONS_FORM) => return Ok(Some(Kind::Submissions)),
            _ => {}
        }
        if document.subject.entity.is_some()
            && (document.facts.is_some() || is_printed_report(document))
        {
            return Ok(Some(Kind::Filing));
        }
        Ok(match document.media {
            MediaType::Csv | MediaType::Xlsx => kind_of_tables(&self.tables(document)?),
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

    /// The figures of a filing: as it tags them, or as it prints its statements.
    pub(super) fn filed_figures(
        &self,
        document: &Document,
    ) -> Result<Vec<TaggedFact>, EngineError> {
        if let Some(blob) = &document.facts {
            return Ok(serde_json::from_str(&self.store().blobs().get_text(blob)?)?);
        }
        let subject = &document.subject;
        let (Some(entity), Some(form)) = (&subject.entity, &subject.form) else {
            return Ok(Vec::new());
        };
        let text = self.store().blobs().get_text(&document.text)?;
        let filing = PrintedFiling {
            entity,
            form,
            period_end: subject.period_end,
        };
        Ok(facts_in_statements(&text, &filing))
    }

    /// Whether a document is a table of what a company reported.
    pub(crate) fn states_figures(&self, document: &Document) -> Result<bool, EngineError> {
        let kind = self.kind_of(document)?;
        Ok(matches!(
            kind,
            Some(Kind::Facts | Kind::Submissions | Kind::Vendor | Kind::Statements)
        ))
    }

    /// The tables of a file: the file itself, or those of a workbook's sheets.
    pub(super) fn tables(&self, document: &Document) -> Result<Vec<StatementTable>, EngineError> {
        if document.media == MediaType::Csv {
            let rows = rows_of_csv(&self.raw_bytes(document)?);
            // what is no table of the expected form is on no shelf
            let table = rows.map(|rows| StatementTable {
                caption: String::new(),
                rows,
            });
            return Ok(table.into_iter().collect());
        }
        let text = self.store().blobs().get_text(&document.text)?;
        Ok(tables_of_text(&text))
    }

    /// The rows of the first table of prices.
    pub(super) fn price_rows(&self, document: &Document) -> Result<Vec<Vec<String>>, EngineError> {
        let tables = self.tables(document)?.into_iter();
        let mut of_prices = tables.filter(|table| has_prices(&table.rows));
        Ok(of_prices.next().map(|table| table.rows).unwrap_or_default())
    }
}

/// The tables of a workbook's text, each under the name of its sheet and the lines above it.
fn tables_of_text(text: &str) -> Vec<StatementTable> {
    let mut tables: Vec<StatementTable> = Vec::new();
    let mut caption = String::new();
    let mut is_inside = false;
    for line in text.lines().map(str::trim) {
        if !line.starts_with('|') {
            is_inside = false;
            match line.strip_prefix("## ") {
                Some(sheet) => sheet.clone_into(&mut caption),
                None if line.is_empty() => {}
                None => caption = format!("{caption} {line}"),
            }
            continue;
        }
        if !is_inside {
            is_inside = true;
            tables.push(StatementTable {
                caption: caption.clone(),
                rows: Vec::new(),
            });
        }
        let is_rule = line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        if let Some(table) = tables
            .last_mut()
            .filter(|_| !is_rule || !line.contains("--"))
        {
            let inner = line.strip_prefix('|').unwrap_or(line);
            let inner = inner.strip_suffix('|').unwrap_or(inner);
            let cells = inner.split('|').map(|cell| cell.trim().to_owned());
            table.rows.push(cells.collect());
        }
    }
    tables
}

/// A report of a company on its figures, which prints statements and tags nothing.
fn is_printed_report(document: &Document) -> bool {
    let form = document.subject.form.as_deref().unwrap_or_default();
    let class = FormClass::of(form);
    let is_written = matches!(
        document.media,
        MediaType::Pdf | MediaType::Html | MediaType::Markdown | MediaType::Docx | MediaType::Text
    );
    is_written && matches!(class, FormClass::Periodic | FormClass::Current)
}

fn kind_of_tables(tables: &[StatementTable]) -> Option<Kind> {
    if tables.iter().any(|table| has_prices(&table.rows)) {
        return Some(Kind::Prices);
    }
    let mut rows = tables.iter().map(|table| &table.rows);
    rows.any(|rows| is_chinese_statements(rows))
        .then_some(Kind::Statements)
}

fn has_prices(rows: &[Vec<String>]) -> bool {
    let has = |names: &[&str]| {
        let mut cells = rows.iter().take(3).flatten();
        cells.any(|cell| names.contains(&cell.trim().to_lowercase().as_str()))
    };
    has(DATE) && has(CLOSE)
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

/// The number of the company whose figures inline XBRL tags: each of its contexts names it.
pub(super) fn cik_in_tags(bytes: &[u8]) -> Option<u64> {
    let head = bytes.get(..TAGS).unwrap_or(bytes);
    let text = String::from_utf8_lossy(head);
    let (_, rest) = text.split_once("http://www.sec.gov/CIK")?;
    let (_, rest) = rest.split_once('>')?;
    let (number, _) = rest.split_once('<')?;
    number.trim().parse().ok()
}

/// The ticker that a file of filings or facts is commonly named after: `AAPL_2025-03.json`,
/// `tsla-10-k-2025-01-30.html`.
pub(super) fn ticker_of(origin: &str) -> Option<String> {
    let first = names::file_of(origin).split(['_', '-', '.', ' ']).next()?;
    let is_ticker =
        (1..=5).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    is_ticker.then(|| first.to_ascii_uppercase())
}
