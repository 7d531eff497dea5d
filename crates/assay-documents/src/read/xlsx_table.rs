use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use assay_domain::HiddenKind;
use regex::Regex;

use super::grid::{header_rows, is_amount, write_rows};
use super::writer::TextWriter;
use super::xlsx_sheet::{Merge, Sheet};

/// A table of more fields than this, most of them empty, is written row by row without them.
const MAX_FIELDS: usize = 4_000_000;
/// Cells that one merged area repeats its text in.
const MAX_MERGED_CELLS: u32 = 4_096;

type Cells = BTreeMap<u32, String>;

/// The tables of a sheet, one for each stretch of rows without an empty row between them.
pub(super) fn write_sheet(sheet: &Sheet, writer: &mut TextWriter) {
    let rows = visible_rows(sheet, writer);
    let mut header: Option<Header> = None;
    let mut block: Vec<Cells> = Vec::new();
    let mut last = None;
    for (number, cells) in rows {
        let is_gap = last.is_some_and(|last| number > last + 1);
        if is_gap {
            write_block(&std::mem::take(&mut block), &mut header, writer);
        }
        last = Some(number);
        if !cells.is_empty() {
            block.push(cells);
        }
        if writer.is_over() {
            return;
        }
    }
    write_block(&block, &mut header, writer);
}

/// What a reader sees, by row; the rest is handed over as hidden.
fn visible_rows(sheet: &Sheet, writer: &mut TextWriter) -> BTreeMap<u32, Cells> {
    let is_hidden_column = |column: u32| {
        let mut hidden = sheet.hidden_columns.iter();
        hidden.any(|(first, last)| (*first..=*last).contains(&column))
    };
    let mut rows: BTreeMap<u32, Cells> = BTreeMap::new();
    for row in &sheet.rows {
        let mut hidden = Vec::new();
        // A row that is not seen does not part the table around it.
        rows.entry(row.number).or_default();
        for cell in &row.cells {
            if row.is_hidden || is_hidden_column(cell.column) {
                hidden.push(cell.text.as_str());
            } else if cell.is_unseen {
                writer.hide(HiddenKind::Style, &cell.text);
            } else {
                let cells = rows.entry(row.number).or_default();
                cells.insert(cell.column, cell.text.clone());
            }
        }
        writer.hide(HiddenKind::Office, &hidden.join(" "));
    }
    for merge in &sheet.merges {
        spread(merge, &mut rows);
    }
    rows
}

/// A merged cell is said in each column and row it spans, unless it is an amount, which must not be
/// counted twice, or the title of the whole width.
fn spread(merge: &Merge, rows: &mut BTreeMap<u32, Cells>) {
    let ((left, top), (right, bottom)) = (merge.first, merge.last);
    let width = right.saturating_sub(left).saturating_add(1);
    let height = bottom.saturating_sub(top).saturating_add(1);
    let text = rows.get(&top).and_then(|cells| cells.get(&left)).cloned();
    let Some(text) = text.filter(|text| !is_amount(text)) else {
        return;
    };
    if width.saturating_mul(height) > MAX_MERGED_CELLS {
        return;
    }
    let is_alone = rows.get(&top).is_some_and(|cells| cells.len() == 1) && height == 1;
    if is_alone {
        return;
    }
    for row in top..=bottom {
        if let Some(cells) = rows.get_mut(&row) {
            for column in left..=right {
                cells.entry(column).or_insert_with(|| text.clone());
            }
        }
    }
}

struct Header {
    columns: Vec<u32>,
    rows: Vec<Cells>,
}

fn write_block(rows: &[Cells], header: &mut Option<Header>, writer: &mut TextWriter) {
    let is_single = |row: &&Cells| row.len() == 1;
    let has_table = rows.iter().any(|row| row.len() > 1);
    if !has_table {
        for row in rows {
            writer.paragraph(&joined(row));
        }
        return;
    }
    let captions = rows.iter().take_while(is_single).count();
    let notes = rows.iter().rev().take_while(is_single).count();
    let (above, rest) = rows.split_at_checked(captions).unwrap_or((&[], rows));
    let body = rest.len().saturating_sub(notes);
    let (table, below) = rest.split_at_checked(body).unwrap_or((rest, &[]));
    let (units, titles): (Vec<&Cells>, Vec<&Cells>) =
        above.iter().partition(|row| UNITS.is_match(&joined(row)));
    for title in titles {
        writer.paragraph(&joined(title));
    }
    write_table(table, &units, header, writer);
    for note in below {
        writer.paragraph(&joined(note));
    }
}

/// A row that states the unit heads its table, so that it stays with each part of the table that
/// is quoted. A table without a header of its own continues the one above it.
fn write_table(
    rows: &[Cells],
    units: &[&Cells],
    header: &mut Option<Header>,
    writer: &mut TextWriter,
) {
    let columns: BTreeSet<u32> = rows.iter().flat_map(|row| row.keys().copied()).collect();
    let columns: Vec<u32> = columns.into_iter().collect();
    if rows.len().saturating_mul(columns.len()) > MAX_FIELDS {
        for row in rows {
            writer.line(&joined(row));
        }
        return;
    }
    let mut dense = filled(rows, &columns);
    let mut headers = header_rows(&dense);
    let inherited = header.as_ref().filter(|header| {
        let is_inside = columns.iter().all(|column| header.columns.contains(column));
        headers == 0 && units.is_empty() && is_inside
    });
    if let Some(inherited) = inherited {
        let all: Vec<Cells> = inherited.rows.iter().chain(rows).cloned().collect();
        dense = filled(&all, &inherited.columns);
        headers = inherited.rows.len();
    } else if headers > 0 || !units.is_empty() {
        let first = columns.first().copied().unwrap_or_default();
        let stated = units
            .iter()
            .map(|unit| Cells::from([(first, joined(unit))]));
        let all: Vec<Cells> = stated.chain(rows.iter().cloned()).collect();
        dense = filled(&all, &columns);
        headers += units.len();
        *header = Some(Header {
            columns,
            rows: all.into_iter().take(headers).collect(),
        });
    }
    write_rows(writer, &dense, headers.min(dense.len()));
}

fn filled(rows: &[Cells], columns: &[u32]) -> Vec<Vec<String>> {
    let row_of = |row: &Cells| {
        let cell = |column: &u32| row.get(column).cloned().unwrap_or_default();
        columns.iter().map(cell).collect()
    };
    rows.iter().map(row_of).collect()
}

fn joined(row: &Cells) -> String {
    let cells: Vec<&str> = row.values().map(String::as_str).collect();
    cells.join(" ")
}

static UNITS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:in|of)\s+(?:[A-Z]{3}\s+|us\s+|\$\s*|€\s*|£\s*)?(?:thousands|millions|billions|percent|dollars|euros)\b|[$€£¥]\s*(?:000s?|k|m|mn|bn|million|billion|thousand)\b|\b(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)\b\s*(?:m|mn|bn|million|billion|thousand|'000)|单位|千元|万元|百万元|亿元",
    )
});

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of sheets compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
