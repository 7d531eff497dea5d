//! Who supplies, buys from, competes with and works with a company: a graph whose every edge quotes
//! the sentence that states it, with its dates.
//!
//! [`extract`] finds relations in passages by rules, in English and Chinese, and would rather miss
//! one than invent one. [`Graph::merge`] adds them to what earlier runs found; [`Graph::age`] marks
//! what nobody has confirmed for too long, by an [`UpdatePolicy`] that is data. Pure: the day is an
//! argument.

mod edge;
mod extract;
mod freshness;
mod graph;
mod node;
mod package;
mod policy;
mod refresh;
mod render;

pub use edge::{Edge, EdgeEvidence, EdgeId, EdgeStatus, EdgeType, Relation};
pub use extract::{ExtractError, Found, Polarity, Source, Subject, extract};
pub use freshness::GraphFreshness;
pub use graph::{Graph, MergeReport};
pub use node::{Node, NodeId, NodeKind};
pub use package::{AGENT, EcosystemPackage, VERSION};
pub use policy::{
    AffectedEdges, EdgeClass, PolicyConfidence, PolicyError, RefreshAction, RefreshRule,
    ReviewFrequency, StaleAction, StaleHandling, Trigger, TriggerMetric, UpdatePolicy,
};
pub use refresh::{RefreshCause, RefreshEvent, RefreshItem, refresh_plan};
pub use render::render;
