use assay_domain::Tier;
use assay_ecosystem::{EdgeStatus, EdgeType, Graph, PolicyConfidence};

use crate::world::{day, found, graph, policy, subject};

#[test]
fn stated_again_is_verified_again() {
    let mut graph = graph(
        &["We rely on suppliers such as Globex Corporation."],
        "2024-01-31",
    );
    let report = graph.merge(
        found(&["We purchase motors from Globex."], "2025-01-31", Tier::A),
        &policy(),
    );
    assert_eq!((report.added.len(), report.verified.len()), (0, 1));
    let [edge] = graph.edges.as_slice() else {
        panic!("one edge")
    };
    assert_eq!(
        (edge.first_seen, edge.last_verified),
        (day("2024-01-31"), day("2025-01-31"))
    );
    assert_eq!(edge.label, "motors");
    assert_eq!(edge.evidence[0].quote, "We purchase motors from Globex.");
    assert_eq!(
        graph.nodes.len(),
        2,
        "a short name is the company whose name it begins"
    );
}

#[test]
fn the_order_of_documents_does_not_matter() {
    let texts = [
        (
            "We rely on suppliers such as Globex Corporation.",
            "2024-01-31",
        ),
        ("We purchase motors from Globex Corporation.", "2025-01-31"),
        (
            "Our competitors include Initech and Umbrella.",
            "2024-06-30",
        ),
    ];
    let build = |order: [usize; 3]| {
        let mut graph = Graph::new(&subject());
        for at in order {
            let (text, date) = texts[at];
            graph.merge(found(&[text], date, Tier::A), &policy());
        }
        graph
    };
    let first = build([0, 1, 2]);
    for order in [[2, 1, 0], [1, 0, 2], [1, 2, 0]] {
        let other = build(order);
        assert_eq!(first.edges, other.edges);
        assert_eq!(first.nodes, other.nodes);
    }
    let mut again = first.clone();
    again.merge(found(&[texts[1].0], texts[1].1, Tier::A), &policy());
    assert_eq!(first, again, "the same document twice is once");
}

#[test]
fn a_rumour_becomes_a_fact_when_a_filing_states_it() {
    let mut graph = Graph::new(&subject());
    graph.merge(
        found(
            &["We rely on suppliers such as Globex."],
            "2025-01-01",
            Tier::D,
        ),
        &policy(),
    );
    assert_eq!(graph.edges[0].edge_type, EdgeType::RumoredRelationship);
    assert_eq!(graph.edges[0].confidence, PolicyConfidence::Low);
    graph.merge(
        found(
            &["We rely on suppliers such as Globex."],
            "2025-02-01",
            Tier::A,
        ),
        &policy(),
    );
    assert_eq!(graph.edges[0].edge_type, EdgeType::StableSupply);
    assert_eq!(graph.edges[0].confidence, PolicyConfidence::High);
}

#[test]
fn what_a_newer_filing_ends_is_used_no_more() {
    let ended = "We no longer purchase motors from Globex.";
    let mut base = graph(&["We purchase motors from Globex."], "2024-01-31");
    let report = base.merge(found(&[ended], "2025-01-31", Tier::A), &policy());
    assert_eq!(report.contradicted.len(), 1);
    base.age(&policy(), day("2025-02-01"));
    assert_eq!(base.edges[0].status, EdgeStatus::Contradicted);
    assert!(base.usable().is_empty());

    let mut newer = graph(&["We purchase motors from Globex."], "2025-06-30");
    newer.merge(found(&[ended], "2025-01-31", Tier::A), &policy());
    assert_eq!(
        newer.edges[0].status,
        EdgeStatus::Verified,
        "an older end does not count"
    );
    let mut posts = graph(&["We purchase motors from Globex."], "2024-01-31");
    posts.merge(found(&[ended], "2025-01-31", Tier::D), &policy());
    assert_eq!(
        posts.edges[0].status,
        EdgeStatus::Verified,
        "a post ends nothing"
    );
    assert!(graph(&[ended], "2025-01-31").edges.is_empty());
}
