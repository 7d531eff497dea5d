//! Tables of figures: rows by baseline, columns by the gaps that persist from row to row.

use std::sync::LazyLock;

use regex::Regex;

use super::cells::{Cell, CellKind, compiled};
use super::glued::labels_apart;
use super::head::head_of;
use super::title::is_statement_title;

/// Lines without figures that may stand between two rows of one table.
const MOST_BETWEEN: usize = 5;
/// Rows and columns of a table on one page; more are not set by a person.
const MOST_ROWS: usize = 1_000;
const MOST_COLUMNS: usize = 100;
/// Two lines of one table are at most this far apart, in sizes of the font.
const FARTHEST: f32 = 5.0;
/// Lines of a label are at most this far apart.
const TIGHT: f32 = 1.75;
/// What is set so much larger than a table's first row heads something else.
const HEADING: f32 = 1.15;
/// A longer cell is a sentence and heads nothing.
pub(super) const HEAD_CHARS: usize = 80;

/// A line of a page, cut into cells.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    pub(super) baseline: f32,
    pub(super) size: f32,
    pub(super) is_bold: bool,
}

impl Row {
    /// Whether it has a figure in a column: after a label, or alone on its line.
    pub(super) fn counts(&self) -> bool {
        let figures = self.cells.iter().skip(1).any(Cell::is_figure);
        let only = !self.cells.is_empty() && self.cells.iter().all(Cell::is_figure);
        figures || only
    }

    /// Whether it says which years or dates its columns are of, and no amount.
    pub(super) fn names_periods(&self) -> bool {
        let columns = self.cells.iter().skip(1);
        let (first, has_figure) = (self.cells.first(), self.cells.iter().any(Cell::is_figure));
        let is_lone = |cell: &&Cell| self.cells.len() == 1 && is_period(cell);
        !has_figure
            && (columns.clone().any(is_period) || first.filter(is_lone).is_some())
            && columns
                .clone()
                .all(|cell| cell.text.chars().count() <= HEAD_CHARS)
    }

    fn left(&self) -> f32 {
        self.cells.first().map_or(0.0, |cell| cell.left)
    }

    fn right(&self) -> f32 {
        self.cells.last().map_or(0.0, |cell| cell.right)
    }

    pub(super) fn text(&self) -> String {
        let cells: Vec<&str> = self.cells.iter().map(|cell| cell.text.as_str()).collect();
        cells.join(" ")
    }
}

fn is_period(cell: &Cell) -> bool {
    cell.kind == CellKind::Year || PERIOD.is_match(&cell.text)
}

/// `Year ended`, `December 31,`, `Q3 2024`, `2024年`: what heads a column of a period.
static PERIOD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:years?|months?|weeks?|quarters?|periods?)\s+(?:ended|ending)\b|\b(?:fiscal|calendar)\s+years?\b|^(?:as\s+(?:of|at)\s+)?(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?)(?:\s+(?:19|20)\d\d)?$|^(?:q[1-4]|fy|[1-4]q)\W?\s?(?:19|20)?\d\d$|^(?:19|20)\d\d\s*年|^(?:fiscal\s+)?(?:19|20)\d\d(?:\s*\(\w\))?$|^[\p{L}\s'’()-]{2,40}\s(?:19|20)\d\d$|\b(?:19|20)\d\d\s+(?:vs?\.?|versus|to|compared)\s+(?:19|20)\d\d\b",
    )
});

/// A table as it is written: the head is one row, where there is one.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) head: Option<Vec<String>>,
    pub(super) rows: Vec<Vec<String>>,
    /// Where its columns of figures stand.
    pub(super) columns: Vec<Span>,
    /// The lines that it takes, heads included.
    pub(super) first: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) left: f32,
    pub(super) right: f32,
}

impl Span {
    fn overlap(self, left: f32, right: f32) -> f32 {
        self.right.min(right) - self.left.max(left)
    }

    pub(super) fn is_over(self, cell: &Cell) -> bool {
        self.overlap(cell.left, cell.right) > 0.0
    }
}

/// The first table at or below line `from`.
pub(super) fn next_table(lines: &[Row], from: usize) -> Option<Table> {
    let mut at = from;
    loop {
        let first = (at..lines.len()).find(|place| lines.get(*place).is_some_and(Row::counts))?;
        let end = end_of_body(lines, first);
        if let Some(table) = table_at(lines, from, first, end) {
            return Some(table);
        }
        at = first + 1;
    }
}

