use assay_charts::{
    Colours, EdgeState, Graph, GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, Head, Side,
};

use crate::samples::{
    Tongue, bridge, caption, fan, football, graph, heat, histogram, history, margins, quarters,
};
use crate::svg::{Drawn, check};

fn marks<'a>(elements: &'a [Drawn], prefix: &str) -> Vec<&'a Drawn> {
    let is_mark = |one: &&Drawn| {
        one.attributes
            .get("data-id")
            .is_some_and(|id| id.starts_with(prefix))
    };
    elements.iter().filter(is_mark).collect()
}

/// Pixels are printed with two decimals.
const ROUNDING: f64 = 0.02;

#[test]
fn bars_are_as_high_as_their_values() {
    let chart = history(Tongue::English);
    let elements = check(&chart.svg(Colours::Variables).unwrap());
    let bars = marks(&elements, "dp_Revenue");
    let values: Vec<f64> = chart.bars[0]
        .marks
        .iter()
        .flatten()
        .map(|m| m.value.to_string().parse().unwrap())
        .collect();
    let scale = bars[6].number("height") / values[6];
    for (bar, value) in bars.iter().zip(&values) {
        assert!(
            (bar.number("height") - value * scale).abs() < ROUNDING,
            "{value}"
        );
    }
    let hatched: Vec<bool> = bars
        .iter()
        .map(|bar| bar.attributes["fill"].contains("estimate"))
        .collect();
    assert_eq!(hatched, [false, false, false, false, false, true, true]);
}

#[test]
fn losses_hang_below_the_line_that_profits_stand_on() {
    let elements = check(&quarters(Tongue::English).svg(Colours::Variables).unwrap());
    let bars = marks(&elements, "dp_Free");
    assert_eq!(bars.len(), 15, "a gap is no bar");
    let base = bars[1].number("y") + bars[1].number("height");
    for bar in &bars {
        let (top, height) = (bar.number("y"), bar.number("height"));
        let stands = (top + height - base).abs() < ROUNDING;
        let hangs = (top - base).abs() < ROUNDING;
        assert!(stands || hangs, "{bar:?}");
    }
    assert!((bars[0].number("y") - base).abs() < ROUNDING);
}

#[test]
fn each_step_of_a_bridge_begins_where_the_one_before_ends() {
    let chart = bridge(Tongue::English);
    let elements = check(&chart.svg(Colours::Variables).unwrap());
    let bars = marks(&elements, "bridge_");
    let mut level = bars[0].number("y");
    for (bar, step) in bars.iter().zip(&chart.steps).skip(1).take(5) {
        let (top, bottom) = (bar.number("y"), bar.number("y") + bar.number("height"));
        let (begins, ends) = if step.value.is_sign_negative() {
            (top, bottom)
        } else {
            (bottom, top)
        };
        assert!((begins - level).abs() < ROUNDING, "{}", step.label);
        level = ends;
    }
    assert!((bars[6].number("y") - level).abs() < ROUNDING);
    let base = |bar: &Drawn| bar.number("y") + bar.number("height");
    assert!((base(bars[0]) - base(bars[6])).abs() < ROUNDING);
}

#[test]
fn ranges_and_bins_lie_on_one_scale() {
    let chart = football(Tongue::English);
    let elements = check(&chart.svg(Colours::Variables).unwrap());
    let bars = marks(&elements, "val_");
    let width = |n: usize| -> f64 {
        (chart.rows[n].high - chart.rows[n].low)
            .to_string()
            .parse()
            .unwrap()
    };
    let scale = bars[0].number("width") / width(0);
    for (n, bar) in bars.iter().enumerate() {
        assert!((bar.number("width") - width(n) * scale).abs() < ROUNDING);
    }
    let chart = histogram(Tongue::English);
    let elements = check(&chart.svg(Colours::Variables).unwrap());
    let bars = marks(&elements, "bin_");
    let scale = bars[7].number("height") / chart.bins[7].count as f64;
    for (bar, bin) in bars.iter().zip(&chart.bins) {
        assert!((bar.number("height") - bin.count as f64 * scale).abs() < ROUNDING);
    }
}

