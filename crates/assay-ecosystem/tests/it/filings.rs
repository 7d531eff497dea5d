//! Real filings lie beside the repository and are not part of it: where they are absent, this test
//! says so and passes, unless the machine is meant to have them.

use std::io::Write as _;

use assay_documents::read_document;
use assay_domain::Tier;
use assay_ecosystem::{Graph, Source, Subject, extract};

use crate::world::{day, passages, policy};

#[test]
fn a_real_filing_names_suppliers_and_competitors() {
    let path = match assay_measure::data_file("sec/filings/nvda-10-k-2025-02-26.html") {
        Ok(path) => path,
        Err(reason) => {
            assert!(
                std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
                "{reason}"
            );
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            return;
        }
    };
    let parsed = read_document("a.html", &std::fs::read(path).unwrap()).unwrap();
    let subject = Subject {
        names: vec![parsed.subject.entity.unwrap()],
        ticker: None,
    };
    let paragraphs: Vec<&str> = parsed.text.split("\n\n").collect();
    let passages = passages(&paragraphs);
    let source = Source {
        passages: &passages,
        date: day("2025-02-26"),
        tier: Tier::A,
        is_own: true,
    };
    let mut graph = Graph::new(&subject);
    graph.merge(extract(&subject, &source).unwrap(), &policy());
    let count = |name: &str| {
        graph
            .edges
            .iter()
            .filter(|edge| edge.kind.name() == name)
            .count()
    };
    assert_eq!(
        (count("supplier"), count("competitor"), count("customer")),
        (7, 19, 0)
    );
    let tsmc = graph
        .nodes
        .iter()
        .find(|node| node.aliases.contains(&"TSMC".to_owned()));
    assert_eq!(
        tsmc.unwrap().name,
        "Taiwan Semiconductor Manufacturing Company Limited"
    );
}