/// The line after the last row of the table whose first row of figures is at `first`.
fn end_of_body(lines: &[Row], first: usize) -> usize {
    let mut end = first + 1;
    let mut leftmost_figure = figures_left(lines.get(first));
    for (place, row) in lines.iter().enumerate().skip(first + 1) {
        let above = lines.get(place - 1);
        let is_far = above.is_some_and(|above| {
            above.baseline - row.baseline > FARTHEST * row.size.max(above.size)
        });
        if is_far || place - end > MOST_BETWEEN || place - first > MOST_ROWS {
            break;
        }
        if row.counts() {
            if is_headed_anew(lines, end, place) {
                break;
            }
            leftmost_figure = leftmost_figure.min(figures_left(Some(row)));
            end = place + 1;
            continue;
        }
        // prose runs on below the figures; a label ends before them
        let is_prose = row.cells.len() == 1
            && row.right() > leftmost_figure + 3.0 * row.size
            && row.left() < leftmost_figure - 6.0 * row.size
            && row.text().split(' ').count() > 6;
        let is_heading = row.size > HEADING * lines.get(first).map_or(row.size, |row| row.size);
        if is_prose || is_heading || is_statement_title(&row.text()) {
            break;
        }
    }
    end
}

fn figures_left(row: Option<&Row>) -> f32 {
    let figures = row.into_iter().flat_map(|row| &row.cells);
    let figures = figures.filter(|cell| cell.is_figure());
    figures.map(|cell| cell.left).fold(f32::MAX, f32::min)
}

/// Whether the lines between two rows name the columns again: another table begins.
fn is_headed_anew(lines: &[Row], end: usize, place: usize) -> bool {
    let between = lines.get(end..place).unwrap_or_default();
    between
        .iter()
        .any(|row| row.names_periods() && row.cells.len() > 1)
}

fn table_at(lines: &[Row], from: usize, first: usize, end: usize) -> Option<Table> {
    let columns = columns_of(lines.get(first..end)?);
    if columns.len() > MOST_COLUMNS {
        return None;
    }
    let body = &labels_apart(lines.get(first..end)?, &columns);
    let rows_with = body.iter().filter(|row| row.counts()).count();
    let holds = |column: &Span| {
        let in_column = |cell: &Cell| cell.is_figure() && column.is_over(cell);
        body.iter()
            .filter(|row| row.cells.iter().any(in_column))
            .count()
    };
    let has_column = columns.iter().any(|column| holds(column) >= 2);
    let grid = Grid::of(columns, body);
    let head = head_of(lines, from, first, &grid);
    // a table that the page's end cuts after its first row is known by its head
    let heads = lines.get(head.first..head.end).unwrap_or_default();
    let is_headed = heads
        .iter()
        .any(|row| row.names_periods() && row.cells.len() > 1);
    if rows_with == 0 || ((rows_with < 2 || !has_column) && !is_headed) {
        return None;
    }
    let mut rows = Vec::new();
    let between = lines.get(head.end..first)?;
    grid.write(&[between, body.as_slice()].concat(), &mut rows);
    Some(Table {
        head: head.cells,
        rows,
        columns: grid.columns,
        first: head.first,
        end,
    })
}

/// The stretches across the page that figures stand in, row after row.
fn columns_of(body: &[Row]) -> Vec<Span> {
    let label_left = body.iter().map(Row::left).fold(f32::MAX, f32::min);
    let mut figures: Vec<(f32, f32)> = Vec::new();
    for row in body {
        for (place, cell) in row.cells.iter().enumerate() {
            // `2021  $1,200`: a row may be named by a number
            let names_row =
                place == 0 && row.cells.len() > 1 && cell.left < label_left + 3.0 * row.size;
            let is_year = cell.kind == CellKind::Year && place > 0;
            if (cell.is_figure() || is_year) && !names_row {
                figures.push((cell.left, cell.right));
            }
        }
    }
    merged(figures)
}

fn merged(mut cells: Vec<(f32, f32)>) -> Vec<Span> {
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut spans: Vec<Span> = Vec::new();
    for (left, right) in cells {
        match spans.last_mut().filter(|span| left < span.right - 0.5) {
            Some(span) => span.right = span.right.max(right),
            None => spans.push(Span { left, right }),
        }
    }
    spans
}

/// Columns of figures and, between or after them, of words.
pub(super) struct Grid {
    pub(super) columns: Vec<Span>,
    /// Labels begin left of this.
    labels_end: f32,
    /// The right edge of the widest label: where labels are wrapped.
    widest_label: f32,
}

