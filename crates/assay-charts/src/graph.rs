mod draw;
mod layout;

use std::collections::BTreeSet;

use crate::ChartError;
use crate::canvas::{Canvas, Caption};
use crate::colour::Colours;

/// A company among those it deals with: itself in the middle, groups of others on either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub caption: Caption,
    /// The company in the middle; one of `nodes`.
    pub focus: String,
    pub groups: Vec<GraphGroup>,
    pub nodes: Vec<GraphNode>,
    pub kinds: Vec<GraphEdgeKind>,
    pub edges: Vec<GraphEdge>,
    /// What a dashed edge means, for instance `unverified`.
    pub stale_label: String,
}

/// Nodes under one heading, for instance suppliers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphGroup {
    pub label: String,
    pub side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    pub id: String,
    pub label: String,
    /// A second, smaller line, for instance what is supplied; may be empty.
    pub detail: String,
    /// Index into `groups`; of no meaning for the focus.
    pub group: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdgeKind {
    pub label: String,
    pub head: Head,
}

/// What stands at the ends of an edge: kinds differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// A filled arrow at the target.
    Arrow,
    /// An open arrow at the target.
    Open,
    /// A filled arrow at both ends.
    Both,
    /// A diamond at both ends.
    Diamond,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    pub id: String,
    pub from: String,
    pub to: String,
    /// Index into `kinds`.
    pub kind: usize,
    /// Said on hovering.
    pub label: String,
    pub state: EdgeState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeState {
    Verified,
    /// Drawn with dashes.
    Stale,
}

/// Beyond this the labels are too small to read; group the rest or leave it out.
const MOST_NODES: usize = 60;

impl Graph {
    pub fn svg(&self, colours: Colours) -> Result<String, ChartError> {
        let mut canvas = Canvas::new(&self.caption, colours, layout::width_of(self))?;
        self.check(canvas.chart())?;
        self.legend(&mut canvas);
        let layout = layout::Layout::of(self, canvas.top);
        self.draw_edges(&mut canvas, &layout);
        self.draw_nodes(&mut canvas, &layout);
        canvas.top = layout.bottom + 4.0;
        Ok(canvas.finish())
    }

    fn check(&self, chart: &str) -> Result<(), ChartError> {
        let unknown = |what, name: String| ChartError::Unknown {
            chart: chart.to_owned(),
            what,
            name,
        };
        if self.edges.is_empty() {
            return Err(ChartError::Empty {
                chart: chart.to_owned(),
                what: "edges",
            });
        }
        if self.nodes.len() > MOST_NODES {
            return Err(ChartError::TooMany {
                chart: chart.to_owned(),
                what: "nodes",
                found: self.nodes.len(),
                limit: MOST_NODES,
            });
        }
        let ids: BTreeSet<&str> = self.nodes.iter().map(|node| node.id.as_str()).collect();
        if !ids.contains(self.focus.as_str()) {
            return Err(unknown("node", self.focus.clone()));
        }
        for node in &self.nodes {
            if node.id != self.focus && self.groups.get(node.group).is_none() {
                return Err(unknown("group", node.group.to_string()));
            }
        }
        for edge in &self.edges {
            for end in [&edge.from, &edge.to] {
                if !ids.contains(end.as_str()) {
                    return Err(unknown("node", end.clone()));
                }
            }
            if self.kinds.get(edge.kind).is_none() {
                return Err(unknown("kind", edge.kind.to_string()));
            }
        }
        Ok(())
    }
}
