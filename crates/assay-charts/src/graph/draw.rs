use std::collections::BTreeMap;

use super::layout::{Area, Layout};
use super::{EdgeState, Graph, GraphEdge, Head, Side};
use crate::canvas::{Anchor, BODY, Canvas, SMALL};
use crate::colour::Tone;
use crate::element::{Element, px};
use crate::legend::{LegendItem, Swatch};
use crate::text::fit;

/// Where an edge meets a box, and which way it leaves it: 1 to the right, -1 to the left.
#[derive(Clone, Copy)]
struct End {
    x: f64,
    y: f64,
    way: f64,
}

/// An end of an edge at a side of a box: the height of the other end, the edge, and which end.
type Meeting = (f64, usize, bool);

impl Graph {
    pub(super) fn legend(&self, canvas: &mut Canvas<'_>) {
        let mut items: Vec<LegendItem> = Vec::new();
        for (n, kind) in self.kinds.iter().enumerate() {
            if !self.edges.iter().any(|edge| edge.kind == n) {
                continue;
            }
            let at = End {
                x: 11.0,
                y: 0.0,
                way: -1.0,
            };
            items.push(LegendItem {
                swatch: Swatch::Line {
                    tone: Tone::Series(n),
                    dash: "",
                    mark: Some(head(canvas, kind.head, at, Tone::Series(n))),
                },
                label: kind.label.clone(),
            });
        }
        if self.edges.iter().any(|edge| edge.state == EdgeState::Stale) {
            items.push(LegendItem {
                swatch: Swatch::Line {
                    tone: Tone::Soft,
                    dash: "4 4",
                    mark: None,
                },
                label: self.stale_label.clone(),
            });
        }
        canvas.legend(&items);
    }

    pub(super) fn draw_edges(&self, canvas: &mut Canvas<'_>, layout: &Layout<'_>) {
        let ends = self.ends(layout);
        for (edge, (from, to)) in self.edges.iter().zip(ends) {
            let element = self.edge(canvas, layout, edge, from, to);
            canvas.add(element);
        }
    }

    /// Both ends of each edge, spread along the sides of the boxes so that none fall together.
    fn ends(&self, layout: &Layout<'_>) -> Vec<(End, End)> {
        let middle = |id: &str| layout.areas.get(id).map_or((0.0, 0.0), Area::middle);
        let mut at_side: BTreeMap<(&str, bool), Vec<Meeting>> = BTreeMap::new();
        for (n, edge) in self.edges.iter().enumerate() {
            let (from, to) = (middle(&edge.from), middle(&edge.to));
            let (out, back) = (
                self.faces_right(layout, edge, true),
                self.faces_right(layout, edge, false),
            );
            at_side
                .entry((&edge.from, out))
                .or_default()
                .push((to.1, n, true));
            at_side
                .entry((&edge.to, back))
                .or_default()
                .push((from.1, n, false));
        }
        let nowhere = End {
            x: 0.0,
            y: 0.0,
            way: 1.0,
        };
        let mut ends = vec![(nowhere, nowhere); self.edges.len()];
        for ((id, is_right), mut meeting) in at_side {
            let Some(area) = layout.areas.get(id) else {
                continue;
            };
            meeting.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
            let step = layout.end_step(id, area, meeting.len());
            let first = area.middle().1 - step * (meeting.len() - 1) as f64 / 2.0;
            for (at, (_, n, is_start)) in meeting.into_iter().enumerate() {
                let end = End {
                    x: if is_right {
                        area.x + area.width
                    } else {
                        area.x
                    },
                    y: first + at as f64 * step,
                    way: if is_right { 1.0 } else { -1.0 },
                };
                if let Some(pair) = ends.get_mut(n) {
                    if is_start {
                        pair.0 = end;
                    } else {
                        pair.1 = end;
                    }
                }
            }
        }
        ends
    }

    /// Whether an edge leaves (or reaches) its box on the right: boxes of the left side face right,
    /// and the middle box faces the other end.
    fn faces_right(&self, layout: &Layout<'_>, edge: &GraphEdge, is_start: bool) -> bool {
        let (this, other) = if is_start {
            (&edge.from, &edge.to)
        } else {
            (&edge.to, &edge.from)
        };
        match layout.sides.get(this.as_str()) {
            Some(Side::Left) => true,
            Some(Side::Right) => false,
            None => layout.sides.get(other.as_str()) == Some(&Side::Right),
        }
    }