impl Grid {
    fn of(figures: Vec<Span>, body: &[Row]) -> Self {
        let labels_end = figures.first().map_or(f32::MAX, |span| span.left);
        let mut columns = figures;
        let words = body.iter().flat_map(|row| row.cells.iter().skip(1));
        let apart: Vec<(f32, f32)> = words
            .filter(|cell| cell.kind == CellKind::Words)
            .filter(|cell| {
                columns
                    .iter()
                    .all(|c| c.overlap(cell.left, cell.right) <= 0.0)
            })
            .map(|cell| (cell.left, cell.right))
            .collect();
        let of_words = merged(apart.clone()).into_iter().filter(|span| {
            let inside = apart.iter().filter(|(l, r)| span.overlap(*l, *r) > 0.0);
            inside.count() > 1
        });
        columns.extend(of_words);
        columns.sort_by(|a, b| a.left.total_cmp(&b.left));
        let first = columns.first().map_or(labels_end, |span| span.left);
        let labels = body.iter().filter_map(|row| row.cells.first());
        let labels = labels.filter(|cell| cell.left < first && cell.right < first + 2.0);
        let widest_label = labels.map(|cell| cell.right).fold(f32::MIN, f32::max);
        Self {
            columns,
            labels_end: first,
            widest_label,
        }
    }

    pub(super) fn is_label(&self, cell: &Cell) -> bool {
        cell.left < self.labels_end - 1.0 && cell.middle() < self.labels_end
    }

    /// The columns that a cell stands over; the nearest, where it stands over none.
    fn columns_under(&self, cell: &Cell) -> Vec<usize> {
        let over = self.columns.iter().enumerate().filter(|(_, column)| {
            let most = (cell.right - cell.left).min(column.right - column.left);
            column.overlap(cell.left, cell.right) > 0.3 * most.max(0.1)
        });
        let over: Vec<usize> = over.map(|(place, _)| place).collect();
        if !over.is_empty() {
            return over;
        }
        self.nearest_column(cell).into_iter().collect()
    }

    fn nearest_column(&self, cell: &Cell) -> Option<usize> {
        let apart = |span: &Span| (f32::midpoint(span.left, span.right) - cell.middle()).abs();
        let columns = self.columns.iter().enumerate();
        let nearest = columns.min_by(|(_, a), (_, b)| apart(a).total_cmp(&apart(b)));
        nearest.map(|(place, _)| place)
    }

    /// The cells of a line under their columns, the label first.
    fn placed(&self, row: &Row) -> Vec<String> {
        let mut cells = vec![String::new(); self.columns.len() + 1];
        for (place, cell) in row.cells.iter().enumerate() {
            let is_label = place == 0 && !cell.is_figure() && self.is_label(cell)
                || place == 0 && row.cells.len() > 1 && self.is_label(cell);
            let under = if is_label {
                vec![0]
            } else {
                let under = self.columns_under(cell).into_iter();
                let under = under.map(|column| column + 1);
                // an amount stands in one column
                under
                    .take(if cell.is_figure() { 1 } else { usize::MAX })
                    .collect()
            };
            for column in under {
                if let Some(slot) = cells.get_mut(column) {
                    super::lines::append(slot, &cell.text);
                }
            }
        }
        cells
    }

    /// The same for a line of a head. Periods are of all columns: each is of the nearest one, though
    /// `Year ended` stands over the middle of three.
    pub(super) fn placed_head(&self, row: &Row) -> Vec<String> {
        let notes = row.cells.iter().find(|cell| heads_notes(cell));
        let of_notes = notes.and_then(|cell| self.nearest_column(cell));
        // as many periods as columns are one for each, wherever a wide one begins
        if row.cells.len() == self.columns.len() && row.cells.iter().all(is_period) {
            let texts = row.cells.iter().map(|cell| cell.text.clone());
            return std::iter::once(String::new()).chain(texts).collect();
        }
        // only the first cell of a line can be a label: a wide head begins left of its figures
        let cells = row.cells.iter().enumerate();
        let periods: Vec<&Cell> = cells
            .filter(|(place, cell)| (*place > 0 || !self.is_label(cell)) && !heads_notes(cell))
            .map(|(_, cell)| cell)
            .collect();
        let are_periods = periods.iter().all(|cell| is_period(cell));
        let columns = self.columns.len() - usize::from(of_notes.is_some());
        if periods.is_empty() || !are_periods || periods.len() > columns {
            return self.placed(row);
        }
        if periods.len() == columns && of_notes.is_none() {
            return self.placed(row);
        }
        let mut cells = vec![String::new(); self.columns.len() + 1];
        if let (Some(slot), Some(label)) = (cells.first_mut(), row.cells.first())
            && self.is_label(label)
            && !heads_notes(label)
        {
            slot.clone_from(&label.text);
        }
        let columns = cells.iter_mut().skip(1).zip(&self.columns).enumerate();
        for (place, (slot, column)) in columns {
            if let Some(notes) = notes.filter(|_| of_notes == Some(place)) {
                slot.clone_from(&notes.text);
                continue;
            }
            let middle = f32::midpoint(column.left, column.right);
            let apart = |cell: &&&Cell| (cell.middle() - middle).abs();
            let nearest = periods.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
            if let Some(cell) = nearest {
                slot.clone_from(&cell.text);
            }
        }
        cells
    }

