use rust_decimal::Decimal;

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, SMALL};
use crate::colour::Tone;
use crate::element::Element;
use crate::number::NumberFormat;
use crate::text::width;

/// A value that others are compared with: the price, a percentile, a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub id: String,
    pub label: String,
    pub value: Decimal,
}

const ROW: f64 = 16.0;
const DASHES: &[&str] = &["", "7 4", "2 3", "9 3 2 3"];

/// Where a reference's label stands: row from the plot up, and its left and right end.
pub(crate) struct Placed<'a> {
    reference: &'a Reference,
    label: String,
    row: usize,
    start: f64,
    end: f64,
}

/// Rows of labels above a plot. No two labels touch, and no reference's line goes through the label
/// of another.
pub(crate) fn placed<'a>(
    references: &'a [Reference],
    format: &NumberFormat,
    axis: &Axis,
    left: f64,
    right: f64,
) -> Vec<Placed<'a>> {
    let mut sorted: Vec<&Reference> = references.iter().collect();
    sorted.sort_by(|a, b| a.value.cmp(&b.value).then_with(|| a.id.cmp(&b.id)));
    let mut placed: Vec<Placed<'a>> = Vec::new();
    for (at, reference) in sorted.iter().enumerate() {
        let label = format!("{} {}", reference.label, format.print(reference.value));
        // Set in bold.
        let wide = width(&label, SMALL) * 1.06;
        let x = axis.at(reference.value);
        let others = sorted.iter().enumerate().filter(|(other, _)| *other != at);
        let lines: Vec<f64> = others.map(|(_, other)| axis.at(other.value)).collect();
        let is_free = |row: usize, start: f64| {
            let crossed = lines
                .iter()
                .any(|line| *line > start - 3.0 && *line < start + wide + 3.0);
            let touched = placed.iter().any(|one| {
                one.row == row && one.end + 8.0 > start && one.start < start + wide + 8.0
            });
            let inside = start >= left - 0.01 && start + wide <= right + 0.01;
            !crossed && !touched && inside
        };
        let starts = [x - wide / 2.0, x - wide - 4.0, x + 4.0];
        let choices = (0..=placed.len()).flat_map(|row| starts.map(|start| (row, start)));
        let choice = choices
            .into_iter()
            .find(|(row, start)| is_free(*row, *start));
        let (row, start) = choice.unwrap_or_else(|| {
            let above = placed.iter().map(|one| one.row + 1).max().unwrap_or(0);
            let start = (x - wide / 2.0).clamp(left, (right - wide).max(left));
            (above, start)
        });
        placed.push(Placed {
            reference,
            label,
            row,
            start,
            end: start + wide,
        });
    }
    placed
}

/// The height that the labels take.
pub(crate) fn height(placed: &[Placed<'_>]) -> f64 {
    placed
        .iter()
        .map(|one| (one.row + 1) as f64 * ROW)
        .fold(0.0, f64::max)
}

impl Canvas<'_> {
    /// Vertical lines through the plot, with their labels in rows that end at `top`.
    pub(crate) fn references(&mut self, placed: &[Placed<'_>], axis: &Axis, top: f64, bottom: f64) {
        for (at, one) in placed.iter().enumerate() {
            let x = axis.at(one.reference.value);
            let baseline = top - 6.0 - one.row as f64 * ROW;
            let is_above = one.start < x && x < one.end;
            let from = if is_above {
                baseline + 3.0
            } else {
                baseline - 10.0
            };
            let mut line = self
                .line((x, from), (x, bottom), Tone::Ink)
                .set("stroke-width", 1.5);
            let dash = DASHES.get(at % DASHES.len()).copied().unwrap_or_default();
            if !dash.is_empty() {
                line = line.set("stroke-dasharray", dash);
            }
            let middle = (one.start + one.end) / 2.0;
            let text = self
                .text(&one.label, middle, baseline, SMALL, Anchor::Middle)
                .set("font-weight", 600);
            let group = Element::new("g")
                .child(line)
                .child(text)
                .mark(&one.reference.id, &one.label);
            self.add(group);
        }
    }
}
