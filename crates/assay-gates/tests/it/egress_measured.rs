//! The egress rules on filings and labelled numbers. The data lies beside the repository and is not
//! part of it: where it is absent, these tests say so and pass.

use std::io::Write as _;
use std::path::PathBuf;

use assay_domain::Language;
use assay_gates::{EgressPolicy, OfRun, Outgoing, OutputKind, egress, personal_data, secrets};

#[test]
fn filings_hold_next_to_no_personal_data_no_secret_and_no_order() {
    let Some(folder) = shared("sec/filings", assay_measure::data_folder) else {
        return;
    };
    for entry in std::fs::read_dir(folder).expect("a folder of filings") {
        let path = entry.expect("an entry").path();
        let page = String::from_utf8_lossy(&std::fs::read(&path).expect("a filing")).into_owned();
        let text = without_tags(&page);
        let personal = personal_data(&text);
        assert!(personal.len() <= 1, "{}: {personal:?}", path.display());
        let secret = secrets(&text);
        assert!(secret.is_empty(), "{}: {secret:?}", path.display());
        let output = Outgoing {
            kind: OutputKind::Export,
            text: &text,
            language: Language::En,
            disclaimer_required: false,
            run: OfRun::NONE,
            configured_secrets: &[],
        };
        let decision = egress(&output, &EgressPolicy::default());
        assert_eq!(decision.blocked, [], "{}", path.display());
    }
}

#[test]
fn a_chinese_number_with_a_wrong_check_digit_is_never_believed() {
    let Some(file) = shared("pii/zh_ids.jsonl", assay_measure::data_file) else {
        return;
    };
    let rows = std::fs::read_to_string(file).expect("rows");
    for row in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(row).expect("a row");
        let text = row["text"].as_str().expect("a text");
        let value = row["value"].as_str().expect("a value");
        let is_bad = row["type"].as_str().expect("a type").ends_with("_BAD");
        let found = personal_data(text);
        let is_found = found
            .iter()
            .any(|one| text[one.start..one.end].contains(value));
        assert_eq!(is_found, !is_bad, "{row}");
    }
}

fn without_tags(page: &str) -> String {
    let mut text = String::with_capacity(page.len() / 4);
    for part in page.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        let blocks = ["/div", "/p", "/td", "br", "/tr"];
        let is_block = blocks.iter().any(|block| tag.starts_with(block));
        text.push_str(if is_block { "\n" } else { "" });
        text.push_str(rest);
    }
    text
}

/// Data that is needed; where it is absent the test is skipped, or fails where it must not be.
fn shared(name: &str, find: fn(&str) -> Result<PathBuf, String>) -> Option<PathBuf> {
    match find(name) {
        Ok(path) => Some(path),
        Err(reason) => {
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required.as_deref(), Some("1".as_ref()), "{reason}");
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            None
        }
    }
}
