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
