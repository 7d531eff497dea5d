use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::{Axis, Zero};
use crate::canvas::{Anchor, Canvas, Caption, MARGIN, SMALL, WIDTH, label_room};
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::legend::{LegendItem, Swatch};
use crate::lines::{line, moved, shape};
use crate::number::NumberFormat;
use crate::series::{Basis, Mark, Period, Series, SeriesWords, checked};
use crate::text::width;

/// Figures over periods as groups of bars, and one more series as a line with an axis of its own.
/// Estimates are hatched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    pub caption: Caption,
    pub periods: Vec<Period>,
    pub bars: Vec<Series>,
    pub line: Option<HistoryLine>,
    pub format: NumberFormat,
    pub words: SeriesWords,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    pub series: Series,
    pub format: NumberFormat,
}

const PLOT: f64 = 250.0;
/// The share of a period's width that its bars take.
const FILLED: f64 = 0.74;

/// Where the bars stand.
struct Plot {
    axis: Axis,
    left: f64,
    place: f64,
    bar: f64,
}

impl Plot {
    /// The left end of a bar.
    fn bar_at(&self, period: usize, series: usize) -> f64 {
        self.left + (period as f64 + (1.0 - FILLED) / 2.0) * self.place + series as f64 * self.bar
    }
}

impl History {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        let line = self.line.as_ref();
        let all = self.bars.iter().chain(line.map(|line| &line.series));
        checked(canvas.chart(), self.periods.len(), all)?;
        self.patterns(&mut canvas);
        self.legend(&mut canvas);

