use assay_domain::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edge::{Edge, EdgeStatus};
use crate::graph::Graph;
use crate::policy::UpdatePolicy;

/// How up to date a graph is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphFreshness {
    pub last_full_refresh: Option<Date>,
    pub edges_verified_last_30_days: usize,
    /// Expired, and past the warning threshold since; excluded ones among them.
    pub edges_stale: usize,
    /// Marked as unverified and still shown.
    pub edges_unverified: usize,
}

const RECENT_DAYS: u32 = 30;

impl Graph {
    /// Sets the status of each edge by the days since its class let it expire. What a document
    /// contradicts stays so.
    pub fn age(&mut self, policy: &UpdatePolicy, today: Date) {
        for edge in &mut self.edges {
            edge.status = status(edge, policy, today);
        }
    }

    /// Edges past the warning threshold, the oldest first.
    pub fn stale(&self, policy: &UpdatePolicy, today: Date) -> Vec<&Edge> {
        let warn = policy.stale_edge_handling.warn_threshold_days;
        let mut stale: Vec<&Edge> = self
            .edges
            .iter()
            .filter(|edge| policy.days_expired(edge, today) > warn)
            .collect();
        stale.sort_by(|a, b| (a.last_verified, &a.id).cmp(&(b.last_verified, &b.id)));
        stale
    }

    pub fn freshness(&self, policy: &UpdatePolicy, today: Date) -> GraphFreshness {
        let recent = |edge: &&Edge| {
            edge.age_days(today) <= RECENT_DAYS && edge.status != EdgeStatus::Contradicted
        };
        let unverified = |edge: &&Edge| status(edge, policy, today) == EdgeStatus::Unverified;
        GraphFreshness {
            last_full_refresh: self.last_full_refresh,
            edges_verified_last_30_days: self.edges.iter().filter(recent).count(),
            edges_stale: self.stale(policy, today).len(),
            edges_unverified: self.edges.iter().filter(unverified).count(),
        }
    }
}

fn status(edge: &Edge, policy: &UpdatePolicy, today: Date) -> EdgeStatus {
    let expired = policy.days_expired(edge, today);
    if edge.status == EdgeStatus::Contradicted {
        EdgeStatus::Contradicted
    } else if expired > policy.stale_edge_handling.exclude_threshold_days {
        EdgeStatus::Excluded
    } else if expired > 0 {
        EdgeStatus::Unverified
    } else {
        EdgeStatus::Verified
    }
}