    fn edge(
        &self,
        canvas: &Canvas<'_>,
        layout: &Layout<'_>,
        edge: &GraphEdge,
        from: End,
        to: End,
    ) -> Element {
        let tone = Tone::Series(edge.kind);
        let kind = self.kinds.get(edge.kind);
        let shape = kind.map_or(Head::Arrow, |kind| kind.head);
        // A box of the outer column is left on the level, up to the edge of the inner one.
        let run = |id: &str, end: End| {
            let side = layout.sides.get(id);
            side.and_then(|side| layout.inner.get(side))
                .copied()
                .unwrap_or(end.x)
        };
        let (start, stop) = (run(&edge.from, from), run(&edge.to, to));
        let reach = ((stop - start).abs() / 2.0).max(40.0);
        let path = format!(
            "M{} {}L{} {}C{} {} {} {} {} {}L{} {}",
            px(from.x),
            px(from.y),
            px(start),
            px(from.y),
            px(start + reach * from.way),
            px(from.y),
            px(stop + reach * to.way),
            px(to.y),
            px(stop),
            px(to.y),
            px(to.x),
            px(to.y),
        );
        let mut line = Element::new("path")
            .set("d", path)
            .set("fill", "none")
            .set("stroke", canvas.tone(tone))
            .set("stroke-width", 1.6);
        let label = kind.map_or("", |kind| kind.label.as_str());
        let name = |id: &str| {
            let node = self.nodes.iter().find(|node| node.id == id);
            node.map_or_else(String::new, |node| node.label.clone())
        };
        let mut title = format!("{} → {} · {label}", name(&edge.from), name(&edge.to));
        if !edge.label.is_empty() {
            title = format!("{title} · {}", edge.label);
        }
        if edge.state == EdgeState::Stale {
            line = line.set("stroke-dasharray", "4 4");
            title = format!("{title} ({})", self.stale_label);
        }
        let group = Element::new("g")
            .child(line)
            .child(head(canvas, shape, to, tone));
        let group = match shape {
            Head::Both | Head::Diamond => group.child(head(canvas, shape, from, tone)),
            Head::Arrow | Head::Open => group,
        };
        group.mark(&edge.id, &title)
    }

    pub(super) fn draw_nodes(&self, canvas: &mut Canvas<'_>, layout: &Layout<'_>) {
        for (label, x, y, side) in &layout.headings {
            let anchor = match side {
                Side::Left => Anchor::Start,
                Side::Right => Anchor::End,
            };
            let text = canvas.soft_text(label, *x, *y, BODY, anchor);
            canvas.add(text.set("font-weight", 600));
        }
        for node in &self.nodes {
            let Some(area) = layout.areas.get(node.id.as_str()) else {
                continue;
            };
            let is_focus = node.id == self.focus;
            let (stroke, wide) = if is_focus {
                (Tone::Ink, 2.0)
            } else {
                (Tone::Soft, 1.0)
            };
            let (x, y) = area.middle();
            let room = area.width - 14.0;
            let frame = Element::new("rect")
                .at("x", area.x)
                .at("y", area.y)
                .at("width", area.width)
                .at("height", area.height)
                .set("rx", 5)
                .set("fill", canvas.tone(Tone::Paper))
                .set("stroke", canvas.tone(stroke))
                .set("stroke-width", wide);
            let has_detail = !node.detail.is_empty();
            let baseline = if has_detail { y - 2.0 } else { y + 4.0 };
            let weight = if is_focus { 700 } else { 500 };
            let name = canvas
                .text(
                    &fit(&node.label, room / 1.05, BODY),
                    x,
                    baseline,
                    BODY,
                    Anchor::Middle,
                )
                .set("font-weight", weight);
            let mut group = Element::new("g").child(frame).child(name);
            let mut title = node.label.clone();
            if has_detail {
                let detail = fit(&node.detail, room, SMALL - 0.5);
                let detail = canvas.soft_text(&detail, x, y + 13.0, SMALL - 0.5, Anchor::Middle);
                group = group.child(detail);
                title = format!("{title} · {}", node.detail);
            }
            canvas.add(group.mark(&node.id, &title));
        }
    }
}

/// The end of an edge at a box. Edges meet boxes level, so that a head points left or right.
fn head(canvas: &Canvas<'_>, shape: Head, end: End, tone: Tone) -> Element {
    let colour = canvas.tone(tone);
    let (x, y, way) = (end.x, end.y, end.way);
    let point = |dx: f64, dy: f64| format!("{} {}", px(x + dx * way), px(y + dy));
    match shape {
        Head::Arrow | Head::Both => Element::new("path")
            .set(
                "d",
                format!(
                    "M{}L{}L{}Z",
                    point(0.0, 0.0),
                    point(9.0, -4.0),
                    point(9.0, 4.0)
                ),
            )
            .set("fill", colour),
        Head::Open => Element::new("path")
            .set(
                "d",
                format!(
                    "M{}L{}L{}",
                    point(9.0, -4.5),
                    point(0.5, 0.0),
                    point(9.0, 4.5)
                ),
            )
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", 1.6),
        Head::Diamond => Element::new("path")
            .set(
                "d",
                format!(
                    "M{}L{}L{}L{}Z",
                    point(0.0, 0.0),
                    point(5.0, -4.0),
                    point(10.0, 0.0),
                    point(5.0, 4.0)
                ),
            )
            .set("fill", colour),
    }
}
