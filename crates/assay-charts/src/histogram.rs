use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::{Axis, Zero, drawable};
use crate::canvas::{Anchor, Canvas, Caption, MARGIN, SMALL, WIDTH, label_room};
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::number::NumberFormat;
use crate::references::{Reference, height, placed};
use crate::text::width;

/// How often simulated values fell into each range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    pub caption: Caption,
    /// In order, each beginning where the one before ends.
    pub bins: Vec<Bin>,
    /// Percentiles and the price.
    pub references: Vec<Reference>,
    pub format: NumberFormat,
    /// Names the count in the text of a bar, for instance `paths`.
    pub count_label: String,
    /// Names the axis of values, for instance `Value per share`.
    pub value_label: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bin {
    pub id: String,
    pub low: Decimal,
    pub high: Decimal,
    pub count: u64,
}

const PLOT: f64 = 220.0;

impl Histogram {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        let chart = canvas.chart();
        self.check(chart)?;
        let counts = NumberFormat::plain(0);
        let most = self.bins.iter().map(|bin| Decimal::from(bin.count));
        let axis = Axis::over(most, Zero::Shown, 4);
        let left = MARGIN + label_room(&axis, &counts);
        let right = WIDTH - MARGIN - 8.0;

        let edges = self.bins.iter().flat_map(|bin| [bin.low, bin.high]);
        let values = edges.chain(self.references.iter().map(|one| one.value));
        let across = Axis::over(values, Zero::Ignored, 8).onto(left, right);
        let marks = placed(&self.references, &self.format, &across, left, right);
        let top = canvas.top + height(&marks) + 6.0;
        let bottom = top + PLOT;
        let axis = axis.onto(bottom, top);
        canvas.value_axis(&axis, &counts, left, right);
        for bin in &self.bins {
            let bar = self.bar(&canvas, bin, &axis, &across);
            canvas.add(bar);
        }
        let mut free = f64::NEG_INFINITY;
        for tick in across.ticks() {
            let label = across.label(tick, &self.format);
            let (x, half) = (across.at(tick), width(&label, SMALL) / 2.0);
            if x - half < free {
                continue;
            }
            free = x + half + 6.0;
            let text = canvas.soft_text(&label, x, bottom + 16.0, SMALL, Anchor::Middle);
            canvas.add(text);
        }
        canvas.references(&marks, &across, top, bottom);
        let middle = (left + right) / 2.0;
        let text = canvas.soft_text(
            &self.value_label,
            middle,
            bottom + 34.0,
            SMALL,
            Anchor::Middle,
        );
        canvas.add(text);
        canvas.top = bottom + 36.0;
        Ok(canvas.finish())
    }

    fn check(&self, chart: &str) -> Result<(), ChartError> {
        if self.bins.iter().all(|bin| bin.count == 0) {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "values",
            });
        }
        let mut end: Option<Decimal> = None;
        for bin in &self.bins {
            drawable(chart, &bin.id, bin.low)?;
            drawable(chart, &bin.id, bin.high)?;
            if bin.low >= bin.high {
                return Err(ChartError::Reversed {
                    chart: chart.to_owned(),
                    label: bin.id.clone(),
                    low: bin.low,
                    high: bin.high,
                });
            }
            if end.is_some_and(|end| end != bin.low) {
                return Err(ChartError::Gap {
                    chart: chart.to_owned(),
                    label: bin.id.clone(),
                });
            }
            end = Some(bin.high);
        }
        for reference in &self.references {
            drawable(chart, &reference.label, reference.value)?;
        }
        Ok(())
    }

    fn bar(&self, canvas: &Canvas<'_>, bin: &Bin, axis: &Axis, across: &Axis) -> Element {
        let (start, end) = (across.at(bin.low), across.at(bin.high));
        let y = axis.at(Decimal::from(bin.count));
        let (low, high) = (self.format.print(bin.low), self.format.print(bin.high));
        let count = NumberFormat::plain(0).print(Decimal::from(bin.count));
        let title = format!("{low} – {high}: {count} {}", self.count_label);
        Element::new("rect")
            .at("x", start + 0.5)
            .at("y", y)
            .at("width", (end - start - 1.0).max(0.5))
            .at("height", axis.base() - y)
            .set("fill", canvas.tone(Tone::Series(0)))
            .set("fill-opacity", 0.75)
            .mark(&bin.id, &title)
    }
}
