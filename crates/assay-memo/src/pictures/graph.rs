use assay_charts::{
    Colours, EdgeState, Graph as Chart, GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, Head, Side,
};
use assay_domain::Language;
use assay_ecosystem::{Edge, EdgeStatus, Graph, Relation};

use super::caption;
use crate::error::MemoError;
use crate::page::Page;
use crate::words;

/// Others that a picture shows; the table has all.
const MOST: usize = 40;
const RELATIONS: [Relation; 4] = [
    Relation::Supplier,
    Relation::Customer,
    Relation::Competitor,
    Relation::Partner,
];

/// The company and those it deals with.
pub(crate) fn add(page: &mut Page<'_>, graph: &Graph) -> Result<(), MemoError> {
    let chart = chart(graph, page.language());
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick(
        "Source: the sentences cited in the table above.",
        "资料来源：上表所引语句。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}

/// The relations of a company that are recent enough, as a picture that stands alone.
pub fn ecosystem_picture(graph: &Graph, language: Language) -> Result<String, MemoError> {
    Ok(chart(graph, language).svg(Colours::Fixed)?)
}

fn chart(graph: &Graph, language: Language) -> Chart {
    let usable = graph.usable();
    let edges: Vec<&Edge> = usable.values().flatten().copied().take(MOST).collect();
    let mut nodes = Vec::new();
    if let Some(subject) = graph.node(&graph.subject) {
        nodes.push(GraphNode {
            id: subject.id.to_string(),
            label: subject.name.clone(),
            detail: String::new(),
            group: 0,
        });
    }
    for edge in &edges {
        let Some(other) = graph.other(edge) else {
            continue;
        };
        if nodes.iter().all(|node| node.id != other.id.as_str()) {
            nodes.push(GraphNode {
                id: other.id.to_string(),
                label: other.name.clone(),
                detail: edge.label.clone(),
                group: place(edge.kind),
            });
        }
    }
    let title = language.pick("Ecosystem", "产业链图谱");
    let unit = language.pick(
        "Relations stated in documents; dashed where not verified lately",
        "文件披露的关系；虚线为近期未核实",
    );
    let told = language.pick(
        "The company in the middle, suppliers and partners on one side, customers and competitors on the other.",
        "公司居中，一侧为供应商与合作伙伴，另一侧为客户与竞争对手。",
    );
    Chart {
        caption: caption("ecosystem-picture", title, unit, told),
        focus: graph.subject.to_string(),
        groups: RELATIONS
            .map(|relation| GraphGroup {
                label: words::relation(relation, language).to_owned(),
                side: match relation {
                    Relation::Supplier | Relation::Partner => Side::Left,
                    Relation::Customer | Relation::Competitor => Side::Right,
                },
            })
            .to_vec(),
        nodes,
        kinds: RELATIONS
            .map(|relation| GraphEdgeKind {
                label: words::relation(relation, language).to_owned(),
                head: match relation {
                    Relation::Supplier => Head::Arrow,
                    Relation::Customer => Head::Open,
                    Relation::Competitor => Head::Diamond,
                    Relation::Partner => Head::Both,
                },
            })
            .to_vec(),
        edges: edges.into_iter().map(drawn).collect(),
        stale_label: language.pick("unverified", "待核实").to_owned(),
    }
}

fn place(relation: Relation) -> usize {
    RELATIONS
        .iter()
        .position(|one| *one == relation)
        .unwrap_or(0)
}

fn drawn(edge: &Edge) -> GraphEdge {
    GraphEdge {
        id: edge.id.as_str().replace("->", "→"),
        from: edge.from.to_string(),
        to: edge.to.to_string(),
        kind: place(edge.kind),
        label: edge.label.clone(),
        state: if edge.status == EdgeStatus::Verified {
            EdgeState::Verified
        } else {
            EdgeState::Stale
        },
    }
}
