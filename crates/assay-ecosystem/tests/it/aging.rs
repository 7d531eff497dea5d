use assay_domain::{Language, Tier};
use assay_ecosystem::{
    EdgeStatus, RefreshAction, RefreshCause, RefreshEvent, TriggerMetric, refresh_plan, render,
};

use crate::world::{day, found, graph, policy};

const SUPPLY: &str = "We rely on suppliers such as Globex for motors.";
const RIVALS: &str = "Our competitors include Initech and Umbrella.";

#[test]
fn edges_are_marked_and_then_excluded() {
    let mut graph = graph(&[SUPPLY], "2025-01-01");
    for (today, status) in [
        ("2024-06-01", EdgeStatus::Verified),
        ("2025-01-01", EdgeStatus::Verified),
        ("2025-06-30", EdgeStatus::Verified),
        ("2025-07-01", EdgeStatus::Unverified),
        ("2025-09-28", EdgeStatus::Unverified),
        ("2025-09-29", EdgeStatus::Excluded),
        ("2025-01-15", EdgeStatus::Verified),
    ] {
        graph.age(&policy(), day(today));
        assert_eq!(graph.edges[0].status, status, "{today}");
    }
    for (today, is_stale) in [("2025-08-14", false), ("2025-08-15", true)] {
        let stale = graph.stale(&policy(), day(today));
        assert_eq!(!stale.is_empty(), is_stale, "{today}");
    }
}

#[test]
fn freshness_counts_edges() {
    let mut graph = graph(&[SUPPLY], "2025-01-01");
    graph.merge(found(&[RIVALS], "2025-03-20", Tier::A), &policy());
    graph.last_full_refresh = Some(day("2025-03-20"));
    for (today, expected) in [
        ("2025-03-25", (2, 0, 0)),
        ("2025-06-01", (0, 0, 2)),
        ("2025-07-10", (0, 2, 3)),
    ] {
        let fresh = graph.freshness(&policy(), day(today));
        let counts = (
            fresh.edges_verified_last_30_days,
            fresh.edges_stale,
            fresh.edges_unverified,
        );
        assert_eq!(counts, expected, "{today}");
    }
}

#[test]
fn the_plan_says_what_to_do_and_why() {
    let mut graph = graph(&[SUPPLY], "2025-01-01");
    graph.merge(
        found(&["Our competitors include Initech."], "2025-03-20", Tier::A),
        &policy(),
    );
    let plan = |today: &str, events: &[RefreshEvent]| {
        let plan = refresh_plan(&graph, &policy(), day(today), events);
        plan.into_iter()
            .map(|item| {
                let cause = match item.cause {
                    RefreshCause::ReviewDue { .. } => "review".to_owned(),
                    RefreshCause::Rule { trigger } | RefreshCause::ClassTrigger { trigger } => {
                        trigger.to_string()
                    }
                };
                let action = match item.action {
                    RefreshAction::ReVerify => "re-verify",
                    RefreshAction::FlagForReview => "flag",
                };
                format!(
                    "{} {action} {cause}",
                    item.edge.as_str().split(':').next().unwrap()
                )
            })
            .collect::<Vec<_>>()
    };
    let moved = |percent: i64| RefreshEvent::Change {
        metric: TriggerMetric::MarketShareChange,
        percent: percent.into(),
    };
    assert_eq!(plan("2025-03-21", &[]), Vec::<String>::new());
    assert_eq!(
        plan("2025-03-21", &[RefreshEvent::EarningsRelease]),
        ["supplier re-verify earnings_release"]
    );
    assert_eq!(plan("2025-03-21", &[moved(5)]), Vec::<String>::new());
    assert_eq!(
        plan("2025-03-21", &[moved(-6)]),
        ["competitor re-verify market_share_change > 5%"]
    );
    assert_eq!(
        plan("2025-08-01", &[]),
        [
            "supplier flag edge_age > expiry_days",
            "supplier re-verify review",
            "competitor flag edge_age > expiry_days",
            "competitor re-verify review",
        ]
    );
}

#[test]
fn the_text_shows_marks_and_counts_what_it_leaves_out() {
    let mut graph = graph(
        &[SUPPLY, RIVALS, "We work with our partner Soylent."],
        "2025-01-01",
    );
    graph.merge(found(&[SUPPLY], "2025-03-01", Tier::A), &policy());
    graph.age(&policy(), day("2025-06-15"));
    insta::assert_snapshot!("english", render(&graph, Language::En));
    insta::assert_snapshot!("chinese", render(&graph, Language::Zh));
}
