use std::cmp::Reverse;
use std::collections::BTreeMap;

use assay_domain::{Date, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edge::{Edge, EdgeEvidence, EdgeId, EdgeStatus, EdgeType, Relation};
use crate::extract::{Found, Polarity, Subject};
use crate::node::{Node, NodeId, NodeKind, key_of};
use crate::policy::UpdatePolicy;

/// Quotations kept for an edge; older ones are dropped.
const MOST_EVIDENCE: usize = 6;

/// A company and those it deals with, as it is stored from run to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Graph {
    /// The company that the edges are about.
    pub subject: NodeId,
    /// In order of their ids.
    pub nodes: Vec<Node>,
    /// In order of their ids.
    pub edges: Vec<Edge>,
    /// The last day on which all documents at hand were read for it.
    #[serde(default)]
    pub last_full_refresh: Option<Date>,
}

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeReport {
    pub added: Vec<EdgeId>,
    /// Stated again by a document that is at least as new.
    pub verified: Vec<EdgeId>,
    pub contradicted: Vec<EdgeId>,
}

impl Graph {
    /// What is otherwise than in an earlier state of the graph.
    pub fn changes_since(&self, before: Option<&Self>) -> MergeReport {
        let mut report = MergeReport::default();
        for edge in &self.edges {
            let known = before.and_then(|before| before.edges.iter().find(|one| one.id == edge.id));
            let ends = edge.status == EdgeStatus::Contradicted;
            let changed = match known {
                None if ends => None,
                None => Some(&mut report.added),
                Some(known) if ends => {
                    (known.status != edge.status).then_some(&mut report.contradicted)
                }
                Some(known) => {
                    (known.last_verified < edge.last_verified).then_some(&mut report.verified)
                }
            };
            if let Some(changed) = changed {
                changed.push(edge.id.clone());
            }
        }
        report
    }

    pub fn new(subject: &Subject) -> Self {
        let name = subject.names.first().cloned().unwrap_or_default();
        let id = NodeId::of(NodeKind::Company, &name);
        let node = Node {
            id: id.clone(),
            kind: NodeKind::Company,
            name,
            aliases: subject.names.iter().skip(1).cloned().collect(),
            ticker: subject.ticker.clone(),
        };
        Self {
            subject: id,
            nodes: vec![node],
            edges: Vec::new(),
            last_full_refresh: None,
        }
    }

    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == *id)
    }

    /// Adds what was found. An edge that is known is verified by a document that is not older; one
    /// that a newer document denies is contradicted. Statuses by age are set by [`Graph::age`].
    pub fn merge(&mut self, found: Vec<Found>, policy: &UpdatePolicy) -> MergeReport {
        let mut report = MergeReport::default();
        let mut found = found;
        // Full names first, so that short ones find them.
        found.sort_by_key(|one| Reverse(one.name.chars().count()));
        let ids: Vec<NodeId> = found.iter().map(|one| self.node_for(one)).collect();
        let mut found: Vec<(Found, NodeId)> = found.into_iter().zip(ids).collect();
        // An end is of what was stated by then.
        found.sort_by_key(|(one, _)| (one.date, one.polarity == Polarity::Denied));
        for (one, other) in found {
            let (from, to) = match one.relation {
                Relation::Supplier => (other, self.subject.clone()),
                Relation::Customer | Relation::Competitor | Relation::Partner => {
                    (self.subject.clone(), other)
                }
            };
            let id = EdgeId::of(one.relation, &from, &to);
            let known = self.edges.iter_mut().find(|edge| edge.id == id);
            match (known, one.polarity) {
                (Some(edge), Polarity::Stated) => {
                    if take_in(edge, one, policy) && !report.added.contains(&id) {
                        report.verified.push(id);
                    }
                }
                (Some(edge), Polarity::Denied) => {
                    if contradict(edge, one) {
                        report.contradicted.push(id);
                    }
                }
                (None, Polarity::Stated) => {
                    self.edges.push(new_edge(id.clone(), from, to, one, policy));
                    report.added.push(id);
                }
                // What was never known needs no end.
                (None, Polarity::Denied) => {}
            }
        }
        self.tidy();
        for ids in [
            &mut report.added,
            &mut report.verified,
            &mut report.contradicted,
        ] {
            ids.sort();
            ids.dedup();
        }
        report
    }

    /// The node that a name means: known by that name or an alias, or by the one full name that it
    /// begins.
    fn node_for(&mut self, found: &Found) -> NodeId {
        let keys: Vec<String> = std::iter::once(&found.name)
            .chain(&found.aliases)
            .map(|name| key_of(name))
            .collect();
        let is_same = |node: &&mut Node| {
            let names = std::iter::once(&node.name).chain(&node.aliases);
            node.kind == found.kind && names.into_iter().any(|name| keys.contains(&key_of(name)))
        };
        if let Some(node) = self.nodes.iter_mut().find(is_same) {
            add_names(node, found);
            return node.id.clone();
        }
        let first = keys.first().cloned().unwrap_or_default();
        let begins = |node: &&mut Node| {
            node.kind == found.kind && key_of(&node.name).starts_with(&format!("{first}-"))
        };
        let mut longer = self.nodes.iter_mut().filter(begins);
        if let (Some(node), None) = (longer.next(), longer.next()) {
            add_names(node, found);
            return node.id.clone();
        }
        let mut node = Node {
            id: NodeId::of(found.kind, &found.name),
            kind: found.kind,
            name: found.name.clone(),
            aliases: Vec::new(),
            ticker: None,
        };
        add_names(&mut node, found);
        let id = node.id.clone();
        self.nodes.push(node);
        id
    }

    /// In order, and without nodes that no edge needs.
    fn tidy(&mut self) {
        self.edges.sort_by(|a, b| a.id.cmp(&b.id));
        let (subject, edges) = (&self.subject, &self.edges);
        let is_used = |node: &Node| {
            node.id == *subject || edges.iter().any(|e| e.from == node.id || e.to == node.id)
        };
        self.nodes.retain(is_used);
        self.nodes.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Edges by what the other company is, those that may be used only.
    pub fn usable(&self) -> BTreeMap<Relation, Vec<&Edge>> {
        let mut usable: BTreeMap<Relation, Vec<&Edge>> = BTreeMap::new();
        for edge in self.edges.iter().filter(|edge| edge.status.is_usable()) {
            usable.entry(edge.kind).or_default().push(edge);
        }
        usable
    }

    /// The end of an edge that is not the subject.
    pub fn other(&self, edge: &Edge) -> Option<&Node> {
        let id = if edge.from == self.subject {
            &edge.to
        } else {
            &edge.from
        };
        self.node(id)
    }
}

