use std::fmt;

use assay_domain::{Date, EvidenceId, PassageId, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::node::NodeId;
use crate::policy::PolicyConfidence;

/// What the other company is to the subject.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The edge goes from the supplier to the subject.
    Supplier,
    /// The edge goes from the subject to the customer.
    Customer,
    Competitor,
    Partner,
}

impl Relation {
    pub fn name(self) -> &'static str {
        match self {
            Self::Supplier => "supplier",
            Self::Customer => "customer",
            Self::Competitor => "competitor",
            Self::Partner => "partner",
        }
    }
}

/// How an edge is kept up, by class of the update policy.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum EdgeType {
    StableSupply,
    StrategicPartnership,
    RumoredRelationship,
    CompetitiveDynamic,
}

impl EdgeType {
    pub const ALL: [Self; 4] = [
        Self::StableSupply,
        Self::StrategicPartnership,
        Self::RumoredRelationship,
        Self::CompetitiveDynamic,
    ];

    /// A relation that only press or posts state is a rumour, whatever it is.
    pub fn of(relation: Relation, tier: Tier) -> Self {
        match (tier, relation) {
            (Tier::C | Tier::D, _) => Self::RumoredRelationship,
            (_, Relation::Supplier | Relation::Customer) => Self::StableSupply,
            (_, Relation::Competitor) => Self::CompetitiveDynamic,
            (_, Relation::Partner) => Self::StrategicPartnership,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::StableSupply => "stable_supply",
            Self::StrategicPartnership => "strategic_partnership",
            Self::RumoredRelationship => "rumored_relationship",
            Self::CompetitiveDynamic => "competitive_dynamic",
        }
    }
}

/// A sentence that states an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EdgeEvidence {
    pub evidence: EvidenceId,
    pub passage: PassageId,
    /// Verbatim from the passage.
    pub quote: String,
    pub tier: Tier,
    /// The date of the document.
    pub as_of: Date,
}

/// `supplier:company:wistron->company:nvidia`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct EdgeId(String);

impl EdgeId {
    pub fn of(relation: Relation, from: &NodeId, to: &NodeId) -> Self {
        Self(format!("{}:{from}->{to}", relation.name()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EdgeStatus {
    Verified,
    /// Expired: shown with a mark.
    Unverified,
    /// Expired for too long: kept, but used nowhere.
    Excluded,
    /// A newer document says that it has ended: kept, but used nowhere.
    Contradicted,
}

impl EdgeStatus {
    pub fn is_usable(self) -> bool {
        matches!(self, Self::Verified | Self::Unverified)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    pub id: EdgeId,
    pub from: NodeId,
    pub to: NodeId,
    pub kind: Relation,
    pub edge_type: EdgeType,
    /// What is supplied or shared, in the words of the document; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Never empty; the newest first.
    pub evidence: Vec<EdgeEvidence>,
    /// The date of the oldest document that states it.
    pub first_seen: Date,
    /// The date of the newest document that states it.
    pub last_verified: Date,
    pub confidence: PolicyConfidence,
    pub status: EdgeStatus,
}

impl Edge {
    /// Days since a document last stated it; none for a document from after `today`.
    pub fn age_days(&self, today: Date) -> u32 {
        days_between(self.last_verified, today)
    }
}

pub(crate) fn days_between(from: Date, to: Date) -> u32 {
    let days = to.duration_since(from).as_hours() / 24;
    u32::try_from(days).unwrap_or(0)
}
