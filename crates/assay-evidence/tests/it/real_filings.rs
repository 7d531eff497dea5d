//! Real filings lie beside the repository and are not part of it: where they are absent, this test
//! says so and passes.

use std::io::Write;
use std::path::Path;

use assay_evidence::{Filter, Index};

use crate::library::document;

#[test]
fn a_real_filing_is_searched() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/sec/filings/tsla-10-q-2025-07-24.html");
    if !path.try_exists().expect("a readable folder") {
        let line = "skipped: ../shared/data/sec/filings is not on this machine";
        writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
        return;
    }
    let source = std::fs::read_to_string(path).expect("a filing");
    let (filing, text) = document("tsla-10-q.html", &source);
    let index = Index::in_memory().expect("an index");
    index.add([(filing, text)], 1).expect("added");
    let hits = index
        .search(
            "energy generation and storage revenue",
            &Filter::default(),
            5,
        )
        .expect("hits");
    assert!(
        hits.iter()
            .any(|hit| hit.passage.text.contains("nergy generation and storage"))
    );
}
