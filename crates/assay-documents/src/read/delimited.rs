use csv::{ReaderBuilder, StringRecord};

use super::{ReadError, squeezed};

const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];
/// Rows looked at to find the delimiter.
const SNIFFED_ROWS: usize = 20;

/// One line a row, each value behind its column's name: a row explains itself wherever it is quoted.
pub(super) fn read(source: &str) -> Result<String, ReadError> {
    let rows = rows(source, delimiter_of(source))?;
    let width = rows.iter().map(StringRecord::len).max().unwrap_or(0);
    let has_header = rows.len() > 1 && rows.first().is_some_and(|row| is_header(row, width));
    let header = if has_header { rows.first() } else { None };
    let lines = rows
        .iter()
        .skip(usize::from(has_header))
        .map(|row| line_of(row, header))
        .filter(|line| !line.is_empty());
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn rows(source: &str, delimiter: u8) -> Result<Vec<StringRecord>, ReadError> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(source.as_bytes());
    let rows: Result<Vec<_>, _> = reader.records().collect();
    let rows = rows.map_err(|error| ReadError::Malformed {
        format: "CSV",
        reason: error.to_string(),
    })?;
    let has_value = |row: &StringRecord| row.iter().any(|value| !value.trim().is_empty());
    Ok(rows.into_iter().filter(has_value).collect())
}

/// The delimiter that cuts the first rows into the most columns of equal number.
fn delimiter_of(source: &str) -> u8 {
    let head: String = source.split_inclusive('\n').take(SNIFFED_ROWS).collect();
    let agreement = |delimiter: u8| {
        let Ok(rows) = rows(&head, delimiter) else {
            return (0, 0);
        };
        let width = rows.first().map_or(0, StringRecord::len);
        let equal = rows.iter().filter(|row| row.len() == width).count();
        if width < 2 { (0, 0) } else { (equal, width) }
    };
    let mut best = (b',', (0, 0));
    for delimiter in DELIMITERS {
        let score = agreement(delimiter);
        if score > best.1 {
            best = (delimiter, score);
        }
    }
    best.0
}

/// Names, or years, in every column but perhaps the first; an amount is not a name.
fn is_header(row: &StringRecord, width: usize) -> bool {
    let names = row.iter().skip(1).all(|value| {
        let value = value.trim();
        !value.is_empty() && (is_year(value) || !is_amount(value))
    });
    let first = row.get(0).unwrap_or_default();
    row.len() == width && names && !is_amount(first)
}

fn is_year(value: &str) -> bool {
    value.len() == 4 && (value.starts_with("19") || value.starts_with("20")) && is_amount(value)
}

fn is_amount(value: &str) -> bool {
    let value = value.trim_matches(['$', '%', '(', ')', '-', '+', '¥', '€', '£', ' ']);
    value.starts_with(|c: char| c.is_ascii_digit())
        && value
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

fn line_of(row: &StringRecord, header: Option<&StringRecord>) -> String {
    let cells = row.iter().enumerate().filter_map(|(column, value)| {
        let value = squeezed(value);
        if value.is_empty() {
            return None;
        }
        let name = header.and_then(|header| header.get(column)).map(squeezed);
        Some(match name.filter(|name| !name.is_empty()) {
            Some(name) => format!("{name}: {value}"),
            None if column == 0 => value,
            None => format!("column {}: {value}", column + 1),
        })
    });
    cells.collect::<Vec<_>>().join("; ")
}
