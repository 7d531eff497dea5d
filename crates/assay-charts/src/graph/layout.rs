//! Where everything stands. A side is a column of boxes under headings; where it would be too long,
//! every other box moves outwards into a second column, level with the gaps of the first, so that
//! an edge from the outer column reaches the middle between two boxes of the inner one.

use std::collections::BTreeMap;

use super::{Graph, GraphNode, Side};
use crate::canvas::{BODY, MARGIN};
use crate::text::width;

const WIDTH: f64 = 900.0;
/// Where both sides have two columns.
const WIDER: f64 = 1080.0;
/// A side with more boxes than this has two columns.
const ONE_COLUMN: usize = 9;
const BOX: f64 = 170.0;
/// In two columns.
const NARROW_BOX: f64 = 150.0;
const GAP: f64 = 12.0;
/// The room that all edges of an outer box share in the gap between two inner ones.
const LANE: f64 = 8.0;
const HEADING: f64 = 26.0;
/// Between the two columns of a side.
const BETWEEN: f64 = 14.0;
/// Between two ends of edges at the middle box.
const END: f64 = 11.0;
const FOCUS: f64 = 136.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn middle(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// The width of the picture.
pub(super) fn width_of(graph: &Graph) -> f64 {
    let is_double = |side| count_on(graph, side) > ONE_COLUMN;
    if is_double(Side::Left) && is_double(Side::Right) {
        WIDER
    } else {
        WIDTH
    }
}

fn is_on(graph: &Graph, node: &GraphNode, side: Side) -> bool {
    let group = graph.groups.get(node.group);
    node.id != graph.focus && group.is_some_and(|group| group.side == side)
}

fn count_on(graph: &Graph, side: Side) -> usize {
    let nodes = graph.nodes.iter();
    nodes.filter(|node| is_on(graph, node, side)).count()
}

pub(super) struct Layout<'a> {
    pub(super) areas: BTreeMap<&'a str, Area>,
    /// Text, x, baseline, side.
    pub(super) headings: Vec<(&'a str, f64, f64, Side)>,
    pub(super) bottom: f64,
    /// The edge of each side's inner column that faces the middle.
    pub(super) inner: BTreeMap<Side, f64>,
    pub(super) sides: BTreeMap<&'a str, Side>,
}

impl<'a> Layout<'a> {
    pub(super) fn of(graph: &'a Graph, top: f64) -> Self {
        let has_details = graph.nodes.iter().any(|node| !node.detail.is_empty());
        let height = if has_details { 40.0 } else { 30.0 };
        let mut layout = Self {
            areas: BTreeMap::new(),
            headings: Vec::new(),
            bottom: top,
            inner: BTreeMap::new(),
            sides: BTreeMap::new(),
        };
        let mut ends: BTreeMap<Side, f64> = BTreeMap::new();
        for side in [Side::Left, Side::Right] {
            let end = layout.place_side(graph, side, top, height);
            layout.bottom = layout.bottom.max(end);
            ends.insert(side, end);
        }
        layout.place_focus(graph, top);
        let bottom = layout.bottom;
        for (side, end) in ends {
            layout.shift_down(side, (bottom - end) / 2.0);
        }
        layout
    }

    fn place_side(&mut self, graph: &'a Graph, side: Side, top: f64, height: f64) -> f64 {
        let is_double = count_on(graph, side) > ONE_COLUMN;
        let wide = if is_double { NARROW_BOX } else { BOX };
        let outer = match side {
            Side::Left => MARGIN,
            Side::Right => width_of(graph) - MARGIN - wide,
        };
        let towards_middle = match side {
            Side::Left => 1.0,
            Side::Right => -1.0,
        };
        let columns = f64::from(u8::from(is_double));
        let inner = outer + columns * (wide + BETWEEN) * towards_middle;
        let facing = match side {
            Side::Left => inner + wide,
            Side::Right => inner,
        };
        self.inner.insert(side, facing);
        let mut y = top;
        for (index, group) in graph.groups.iter().enumerate() {
            let members: Vec<&GraphNode> = graph
                .nodes
                .iter()
                .filter(|node| is_on(graph, node, side) && node.group == index)
                .collect();
            if members.is_empty() {
                continue;
            }
            self.headings
                .push((&group.label, heading_x(graph, side), y + 14.0, side));
            y += HEADING;
            let is_double = is_double && members.len() > 1;
            let step = height + GAP;
            for (n, node) in members.iter().enumerate() {
                let (x, row) = match (is_double, n % 2) {
                    (false, _) => (inner, n as f64),
                    (true, 0) => (inner, (n / 2) as f64),
                    (true, _) => (outer, (n / 2) as f64 + 0.5),
                };
                let area = Area {
                    x,
                    y: y + row * step,
                    width: wide,
                    height,
                };
                self.areas.insert(&node.id, area);
                self.sides.insert(&node.id, side);
            }
            let rows = if is_double {
                members.len() as f64 / 2.0 + 0.5
            } else {
                members.len() as f64
            };
            y += rows * step + 4.0;
        }
        y
    }

    /// The middle box, high enough for the edges that end at it.
    fn place_focus(&mut self, graph: &'a Graph, top: f64) {
        let Some(focus) = graph.nodes.iter().find(|node| node.id == graph.focus) else {
            return;
        };
        let ends_on = |side: Side| {
            let edges = graph.edges.iter();
            let others = edges.filter_map(|edge| other_end(&edge.from, &edge.to, &graph.focus));
            others
                .filter(|other| self.sides.get(other) == Some(&side))
                .count()
        };
        let most = ends_on(Side::Left).max(ends_on(Side::Right));
        let height = (most as f64 * END + 14.0).max(58.0);
        self.bottom = self.bottom.max(top + height);
        let (left, right) = (self.facing(Side::Left), self.facing(Side::Right));
        // Narrower where two double columns leave little room.
        let room = right - left - 150.0;
        let wide = FOCUS.max(width(&focus.label, BODY) + 24.0).min(room);
        let area = Area {
            x: (left + right - wide) / 2.0,
            y: (top + self.bottom - height) / 2.0,
            width: wide,
            height,
        };
        self.areas.insert(&focus.id, area);
    }

    /// Between two ends of edges at a side of a box.
    pub(super) fn end_step(&self, id: &str, area: &Area, ends: usize) -> f64 {
        let even = area.height / (ends + 1) as f64;
        let side = self.sides.get(id);
        let is_outer = side.is_some_and(|side| {
            let facing = self.facing(*side);
            (area.x - facing).abs() > 1.0 && (area.x + area.width - facing).abs() > 1.0
        });
        if is_outer {
            even.min(LANE / ends.saturating_sub(1).max(1) as f64)
        } else {
            even
        }
    }

    fn facing(&self, side: Side) -> f64 {
        self.inner.get(&side).copied().unwrap_or(WIDTH / 2.0)
    }

    /// A short side stands in the middle of the picture's height.
    fn shift_down(&mut self, side: Side, by: f64) {
        for (node, on) in &self.sides {
            if *on == side
                && let Some(area) = self.areas.get_mut(node)
            {
                area.y += by;
            }
        }
        for heading in self.headings.iter_mut().filter(|heading| heading.3 == side) {
            heading.2 += by;
        }
    }
}

fn heading_x(graph: &Graph, side: Side) -> f64 {
    match side {
        Side::Left => MARGIN,
        Side::Right => width_of(graph) - MARGIN,
    }
}

/// The end of an edge that is not `focus`, if exactly one is.
fn other_end<'a>(from: &'a str, to: &'a str, focus: &str) -> Option<&'a str> {
    match (from == focus, to == focus) {
        (true, false) => Some(to),
        (false, true) => Some(from),
        _ => None,
    }
}
