use assay_domain::Language;
use assay_ecosystem::{EcosystemPackage, UpdatePolicy};

use crate::world::{day, graph};

/// The policy as the specification prints it.
const SPECIFIED: &str = r#"{
  "edge_classifications": [
    {"edge_type": "stable_supply", "description": "长期稳定供应关系", "confidence": "HIGH", "review_frequency": "quarterly", "expiry_days": 180, "examples": ["PANASONIC→TSLA:battery_cells"]},
    {"edge_type": "strategic_partnership", "description": "战略合作关系", "confidence": "MEDIUM", "review_frequency": "monthly", "expiry_days": 90, "examples": ["NVIDIA→TSLA:ai_chips"]},
    {"edge_type": "rumored_relationship", "description": "传闻/未确认关系", "confidence": "LOW", "review_frequency": "weekly", "expiry_days": 30, "examples": ["AAPL→TSLA:potential_partnership"]},
    {"edge_type": "competitive_dynamic", "description": "竞争关系", "confidence": "MEDIUM", "review_frequency": "monthly", "expiry_days": 60, "auto_update_trigger": "market_share_change > 5%"}
  ],
  "auto_refresh_rules": [
    {"trigger": "earnings_release", "affected_edges": ["supply", "revenue_dependency"], "action": "re-verify"},
    {"trigger": "edge_age > expiry_days", "action": "flag_for_review"}
  ],
  "stale_edge_handling": {"warn_threshold_days": 45, "exclude_threshold_days": 90, "action": "MARK_AS_UNVERIFIED"}
}"#;

#[test]
fn the_standard_policy_is_the_specified_one_field_for_field() {
    let standard = UpdatePolicy::standard(Language::Zh);
    assert_eq!(UpdatePolicy::from_json(SPECIFIED).unwrap(), standard);
    let specified: serde_json::Value = serde_json::from_str(SPECIFIED).unwrap();
    assert_eq!(serde_json::to_value(&standard).unwrap(), specified);
    UpdatePolicy::standard(Language::En).check().unwrap();
}

#[test]
fn a_policy_that_cannot_work_is_refused() {
    for (from, to, said) in [
        ("\"stable_supply\"", "\"love\"", "unknown variant `love`"),
        (
            "edge_age > expiry_days",
            "full_moon",
            "`full_moon` is no trigger",
        ),
        (
            "market_share_change > 5%",
            "market_share_change > five",
            "is no trigger",
        ),
        ("flag_for_review", "forget", "unknown variant `forget`"),
        ("\"supply\"", "\"sorrow\"", "unknown variant `sorrow`"),
        ("quarterly", "sometimes", "unknown variant `sometimes`"),
        (
            "\"expiry_days\": 180",
            "\"expiry_days\": 0",
            "lets `stable_supply` expire at once",
        ),
        (
            "strategic_partnership",
            "stable_supply",
            "classifies `stable_supply` twice",
        ),
        (
            "\"warn_threshold_days\": 45",
            "\"warn_threshold_days\": 91",
            "excludes after 90 days and warns only after 91",
        ),
        (
            "\"action\": \"MARK_AS_UNVERIFIED\"",
            "\"action\": \"MARK_AS_UNVERIFIED\", \"x\": 1",
            "unknown field `x`",
        ),
    ] {
        let error = UpdatePolicy::from_json(&SPECIFIED.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().contains(said), "{to}: {error}");
    }
}

#[test]
fn a_user_can_change_the_policy() {
    let changed = SPECIFIED.replace(
        "\"exclude_threshold_days\": 90",
        "\"exclude_threshold_days\": 400",
    );
    let policy = UpdatePolicy::from_json(&changed).unwrap();
    let mut graph = graph(&["We rely on suppliers such as Globex."], "2025-01-01");
    graph.age(&policy, day("2025-12-01"));
    assert!(graph.edges[0].status.is_usable());
}

#[test]
fn the_package_has_the_specified_fields() {
    let graph = graph(
        &["We rely on suppliers such as Panasonic for cells."],
        "2026-01-10",
    );
    let package = EcosystemPackage::new(
        graph,
        UpdatePolicy::standard(Language::Zh),
        day("2026-01-27"),
    );
    let mut wire = serde_json::to_value(&package).unwrap();
    let back: EcosystemPackage = serde_json::from_value(wire.clone()).unwrap();
    assert_eq!(back, package);
    wire.as_object_mut().unwrap().remove("update_policy");
    insta::assert_json_snapshot!("package", wire);
}
