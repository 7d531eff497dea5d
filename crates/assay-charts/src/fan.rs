use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::{Axis, Zero, drawable};
use crate::canvas::{Anchor, BODY, Canvas, Caption, MARGIN, WIDTH, label_room, spread};
use crate::colour::{Colours, Tone};
use crate::element::{Element, px};
use crate::legend::{LegendItem, Swatch};
use crate::lines::{moved, named, shape};
use crate::number::NumberFormat;
use crate::series::{Basis, Mark};
use crate::text::width;

/// What was, and what each scenario and the simulation say may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fan {
    pub caption: Caption,
    /// For instance `Price`.
    pub history_label: String,
    /// Label of the date and the figure, in order of time.
    pub history: Vec<(String, Mark)>,
    /// Labels of the dates ahead.
    pub horizon: Vec<String>,
    /// Bear, base and bull, a mark for each date ahead.
    pub paths: Vec<FanPath>,
    /// Percentile bands, from the widest in.
    pub bands: Vec<FanBand>,
    pub format: NumberFormat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanPath {
    pub label: String,
    pub marks: Vec<Mark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanBand {
    /// For instance `P10–P90`.
    pub label: String,
    /// A mark for each date ahead, as `high`.
    pub low: Vec<Mark>,
    pub high: Vec<Mark>,
}

const PLOT: f64 = 260.0;
const NAMES: f64 = 190.0;
const DASHES: &[&str] = &["3 4", "9 4", "9 4 2 4", "1 3", "6 2", "12 3"];

struct Plot {
    axis: Axis,
    left: f64,
    place: f64,
    /// How many dates lie before the horizon.
    past: usize,
}

impl Plot {
    fn point(&self, at: usize, value: Decimal) -> (f64, f64) {
        let x = self.left + (at as f64 + 0.5) * self.place;
        (x, self.axis.at(value))
    }
}

impl Fan {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        self.check(canvas.chart())?;
        self.legend(&mut canvas);
        let axis = Axis::over(self.marks().map(|mark| mark.value), Zero::Free, 5);
        let left = MARGIN + label_room(&axis, &self.format);
        let names: Vec<String> = self.paths.iter().map(|path| self.end_label(path)).collect();
        let room = names.iter().map(|name| width(name, BODY));
        let right = WIDTH - MARGIN - room.fold(0.0, f64::max).min(NAMES) - 14.0;
        let (top, bottom) = (canvas.top, canvas.top + PLOT);
        let axis = axis.onto(bottom, top);
        canvas.value_axis(&axis, &self.format, left, right);
        let places = self.history.len() + self.horizon.len();
        let plot = Plot {
            axis,
            left,
            place: (right - left) / places as f64,
            past: self.history.len(),
        };
        for band in &self.bands {
            let area = self.band(&canvas, &plot, band);
            canvas.add(area);
        }
        self.draw_history(&mut canvas, &plot, top, bottom);
        for (n, path) in self.paths.iter().enumerate() {
            self.draw_path(&mut canvas, &plot, n, path);
        }
        let ends: Vec<f64> = self
            .paths
            .iter()
            .map(|path| {
                path.marks
                    .last()
                    .map_or(bottom, |mark| plot.axis.at(mark.value))
            })
            .collect();
        for (n, (name, y)) in names
            .iter()
            .zip(spread(&ends, 15.0, top + 4.0, bottom))
            .enumerate()
        {
            let at = (right + 10.0, y + 4.0);
            let text = canvas.toned_text(name, at, BODY, Anchor::Start, tone(n));
            canvas.add(text.set("font-weight", 600));
        }
        let past = self.history.iter().map(|(label, _)| label.as_str());
        let labels: Vec<&str> = past
            .chain(self.horizon.iter().map(String::as_str))
            .collect();
        canvas.place_labels(&labels, left, plot.place, bottom);
        Ok(canvas.finish())
    }

    fn marks(&self) -> impl Iterator<Item = &Mark> {
        let past = self.history.iter().map(|(_, mark)| mark);
        let paths = self.paths.iter().flat_map(|path| &path.marks);
        let bands = self
            .bands
            .iter()
            .flat_map(|band| band.low.iter().chain(&band.high));
        past.chain(paths).chain(bands)
    }

    fn check(&self, chart: &str) -> Result<(), ChartError> {
        if self.marks().next().is_none() {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "values",
            });
        }
        let paths = self.paths.iter().map(|path| (&path.label, &path.marks));
        let bands = self.bands.iter();
        let bands = bands.flat_map(|band| [(&band.label, &band.low), (&band.label, &band.high)]);
        for (label, marks) in paths.chain(bands) {
            if marks.len() != self.horizon.len() {
                return Err(ChartError::Mismatched {
                    chart: chart.to_owned(),
                    series: label.clone(),
                    found: marks.len(),
                    expected: self.horizon.len(),
                });
            }
        }
        for (what, found, limit) in [
            ("paths", self.paths.len(), 5),
            ("bands", self.bands.len(), 4),
        ] {
            if found > limit {
                return Err(ChartError::TooMany {
                    chart: chart.to_owned(),
                    what,
                    found,
                    limit,
                });
            }
        }
        for mark in self.marks() {
            drawable(chart, &mark.id, mark.value)?;
        }
        for band in &self.bands {
            for (low, high) in band.low.iter().zip(&band.high) {
                if low.value > high.value {
                    return Err(ChartError::Reversed {
                        chart: chart.to_owned(),
                        label: band.label.clone(),
                        low: low.value,
                        high: high.value,
                    });
                }
            }
        }
        Ok(())
    }

    fn legend(&self, canvas: &mut Canvas<'_>) {
        let mut items = Vec::new();
        if !self.history.is_empty() {
            items.push(LegendItem {
                swatch: Swatch::Line {
                    tone: Tone::Ink,
                    dash: "",
                    mark: None,
                },
                label: self.history_label.clone(),
            });
        }
        for (n, path) in self.paths.iter().enumerate() {
            items.push(LegendItem {
                swatch: Swatch::Line {
                    tone: tone(n),
                    dash: dash(n),
                    mark: Some(shape(canvas, n, tone(n), Basis::Estimate)),
                },
                label: path.label.clone(),
            });
        }
        for (n, band) in self.bands.iter().enumerate() {
            items.push(LegendItem {
                swatch: Swatch::Faint {
                    fill: canvas.tone(Tone::Series(4)),
                    opacity: (n + 1) as f64 * 0.18,
                },
                label: band.label.clone(),
            });
        }
        canvas.legend(&items);
    }

    fn end_label(&self, path: &FanPath) -> String {
        let last = path.marks.last().map(|mark| self.format.print(mark.value));
        named(&path.label, &last.unwrap_or_default(), NAMES)
    }

    /// An area from the last known value over the lower bounds and back over the upper ones. Inner
    /// bands lie on outer ones and are darker for it.
    fn band(&self, canvas: &Canvas<'_>, plot: &Plot, band: &FanBand) -> Element {
        let ahead = |marks: &[Mark]| -> Vec<(f64, f64)> {
            let points = marks.iter().enumerate();
            points
                .map(|(at, mark)| plot.point(plot.past + at, mark.value))
                .collect()
        };
        let start = self.history.last();
        let start = start.map(|(_, mark)| plot.point(plot.past - 1, mark.value));
        let mut points: Vec<(f64, f64)> = start.into_iter().chain(ahead(&band.low)).collect();
        points.extend(ahead(&band.high).into_iter().rev());
        let last = band.low.last().zip(band.high.last());
        let id = last.map_or_else(String::new, |(low, high)| format!("{} {}", low.id, high.id));
        let title = last.map_or_else(
            || band.label.clone(),
            |(low, high)| {
                let (low, high) = (self.format.print(low.value), self.format.print(high.value));
                format!("{}: {low} – {high}", band.label)
            },
        );
        Element::new("path")
            .set("d", format!("{}Z", outline(&points)))
            .set("fill", canvas.tone(Tone::Series(4)))
            .set("fill-opacity", 0.18)
            .set("stroke", canvas.tone(Tone::Series(4)))
            .set("stroke-width", 0.75)
            .mark(&id, &title)
    }

    fn draw_history(&self, canvas: &mut Canvas<'_>, plot: &Plot, top: f64, bottom: f64) {
        let marks = self.history.iter().enumerate();
        let points: Vec<(f64, f64)> = marks
            .map(|(at, (_, mark))| plot.point(at, mark.value))
            .collect();
        if points.len() > 1 {
            let line = Element::new("path")
                .set("d", outline(&points))
                .set("fill", "none")
                .set("stroke", canvas.tone(Tone::Ink))
                .set("stroke-width", 2)
                .set("stroke-linejoin", "round");
            canvas.add(line);
        }
        for ((label, mark), (x, y)) in self.history.iter().zip(&points) {
            let value = self.format.print(mark.value);
            let title = format!("{} · {label}: {value}", self.history_label);
            // Small where there are many, and still wide enough to point at.
            let radius = if points.len() > 24 { 1.5 } else { 2.75 };
            let dot = Element::new("circle")
                .at("r", radius)
                .set("fill", canvas.tone(Tone::Ink))
                .set("stroke", "transparent")
                .set("stroke-width", 6);
            canvas.add(moved(dot, *x, *y).mark(&mark.id, &title));
        }
        if let Some((x, _)) = points.last()
            && !self.horizon.is_empty()
        {
            let today = canvas
                .line((*x, top), (*x, bottom), Tone::Soft)
                .set("stroke-dasharray", "2 4");
            canvas.add(today);
        }
    }

    fn draw_path(&self, canvas: &mut Canvas<'_>, plot: &Plot, n: usize, path: &FanPath) {
        let start = self.history.last();
        let start = start.map(|(_, mark)| plot.point(plot.past - 1, mark.value));
        let ahead = path.marks.iter().enumerate();
        let ahead = ahead.map(|(at, mark)| plot.point(plot.past + at, mark.value));
        let points: Vec<(f64, f64)> = start.into_iter().chain(ahead).collect();
        let line = Element::new("path")
            .set("d", outline(&points))
            .set("fill", "none")
            .set("stroke", canvas.tone(tone(n)))
            .set("stroke-width", 2.25)
            .set("stroke-dasharray", dash(n));
        canvas.add(line);
        for (at, (date, mark)) in self.horizon.iter().zip(&path.marks).enumerate() {
            let (x, y) = plot.point(plot.past + at, mark.value);
            let value = self.format.print(mark.value);
            let title = format!("{} · {date}: {value}", path.label);
            let shape = shape(canvas, n, tone(n), Basis::Estimate);
            canvas.add(moved(shape, x, y).mark(&mark.id, &title));
        }
    }
}

/// Paths take every colour but that of the bands.
fn tone(n: usize) -> Tone {
    Tone::Series(match n {
        0 => 1,
        1 => 0,
        other => other,
    })
}

fn dash(n: usize) -> &'static str {
    DASHES.get(n % DASHES.len()).copied().unwrap_or_default()
}

fn outline(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (n, (x, y)) in points.iter().enumerate() {
        path.push(if n == 0 { 'M' } else { 'L' });
        path.push_str(&px(*x));
        path.push(' ');
        path.push_str(&px(*y));
    }
    path
}
