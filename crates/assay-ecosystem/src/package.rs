use assay_domain::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::freshness::GraphFreshness;
use crate::graph::Graph;
use crate::policy::UpdatePolicy;

/// The agent's name on the board.
pub const AGENT: &str = "ecosystem_graph";
/// The version of the package's form.
pub const VERSION: &str = "1.1";

/// What the ecosystem agent puts on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EcosystemPackage {
    pub agent: String,
    pub version: String,
    pub graph: Graph,
    pub update_policy: UpdatePolicy,
    pub graph_freshness: GraphFreshness,
}

impl EcosystemPackage {
    /// The graph as of `today`, its edges aged by the policy.
    pub fn new(mut graph: Graph, policy: UpdatePolicy, today: Date) -> Self {
        graph.age(&policy, today);
        let graph_freshness = graph.freshness(&policy, today);
        Self {
            agent: AGENT.to_owned(),
            version: VERSION.to_owned(),
            graph,
            update_policy: policy,
            graph_freshness,
        }
    }
}
