//! Text of others on a terminal: shown, never obeyed. Only some systems take such file names.

use std::process::{Command, Stdio};

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

/// What a command prints on a terminal of 60 columns; `None`, said aloud, where there is no `script`
/// to make one.
fn on_terminal(home: &Home, arguments: &str, colour: bool) -> Option<String> {
    let assay = home.command([""; 0]);
    let program = assay.get_program().display();
    let line = format!("stty rows 24 cols 60; {program} {arguments} 2>/dev/null");
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]);
    command.stdin(Stdio::null()).env_clear();
    for (name, value) in assay.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("TERM", "xterm-256color");
    if !colour {
        command.env("NO_COLOR", "1");
    }
    match command.output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(error) => {
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            eprintln!("skipped: no terminal can be made: {error}");
            None
        }
    }
}

#[test]
fn a_terminal_gets_lines_that_fit_and_a_pipe_gets_markdown() {
    let home = Home::with_sample_company();
    let question = "velmora gross margin 2022 2023 2024";
    let asked = format!("ask {question}");
    let Some(shown) = on_terminal(&home, &asked, false) else {
        return;
    };
    for line in shown.lines() {
        assert!(line.trim_end().chars().count() <= 60, "{line}");
        assert!(!line.contains(['|', '\u{1b}']), "{line}");
    }
    assert!(shown.contains("Period  gross margin"), "{shown}");
    let painted = on_terminal(&home, &asked, true).unwrap();
    assert!(painted.contains("\u{1b}[1m"), "{painted}");
    let piped = home.must(&["ask", question]);
    assert!(
        piped.stdout.contains("| Period | gross margin |"),
        "{piped:?}"
    );

    // a research ends with its answer, not with what is to be known of it
    let research = format!("research \"{question}\" --yes --offline");
    let shown = on_terminal(&home, &research, false).unwrap();
    assert!(shown.contains("gross margin rose"), "{shown}");
    assert!(shown.contains("Period  gross margin"), "{shown}");
    assert!(!shown.contains("](#s"), "{shown}");
    let report = on_terminal(&home, "show --report", false).unwrap();
    assert!(!report.contains(['|', '#']), "{report}");
}
