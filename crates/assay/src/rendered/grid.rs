//! Tables whose columns stand below each other.

use super::flow::Flow;

/// Columns between two cells.
const GAP: usize = 2;
/// No column becomes narrower while another could.
const LEAST: usize = 6;

/// The lines of a table in at most so many columns; the first row is its head.
pub(super) fn laid_out(rows: &[Vec<Flow>], columns: usize) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let natural: Vec<usize> = (0..count)
        .map(|column| cells(column).map(Flow::width).max().unwrap_or_default())
        .collect();
    let least: Vec<usize> = (0..count)
        .map(|column| {
            cells(column)
                .map(Flow::least_width)
                .max()
                .unwrap_or_default()
        })
        .collect();
    let room = columns.saturating_sub(GAP * count.saturating_sub(1));
    let widths = fitted(natural, &least, room);
    let is_number: Vec<bool> = (0..count)
        .map(|column| {
            let mut body = cells(column).skip(1).filter(|cell| !cell.is_blank());
            body.clone().next().is_some() && body.all(|cell| is_number(&cell.text()))
        })
        .collect();
    let mut lines = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        lines.extend(row_lines(row, &widths, &is_number));
        if place == 0 {
            let rule = widths.iter().map(|width| "─".repeat(*width));
            lines.push(rule.collect::<Vec<_>>().join("  "));
        }
    }
    lines
}

fn row_lines(row: &[Flow], widths: &[usize], is_number: &[bool]) -> Vec<String> {
    let blank = Flow::default();
    let cells = widths.iter().enumerate().map(|(column, width)| {
        let cell = row.get(column).unwrap_or(&blank);
        cell.wrapped(*width)
    });
    let cells: Vec<_> = cells.collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    let line = |at: usize| {
        let parts = cells.iter().zip(widths.iter().zip(is_number));
        let parts = parts.map(|(cell, (width, is_number))| {
            let line = cell.get(at).cloned().unwrap_or_default();
            let space = " ".repeat(width.saturating_sub(line.width()));
            match is_number {
                true => format!("{space}{}", line.painted()),
                false => format!("{}{space}", line.painted()),
            }
        });
        let gap = " ".repeat(GAP);
        parts.collect::<Vec<_>>().join(&gap).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// The widths of columns in the room there is: the widest give way first, words stay whole as long
/// as they can.
fn fitted(mut widths: Vec<usize>, least: &[usize], room: usize) -> Vec<usize> {
    for floor in [true, false] {
        while widths.iter().sum::<usize>() > room {
            let may_give = |column: usize, width: usize| {
                let keeps = if floor {
                    least.get(column).copied().unwrap_or_default()
                } else {
                    0
                };
                width > LEAST.max(keeps)
            };
            let widest = widths
                .iter_mut()
                .enumerate()
                .filter(|(column, width)| may_give(*column, **width))
                .max_by_key(|(_, width)| **width);
            match widest {
                Some((_, width)) => *width -= 1,
                None => break,
            }
        }
    }
    widths
}

/// `4,610`, `-12.3%`, `$4.10 billion`, `17.30亿美元`: begins with a digit once signs are off.
fn is_number(text: &str) -> bool {
    let bare = text
        .trim()
        .trim_start_matches(['-', '−', '+', '(', '$', '€', '£', '¥', ' ']);
    let starts = bare.starts_with(|c: char| c.is_ascii_digit());
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    let is_blank = matches!(text.trim(), "–" | "—" | "-");
    is_blank || (starts && letters <= 8 && !bare.contains("-"))
}
