use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::{Axis, Zero, drawable};
use crate::canvas::{Anchor, BODY, Canvas, Caption, MARGIN, SMALL, WIDTH};
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::number::NumberFormat;
use crate::references::{Reference, height, placed};
use crate::text::{width, wrap};

/// What each method makes of the value, as ranges over one axis, with the price through them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FootballField {
    pub caption: Caption,
    pub rows: Vec<RangeRow>,
    /// The price, the target: drawn through all rows.
    pub references: Vec<Reference>,
    pub format: NumberFormat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeRow {
    pub id: String,
    pub label: String,
    pub low: Decimal,
    pub high: Decimal,
    /// The base case or the median.
    pub middle: Option<Decimal>,
}

const ROW: f64 = 40.0;
const BAR: f64 = 20.0;
/// The most that the names of the methods take.
const NAMES: f64 = 210.0;

impl FootballField {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        self.check(canvas.chart())?;
        let rows = self.rows.iter();
        let values = rows.flat_map(|row| [Some(row.low), Some(row.high), row.middle]);
        let references = self.references.iter().map(|one| one.value);
        let axis = Axis::over(values.flatten().chain(references), Zero::Ignored, 6);

        let lines = self
            .rows
            .iter()
            .flat_map(|row| wrap(&row.label, NAMES, BODY, 2));
        let names = lines.map(|line| width(&line, BODY));
        let left = MARGIN + names.fold(0.0, f64::max).min(NAMES) + 12.0;
        let right = WIDTH - MARGIN;
        let ends = |value: fn(&RangeRow) -> Decimal| {
            let widths = self.rows.iter().map(value);
            let widths = widths.map(|value| width(&self.format.print(value), SMALL));
            widths.fold(0.0, f64::max) + 10.0
        };
        let axis = axis.onto(left + ends(|row| row.low), right - ends(|row| row.high));

        let marks = placed(&self.references, &self.format, &axis, left, right);
        let top = canvas.top + height(&marks) + 4.0;
        let bottom = top + self.rows.len() as f64 * ROW;
        for tick in axis.ticks() {
            let x = axis.at(tick);
            let grid = canvas.line((x, top), (x, bottom), Tone::Line);
            canvas.add(grid);
            let label = axis.label(tick, &self.format);
            let text = canvas.soft_text(&label, x, bottom + 16.0, SMALL, Anchor::Middle);
            canvas.add(text);
        }
        for (n, row) in self.rows.iter().enumerate() {
            let middle = top + (n as f64 + 0.5) * ROW;
            self.draw_bar(&mut canvas, row, &axis, left, middle);
        }
        canvas.references(&marks, &axis, top, bottom);
        for (n, row) in self.rows.iter().enumerate() {
            let middle = top + (n as f64 + 0.5) * ROW;
            self.draw_ends(&mut canvas, row, &axis, middle);
        }
        canvas.top = bottom + 20.0;
        Ok(canvas.finish())
    }

    fn check(&self, chart: &str) -> Result<(), ChartError> {
        if self.rows.is_empty() {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "ranges",
            });
        }
        for row in &self.rows {
            for value in [Some(row.low), Some(row.high), row.middle]
                .into_iter()
                .flatten()
            {
                drawable(chart, &row.label, value)?;
            }
            let middle = row.middle.unwrap_or(row.low);
            for (low, high) in [(row.low, row.high), (row.low, middle), (middle, row.high)] {
                if low > high {
                    return Err(ChartError::Reversed {
                        chart: chart.to_owned(),
                        label: row.label.clone(),
                        low,
                        high,
                    });
                }
            }
        }
        for reference in &self.references {
            drawable(chart, &reference.label, reference.value)?;
        }
        Ok(())
    }

    fn draw_bar(
        &self,
        canvas: &mut Canvas<'_>,
        row: &RangeRow,
        axis: &Axis,
        left: f64,
        middle: f64,
    ) {
        let lines = wrap(&row.label, NAMES, BODY, 2);
        let first = middle + 4.0 - (lines.len() as f64 - 1.0) * 7.0;
        for (n, line) in lines.iter().enumerate() {
            let y = first + n as f64 * 14.0;
            let text = canvas.text(line, left - 12.0, y, BODY, Anchor::End);
            canvas.add(text);
        }
        let (start, end) = (axis.at(row.low), axis.at(row.high));
        let (low, high) = (self.format.print(row.low), self.format.print(row.high));
        let mut title = format!("{}: {low} – {high}", row.label);
        if let Some(middle) = row.middle {
            title = format!("{title} ({})", self.format.print(middle));
        }
        let bar = Element::new("rect")
            .at("x", start)
            .at("y", middle - BAR / 2.0)
            // A range of one value is still to be seen.
            .at("width", (end - start).max(2.0))
            .at("height", BAR)
            .set("rx", 2)
            .set("fill", canvas.tone(Tone::Series(0)))
            .set("fill-opacity", 0.85)
            .mark(&row.id, &title);
        canvas.add(bar);
        if let Some(value) = row.middle {
            let x = axis.at(value);
            let (from, to) = ((x, middle - BAR / 2.0), (x, middle + BAR / 2.0));
            let tick = canvas.line(from, to, Tone::Paper).set("stroke-width", 2.5);
            canvas.add(tick);
        }
    }

    /// The two values of a range, over the lines that go through it.
    fn draw_ends(&self, canvas: &mut Canvas<'_>, row: &RangeRow, axis: &Axis, middle: f64) {
        let (start, end) = (axis.at(row.low), axis.at(row.high));
        let (low, high) = (self.format.print(row.low), self.format.print(row.high));
        let ends = [
            (low, start - 6.0, Anchor::End),
            (high, end.max(start + 2.0) + 6.0, Anchor::Start),
        ];
        for (label, x, anchor) in ends {
            let text = canvas.text(&label, x, middle + 4.0, SMALL, anchor);
            canvas.add(canvas.rimmed(text));
        }
    }
}