        let values = self.bars.iter().flat_map(|series| &series.marks);
        let values = values.flatten().map(|mark| mark.value);
        let axis = Axis::over(values, Zero::Shown, 5);
        let second = line.map(|line| {
            let marks = line.series.marks.iter().flatten();
            (
                Axis::over(marks.map(|mark| mark.value), Zero::Free, 5),
                line,
            )
        });
        let left = MARGIN + label_room(&axis, &self.format);
        let right = WIDTH
            - MARGIN
            - second
                .as_ref()
                .map_or(0.0, |(axis, line)| label_room(axis, &line.format));
        // Room for the value above the highest bar.
        let top = canvas.top + 10.0;
        let bottom = top + PLOT;
        let axis = axis.onto(bottom, top);
        canvas.value_axis(&axis, &self.format, left, right);
        let place = (right - left) / self.periods.len() as f64;
        let plot = Plot {
            axis,
            left,
            place,
            bar: place * FILLED / self.bars.len().max(1) as f64,
        };
        for (n, series) in self.bars.iter().enumerate() {
            self.draw_bars(&mut canvas, &plot, n, series);
        }
        if let Some((axis, line)) = second {
            let axis = axis.onto(bottom, top);
            self.draw_line(&mut canvas, &plot, line, &axis, right);
        }
        for (n, series) in self.bars.iter().enumerate() {
            self.draw_values(&mut canvas, &plot, n, series);
        }
        let labels: Vec<&str> = self.periods.iter().map(|one| one.label.as_str()).collect();
        canvas.place_labels(&labels, left, place, bottom);
        Ok(canvas.finish())
    }

    /// Textures: diagonal lines for estimates, and one for each series beside its colour.
    fn patterns(&self, canvas: &mut Canvas<'_>) {
        for n in 0..self.bars.len() {
            let colour = canvas.tone(Tone::Series(n));
            let paper = canvas.tone(Tone::Paper);
            let tile = |name: &str| {
                Element::new("pattern")
                    .set("id", canvas.id(name))
                    .set("patternUnits", "userSpaceOnUse")
                    .set("width", 6)
                    .set("height", 6)
            };
            let square = || Element::new("rect").set("width", 6).set("height", 6);
            let hatch = tile(&format!("estimate-{n}"))
                .set("patternTransform", "rotate(45)")
                .child(square().set("fill", &paper))
                .child(
                    Element::new("rect")
                        .set("width", 2.5)
                        .set("height", 6)
                        .set("fill", &colour),
                );
            let texture = tile(&format!("actual-{n}")).child(square().set("fill", &colour));
            let overlay = match n % 4 {
                0 => None,
                1 => Some(Element::new("rect").set("width", 6).set("height", 1)),
                2 => Some(Element::new("circle").set("cx", 3).set("cy", 3).set("r", 1)),
                _ => Some(Element::new("rect").set("width", 1).set("height", 6)),
            };
            let texture = match overlay {
                Some(overlay) => {
                    texture.child(overlay.set("fill", paper).set("fill-opacity", 0.45))
                }
                None => texture,
            };
            canvas.define(hatch);
            canvas.define(texture);
        }
    }

    fn legend(&self, canvas: &mut Canvas<'_>) {
        let mut items: Vec<LegendItem> = Vec::new();
        for (n, series) in self.bars.iter().enumerate() {
            items.push(LegendItem {
                swatch: Swatch::Bar {
                    fill: self.fill(canvas, n, Basis::Actual),
                    stroke: canvas.tone(Tone::Series(n)),
                },
                label: series.label.clone(),
            });
        }
        let has_estimates = self.periods.iter().any(|one| one.basis == Basis::Estimate);
        if has_estimates && !self.bars.is_empty() {
            items.push(LegendItem {
                swatch: Swatch::Bar {
                    fill: self.fill(canvas, 0, Basis::Estimate),
                    stroke: canvas.tone(Tone::Series(0)),
                },
                label: self.words.estimate.clone(),
            });
        }
        if let Some(line) = &self.line {
            let n = self.bars.len();
            items.push(LegendItem {
                swatch: Swatch::Line {
                    tone: Tone::Series(n),
                    dash: "",
                    mark: Some(shape(canvas, n, Tone::Series(n), Basis::Actual)),
                },
                label: line.series.label.clone(),
            });
        }
        canvas.legend(&items);
    }

    fn fill(&self, canvas: &Canvas<'_>, n: usize, basis: Basis) -> String {
        let name = match basis {
            Basis::Actual => "actual",
            Basis::Estimate => "estimate",
        };
        format!("url(#{})", canvas.id(&format!("{name}-{n}")))
    }

    fn draw_bars(&self, canvas: &mut Canvas<'_>, plot: &Plot, n: usize, series: &Series) {
        for (at, (period, mark)) in self.periods.iter().zip(&series.marks).enumerate() {
            let x = plot.bar_at(at, n);
            match mark {
                Some(mark) => {
                    let bar = self.bar(canvas, plot, n, series, period, mark, x);
                    canvas.add(bar);
                }
                None => {
                    let title = format!(
                        "{} · {}: {}",
                        series.label, period.label, self.words.missing
                    );
                    let y = plot.axis.base() - 4.0;
                    let middle = x + plot.bar / 2.0;
                    let dash = canvas.soft_text("–", middle, y, SMALL, Anchor::Middle);
                    canvas.add(dash.child(Element::new("title").text(&title)));
                }
            }
        }
    }

    /// The figures at the ends of the bars, if all of them have room.
    fn draw_values(&self, canvas: &mut Canvas<'_>, plot: &Plot, n: usize, series: &Series) {
        let values = series.marks.iter().flatten();
        let widest = values
            .map(|mark| width(&self.format.print(mark.value), SMALL))
            .fold(0.0, f64::max);
        if widest > plot.bar + 3.0 {
            return;
        }
        for (at, mark) in series.marks.iter().enumerate() {
            let Some(mark) = mark else { continue };
            let x = plot.bar_at(at, n) + plot.bar / 2.0;
            let y = label_y(&plot.axis, mark.value);
            let text = canvas.text(&self.format.print(mark.value), x, y, SMALL, Anchor::Middle);
            canvas.add(canvas.rimmed(text));
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one mark; a struct would be used once"
    )]
    fn bar(
        &self,
        canvas: &Canvas<'_>,
        plot: &Plot,
        n: usize,
        series: &Series,
        period: &Period,
        mark: &Mark,
        x: f64,
    ) -> Element {
        let (end, base) = (plot.axis.at(mark.value), plot.axis.base());
        let basis = match period.basis {
            Basis::Actual => String::new(),
            Basis::Estimate => format!(" ({})", self.words.estimate),
        };
        let value = self.format.print(mark.value);
        let title = format!("{} · {}: {value}{basis}", series.label, period.label);
        Element::new("rect")
            .at("x", x + 0.75)
            .at("y", end.min(base))
            .at("width", (plot.bar - 1.5).max(0.5))
            .at("height", (end - base).abs())
            .set("fill", self.fill(canvas, n, period.basis))
            .set("stroke", canvas.tone(Tone::Series(n)))
            .mark(&mark.id, &title)
    }

    fn draw_line(
        &self,
        canvas: &mut Canvas<'_>,
        plot: &Plot,
        second: &HistoryLine,
        axis: &Axis,
        right: f64,
    ) {
        let n = self.bars.len();
        for tick in axis.ticks() {
            let label = axis.label(tick, &second.format);
            let y = axis.at(tick) + 4.0;
            let text = canvas.soft_text(&label, right + 8.0, y, SMALL, Anchor::Start);
            canvas.add(text);
        }
        let x_of = |at: usize| plot.left + (at as f64 + 0.5) * plot.place;
        let y_of = |value: Decimal| axis.at(value);
        for piece in line(canvas, &second.series, n, &self.periods, x_of, y_of) {
            canvas.add(piece);
        }
        for (at, (period, mark)) in self.periods.iter().zip(&second.series.marks).enumerate() {
            let Some(mark) = mark else { continue };
            let value = second.format.print(mark.value);
            let title = format!("{} · {}: {value}", second.series.label, period.label);
            let shape = shape(canvas, n, Tone::Series(n), period.basis);
            canvas.add(moved(shape, x_of(at), y_of(mark.value)).mark(&mark.id, &title));
        }
    }
}

/// Above a bar that rises, below one that hangs.
fn label_y(axis: &Axis, value: Decimal) -> f64 {
    if value.is_sign_negative() {
        axis.at(value) + 13.0
    } else {
        axis.at(value) - 5.0
    }
}