    fn write(&self, body: &[Row], rows: &mut Vec<Vec<String>>) {
        let mut waiting: Vec<&Row> = Vec::new();
        for (place, row) in body.iter().enumerate() {
            let is_label_only =
                row.cells.len() == 1 && row.cells.first().is_some_and(|c| !c.is_figure());
            if is_label_only && self.goes_on(row, body.get(place + 1)) {
                waiting.push(row);
                continue;
            }
            let above = place.checked_sub(1).and_then(|above| body.get(above));
            let belongs_above = waiting.is_empty()
                && is_label_only
                && row.cells.first().is_some_and(goes_on_small)
                && above.is_some_and(|above| above.counts() && self.goes_on(above, Some(row)));
            if belongs_above && let Some(slot) = rows.last_mut().and_then(|row| row.first_mut()) {
                super::lines::append(slot, &row.text());
                continue;
            }
            let mut cells = self.placed(row);
            if let Some(label) = cells.first_mut() {
                let mut whole = String::new();
                for part in waiting.drain(..) {
                    super::lines::append(&mut whole, &part.text());
                }
                super::lines::append(&mut whole, &std::mem::take(label));
                *label = whole.trim().to_owned();
            }
            rows.push(cells);
        }
    }

    /// Whether the label of a line is wrapped into the line below: the first word there would not
    /// have had room, or goes on in small letters.
    fn goes_on(&self, row: &Row, below: Option<&Row>) -> bool {
        let Some(below) = below else { return false };
        let (Some(label), Some(next)) = (row.cells.first(), below.cells.first()) else {
            return false;
        };
        let apart = row.baseline - below.baseline;
        let is_tight = apart < TIGHT * row.size.max(below.size);
        // its label stands on the lines above it, its figures alone
        if below.cells.iter().all(Cell::is_figure) {
            return is_tight && self.is_label(label) && !label.text.ends_with(':');
        }
        if !is_tight || !self.is_label(label) || !self.is_label(next) || next.is_figure() {
            return false;
        }
        let ends = label.text.ends_with([':', '.', ';']);
        let is_small = goes_on_small(next);
        let would_fit = label.right + 0.3 * row.size + next.first < self.widest_label + 0.5;
        let is_heading = row.is_bold && !below.is_bold;
        let is_below = (next.left - label.left).abs() < 3.5 * row.size;
        let is_open = is_small || (!would_fit && is_below && (leads_on(&label.text)));
        !ends && !is_heading && is_open
    }
}

/// Whether a cell heads the column of numbers of notes, which are no amounts.
fn heads_notes(cell: &Cell) -> bool {
    let text = cell.text.trim_end_matches('.').to_lowercase();
    matches!(text.as_str(), "note" | "notes" | "附注" | "附註")
}

/// Whether a label may go on with a capital: it breaks off at a small word, or has capitals itself.
fn leads_on(label: &str) -> bool {
    const OPEN: [&str; 16] = [
        "of", "and", "in", "the", "to", "for", "from", "by", "or", "with", "on", "at", "a", "an",
        "per", "than",
    ];
    let last = label.split(' ').next_back().unwrap_or_default();
    let long = label
        .split(' ')
        .skip(1)
        .filter(|word| word.chars().count() > 3);
    let (mut all, mut capital) = (0, 0);
    for word in long.filter(|word| word.starts_with(char::is_alphabetic)) {
        all += 1;
        capital += usize::from(word.starts_with(char::is_uppercase));
    }
    label.ends_with([',', '-', '–', '—', '&', '/'])
        || OPEN.contains(&last)
        || (all > 0 && 2 * capital > all)
}

/// Whether a label begins as the rest of one does.
fn goes_on_small(cell: &Cell) -> bool {
    let begins = cell.text.chars().next();
    begins.is_some_and(|c| c.is_lowercase() || c == '(')
}
