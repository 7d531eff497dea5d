use super::flow::Flow;
use super::grid::{Cell, Grid, Spanning, placed, squared};
use super::tag::Tag;
use super::tree::NodeId;
use super::write::Page;

/// More leading rows than this are not all headers.
const MAX_HEADER_ROWS: usize = 4;

/// A data table as `| cell | cell |` lines, header rows above a `| --- |` line. A table that only
/// arranges a page (one column, a bullet beside a text) becomes lines. `None` if other tables or
/// headings are inside: then it is a layout, and its parts are read one by one.
pub(super) fn table_text(page: Page<'_>, table: NodeId) -> Option<Flow> {
    let tags = page.tree.subtree(table).skip(1);
    let is_layout = tags
        .map(|inner| page.tree.tag(inner))
        .any(|tag| matches!(tag, Tag::Table | Tag::H1 | Tag::H2 | Tag::H3));
    if is_layout {
        return None;
    }
    let rows = rows_of(page, table);
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let is_arrangement = width <= 1 || rows.len() == 1 || rows.iter().all(Row::is_bullet);
    let headers = header_rows(&rows);
    let mut lines = caption_of(page, table);
    for (place, row) in rows.into_iter().enumerate() {
        if is_arrangement {
            lines.line(row.into_line());
            continue;
        }
        if place == headers && headers > 0 {
            lines.line(Flow::of_text(&format!("|{}", " --- |".repeat(width))));
        }
        lines.line(row.into_table_line());
    }
    Some(lines.0)
}

struct Lines(Flow);

impl Lines {
    fn line(&mut self, line: Flow) {
        if !self.0.is_empty() {
            self.0.text.push('\n');
        }
        self.0.join(&line);
    }
}

/// The caption that the table itself has, a line of its own above the rows.
fn caption_of(page: Page<'_>, table: NodeId) -> Lines {
    let caption = page
        .tree
        .children(table)
        .find(|child| page.tree.tag(*child) == Tag::Caption && page.is_read(*child));
    let mut lines = Lines(Flow::default());
    if let Some(caption) = caption {
        lines.line(page.visible_text(caption));
        if !lines.0.is_empty() {
            lines.0.text.push('\n');
        }
    }
    lines
}

struct Row {
    cells: Vec<Cell>,
    is_head: bool,
}

impl Row {
    fn is_bullet(&self) -> bool {
        let first = self.cells.first().map(Cell::text);
        let is_mark =
            first.is_some_and(|mark| matches!(mark, "•" | "●" | "○" | "▪" | "-" | "*" | "–"));
        self.cells.len() == 2 && is_mark
    }

    fn into_line(self) -> Flow {
        let is_bullet = self.is_bullet();
        let mut line = Flow::default();
        for (place, cell) in self.cells.into_iter().enumerate() {
            if is_bullet && place == 0 {
                line.text.push('-');
            } else if !cell.is_empty() {
                if !line.is_empty() {
                    line.text.push(' ');
                }
                line.join(&cell.flow);
            }
        }
        line
    }

    fn into_table_line(self) -> Flow {
        let mut line = Flow::default();
        line.text.push('|');
        for cell in self.cells {
            line.text.push(' ');
            line.join(&cell.flow.escaped());
            line.text.push_str(" |");
        }
        line
    }

    /// A row that names the group below it: no cell but the first says anything.
    fn is_label(&self) -> bool {
        self.cells.iter().skip(1).all(Cell::is_empty)
    }

    fn has_amount(&self) -> bool {
        self.cells.iter().skip(1).any(|cell| is_amount(cell.text()))
    }
}