#[test]
fn every_figure_is_a_mark_and_every_blank_says_why() {
    let svg = heat(Tongue::Chinese).svg(Colours::Variables).unwrap();
    assert_eq!(marks(&check(&svg), "grid_").len(), 23);
    assert_eq!(svg.matches("永续增长率不低于 WACC").count(), 2);
    let elements = check(&margins(Tongue::English).svg(Colours::Variables).unwrap());
    assert_eq!(marks(&elements, "dp_").len(), 23);
    let elements = check(&fan(Tongue::English).svg(Colours::Variables).unwrap());
    assert_eq!(marks(&elements, "dp_px_").len(), 12);
    assert_eq!(marks(&elements, "dp_bear_").len(), 4);
}

fn boxes(svg: &str) -> Vec<(f64, f64, f64, f64)> {
    let elements = check(svg);
    let is_box =
        |one: &&Drawn| one.name == "rect" && one.attributes.get("rx").is_some_and(|rx| rx == "5");
    let area = |one: &Drawn| {
        (
            one.number("x"),
            one.number("y"),
            one.number("width"),
            one.number("height"),
        )
    };
    elements.iter().filter(is_box).map(area).collect()
}

#[test]
fn boxes_of_a_graph_never_overlap() {
    for (left, right) in [(1, 0), (0, 1), (30, 0), (12, 17), (9, 9), (10, 10), (2, 28)] {
        let node = |n: usize, group| GraphNode {
            id: format!("n{n}"),
            label: format!("A company with a rather long name {n}"),
            detail: "什么都供应".to_owned(),
            group,
        };
        let mut nodes: Vec<GraphNode> = (0..left + right)
            .map(|n| {
                node(
                    n,
                    if n >= left {
                        2
                    } else {
                        usize::from(n % 3 == 0)
                    },
                )
            })
            .collect();
        let edges = nodes.iter().map(|node| GraphEdge {
            id: format!("e{}", node.id),
            from: node.id.clone(),
            to: "focus".to_owned(),
            kind: 0,
            label: String::new(),
            state: EdgeState::Stale,
        });
        let edges = edges.collect();
        nodes.push(GraphNode {
            id: "focus".to_owned(),
            label: "Focus".to_owned(),
            detail: String::new(),
            group: 0,
        });
        let chart = Graph {
            caption: caption("g", "Ecosystem", "x"),
            focus: "focus".to_owned(),
            groups: [Side::Left, Side::Left, Side::Right]
                .map(|side| GraphGroup {
                    label: "G".to_owned(),
                    side,
                })
                .to_vec(),
            nodes,
            kinds: vec![GraphEdgeKind {
                label: "supplies".to_owned(),
                head: Head::Arrow,
            }],
            edges,
            stale_label: "unverified".to_owned(),
        };
        let boxes = boxes(&chart.svg(Colours::Variables).unwrap());
        assert_eq!(boxes.len(), left + right + 1);
        for (n, a) in boxes.iter().enumerate() {
            for b in &boxes[n + 1..] {
                let apart =
                    a.0 + a.2 <= b.0 || b.0 + b.2 <= a.0 || a.1 + a.3 <= b.1 || b.1 + b.3 <= a.1;
                assert!(apart, "{left}+{right}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn stale_edges_are_dashed_and_the_others_are_not() {
    let chart = graph(Tongue::English);
    let svg = chart.svg(Colours::Variables).unwrap();
    let stale = chart
        .edges
        .iter()
        .filter(|edge| edge.state == EdgeState::Stale)
        .count();
    let elements = check(&svg);
    let dashed = elements
        .iter()
        .filter(|one| one.name == "path" && one.attributes.contains_key("stroke-dasharray"));
    assert_eq!(dashed.count(), stale);
}
