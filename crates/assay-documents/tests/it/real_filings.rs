//! Real filings lie beside the repository and are not part of it: where they are absent, this test
//! says so and passes.

use std::io::Write;
use std::path::Path;

use assay_documents::split;

use crate::library::document;

#[test]
fn a_real_filing_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/sec/filings/tsla-10-q-2025-07-24.html");
    if !path.try_exists().expect("a readable folder") {
        let line = "skipped: ../shared/data/sec/filings is not on this machine";
        writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
        return;
    }
    let source = std::fs::read_to_string(path).expect("a filing");
    let (filing, text) = document("tsla-10-q.html", &source);
    assert!(text.contains("| Automotive sales |"), "tables are kept");
    let passages = split(&filing, &text);
    assert!(passages.len() > 200, "{}", passages.len());
}