fn rows_of(page: Page<'_>, table: NodeId) -> Vec<Row> {
    let tree = page.tree;
    let mut raw: Vec<(Vec<Spanning>, bool)> = Vec::new();
    let mut has_head = false;
    for row in tree.subtree(table) {
        if tree.tag(row) != Tag::Tr || !page.is_read(row) {
            continue;
        }
        let cells: Vec<NodeId> = tree
            .children(row)
            .filter(|cell| tree.tag(*cell).is_cell() && page.is_read(*cell))
            .collect();
        let span = |cell: NodeId, name: &str| -> Option<usize> {
            tree.attribute(cell, name)?.trim().parse().ok()
        };
        let is_th = |cell: &NodeId| tree.tag(*cell) == Tag::Th;
        has_head |= raw.is_empty() && cells.iter().any(is_th);
        let is_head = !cells.is_empty() && cells.iter().all(is_th);
        let texts = cells.into_iter().map(|cell| Spanning {
            flow: page.visible_text(cell),
            columns: span(cell, "colspan"),
            rows: span(cell, "rowspan"),
        });
        raw.push((texts.collect(), is_head));
    }
    let (cells, heads): (Vec<Vec<Spanning>>, Vec<bool>) = raw.into_iter().unzip();
    let spans = |of: fn(&Spanning) -> Option<usize>| {
        let mut all = cells.iter().flatten();
        all.any(|cell| of(cell).is_some_and(|count| count != 1))
    };
    let (spans_columns, spans_rows) = (spans(|cell| cell.columns), spans(|cell| cell.rows));
    let mut texts = cells.iter().flatten().map(|cell| cell.flow.text.as_str());
    let has_affix = texts.any(is_affix);
    // a table with a head of its own says by its spans what heads what; others only arrange by them
    let means_spans = has_head && !has_affix && (spans_columns || spans_rows);
    let square = means_spans.then(|| squared(&cells)).flatten();
    let is_ragged = square.is_none() && (spans_columns || has_affix);
    let placed_row = |row: Vec<Spanning>| placed(row.into_iter().map(|c| (c.flow, c.columns)));
    let rows = square.unwrap_or_else(|| cells.into_iter().map(placed_row).collect());
    let rows = rows.into_iter().zip(heads);
    let rows = rows.filter(|(cells, _)| cells.iter().any(|cell| !cell.is_empty()));
    let rows = rows.map(|(cells, is_head)| Row {
        cells: if is_ragged { packed(cells) } else { cells },
        is_head,
    });
    let mut rows: Vec<Row> = rows.collect();
    if is_ragged && !spans_rows {
        align(&mut rows);
    }
    without_empty_columns(rows, is_ragged)
}

/// A row of figures that leaves a column empty keeps the others under their columns.
fn align(rows: &mut [Row]) {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let is_full = |row: &&Row| row.cells.len() == width && row.has_amount();
    let full = rows.iter().filter(is_full).map(|row| row.cells.as_slice());
    let Some(grid) = Grid::of(full) else {
        return;
    };
    for row in rows.iter_mut() {
        if row.cells.len() < width && row.has_amount() {
            row.cells = grid.aligned(std::mem::take(&mut row.cells));
        }
    }
}

/// Filings spread one figure over several cells, `$` | `97,690` | `)`: joins them and drops the
/// spacers. The first cell names the row and keeps its place even when empty.
fn packed(cells: Vec<Cell>) -> Vec<Cell> {
    let mut packed: Vec<Cell> = Vec::new();
    let mut opening = Cell::default();
    for (place, cell) in cells.into_iter().enumerate() {
        let belongs = packed.len() > 1 && packed.last().is_some_and(|last| is_amount(last.text()));
        if place == 0 {
            packed.push(cell);
        } else if is_opening(cell.text()) {
            opening = cell;
        } else if is_closing(cell.text()) && opening.is_empty() && belongs {
            if let Some(last) = packed.last_mut() {
                last.join(&cell);
            }
        } else if is_closing(cell.text()) {
            // `$` and `%` above columns of amounts and shares
            let before = std::mem::take(&mut opening);
            packed.extend([before, cell].into_iter().filter(|cell| !cell.is_empty()));
        } else if !cell.is_empty() {
            let mut joined = std::mem::take(&mut opening);
            joined.join(&cell);
            packed.push(joined);
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
pub(super) fn is_amount(cell: &str) -> bool {
    let bare = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let is_year = bare.len() == 4 && (bare.starts_with("19") || bare.starts_with("20"));
    let is_numeral = cell
        .chars()
        .all(|c| !c.is_alphabetic() || matches!(c, '万' | '亿' | '元' | 'x'));
    !bare.is_empty() && !is_year && is_numeral
}