fn add_names(node: &mut Node, found: &Found) {
    for name in std::iter::once(&found.name).chain(&found.aliases) {
        if *name != node.name && !node.aliases.contains(name) {
            node.aliases.push(name.clone());
        }
    }
    node.aliases.sort();
}

fn new_edge(id: EdgeId, from: NodeId, to: NodeId, found: Found, policy: &UpdatePolicy) -> Edge {
    Edge {
        id,
        from,
        to,
        kind: found.relation,
        edge_type: found.edge_type,
        label: found.label,
        first_seen: found.date,
        last_verified: found.date,
        confidence: policy.confidence(found.edge_type),
        evidence: found.evidence,
        status: EdgeStatus::Verified,
    }
}

/// Adds a statement to an edge; whether the edge is verified by it.
fn take_in(edge: &mut Edge, found: Found, policy: &UpdatePolicy) -> bool {
    let is_newer = found.date > edge.last_verified;
    let verifies = found.date >= edge.last_verified;
    edge.first_seen = edge.first_seen.min(found.date);
    edge.last_verified = edge.last_verified.max(found.date);
    let is_rumour = |edge_type| edge_type == EdgeType::RumoredRelationship;
    if is_rumour(edge.edge_type) && !is_rumour(found.edge_type) {
        edge.edge_type = found.edge_type;
    }
    edge.confidence = policy.confidence(edge.edge_type);
    if !found.label.is_empty() && (edge.label.is_empty() || is_newer) {
        edge.label = found.label;
    }
    // What ended stays ended until a newer document says otherwise.
    if verifies && (is_newer || edge.status != EdgeStatus::Contradicted) {
        edge.status = EdgeStatus::Verified;
    }
    add_evidence(edge, found.evidence);
    verifies
}

fn contradict(edge: &mut Edge, found: Found) -> bool {
    let trusted = found
        .evidence
        .iter()
        .any(|one| matches!(one.tier, Tier::A | Tier::B));
    let ends = trusted && found.date >= edge.last_verified;
    if ends {
        edge.status = EdgeStatus::Contradicted;
        edge.last_verified = found.date;
        add_evidence(edge, found.evidence);
    }
    ends
}

fn add_evidence(edge: &mut Edge, evidence: Vec<EdgeEvidence>) {
    for one in evidence {
        if !edge
            .evidence
            .iter()
            .any(|known| known.passage == one.passage && known.quote == one.quote)
        {
            edge.evidence.push(one);
        }
    }
    // Stable: within a day, in the order of the document.
    edge.evidence.sort_by_key(|one| Reverse(one.as_of));
    edge.evidence.truncate(MOST_EVIDENCE);
}
