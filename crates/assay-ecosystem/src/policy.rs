mod trigger;

use std::collections::BTreeSet;

use assay_domain::{Date, Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::edge::{Edge, EdgeType, Relation};

pub use trigger::{Trigger, TriggerMetric};

/// How edges are kept up: data that a user can read and change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdatePolicy {
    pub edge_classifications: Vec<EdgeClass>,
    pub auto_refresh_rules: Vec<RefreshRule>,
    pub stale_edge_handling: StaleHandling,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeClass {
    pub edge_type: EdgeType,
    pub description: String,
    pub confidence: PolicyConfidence,
    pub review_frequency: ReviewFrequency,
    pub expiry_days: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_update_trigger: Option<Trigger>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum PolicyConfidence {
    Low,
    Medium,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewFrequency {
    Daily,
    Weekly,
    Monthly,
    Quarterly,
    Yearly,
}

impl ReviewFrequency {
    pub fn days(self) -> u32 {
        match self {
            Self::Daily => 1,
            Self::Weekly => 7,
            Self::Monthly => 30,
            Self::Quarterly => 90,
            Self::Yearly => 365,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRule {
    pub trigger: Trigger,
    /// None are all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub affected_edges: Vec<AffectedEdges>,
    pub action: RefreshAction,
}

/// Edges that a refresh rule is about: by what they carry, or by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AffectedEdges {
    /// What comes from suppliers.
    Supply,
    /// What is sold to customers.
    RevenueDependency,
    Competition,
    Partnership,
    StableSupply,
    StrategicPartnership,
    RumoredRelationship,
    CompetitiveDynamic,
}

impl AffectedEdges {
    pub fn includes(self, relation: Relation, edge_type: EdgeType) -> bool {
        match self {
            Self::Supply => relation == Relation::Supplier,
            Self::RevenueDependency => relation == Relation::Customer,
            Self::Competition => relation == Relation::Competitor,
            Self::Partnership => relation == Relation::Partner,
            Self::StableSupply => edge_type == EdgeType::StableSupply,
            Self::StrategicPartnership => edge_type == EdgeType::StrategicPartnership,
            Self::RumoredRelationship => edge_type == EdgeType::RumoredRelationship,
            Self::CompetitiveDynamic => edge_type == EdgeType::CompetitiveDynamic,
        }
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum RefreshAction {
    /// Look for a document that states it again.
    #[serde(rename = "re-verify")]
    ReVerify,
    #[serde(rename = "flag_for_review")]
    FlagForReview,
}

/// Days since an edge expired, as its class says. From its expiry on it is marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaleHandling {
    pub warn_threshold_days: u32,
    pub exclude_threshold_days: u32,
    pub action: StaleAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StaleAction {
    MarkAsUnverified,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PolicyError {
    #[error("the update policy cannot be read: {0}; correct it and load it again")]
    Unreadable(#[from] serde_json::Error),
    #[error("the update policy classifies `{}` twice; keep one", .0.name())]
    Duplicate(EdgeType),
    #[error("the update policy says nothing of `{}`; add it to \"edge_classifications\"", .0.name())]
    Missing(EdgeType),
    #[error("the update policy lets `{}` expire at once; give \"expiry_days\" of 1 or more", .0.name())]
    NoLife(EdgeType),
    #[error(
        "the update policy excludes after {exclude} days and warns only after {warn}; \
         \"warn_threshold_days\" may not be the larger"
    )]
    WarnsTooLate { warn: u32, exclude: u32 },
}

impl UpdatePolicy {
    /// Reads and checks a policy as a user wrote it. An edge type, trigger or action that does not
    /// exist is refused.
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        let policy: Self = serde_json::from_str(text)?;
        policy.check()?;
        Ok(policy)
    }

    /// Whether each edge type has one class and the thresholds are in order.
    pub fn check(&self) -> Result<(), PolicyError> {
        let mut seen = BTreeSet::new();
        for class in &self.edge_classifications {
            if !seen.insert(class.edge_type) {
                return Err(PolicyError::Duplicate(class.edge_type));
            }
            if class.expiry_days == 0 {
                return Err(PolicyError::NoLife(class.edge_type));
            }
        }
        if let Some(missing) = EdgeType::ALL.into_iter().find(|one| !seen.contains(one)) {
            return Err(PolicyError::Missing(missing));
        }
        let handling = &self.stale_edge_handling;
        let (warn, exclude) = (
            handling.warn_threshold_days,
            handling.exclude_threshold_days,
        );
        if warn > exclude {
            return Err(PolicyError::WarnsTooLate { warn, exclude });
        }
        Ok(())
    }

    pub(crate) fn class(&self, edge_type: EdgeType) -> Option<&EdgeClass> {
        let mut classes = self.edge_classifications.iter();
        classes.find(|class| class.edge_type == edge_type)
    }

    /// Days since the class of an edge let it expire; an edge without a class expires at once.
    pub(crate) fn days_expired(&self, edge: &Edge, today: Date) -> u32 {
        let life = self.class(edge.edge_type).map_or(0, |one| one.expiry_days);
        edge.age_days(today).saturating_sub(life)
    }

    /// Low where the policy says nothing.
    pub(crate) fn confidence(&self, edge_type: EdgeType) -> PolicyConfidence {
        self.class(edge_type)
            .map_or(PolicyConfidence::Low, |class| class.confidence)
    }

    /// The policy that holds until a user writes another.
    pub fn standard(language: Language) -> Self {
        Self {
            edge_classifications: standard_classes(language),
            auto_refresh_rules: vec![
                RefreshRule {
                    trigger: Trigger::EarningsRelease,
                    affected_edges: vec![AffectedEdges::Supply, AffectedEdges::RevenueDependency],
                    action: RefreshAction::ReVerify,
                },
                RefreshRule {
                    trigger: Trigger::AgeOverExpiry,
                    affected_edges: Vec::new(),
                    action: RefreshAction::FlagForReview,
                },
            ],
            stale_edge_handling: StaleHandling {
                warn_threshold_days: 45,
                exclude_threshold_days: 90,
                action: StaleAction::MarkAsUnverified,
            },
        }
    }
}

fn standard_classes(language: Language) -> Vec<EdgeClass> {
    vec![
        EdgeClass {
            edge_type: EdgeType::StableSupply,
            description: language
                .pick("long-standing supply", "长期稳定供应关系")
                .to_owned(),
            confidence: PolicyConfidence::High,
            review_frequency: ReviewFrequency::Quarterly,
            expiry_days: 180,
            examples: vec!["PANASONIC→TSLA:battery_cells".to_owned()],
            auto_update_trigger: None,
        },
        EdgeClass {
            edge_type: EdgeType::StrategicPartnership,
            description: language
                .pick("strategic partnership", "战略合作关系")
                .to_owned(),
            confidence: PolicyConfidence::Medium,
            review_frequency: ReviewFrequency::Monthly,
            expiry_days: 90,
            examples: vec!["NVIDIA→TSLA:ai_chips".to_owned()],
            auto_update_trigger: None,
        },
        EdgeClass {
            edge_type: EdgeType::RumoredRelationship,
            description: language
                .pick("rumoured or unconfirmed", "传闻/未确认关系")
                .to_owned(),
            confidence: PolicyConfidence::Low,
            review_frequency: ReviewFrequency::Weekly,
            expiry_days: 30,
            examples: vec!["AAPL→TSLA:potential_partnership".to_owned()],
            auto_update_trigger: None,
        },
        EdgeClass {
            edge_type: EdgeType::CompetitiveDynamic,
            description: language.pick("competition", "竞争关系").to_owned(),
            confidence: PolicyConfidence::Medium,
            review_frequency: ReviewFrequency::Monthly,
            expiry_days: 60,
            examples: Vec::new(),
            auto_update_trigger: Some(Trigger::Change {
                metric: TriggerMetric::MarketShareChange,
                percent: Decimal::from(5),
            }),
        },
    ]
}
