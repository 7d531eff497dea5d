//! What a user removes is gone from the disk, and what is left says so.

use std::fs;
use std::path::Path;

use crate::home::Home;

const SECRET: &str = "the gilded heron lays four eggs";

/// The files under a folder that hold the words.
fn holding(folder: &Path, words: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path, words));
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        if bytes
            .windows(words.len())
            .any(|part| part == words.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

/// A home with a document that nobody should read, another one, and a run that cites the first.
fn home() -> Home {
    let home = Home::empty();
    let text = format!("# Herons\n\nAt Saltmere {SECRET} each spring, 41 nests in 2024.\n");
    home.write("notes/heron.md", text);
    home.write(
        "notes/tide.md",
        "# Tides\n\nThe tide at Saltmere rose 3 metres in 2024.\n",
    );
    home.must(&["ingest", "notes"]);
    home.must(&["research", "How many nests were at Saltmere?", "--offline"]);
    home
}

fn heron(home: &Home) -> String {
    let documents = home.json(&["library", "list", "--json"]);
    let documents = documents.as_array().unwrap();
    let heron = documents
        .iter()
        .find(|one| one["title"] == "Herons")
        .unwrap();
    heron["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_removed_document_and_the_run_that_quotes_it_are_gone_from_the_whole_home() {
    let home = home();
    let (id, run) = (heron(&home), home.newest());
    assert!(!holding(&home.state(), SECRET).is_empty());
    let unasked = home.assay(&["library", "remove", &id]);
    assert_eq!(unasked.code, Some(1), "{unasked:?}");
    assert!(unasked.stderr.contains("--yes"), "{unasked:?}");

    let removed = home.must(&["library", "remove", &id, "--yes"]);
    assert!(
        removed.stderr.contains(run.as_str()),
        "it says who quotes it: {removed:?}"
    );
    let found = home.must(&["search", "heron eggs"]);
    assert!(!found.stdout.contains("gilded"), "{found:?}");
    // only the run has it still, and its report says that the source is gone
    let report = home.must(&["show", run.as_str(), "--report"]);
    assert!(
        report.stdout.contains("Removed from the library"),
        "{report:?}"
    );
    for kind in ["blobs", "index", "uploads", "cache"] {
        let folder = home.state().join(kind);
        if folder.is_dir() {
            assert_eq!(holding(&folder, SECRET), Vec::<String>::new(), "{kind}");
        }
    }
    home.assert_sound();

    home.must(&["runs", "remove", run.as_str(), "--yes"]);
    assert_eq!(holding(&home.state(), SECRET), Vec::<String>::new());
    let shown = home.assay(&["show", run.as_str()]);
    assert_ne!(shown.code, Some(0));
    assert!(home.runs().is_empty());
    home.assert_sound();

    let again = home.must(&["ingest", "notes/heron.md"]);
    assert!(!again.stderr.contains("not ingested"), "{again:?}");
    assert_eq!(heron(&home), id);
    let found = home.must(&["search", "heron eggs"]);
    assert!(found.stdout.contains("gilded"), "{found:?}");
    home.must(&["store", "rebuild"]);
    home.assert_sound();
}

#[test]
fn a_run_that_somebody_drives_is_not_removed() {
    let home = home();
    let run = home.newest();
    let store = assay_store::Store::open(&home.state()).unwrap();
    let held = store.lock_run(&run).unwrap();
    let refused = home.assay(&["runs", "remove", run.as_str(), "--yes"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert_eq!(home.runs().len(), 1);
    let report = home.must(&["show", run.as_str(), "--report"]);
    assert!(!report.stdout.is_empty());
    drop(held);
}

#[test]
fn runs_are_kept_as_long_as_the_settings_say_and_bodies_that_nobody_names_are_not() {
    let home = home();
    let nothing = home.must(&["store", "clean"]);
    assert!(!nothing.stderr.contains("removed run"), "{nothing:?}");
    assert_eq!(home.runs().len(), 1);
    let run = home.newest();
    home.must(&["config", "set", "retention.runs_days", "30"]);
    home.must(&["store", "clean"]);
    assert_eq!(home.runs().len(), 1, "it is of today");
    let off = home.assay(&["config", "set", "retention.runs_days", "0"]);
    assert_ne!(off.code, Some(0), "nothing is removed at once by mistake");

    // as if it had ended long ago
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
    let database =
        rusqlite::Connection::open_with_flags(home.state().join("assay.db"), flags).unwrap();
    let row: String = database
        .query_row("SELECT row FROM runs", [], |row| row.get(0))
        .unwrap();
    let mut row: serde_json::Value = serde_json::from_str(&row).unwrap();
    row["updated_at"] = serde_json::json!("2020-01-01T00:00:00Z");
    database
        .execute("UPDATE runs SET row = ?1", [row.to_string()])
        .unwrap();
    drop(database);
    let cleaned = home.must(&["store", "clean"]);
    assert!(
        cleaned.stderr.contains(run.as_str()),
        "it is told: {cleaned:?}"
    );
    assert!(home.runs().is_empty());
    home.assert_sound();
}

#[test]
fn nobody_is_signed_in_to_a_home_that_was_never_served() {
    let home = Home::empty();
    let listed = home.json(&["sessions", "list", "--json"]);
    assert_eq!(listed, serde_json::json!([]));
    let ended = home.must(&["sessions", "end", "--all"]);
    assert!(ended.stderr.contains('0'), "{ended:?}");
    assert_ne!(home.assay(&["sessions", "end", "nobody"]).code, Some(0));
}
