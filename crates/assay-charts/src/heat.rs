use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;

use crate::ChartError;
use crate::axis::drawable;
use crate::canvas::{Anchor, BODY, Canvas, Caption, MARGIN, SMALL, WIDTH};
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::legend::{LegendItem, Swatch};
use crate::number::NumberFormat;
use crate::references::Reference;
use crate::series::Mark;
use crate::text::{fit, width};

/// What two assumptions make of the value. Cells above the reference are of one colour and cells
/// below of another, the stronger the farther away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    pub caption: Caption,
    /// What changes from row to row, for instance `WACC`.
    pub row_title: String,
    pub column_title: String,
    pub row_labels: Vec<String>,
    pub column_labels: Vec<String>,
    /// A row for each row label, a cell for each column label.
    pub cells: Vec<Vec<HeatCell>>,
    /// Row and column of the base case.
    pub centre: Option<(usize, usize)>,
    /// The price, for instance; without one the colour goes from the least to the most.
    pub reference: Option<Reference>,
    /// For instance `above the price` and `below the price`.
    pub above: String,
    pub below: String,
    pub format: NumberFormat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeatCell {
    Value(Mark),
    /// No value, and why.
    Blank {
        reason: String,
    },
}

const ROW: f64 = 32.0;
/// More colour would drown the figure in the cell.
const STRONGEST: f64 = 0.5;
const WEAKEST: f64 = 0.06;

/// What colours are measured against.
struct Range {
    reference: Option<Decimal>,
    low: Decimal,
    high: Decimal,
}

