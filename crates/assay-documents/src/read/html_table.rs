use scraper::ElementRef;

use super::html::{is_invisible, visible_text};
use super::squeezed;

/// More leading rows than this are not all headers.
const MAX_HEADER_ROWS: usize = 4;

/// A data table as `| cell | cell |` lines, header rows above a `| --- |` line. A table that only
/// arranges a page (one column, a bullet beside a text) becomes lines. `None` if other tables or
/// headings are inside: then it is a layout, and its parts are read one by one.
pub(super) fn table_text(table: ElementRef<'_>) -> Option<String> {
    let is_layout = table
        .descendent_elements()
        .skip(1)
        .any(|inner| matches!(inner.value().name(), "table" | "h1" | "h2" | "h3"));
    if is_layout {
        return None;
    }
    let rows = rows_of(table);
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if width <= 1 || rows.len() == 1 || rows.iter().all(Row::is_bullet) {
        let lines: Vec<String> = rows.iter().map(Row::as_line).collect();
        return Some(lines.join("\n"));
    }
    let headers = header_rows(&rows);
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for (place, row) in rows.iter().enumerate() {
        if place == headers && headers > 0 {
            lines.push(format!("|{}", " --- |".repeat(width)));
        }
        lines.push(row.as_table_line());
    }
    Some(lines.join("\n"))
}

struct Row {
    cells: Vec<String>,
    is_head: bool,
}

impl Row {
    fn is_bullet(&self) -> bool {
        let first = self.cells.first().map(String::as_str);
        let is_mark =
            first.is_some_and(|mark| matches!(mark, "•" | "●" | "○" | "▪" | "-" | "*" | "–"));
        self.cells.len() == 2 && is_mark
    }

    fn as_line(&self) -> String {
        match self.cells.get(1) {
            Some(text) if self.is_bullet() => format!("- {text}"),
            _ => squeezed(&self.cells.join(" ")),
        }
    }

    fn as_table_line(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(|c| c.replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    }

    /// A row that names the group below it: no cell but the first says anything.
    fn is_label(&self) -> bool {
        self.cells.iter().skip(1).all(String::is_empty)
    }

    fn has_amount(&self) -> bool {
        self.cells.iter().skip(1).any(|cell| is_amount(cell))
    }
}

fn rows_of(table: ElementRef<'_>) -> Vec<Row> {
    let mut raw: Vec<(Vec<String>, bool)> = Vec::new();
    let mut spans_columns = false;
    for row in table.descendent_elements() {
        if row.value().name() != "tr" || is_invisible(row.value()) {
            continue;
        }
        let cells: Vec<ElementRef<'_>> = row
            .child_elements()
            .filter(|cell| matches!(cell.value().name(), "td" | "th"))
            .filter(|cell| !is_invisible(cell.value()))
            .collect();
        let span = |cell: &ElementRef<'_>| cell.attr("colspan").is_some_and(|n| n.trim() != "1");
        spans_columns |= cells.iter().any(span);
        let is_head = !cells.is_empty() && cells.iter().all(|cell| cell.value().name() == "th");
        let texts = cells.into_iter().map(|c| squeezed(&visible_text(c)));
        raw.push((texts.collect(), is_head));
    }
    raw.retain(|(cells, _)| cells.iter().any(|cell| !cell.is_empty()));
    let is_ragged = spans_columns || raw.iter().flat_map(|(cells, _)| cells).any(|c| is_affix(c));
    let rows = raw.into_iter().map(|(cells, is_head)| Row {
        cells: if is_ragged { packed(cells) } else { cells },
        is_head,
    });
    without_empty_columns(rows.collect(), is_ragged)
}

/// Filings spread one figure over several cells, `$` | `97,690` | `)`: joins them and drops the
/// spacers. The first cell names the row and keeps its place even when empty.
fn packed(cells: Vec<String>) -> Vec<String> {
    let mut packed: Vec<String> = Vec::new();
    let mut opening = String::new();
    for (place, cell) in cells.into_iter().enumerate() {
        let belongs = packed.len() > 1 && packed.last().is_some_and(|last| is_amount(last));
        if place == 0 {
            packed.push(cell);
        } else if is_opening(&cell) {
            opening = cell;
        } else if is_closing(&cell) && opening.is_empty() && belongs {
            if let Some(last) = packed.last_mut() {
                last.push_str(&cell);
            }
        } else if is_closing(&cell) {
            // `$` and `%` above columns of amounts and shares
            let before = std::mem::take(&mut opening);
            packed.extend([before, cell].into_iter().filter(|cell| !cell.is_empty()));
        } else if !cell.is_empty() {
            packed.push(format!("{}{cell}", std::mem::take(&mut opening)));
        }
    }
    packed
}

fn is_affix(cell: &str) -> bool {
    is_opening(cell) || is_closing(cell)
}

fn is_opening(cell: &str) -> bool {
    matches!(cell, "$" | "(" | "$(" | "€" | "£" | "¥")
}

fn is_closing(cell: &str) -> bool {
    matches!(cell, ")" | "%" | ")%" | "%)" | "pp" | "bps")
}

fn without_empty_columns(rows: Vec<Row>, is_ragged: bool) -> Vec<Row> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let used: Vec<bool> = (0..width)
        .map(|column| {
            let mut cells = rows.iter().filter_map(|row| row.cells.get(column));
            (is_ragged && column == 0 && width > 2) || cells.any(|cell| !cell.is_empty())
        })
        .collect();
    let keep = |row: Row| Row {
        cells: row
            .cells
            .into_iter()
            .zip(&used)
            .filter_map(|(cell, used)| used.then_some(cell))
            .collect(),
        is_head: row.is_head,
    };
    rows.into_iter().map(keep).collect()
}

/// Leading rows that name columns: marked as such, or without any amount.
fn header_rows(rows: &[Row]) -> usize {
    let marked = rows.iter().take_while(|row| row.is_head).count();
    let labels = rows
        .iter()
        .skip(1)
        .take_while(|row| !row.is_label())
        .count()
        + 1;
    let wordy = rows
        .iter()
        .take_while(|row| !row.has_amount())
        .count()
        .min(labels);
    match (marked, wordy) {
        (1.., _) if marked < rows.len() => marked,
        // a table of words: nothing says where its header ends, so only a marked one is believed
        _ if rows.iter().all(|row| !row.has_amount()) => 0,
        (_, wordy) if wordy == rows.len() => 0,
        (_, wordy) if wordy <= MAX_HEADER_ROWS => wordy,
        _ => 1,
    }
}

/// A figure, but not a year: years name columns.
fn is_amount(cell: &str) -> bool {
    let bare = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let is_year = bare.len() == 4 && (bare.starts_with("19") || bare.starts_with("20"));
    let is_numeral = cell
        .chars()
        .all(|c| !c.is_alphabetic() || matches!(c, '万' | '亿' | '元' | 'x'));
    !bare.is_empty() && !is_year && is_numeral
}
