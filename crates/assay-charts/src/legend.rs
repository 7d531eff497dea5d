use crate::canvas::{BODY, Canvas, MARGIN};
use crate::colour::Tone;
use crate::element::Element;
use crate::text::width;

const ROW: f64 = 20.0;
const SWATCH: f64 = 22.0;

/// A picture beside its meaning.
pub(crate) struct LegendItem {
    pub(crate) swatch: Swatch,
    pub(crate) label: String,
}

pub(crate) enum Swatch {
    Bar {
        fill: String,
        stroke: String,
    },
    Faint {
        fill: String,
        opacity: f64,
    },
    /// A line and what stands in its middle; drawn around (0, 0).
    Line {
        tone: Tone,
        dash: &'static str,
        mark: Option<Element>,
    },
}

impl Canvas<'_> {
    /// The legend in as many rows as it needs. Moves the top below it.
    pub(crate) fn legend(&mut self, items: &[LegendItem]) {
        if items.is_empty() {
            return;
        }
        let mut x = MARGIN;
        let mut y = self.top;
        for item in items {
            let wide = SWATCH + 6.0 + width(&item.label, BODY) + 18.0;
            if x > MARGIN && x + wide > self.width - MARGIN {
                x = MARGIN;
                y += ROW;
            }
            let middle = y + 7.0;
            for element in swatch(self, &item.swatch, x, middle) {
                self.add(element);
            }
            let text = self.text(
                &item.label,
                x + SWATCH + 6.0,
                y + 11.0,
                BODY,
                crate::canvas::Anchor::Start,
            );
            self.add(text);
            x += wide;
        }
        self.top = y + ROW + 6.0;
    }
}

fn swatch(canvas: &Canvas<'_>, swatch: &Swatch, x: f64, middle: f64) -> Vec<Element> {
    let bar = || {
        Element::new("rect")
            .at("x", x)
            .at("y", middle - 6.0)
            .at("width", SWATCH)
            .at("height", 12.0)
    };
    match swatch {
        Swatch::Bar { fill, stroke } => vec![bar().set("fill", fill).set("stroke", stroke)],
        Swatch::Faint { fill, opacity } => {
            vec![bar().set("fill", fill).set("fill-opacity", opacity)]
        }
        Swatch::Line { tone, dash, mark } => {
            let mut line = canvas
                .line((x, middle), (x + SWATCH, middle), *tone)
                .set("stroke-width", 2);
            if !dash.is_empty() {
                line = line.set("stroke-dasharray", dash);
            }
            let mut elements = vec![line];
            if let Some(mark) = mark {
                let moved = Element::new("g")
                    .set(
                        "transform",
                        format!(
                            "translate({} {})",
                            crate::element::px(x + SWATCH / 2.0),
                            crate::element::px(middle)
                        ),
                    )
                    .child(mark.clone());
                elements.push(moved);
            }
            elements
        }
    }
}
