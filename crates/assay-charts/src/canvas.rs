use crate::ChartError;
use crate::axis::Axis;
use crate::colour::{Colours, Tone};
use crate::element::Element;
use crate::number::NumberFormat;
use crate::text::{longest_word, width, wrap};

/// What stands around a chart, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// Begins every XML id of the picture: unique on its page.
    pub id: String,
    pub title: String,
    /// For a reader who does not see the picture.
    pub description: String,
    /// Under the title: unit, basis, currency.
    pub unit: String,
    /// Under the picture: source and date.
    pub note: Option<String>,
}

pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const MARGIN: f64 = 16.0;
/// Font sizes in pixels.
pub(crate) const SMALL: f64 = 11.0;
pub(crate) const BODY: f64 = 12.0;
const TITLE: f64 = 16.0;

const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, \
                    'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/// A picture that grows from the top down.
pub(crate) struct Canvas<'a> {
    caption: &'a Caption,
    pub(crate) colours: Colours,
    pub(crate) width: f64,
    definitions: Vec<Element>,
    body: Vec<Element>,
    /// The first free pixel below what is drawn so far.
    pub(crate) top: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl<'a> Canvas<'a> {
    /// A canvas with title and unit on it.
    pub(crate) fn new(
        caption: &'a Caption,
        colours: Colours,
        width: f64,
    ) -> Result<Self, ChartError> {
        let mut characters = caption.id.chars();
        let begins = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
        if !begins || !characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
            return Err(ChartError::BadId {
                id: caption.id.clone(),
            });
        }
        let mut canvas = Self {
            caption,
            colours,
            width,
            definitions: Vec::new(),
            body: Vec::new(),
            top: 12.0,
        };
        let room = width - 2.0 * MARGIN;
        for line in wrap(&caption.title, room / 1.06, TITLE, 2) {
            canvas.top += TITLE;
            let text = canvas.text(&line, MARGIN, canvas.top, TITLE, Anchor::Start);
            canvas.add(text.set("font-weight", 600));
            canvas.top += 5.0;
        }
        for line in wrap(&caption.unit, room, BODY, 2) {
            canvas.top += BODY + 2.0;
            let text = canvas.soft_text(&line, MARGIN, canvas.top, BODY, Anchor::Start);
            canvas.add(text);
        }
        canvas.top += 12.0;
        Ok(canvas)
    }

    pub(crate) fn id(&self, part: &str) -> String {
        format!("{}-{part}", self.caption.id)
    }

    pub(crate) fn chart(&self) -> &'a str {
        &self.caption.id
    }

    pub(crate) fn define(&mut self, definition: Element) {
        self.definitions.push(definition);
    }

    pub(crate) fn add(&mut self, element: Element) {
        self.body.push(element);
    }

    pub(crate) fn tone(&self, tone: Tone) -> String {
        self.colours.of(tone)
    }

    pub(crate) fn text(&self, text: &str, x: f64, y: f64, size: f64, anchor: Anchor) -> Element {
        self.toned_text(text, (x, y), size, anchor, Tone::Ink)
    }

    pub(crate) fn soft_text(
        &self,
        text: &str,
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
    ) -> Element {
        self.toned_text(text, (x, y), size, anchor, Tone::Soft)
    }

    pub(crate) fn toned_text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        tone: Tone,
    ) -> Element {
        let element = Element::new("text")
            .at("x", x)
            .at("y", y)
            .at("font-size", size)
            .set("fill", self.tone(tone));
        let element = match anchor {
            Anchor::Start => element,
            Anchor::Middle => element.set("text-anchor", "middle"),
            Anchor::End => element.set("text-anchor", "end"),
        };
        element.text(text)
    }

    /// The text with a rim of paper, to be read over lines.
    pub(crate) fn rimmed(&self, text: Element) -> Element {
        text.set("stroke", self.tone(Tone::Paper))
            .set("stroke-width", 5)
            .set("stroke-linejoin", "round")
            .set("paint-order", "stroke")
    }

    pub(crate) fn line(&self, from: (f64, f64), to: (f64, f64), tone: Tone) -> Element {
        Element::new("line")
            .at("x1", from.0)
            .at("y1", from.1)
            .at("x2", to.0)
            .at("y2", to.1)
            .set("stroke", self.tone(tone))
    }

    /// Grid lines from `left` to `right` and a label for each tick before them.
    pub(crate) fn value_axis(&mut self, axis: &Axis, format: &NumberFormat, left: f64, right: f64) {
        for tick in axis.ticks() {
            let y = axis.at(tick);
            let tone = if tick.is_zero() {
                Tone::Soft
            } else {
                Tone::Line
            };
            let line = self.line((left, y), (right, y), tone);
            self.add(line);
            let label = axis.label(tick, format);
            let text = self.soft_text(&label, left - 8.0, y + 4.0, SMALL, Anchor::End);
            self.add(text);
        }
    }

    /// Labels under equal places from `left` on, as many of them as can be read, in up to three
    /// lines. Moves the top below them.
    pub(crate) fn place_labels(&mut self, labels: &[&str], left: f64, place: f64, y: f64) {
        let widest = labels
            .iter()
            .map(|label| longest_word(label, SMALL))
            .fold(0.0, f64::max);
        let stride = ((widest + 4.0) / place).ceil().clamp(1.0, 1000.0) as usize;
        let room = place * stride as f64 - 4.0;
        let mut most = 0;
        for (at, label) in labels.iter().enumerate().step_by(stride) {
            let lines = wrap(label, room, SMALL, 3);
            most = most.max(lines.len());
            let x = left + (at as f64 + 0.5) * place;
            for (row, line) in lines.iter().enumerate() {
                let y = y + 16.0 + row as f64 * 14.0;
                let text = self.soft_text(line, x, y, SMALL, Anchor::Middle);
                self.add(text);
            }
        }
        self.top = y + 12.0 + most as f64 * 14.0;
    }

    /// The finished picture.
    pub(crate) fn finish(mut self) -> String {
        if let Some(note) = &self.caption.note {
            self.top += 6.0;
            for line in wrap(note, self.width - 2.0 * MARGIN, SMALL, 3) {
                self.top += 14.0;
                let text = self.soft_text(&line, MARGIN, self.top, SMALL, Anchor::Start);
                self.add(text);
            }
        }
        let height = (self.top + 14.0).ceil();
        let (title, description) = (self.id("title"), self.id("desc"));
        let mut root = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("id", &self.caption.id)
            .set("class", "chart")
            .set("role", "img")
            .set("aria-labelledby", format!("{title} {description}"))
            .set("viewBox", format!("0 0 {} {height}", self.width))
            .set("width", self.width)
            .set("height", height)
            .set("font-family", FONT)
            .child(
                Element::new("title")
                    .set("id", title)
                    .text(&self.caption.title),
            )
            .child(
                Element::new("desc")
                    .set("id", description)
                    .text(&self.caption.description),
            );
        if !self.definitions.is_empty() {
            root = root.child(Element::new("defs").children(self.definitions));
        }
        let mut out = String::new();
        root.children(self.body).write(&mut out);
        out.push('\n');
        out
    }
}

/// The room that tick labels take before an axis.
pub(crate) fn label_room(axis: &Axis, format: &NumberFormat) -> f64 {
    axis.ticks()
        .into_iter()
        .map(|tick| width(&axis.label(tick, format), SMALL))
        .fold(0.0, f64::max)
        + 10.0
}

/// Moves labels apart so that none is nearer than `gap` to the next and all stay within the bounds
/// as far as there is room. `wanted` in any order; the answer in the same order.
pub(crate) fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = wanted.iter().copied().enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut least = top;
    for (_, y) in &mut order {
        *y = y.max(least);
        least = *y + gap;
    }
    let mut most = bottom;
    for (_, y) in order.iter_mut().rev() {
        *y = y.min(most);
        most = *y - gap;
    }
    order.sort_by_key(|(at, _)| *at);
    order.into_iter().map(|(_, y)| y).collect()
}
