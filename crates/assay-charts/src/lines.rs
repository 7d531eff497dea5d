use crate::ChartError;
use crate::axis::{Axis, Zero};
use crate::canvas::{Anchor, BODY, Canvas, Caption, MARGIN, WIDTH, label_room, spread};
use crate::colour::{Colours, Tone};
use crate::element::{Element, px};
use crate::legend::{LegendItem, Swatch};
use crate::number::NumberFormat;
use crate::series::{Basis, Period, Series, SeriesWords, checked};
use crate::text::{fit, width};

/// Several ratios over the same periods, for instance margins. A line is broken where a value is
/// missing and dashed where it leads to an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    pub caption: Caption,
    pub periods: Vec<Period>,
    pub series: Vec<Series>,
    pub format: NumberFormat,
    pub words: SeriesWords,
}

const PLOT: f64 = 240.0;
/// The most that the names at the ends of the lines may take.
const NAMES: f64 = 190.0;

impl Lines {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, WIDTH)?;
        checked(canvas.chart(), self.periods.len(), &self.series)?;
        let values = self.series.iter().flat_map(|series| &series.marks);
        let values = values.flatten().map(|mark| mark.value);
        let axis = Axis::over(values, Zero::Free, 5);
        let left = MARGIN + label_room(&axis, &self.format);
        let names: Vec<String> = self.series.iter().map(|one| self.end_label(one)).collect();
        let room = names
            .iter()
            .map(|name| width(name, BODY))
            .fold(0.0, f64::max)
            .min(NAMES);
        let right = WIDTH - MARGIN - room - 14.0;
        if let Some(legend) = estimate_legend(&self.periods, &self.words) {
            canvas.legend(&legend);
        }
        let axis = axis.onto(canvas.top + PLOT, canvas.top);
        let (top, bottom) = (canvas.top, canvas.top + PLOT);
        canvas.value_axis(&axis, &self.format, left, right);
        let place = (right - left) / self.periods.len() as f64;
        let x_of = |at: usize| left + (at as f64 + 0.5) * place;
        let mut ends = Vec::new();
        for (n, series) in self.series.iter().enumerate() {
            for element in line(&canvas, series, n, &self.periods, x_of, |v| axis.at(v)) {
                canvas.add(element);
            }
            for element in self.markers(&canvas, series, n, &axis, x_of) {
                canvas.add(element);
            }
            let last = series.marks.iter().rev().flatten().next();
            ends.push(last.map_or(bottom, |mark| axis.at(mark.value)));
        }
        let ys = spread(&ends, 15.0, top + 4.0, bottom);
        for (n, (name, y)) in names.iter().zip(ys).enumerate() {
            let at = (right + 10.0, y + 4.0);
            let text = canvas.toned_text(name, at, BODY, Anchor::Start, Tone::Series(n));
            canvas.add(text.set("font-weight", 600));
        }
        let labels: Vec<&str> = self.periods.iter().map(|one| one.label.as_str()).collect();
        canvas.place_labels(&labels, left, place, bottom);
        Ok(canvas.finish())
    }

    /// The name and the last value.
    fn end_label(&self, series: &Series) -> String {
        match series.marks.iter().rev().flatten().next() {
            Some(mark) => named(&series.label, &self.format.print(mark.value), NAMES),
            None => named(&series.label, &self.words.missing, NAMES),
        }
    }

    fn markers(
        &self,
        canvas: &Canvas<'_>,
        series: &Series,
        n: usize,
        axis: &Axis,
        x_of: impl Fn(usize) -> f64,
    ) -> Vec<Element> {
        let marks = self.periods.iter().zip(&series.marks).enumerate();
        marks
            .filter_map(|(at, (period, mark))| {
                let mark = mark.as_ref()?;
                let value = self.format.print(mark.value);
                let basis = match period.basis {
                    Basis::Actual => String::new(),
                    Basis::Estimate => format!(" ({})", self.words.estimate),
                };
                let title = format!("{} · {}: {value}{basis}", series.label, period.label);
                let shape = shape(canvas, n, Tone::Series(n), period.basis);
                Some(moved(shape, x_of(at), axis.at(mark.value)).mark(&mark.id, &title))
            })
            .collect()
    }
}

/// The pieces of a line through the values there are.
pub(crate) fn line(
    canvas: &Canvas<'_>,
    series: &Series,
    n: usize,
    periods: &[Period],
    x_of: impl Fn(usize) -> f64,
    y_of: impl Fn(rust_decimal::Decimal) -> f64,
) -> Vec<Element> {
    let mut pieces = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for (at, (mark, period)) in series.marks.iter().zip(periods).enumerate() {
        let here = mark.as_ref().map(|mark| (x_of(at), y_of(mark.value)));
        if let (Some(from), Some(to)) = (before, here) {
            let piece = canvas
                .line(from, to, Tone::Series(n))
                .set("stroke-width", 2.25)
                .set("stroke-linecap", "round");
            pieces.push(match period.basis {
                Basis::Actual => piece,
                Basis::Estimate => piece.set("stroke-dasharray", "5 5"),
            });
        }
        before = here;
    }
    pieces
}

/// A shape of its own for each series, around (0, 0): hollow where it is an estimate.
pub(crate) fn shape(canvas: &Canvas<'_>, n: usize, tone: Tone, basis: Basis) -> Element {
    let colour = canvas.tone(tone);
    let shape = match n % 6 {
        0 => Element::new("circle").set("r", 4),
        1 => Element::new("path").set("d", "M-4-4H4V4H-4Z"),
        2 => Element::new("path").set("d", "M0-5L5 4H-5Z"),
        3 => Element::new("path").set("d", "M0-5.5L5 0L0 5.5L-5 0Z"),
        4 => Element::new("path").set("d", "M0 5L5-4H-5Z"),
        _ => Element::new("path").set("d", "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2Z"),
    };
    let shape = match basis {
        Basis::Actual => shape.set("fill", &colour),
        Basis::Estimate => shape.set("fill", canvas.tone(Tone::Paper)),
    };
    shape.set("stroke", colour).set("stroke-width", 1.5)
}

pub(crate) fn moved(element: Element, x: f64, y: f64) -> Element {
    element.set("transform", format!("translate({} {})", px(x), px(y)))
}

/// A name and a value in so much room: the name is cut, never the value.
pub(crate) fn named(name: &str, value: &str, room: f64) -> String {
    let value = format!(" {value}");
    // Set in bold.
    let name = fit(name, room / 1.06 - width(&value, BODY), BODY);
    format!("{name}{value}")
}

/// What solid and dashed mean, where there are estimates.
pub(crate) fn estimate_legend(periods: &[Period], words: &SeriesWords) -> Option<Vec<LegendItem>> {
    let has_estimates = periods.iter().any(|one| one.basis == Basis::Estimate);
    has_estimates.then(|| {
        [("", &words.actual), ("5 5", &words.estimate)]
            .map(|(dash, label)| LegendItem {
                swatch: Swatch::Line {
                    tone: Tone::Soft,
                    dash,
                    mark: None,
                },
                label: label.clone(),
            })
            .into()
    })
}
