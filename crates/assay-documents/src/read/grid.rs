use super::squeezed;
use super::writer::TextWriter;

/// More leading rows than this are not all headers.
const MAX_HEADER_ROWS: usize = 4;

/// A table as `| cell | cell |` lines, its header rows above a `| --- |` line. A table of one
/// column only arranges a page: it becomes paragraphs.
pub(super) fn write_table(writer: &mut TextWriter, rows: &[Vec<String>], headers: Option<usize>) {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| cleaned(row)).collect();
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| says_something(row)).collect();
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let used: Vec<usize> = (0..width)
        .filter(|column| {
            let says = |row: &&Vec<String>| row.get(*column).is_some_and(|cell| !cell.is_empty());
            rows.iter().any(says)
        })
        .collect();
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cell = |column: &usize| row.get(*column).cloned().unwrap_or_default();
            used.iter().map(cell).collect()
        })
        .collect();
    if used.len() < 2 {
        for row in &rows {
            writer.paragraph(&row.join(" "));
        }
        return;
    }
    let headers = headers.unwrap_or_else(|| header_rows(&rows));
    write_rows(writer, &rows, headers.min(rows.len()));
}

/// Writes rows of equal width; the first `headers` of them head the others.
pub(super) fn write_rows(writer: &mut TextWriter, rows: &[Vec<String>], headers: usize) {
    let width = rows.first().map_or(0, Vec::len);
    writer.block("");
    for (place, row) in rows.iter().enumerate() {
        if place == headers && headers > 0 {
            writer.line(&format!("|{}", " --- |".repeat(width)));
        }
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let line = format!("| {} |", cells.join(" | "));
        if place == 0 {
            writer.block(&line);
        } else {
            writer.line(&line);
        }
        if writer.is_over() {
            return;
        }
    }
}

/// Leading rows without an amount, if amounts follow; the first row, if none do.
pub(super) fn header_rows(rows: &[Vec<String>]) -> usize {
    if rows.len() < 2 {
        return 0;
    }
    let has_amount = |row: &Vec<String>| row.iter().skip(1).any(|cell| is_plain_amount(cell));
    match rows.iter().position(has_amount) {
        Some(0) => usize::from(rows.first().is_some_and(|row| names_years(row))),
        Some(first) if first <= MAX_HEADER_ROWS => leading_names(rows, first),
        Some(_) | None => 1,
    }
}

/// Of the rows above the first amount, those that name columns; a label of the group below them or
/// a row of text is data.
fn leading_names(rows: &[Vec<String>], first: usize) -> usize {
    let names = |row: &&Vec<String>| row.iter().filter(|cell| !cell.is_empty()).count() > 1;
    let is_short = |row: &&Vec<String>| row.iter().all(|cell| cell.chars().count() <= 60);
    let count = rows
        .iter()
        .take(first)
        .take_while(|row| names(row) && is_short(row))
        .count();
    count.max(1)
}

fn names_years(row: &[String]) -> bool {
    let cells = row.iter().skip(1).filter(|cell| !cell.is_empty());
    cells.clone().count() > 0
        && cells
            .into_iter()
            .all(|cell| is_year(cell) || !is_amount(cell))
}

fn is_plain_amount(cell: &str) -> bool {
    is_amount(cell) && !is_year(cell)
}

pub(super) fn is_year(cell: &str) -> bool {
    let digits = cell
        .trim_start_matches("FY")
        .trim_end_matches(['A', 'E', '年']);
    digits.len() == 4
        && (digits.starts_with("19") || digits.starts_with("20"))
        && digits.chars().all(|c| c.is_ascii_digit())
}

pub(super) fn is_amount(cell: &str) -> bool {
    let is_frame = |c: char| {
        matches!(
            c,
            '$' | '%' | '(' | ')' | '-' | '−' | '–' | '+' | '¥' | '€' | '£' | ' ' | '~' | '≈'
        )
    };
    let core = cell.trim_matches(is_frame);
    core.starts_with(|c: char| c.is_ascii_digit())
        && !is_day(core)
        && core
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// `31.03.2025`: a day in figures, which no amount is written like.
fn is_day(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split('.').collect();
    matches!(parts.as_slice(), [day, month, year] if day.len() <= 2 && month.len() <= 2 && is_year(year))
}

fn cleaned(row: &[String]) -> Vec<String> {
    row.iter().map(|cell| squeezed(cell)).collect()
}

fn says_something(row: &[String]) -> bool {
    row.iter().any(|cell| !cell.is_empty())
}
