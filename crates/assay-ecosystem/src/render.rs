use std::fmt::Write as _;

use assay_domain::Language;

use crate::edge::{Edge, EdgeStatus, Relation};
use crate::graph::Graph;
use crate::node::NodeKind;
use crate::policy::PolicyConfidence;

/// The graph as text for a person, in Markdown: a heading for each relation, a line for each edge,
/// and below it the sentence that states it. Edges that are used nowhere are counted, not listed.
pub fn render(graph: &Graph, language: Language) -> String {
    let mut text = String::new();
    let subject = graph.node(&graph.subject).map_or("", |node| &node.name);
    line(
        &mut text,
        &language.pick(
            format!("# Ecosystem of {subject}"),
            format!("# {subject} 产业链图谱"),
        ),
    );
    let usable = graph.usable();
    for (relation, edges) in &usable {
        line(&mut text, "");
        line(&mut text, &format!("## {}", heading(*relation, language)));
        line(&mut text, "");
        for edge in edges {
            add_edge(&mut text, graph, edge, language);
        }
    }
    if usable.is_empty() {
        line(&mut text, "");
        line(
            &mut text,
            language.pick(
                "No relation is stated by a document that is recent enough.",
                "没有足够新的文件披露相关关系。",
            ),
        );
    }
    let count = |status| {
        graph
            .edges
            .iter()
            .filter(|edge| edge.status == status)
            .count()
    };
    let (excluded, ended) = (count(EdgeStatus::Excluded), count(EdgeStatus::Contradicted));
    if excluded + ended > 0 {
        line(&mut text, "");
        line(&mut text, &language.pick(
            format!("Left out: {excluded} not verified for too long, {ended} contradicted by a newer document."),
            format!("未列示：{excluded} 条因长期未核实而剔除，{ended} 条与更新的文件矛盾。"),
        ));
    }
    text
}

fn line(text: &mut String, content: &str) {
    text.push_str(content);
    text.push('\n');
}

fn heading(relation: Relation, language: Language) -> &'static str {
    match relation {
        Relation::Supplier => language.pick("Suppliers", "供应商"),
        Relation::Customer => language.pick("Customers", "客户"),
        Relation::Competitor => language.pick("Competitors", "竞争对手"),
        Relation::Partner => language.pick("Partners", "合作伙伴"),
    }
}

fn add_edge(text: &mut String, graph: &Graph, edge: &Edge, language: Language) {
    let Some(node) = graph.other(edge) else {
        return;
    };
    let mut parts = Vec::new();
    if !edge.label.is_empty() {
        parts.push(edge.label.clone());
    }
    if node.kind == NodeKind::Product {
        parts.push(language.pick("product", "产品").to_owned());
    }
    let (seen, on) = (edge.first_seen, edge.last_verified);
    parts.push(if seen == on {
        language.pick(format!("stated {on}"), format!("披露于 {on}"))
    } else {
        language.pick(
            format!("first stated {seen}, last {on}"),
            format!("首次披露 {seen}，最近披露 {on}"),
        )
    });
    parts.push(confidence(edge.confidence, language).to_owned());
    if edge.status == EdgeStatus::Unverified {
        parts.push(language.pick("UNVERIFIED", "待核实").to_owned());
    }
    let separator = language.pick("; ", "；");
    let details = parts.join(separator);
    // Writing to a string cannot fail.
    let _ = match language {
        Language::En => writeln!(text, "- **{}** ({details})", node.name),
        Language::Zh => writeln!(text, "- **{}**（{details}）", node.name),
    };
    if let Some(evidence) = edge.evidence.first() {
        let quote: Vec<&str> = evidence.quote.split_whitespace().collect();
        let _ = writeln!(text, "  > {} [{}]", quote.join(" "), evidence.evidence);
    }
}

fn confidence(confidence: PolicyConfidence, language: Language) -> &'static str {
    match confidence {
        PolicyConfidence::High => language.pick("confidence high", "置信度高"),
        PolicyConfidence::Medium => language.pick("confidence medium", "置信度中"),
        PolicyConfidence::Low => language.pick("confidence low", "置信度低"),
    }
}
