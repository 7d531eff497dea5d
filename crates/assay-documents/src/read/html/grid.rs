use std::ops::Range;

use super::flow::Flow;

/// A wider span than this is a mistake of the page.
const MAX_SPAN: usize = 1_000;

/// The text of one or several cells of a row, and the columns of the page's table that they cover.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub(super) flow: Flow,
    pub(super) columns: Range<usize>,
}

impl Cell {
    pub(super) fn text(&self) -> &str {
        &self.flow.text
    }

    pub(super) fn is_empty(&self) -> bool {
        self.flow.is_empty()
    }

    /// Adds the cell to the right.
    pub(super) fn join(&mut self, right: &Self) {
        let start = if self.columns.is_empty() {
            right.columns.start
        } else {
            self.columns.start
        };
        self.flow.join(&right.flow);
        self.columns = start..right.columns.end;
    }
}

/// A text with the columns and rows that it spans.
#[derive(Clone)]
pub(super) struct Spanning {
    pub(super) flow: Flow,
    pub(super) columns: Option<usize>,
    pub(super) rows: Option<usize>,
}

/// Most columns of a table whose spans are repeated, and the longest text that is, in bytes.
const MAX_COLUMNS: usize = 64;
const MAX_REPEATED: usize = 160;

/// The rows of a table with every text in all places that it spans, so that each column has its whole
/// head. A row of one cell stays one. `None` where the rows are not all as wide as each other.
pub(super) fn squared(rows: &[Vec<Spanning>]) -> Option<Vec<Vec<Cell>>> {
    // what reaches down from the rows above, column by column, and how far
    let mut above: Vec<(Flow, usize)> = Vec::new();
    let mut squared: Vec<Vec<Cell>> = Vec::new();
    for row in rows {
        let mut places: Vec<(Flow, usize)> = Vec::new();
        let mut cells = row.iter();
        loop {
            let from_above = above.get(places.len()).filter(|(_, left)| *left > 0);
            if let Some((flow, left)) = from_above {
                places.push((flow.clone(), left - 1));
                continue;
            }
            let Some(cell) = cells.next() else { break };
            let columns = cell.columns.unwrap_or(1).max(1);
            let down = cell.rows.unwrap_or(1).max(1) - 1;
            let is_repeated = columns > 1 || down > 0;
            if places.len() + columns > MAX_COLUMNS
                || is_repeated && cell.flow.text.len() > MAX_REPEATED
            {
                return None;
            }
            // a tagged figure is shown once
            let again = Flow::of_text(&cell.flow.text);
            places.push((cell.flow.clone(), down));
            places.extend(vec![(again, down); columns - 1]);
        }
        let is_alone = row.len() == 1 && above.iter().all(|(_, left)| *left == 0);
        let shown = if is_alone { 1 } else { places.len() };
        squared.push(placed(
            places
                .iter()
                .take(shown)
                .map(|(flow, _)| (flow.clone(), None)),
        ));
        above = places
            .into_iter()
            .map(|(flow, left)| (Flow::of_text(&flow.text), left))
            .collect();
    }
    let width = squared.iter().map(Vec::len).max()?;
    let is_square = squared
        .iter()
        .all(|row| row.len() == 1 || row.len() == width);
    is_square.then_some(squared)
}

/// Places texts with their column spans from left to right.
pub(super) fn placed(cells: impl Iterator<Item = (Flow, Option<usize>)>) -> Vec<Cell> {
    let mut start = 0;
    cells
        .map(|(flow, span)| {
            let end = start + span.unwrap_or(1).clamp(1, MAX_SPAN);
            let columns = start..end;
            start = end;
            Cell { flow, columns }
        })
        .collect()
}

/// The columns of a table's figures, where its full rows agree on them.
pub(super) struct Grid {
    columns: Vec<Range<usize>>,
}

impl Grid {
    /// `full_rows` all have the same number of cells. `None` if the same cell of two rows lies in
    /// different columns.
    pub(super) fn of<'a>(full_rows: impl Iterator<Item = &'a [Cell]>) -> Option<Self> {
        let mut columns: Vec<Range<usize>> = Vec::new();
        for row in full_rows {
            if columns.is_empty() {
                columns = row.iter().map(|cell| cell.columns.clone()).collect();
            }
            for (column, cell) in columns.iter_mut().zip(row) {
                column.start = column.start.min(cell.columns.start);
                column.end = column.end.max(cell.columns.end);
            }
        }
        let is_apart = columns
            .iter()
            .zip(columns.iter().skip(1))
            .all(|(left, right)| left.end <= right.start);
        (!columns.is_empty() && is_apart).then_some(Self { columns })
    }

    /// A row with fewer cells than the table has columns, each under the column that it stands in.
    /// The row as it is where a cell stands under none or under several.
    pub(super) fn aligned(&self, row: Vec<Cell>) -> Vec<Cell> {
        let column_of = |cell: &Cell| {
            let mut over = self.columns.iter().enumerate().filter(|(_, column)| {
                column.start < cell.columns.end && cell.columns.start < column.end
            });
            let found = over.next().map(|(place, _)| place);
            found.filter(|_| over.next().is_none())
        };
        let places: Option<Vec<usize>> = row.iter().map(column_of).collect();
        let Some(places) = places.filter(|places| places.is_sorted_by(|one, two| one < two)) else {
            return row;
        };
        let last = places.last().map_or(0, |place| place + 1);
        let mut aligned = vec![Cell::default(); last];
        for (place, cell) in places.into_iter().zip(row) {
            if let Some(slot) = aligned.get_mut(place) {
                *slot = cell;
            }
        }
        aligned
    }
}
