use assay_domain::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::edge::{Edge, EdgeId, EdgeStatus};
use crate::graph::Graph;
use crate::policy::{RefreshAction, Trigger, TriggerMetric, UpdatePolicy};

/// Something that happened and may call for a refresh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefreshEvent {
    EarningsRelease,
    NewFiling,
    /// A figure moved by so many percent or percentage points.
    Change {
        metric: TriggerMetric,
        percent: Decimal,
    },
}

/// Why an edge is in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum RefreshCause {
    /// Its class is reviewed more often than it was.
    ReviewDue { every_days: u32, age_days: u32 },
    /// A rule of the policy.
    Rule { trigger: Trigger },
    /// The trigger of its class.
    ClassTrigger { trigger: Trigger },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefreshItem {
    pub edge: EdgeId,
    pub action: RefreshAction,
    #[serde(flatten)]
    pub cause: RefreshCause,
}

/// What to do about which edge today, the edge that was verified longest ago first.
pub fn refresh_plan(
    graph: &Graph,
    policy: &UpdatePolicy,
    today: Date,
    events: &[RefreshEvent],
) -> Vec<RefreshItem> {
    let mut edges: Vec<&Edge> = graph
        .edges
        .iter()
        .filter(|edge| edge.status != EdgeStatus::Contradicted)
        .collect();
    edges.sort_by(|a, b| (a.last_verified, &a.id).cmp(&(b.last_verified, &b.id)));
    edges
        .into_iter()
        .flat_map(|edge| items(edge, policy, today, events))
        .collect()
}

fn items(
    edge: &Edge,
    policy: &UpdatePolicy,
    today: Date,
    events: &[RefreshEvent],
) -> Vec<RefreshItem> {
    let age_days = edge.age_days(today);
    let class = policy.class(edge.edge_type);
    let expiry = class.map(|class| class.expiry_days);
    let fires = |trigger: &Trigger| match trigger {
        Trigger::AgeOverExpiry => expiry.is_some_and(|days| age_days > days),
        Trigger::AgeOver { days } => age_days > *days,
        Trigger::EarningsRelease => events.contains(&RefreshEvent::EarningsRelease),
        Trigger::NewFiling => events.contains(&RefreshEvent::NewFiling),
        Trigger::Change { metric, percent } => events.iter().any(|event| {
            matches!(event, RefreshEvent::Change { metric: moved, percent: by }
                if moved == metric && by.abs() > *percent)
        }),
    };
    let item = |action, cause| RefreshItem {
        edge: edge.id.clone(),
        action,
        cause,
    };
    let mut items = Vec::new();
    for rule in &policy.auto_refresh_rules {
        let mut affected = rule.affected_edges.iter();
        let concerns = rule.affected_edges.is_empty()
            || affected.any(|edges| edges.includes(edge.kind, edge.edge_type));
        if concerns && fires(&rule.trigger) {
            let trigger = rule.trigger.clone();
            items.push(item(rule.action, RefreshCause::Rule { trigger }));
        }
    }
    if let Some(class) = class {
        if let Some(trigger) = class.auto_update_trigger.clone().filter(|one| fires(one)) {
            let cause = RefreshCause::ClassTrigger { trigger };
            items.push(item(RefreshAction::ReVerify, cause));
        }
        let every_days = class.review_frequency.days();
        if age_days >= every_days {
            let cause = RefreshCause::ReviewDue {
                every_days,
                age_days,
            };
            items.push(item(RefreshAction::ReVerify, cause));
        }
    }
    items
}