impl HeatMap {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        let range = self.check(canvas.chart())?;
        self.legend(&mut canvas);
        canvas.define(blank_pattern(&canvas));
        let names = self.row_labels.iter().chain([&self.row_title]);
        let names = names.map(|label| width(label, BODY)).fold(0.0, f64::max);
        let left = MARGIN + names.min(180.0) + 14.0;
        let place = (WIDTH - MARGIN - left) / self.column_labels.len() as f64;
        let centre = left + (WIDTH - MARGIN - left) / 2.0;
        let top = canvas.top + 34.0;
        let heading = canvas
            .text(
                &self.column_title,
                centre,
                canvas.top + 10.0,
                BODY,
                Anchor::Middle,
            )
            .set("font-weight", 600);
        canvas.add(heading);
        let heading = canvas
            .text(
                &fit(&self.row_title, 180.0, BODY),
                left - 14.0,
                top - 8.0,
                BODY,
                Anchor::End,
            )
            .set("font-weight", 600);
        canvas.add(heading);
        for (n, label) in self.column_labels.iter().enumerate() {
            let x = left + (n as f64 + 0.5) * place;
            let label = fit(label, place - 4.0, BODY);
            let text = canvas.soft_text(&label, x, top - 8.0, BODY, Anchor::Middle);
            canvas.add(text);
        }
        for (r, (label, cells)) in self.row_labels.iter().zip(&self.cells).enumerate() {
            let y = top + r as f64 * ROW;
            let name = fit(label, 180.0, BODY);
            let text = canvas.soft_text(&name, left - 14.0, y + ROW / 2.0 + 4.0, BODY, Anchor::End);
            canvas.add(text);
            for (c, (column, cell)) in self.column_labels.iter().zip(cells).enumerate() {
                let x = left + c as f64 * place;
                let at = format!("{} {label}, {} {column}", self.row_title, self.column_title);
                let cell = self.cell(&canvas, cell, &at, &range, (x, y, place));
                canvas.add(cell);
            }
        }
        if let Some((row, column)) = self.centre {
            let frame = Element::new("rect")
                .at("x", left + column as f64 * place + 1.0)
                .at("y", top + row as f64 * ROW + 1.0)
                .at("width", place - 2.0)
                .at("height", ROW - 2.0)
                .set("fill", "none")
                .set("stroke", canvas.tone(Tone::Ink))
                .set("stroke-width", 2);
            canvas.add(frame);
        }
        canvas.top = top + self.row_labels.len() as f64 * ROW + 2.0;
        Ok(canvas.finish())
    }

    fn check(&self, chart: &str) -> Result<Range, ChartError> {
        let mismatched = |series: &str, found, expected| ChartError::Mismatched {
            chart: chart.to_owned(),
            series: series.to_owned(),
            found,
            expected,
        };
        if self.cells.len() != self.row_labels.len() {
            let (found, expected) = (self.cells.len(), self.row_labels.len());
            return Err(mismatched(&self.row_title, found, expected));
        }
        let mut values = Vec::new();
        for (label, row) in self.row_labels.iter().zip(&self.cells) {
            if row.len() != self.column_labels.len() {
                return Err(mismatched(label, row.len(), self.column_labels.len()));
            }
            for cell in row {
                if let HeatCell::Value(mark) = cell {
                    drawable(chart, label, mark.value)?;
                    values.push(mark.value);
                }
            }
        }
        let (Some(low), Some(high)) = (values.iter().min(), values.iter().max()) else {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "values",
            });
        };
        if let Some((row, column)) = self.centre
            && (row >= self.row_labels.len() || column >= self.column_labels.len())
        {
            return Err(ChartError::Unknown {
                chart: chart.to_owned(),
                what: "cell",
                name: format!("row {row}, column {column}"),
            });
        }
        if let Some(reference) = &self.reference {
            drawable(chart, &reference.label, reference.value)?;
        }
        Ok(Range {
            reference: self.reference.as_ref().map(|one| one.value),
            low: *low,
            high: *high,
        })
    }

    fn legend(&self, canvas: &mut Canvas<'_>) {
        let Some(reference) = &self.reference else {
            return;
        };
        let value = self.format.print(reference.value);
        let mut items = Vec::new();
        for (sign, words, n) in [("▲", &self.above, 0), ("▼", &self.below, 1)] {
            items.push(LegendItem {
                swatch: Swatch::Faint {
                    fill: canvas.tone(Tone::Series(n)),
                    opacity: STRONGEST,
                },
                label: format!("{sign} {words} ({} {value})", reference.label),
            });
        }
        canvas.legend(&items);
    }

    fn cell(
        &self,
        canvas: &Canvas<'_>,
        cell: &HeatCell,
        at: &str,
        range: &Range,
        (x, y, place): (f64, f64, f64),
    ) -> Element {
        let area = Element::new("rect")
            .at("x", x)
            .at("y", y)
            .at("width", place)
            .at("height", ROW)
            .set("stroke", canvas.tone(Tone::Paper))
            .set("stroke-width", 1.5);
        let (middle, baseline) = (x + place / 2.0, y + ROW / 2.0 + 4.0);
        match cell {
            HeatCell::Value(mark) => {
                let (series, opacity) = range.colour(mark.value);
                let printed = self.format.print(mark.value);
                let size = if width(&printed, BODY) + 4.0 > place {
                    SMALL - 2.0
                } else {
                    BODY
                };
                let sign = match range.reference {
                    Some(reference) if mark.value > reference => " ▲",
                    Some(reference) if mark.value < reference => " ▼",
                    _ => "",
                };
                Element::new("g")
                    .child(
                        area.set("fill", canvas.tone(Tone::Series(series)))
                            .set("fill-opacity", crate::element::px(opacity)),
                    )
                    .child(canvas.text(&printed, middle, baseline, size, Anchor::Middle))
                    .mark(&mark.id, &format!("{at}: {printed}{sign}"))
            }
            HeatCell::Blank { reason } => Element::new("g")
                .child(Element::new("title").text(&format!("{at}: {reason}")))
                .child(area.set("fill", format!("url(#{})", canvas.id("blank"))))
                .child(canvas.soft_text("–", middle, baseline, BODY, Anchor::Middle)),
        }
    }
}

impl Range {
    /// The series whose colour it is, and how much of it.
    fn colour(&self, value: Decimal) -> (usize, f64) {
        let (series, distance, farthest) = match self.reference {
            Some(reference) => {
                let farthest = (self.high - reference)
                    .abs()
                    .max((reference - self.low).abs());
                let series = usize::from(value < reference);
                (series, (value - reference).abs(), farthest)
            }
            None => (0, value - self.low, self.high - self.low),
        };
        let share = distance.checked_div(farthest);
        let share = share.and_then(|share| share.to_f64()).unwrap_or(0.0);
        (series, WEAKEST + (STRONGEST - WEAKEST) * share)
    }
}

fn blank_pattern(canvas: &Canvas<'_>) -> Element {
    Element::new("pattern")
        .set("id", canvas.id("blank"))
        .set("patternUnits", "userSpaceOnUse")
        .set("width", 8)
        .set("height", 8)
        .set("patternTransform", "rotate(45)")
        .child(
            Element::new("rect")
                .set("width", 1)
                .set("height", 8)
                .set("fill", canvas.tone(Tone::Line)),
        )
}
