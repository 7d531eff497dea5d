use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::{Axis, Zero, drawable};
use crate::canvas::{Anchor, Canvas, Caption, MARGIN, SMALL, WIDTH, label_room};
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::number::NumberFormat;
use crate::text::width;

/// From one figure to another in signed steps, for instance from enterprise value to equity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    pub caption: Caption,
    pub steps: Vec<BridgeStep>,
    /// How far a stated total may be from the sum of the steps: the rounding of the figures.
    pub tolerance: Decimal,
    pub format: NumberFormat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BridgeStep {
    pub id: String,
    pub label: String,
    pub kind: StepKind,
    /// Signed for a change.
    pub value: Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Added to what is there.
    Change,
    /// What there is now; stands on the axis. The first step is one.
    Total,
}

const PLOT: f64 = 250.0;
const FILLED: f64 = 0.66;

/// A step and where it begins and ends.
struct Laid<'a> {
    step: &'a BridgeStep,
    from: Decimal,
    to: Decimal,
}

impl Bridge {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        let laid = self.laid(canvas.chart())?;
        canvas.define(falling_pattern(&canvas));
        let ends = laid.iter().flat_map(|one| [one.from, one.to]);
        let axis = Axis::over(ends, Zero::Shown, 5);
        let left = MARGIN + label_room(&axis, &self.format);
        let right = WIDTH - MARGIN;
        let top = canvas.top + 12.0;
        let bottom = top + PLOT;
        let axis = axis.onto(bottom, top);
        canvas.value_axis(&axis, &self.format, left, right);
        let place = (right - left) / laid.len() as f64;
        let widest = laid
            .iter()
            .map(|one| width(&self.printed(one.step), SMALL))
            .fold(0.0, f64::max);
        for (n, one) in laid.iter().enumerate() {
            let x = left + n as f64 * place + place * (1.0 - FILLED) / 2.0;
            let bar = self.bar(&canvas, one, &axis, x, place * FILLED);
            canvas.add(bar);
            if n + 1 < laid.len() {
                let y = axis.at(one.to);
                let (from, to) = ((x + place * FILLED, y), (x + place, y));
                let link = canvas
                    .line(from, to, Tone::Soft)
                    .set("stroke-dasharray", "2 2");
                canvas.add(link);
            }
            if widest <= place + 2.0 {
                let y = axis.at(one.from).min(axis.at(one.to)) - 5.0;
                let label = self.printed(one.step);
                let middle = left + (n as f64 + 0.5) * place;
                let text = canvas.text(&label, middle, y, SMALL, Anchor::Middle);
                canvas.add(text);
            }
        }
        let labels: Vec<&str> = laid.iter().map(|one| one.step.label.as_str()).collect();
        canvas.place_labels(&labels, left, place, bottom);
        Ok(canvas.finish())
    }

    fn laid(&self, chart: &str) -> Result<Vec<Laid<'_>>, ChartError> {
        let Some(first) = self.steps.first() else {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "steps",
            });
        };
        let mut running = match first.kind {
            StepKind::Total => first.value,
            StepKind::Change => Decimal::ZERO,
        };
        drawable(chart, &first.label, running)?;
        let mut laid = Vec::new();
        for step in &self.steps {
            drawable(chart, &step.label, step.value)?;
            match step.kind {
                StepKind::Change => {
                    let from = running;
                    running += step.value;
                    drawable(chart, &step.label, running)?;
                    laid.push(Laid {
                        step,
                        from,
                        to: running,
                    });
                }
                StepKind::Total => {
                    if (step.value - running).abs() > self.tolerance.abs() {
                        return Err(ChartError::DoesNotAdd {
                            chart: chart.to_owned(),
                            label: step.label.clone(),
                            stated: step.value,
                            running,
                        });
                    }
                    running = step.value;
                    laid.push(Laid {
                        step,
                        from: Decimal::ZERO,
                        to: running,
                    });
                }
            }
        }
        Ok(laid)
    }

    fn printed(&self, step: &BridgeStep) -> String {
        match step.kind {
            StepKind::Change => self.format.print_signed(step.value),
            StepKind::Total => self.format.print(step.value),
        }
    }

    fn bar(&self, canvas: &Canvas<'_>, one: &Laid<'_>, axis: &Axis, x: f64, wide: f64) -> Element {
        let (from, to) = (axis.at(one.from), axis.at(one.to));
        let is_falling = one.to < one.from;
        let (fill, tone) = match one.step.kind {
            StepKind::Total => (canvas.tone(Tone::Series(0)), Tone::Series(0)),
            StepKind::Change if is_falling => {
                (format!("url(#{})", canvas.id("falling")), Tone::Series(1))
            }
            StepKind::Change => (canvas.tone(Tone::Series(2)), Tone::Series(2)),
        };
        Element::new("rect")
            .at("x", x)
            .at("y", from.min(to))
            .at("width", wide)
            .at("height", (from - to).abs())
            .set("fill", fill)
            .set("stroke", canvas.tone(tone))
            .mark(
                &one.step.id,
                &format!("{}: {}", one.step.label, self.printed(one.step)),
            )
    }
}

/// What falls is striped as well as of another colour.
fn falling_pattern(canvas: &Canvas<'_>) -> Element {
    let square = Element::new("rect").set("width", 6).set("height", 6);
    let stripe = Element::new("rect").set("width", 6).set("height", 1.5);
    Element::new("pattern")
        .set("id", canvas.id("falling"))
        .set("patternUnits", "userSpaceOnUse")
        .set("width", 6)
        .set("height", 6)
        .child(square.set("fill", canvas.tone(Tone::Series(1))))
        .child(
            stripe
                .set("fill", canvas.tone(Tone::Paper))
                .set("fill-opacity", 0.45),
        )
}
