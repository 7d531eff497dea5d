//! The head of a table: what its columns are of.

use std::sync::LazyLock;

use regex::Regex;

use super::cells::{Cell, compiled};
use super::lines::append;
use super::table::{Grid, HEAD_CHARS, Row};
use super::title::is_statement_title;

/// Lines of a head are at most this far apart, in sizes of the font.
const HEAD_TIGHT: f32 = 3.2;
/// Lines above the first row that may head its columns.
const MOST_HEADS: usize = 8;

/// The lines above a table's first row of figures that belong to it.
pub(super) struct Head {
    pub(super) first: usize,
    /// Where the body begins: labels may stand between the head and the first figures.
    pub(super) end: usize,
    pub(super) cells: Option<Vec<String>>,
}

pub(super) fn head_of(lines: &[Row], from: usize, first: usize, grid: &Grid) -> Head {
    let none = Head {
        first,
        end: first,
        cells: None,
    };
    let lowest = from.max(first.saturating_sub(MOST_HEADS));
    let is_far = |place: usize| {
        let (Some(row), Some(below)) = (lines.get(place), lines.get(place + 1)) else {
            return true;
        };
        row.baseline - below.baseline > HEAD_TIGHT * row.size.max(below.size)
    };
    let is_head = |place: usize| lines.get(place).is_some_and(|row| heads(row, grid));
    let is_label = |place: usize| {
        let row = lines.get(place).filter(|row| row.cells.len() == 1);
        let label = row.and_then(|row| row.cells.first());
        label.is_some_and(|cell| {
            grid.is_label(cell) && !cell.is_figure() && cell.text.chars().count() <= HEAD_CHARS
        })
    };
    let between = (lowest..first)
        .rev()
        .take_while(|at| !is_far(*at) && !is_head(*at) && is_label(*at));
    let end = first - between.count();
    let heads = (lowest..end)
        .rev()
        .take_while(|at| !is_far(*at) && is_head(*at));
    let start = end - heads.count();
    let mut cells = vec![String::new(); grid.columns.len() + 1];
    for row in lines.get(start..end).unwrap_or_default() {
        for (slot, cell) in cells.iter_mut().zip(grid.placed_head(row)) {
            if !cell.is_empty() && !slot.ends_with(&cell) {
                append(slot, &cell);
            }
        }
    }
    let says = cells.iter().skip(1).any(|cell| !cell.is_empty());
    match says {
        true => Head {
            first: start,
            end,
            cells: Some(cells),
        },
        false => none,
    }
}

/// Whether a line above a table's first row names its columns.
fn heads(row: &Row, grid: &Grid) -> bool {
    if row.counts() && !row.names_periods() || is_statement_title(&row.text()) {
        return false;
    }
    let is_short = row
        .cells
        .iter()
        .all(|cell| cell.text.chars().count() <= HEAD_CHARS);
    let names_periods = row.names_periods() && row.cells.len() > 1;
    let over_columns = |cell: &Cell| {
        let first = grid.columns.first().map_or(f32::MAX, |span| span.left);
        // a head of several words is wider than the figures below it
        let reach = if names_periods {
            cell.right
        } else {
            cell.middle()
        };
        let last = grid
            .columns
            .iter()
            .map(|span| span.right)
            .fold(f32::MIN, f32::max);
        cell.left > first - 9.0 * row.size
            && reach > first - row.size
            && cell.middle() < last + row.size
    };
    let columns = row.cells.iter().skip(1);
    let first = row.cells.first();
    let is_alone = row.cells.len() == 1;
    let names = if is_alone {
        first.is_some_and(|cell| over_columns(cell) || REMARK.is_match(&cell.text))
    } else {
        columns.clone().all(over_columns)
            && first.is_some_and(|cell| over_columns(cell) || grid.is_label(cell))
    };
    is_short && names
}

/// `(in millions)`, `In millions, except per share amounts`, `单位：百万元`.
static REMARK: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)^\(?\s*(?:(?:amounts?|dollars?|\$|us\$|u\.s\. dollars?|shares|tabular amounts)?[\s,]*(?:are\s+|expressed\s+|stated\s+|presented\s+)*in\s+(?:thousands|millions|billions)|thousands|millions|billions|unaudited|金?额?单位|單位)\b.{0,100}$",
    )
});

pub(super) fn is_remark(text: &str) -> bool {
    REMARK.is_match(text)
}
