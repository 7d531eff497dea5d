//! How far a document can be trusted is said when it comes in, shown, and corrected later.

use serde_json::Value;

use crate::home::Home;

const NOTE: &str = "# Looms\n\nKestrel Looms sold 412 looms to Wexford Cloth in 2024.\n";

fn listed(home: &Home) -> Vec<Value> {
    let documents = home.json(&["--json", "library", "list"]);
    documents.as_array().unwrap().clone()
}

#[test]
fn a_tier_is_declared_shown_and_corrected() {
    let home = Home::empty();
    home.write("filings/10-K.md", NOTE);
    home.must(&["ingest", "filings"]);
    let first = &listed(&home)[0];
    assert_eq!(first["tier"], "C", "a name proves nothing: {first}");
    assert_eq!(first["tier_basis"]["by"], "given_file");

    // the same file again, with what its owner knows of it
    home.must(&["ingest", "--tier", "b", "filings"]);
    let second = &listed(&home)[0];
    assert_eq!(second["tier"], "B");

    let id = second["id"].as_str().unwrap();
    home.must(&[
        "library",
        "tier",
        id,
        "A",
        "--reason",
        "filed with the regulator",
    ]);
    let third = &listed(&home)[0];
    assert_eq!(third["tier"], "A");
    assert_eq!(third["tier_basis"]["reason"], "filed with the regulator");
    let table = home.must(&["library", "list"]).stdout;
    assert!(table.contains("filed with the regulator"), "{table}");

    let found = home
        .must(&["search", "Wexford looms", "--tier", "A"])
        .stdout;
    assert!(found.contains("412 looms"), "{found}");
    home.assert_sound();
}

#[test]
fn a_document_that_is_not_there_has_no_tier() {
    let home = Home::empty();
    let ran = home.assay(&["library", "tier", "doc_000000000000", "A"]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.stderr.contains("assay library list"), "{ran:?}");
}
