//! Rows of a table from bytes, and what their cells mean.

use assay_domain::Decimal;

use crate::ReadError;

/// Comma-separated bytes in UTF-8, or in GB 18030 where they are not UTF-8.
pub fn rows_of_csv(bytes: &[u8]) -> Result<Vec<Vec<String>>, ReadError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => std::borrow::Cow::Borrowed(text),
        Err(_) => {
            let (text, _, is_broken) = encoding_rs::GB18030.decode(bytes);
            if is_broken {
                return Err(ReadError::row("table", 1, "neither UTF-8 nor GB 18030"));
            }
            text
        }
    };
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let record = record.map_err(|error| ReadError::row("table", at + 1, error.to_string()))?;
        if record.iter().any(|cell| !cell.is_empty()) {
            rows.push(record.iter().map(str::to_owned).collect());
        }
    }
    Ok(rows)
}

/// A cell that is empty or says that there is nothing.
pub(super) fn is_blank(cell: &str) -> bool {
    matches!(
        cell.trim(),
        "" | "-" | "--" | "—" | "——" | "nan" | "NaN" | "None" | "null" | "N/A" | "不适用"
    )
}

/// `1,234.5`, `(12)`, `1.2E+3`, full-width digits.
pub(super) fn number(cell: &str) -> Option<Decimal> {
    let narrow: String = cell
        .chars()
        .filter(|c| !matches!(c, ',' | '，' | ' ' | '\u{a0}' | '$' | '¥' | '￥'))
        .map(|c| match c {
            '０'..='９' | '．' | '－' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            '−' => '-',
            other => other,
        })
        .collect();
    let inner = narrow
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) => super::companyfacts::parse_number(inner).map(|value| -value),
        None => super::companyfacts::parse_number(&narrow),
    }
}
