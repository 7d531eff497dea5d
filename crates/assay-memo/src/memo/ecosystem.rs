use std::time::Duration;

use assay_domain::Date;
use assay_ecosystem::{Edge, EdgeStatus, UpdatePolicy};
use assay_exports::{Cell, Row};

use crate::error::MemoError;
use crate::page::{NONE, Page, left, row};
use crate::pictures;
use crate::words;

/// Relations that documents state, each with the day it was last stated and the day it expires. Those
/// that are too old to be used stand there as that.
pub(crate) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("ecosystem", "Ecosystem", "产业链");
    let Some(package) = page.dossier.ecosystem else {
        page.lacks(
            "No ecosystem graph was built in this run.",
            "本次运行未构建产业链图谱。",
        );
        return Ok(());
    };
    let graph = &package.graph;
    let usable = graph.usable();
    let expired = |edge: &&Edge| edge.status == EdgeStatus::Excluded;
    let old: Vec<&Edge> = graph.edges.iter().filter(expired).collect();
    if usable.is_empty() {
        page.lacks(
            "No relation is stated by a document that is recent enough.",
            "没有足够新的文件披露相关关系。",
        );
    }
    if !usable.is_empty() || !old.is_empty() {
        let columns = vec![
            left(page.pick("Relation", "关系")),
            left(page.pick("Company", "公司")),
            left(page.pick("What", "内容")),
            left(page.pick("As of", "披露日")),
            left(page.pick("Expires", "到期日")),
            left(page.pick("Status", "状态")),
            left(page.pick("Confidence", "置信度")),
        ];
        let mut rows: Vec<Row> = Vec::new();
        for edge in usable.values().flatten().chain(&old) {
            rows.push(row(cells(page, edge, &package.update_policy)));
        }
        page.table(None, columns, rows);
    }
    if !usable.is_empty() {
        pictures::graph::add(page, graph)?;
    }
    let unused = graph.edges.iter().filter(|edge| !edge.status.is_usable());
    let (excluded, all) = (old.len(), unused.count());
    if all > 0 {
        let label = page.pick("Relations left out", "未采用的关系").to_owned();
        let of = page.pick("ecosystem graph", "产业链图谱").to_owned();
        let (old, _) = page.ledger.count("edges.excluded", &label, excluded, &of);
        let (ended, _) = page
            .ledger
            .count("edges.contradicted", &label, all - excluded, &of);
        let text = vec![
            page.word("Not used: ", "未采用："),
            assay_exports::Inline::figure(old, excluded.to_string()),
            page.word(" not stated again for too long, ", " 条长期未再披露，"),
            assay_exports::Inline::figure(ended, (all - excluded).to_string()),
            page.word(
                " contradicted by a newer document.",
                " 条与更新的文件矛盾。",
            ),
        ];
        page.paragraph(text);
    }
    Ok(())
}

fn cells(page: &mut Page<'_>, edge: &Edge, policy: &UpdatePolicy) -> Vec<Cell> {
    let language = page.language();
    let graph = page.dossier.ecosystem.map(|package| &package.graph);
    let other = graph.and_then(|graph| graph.other(edge));
    let mut name = Cell::text(other.map_or("", |node| node.name.as_str()));
    if let Some(evidence) = edge.evidence.first() {
        name.cites.push(page.ledger.cite_edge(evidence));
    }
    let origin = page.pick("ecosystem graph", "产业链图谱").to_owned();
    let what = if edge.label.is_empty() {
        NONE
    } else {
        &edge.label
    };
    let key = format!("edge.{}", edge.id);
    vec![
        Cell::text(words::relation(edge.kind, language)),
        name,
        page.ledger.said_cell(&key, what, &origin),
        Cell::text(edge.last_verified.to_string()),
        Cell::text(expiry(edge, policy).map_or_else(|| NONE.to_owned(), |day| day.to_string())),
        Cell::text(words::edge_status(edge.status, language)),
        Cell::text(words::policy_confidence(edge.confidence, language)),
    ]
}

/// The day after which its class no longer counts as known.
fn expiry(edge: &Edge, policy: &UpdatePolicy) -> Option<Date> {
    let mut classes = policy.edge_classifications.iter();
    let class = classes.find(|class| class.edge_type == edge.edge_type)?;
    let days = Duration::from_secs(u64::from(class.expiry_days) * 24 * 60 * 60);
    edge.last_verified.checked_add(days).ok()
}
