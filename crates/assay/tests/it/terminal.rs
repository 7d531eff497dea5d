//! Text of others on a terminal: shown, never obeyed. Only some systems take such file names.

use crate::home::{Home, Ran};

/// Clears the screen, rings, turns what follows around.
const HOSTILE: &str = "\u{1b}[2J\u{7}\u{202e}\u{9b}31m";
const SHOWN: &str = "\\u{1b}[2J\\u{7}\\u{202e}\\u{9b}31m";

fn assert_harmless(what: &str, ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(obeyed), "{what}: {ran:?}");
    }
}

#[test]
fn hostile_text_is_spelt_out_wherever_a_person_reads_it() {
    let home = Home::empty();
    let name = format!("a{HOSTILE}.md");
    home.write(
        &name,
        "# Acme \u{202e}\n\nRevenue was $10 million in 2024.\n",
    );
    let plan = include_str!("plans/acme.json");
    let mut plan: serde_json::Value = serde_json::from_str(plan).unwrap();
    for text in ["/topic", "/tasks/0/description"] {
        let text = plan.pointer_mut(text).unwrap();
        *text = format!("{HOSTILE}\n✓ 1 done {}", text.as_str().unwrap()).into();
    }
    home.write("plan.json", plan.to_string());
    let ingested = home.assay(&["ingest", &name]);
    assert_eq!(ingested.code, Some(0), "{ingested:?}");
    assert_harmless("ingest", &ingested);

    let ran = home.assay(&["run", "plan.json", "--offline", "--out", "out"]);
    assert!(ran.stderr.contains(SHOWN), "{ran:?}");
    assert!(!ran.stderr.contains("\n✓ 1 done"), "{ran:?}");
    assert_harmless(
        "run",
        &Ran {
            stdout: String::new(),
            ..ran
        },
    );
    for command in [
        &["list"][..],
        &["show"],
        &["plan", "check", "plan.json"],
        &["search", "revenue"],
        &["ingest", &name],
        &["run", HOSTILE],
        &["show", HOSTILE],
    ] {
        assert_harmless(&format!("{command:?}"), &home.assay(command));
    }
    assert!(home.must(&["show"]).stdout.contains(SHOWN));
    let listed = home.json(&["--json", "list"]);
    let title = listed[0]["title"].as_str().unwrap();
    assert!(title.contains(HOSTILE), "data is as it is: {title:?}");
}
