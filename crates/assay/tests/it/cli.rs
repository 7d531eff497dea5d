//! Commands as a user types them: what they print, where, and how they end.

use std::fs;
use std::process::Stdio;

use assay_domain::{ClaimKind, Event};

use crate::home::{Home, Ran, repository, sample_plan};
use crate::transcript::{assert_transcript, settings, transcript};

#[test]
fn help_says_what_there_is() {
    let home = Home::empty();
    for (name, arguments) in [
        ("help", &["--help"][..]),
        ("help_run", &["run", "--help"]),
        ("help_plan", &["plan", "--help"]),
        ("help_explain", &["explain", "--help"]),
        ("help_check", &["check", "--help"]),
    ] {
        assert_transcript(name, &home, arguments);
    }
    assert_eq!(home.assay(&[]).code, Some(2));
    assert_eq!(home.assay(&["frobnicate"]).code, Some(2));
    assert_eq!(
        home.must(&["--version"]).stdout,
        format!("assay {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_plan_is_described_checked_and_drawn() {
    let home = Home::empty();
    home.write(
        "plan.json",
        fs::read(repository().join("samples/plan.json")).unwrap(),
    );
    home.write("loop.json", include_str!("plans/loop.json"));
    home.write("old.md", include_str!("plans/old.md"));
    for (name, arguments) in [
        ("plan_schema", &["plan", "schema"][..]),
        ("plan_check", &["plan", "check", "plan.json"]),
        ("plan_check_json", &["plan", "check", "plan.json", "--json"]),
        ("plan_check_problems", &["plan", "check", "loop.json"]),
        ("plan_import", &["plan", "import", "old.md"]),
    ] {
        assert_transcript(name, &home, arguments);
    }
    let made = home
        .must(&["plan", "How strong is Velmora Sensing?", "--offline"])
        .stdout;
    home.write("made.json", &made);
    home.must(&["plan", "check", "made.json"]);
    home.write(
        "imported.json",
        home.must(&["plan", "import", "old.md"]).stdout,
    );
    home.must(&["plan", "check", "imported.json"]);
}

#[test]
fn runs_are_listed_and_shown() {
    let home = Home::empty();
    home.write("notes.md", "# Acme annual report\n\nRevenue was $10 million in 2024. Revenue was $8 million in 2023.\n");
    home.write("plan.json", include_str!("plans/acme.json"));
    assert_transcript("list_empty", &home, &["list"]);
    home.must(&["ingest", "notes.md"]);
    home.must(&["run", "plan.json", "-q"]);
    assert_transcript("list", &home, &["list"]);
    assert_transcript("show", &home, &["show"]);
}

#[test]
fn settings_are_shown_with_where_they_came_from() {
    let home = Home::empty();
    home.must(&["config", "set", "models.default", "ollama/llama3:8b"]);
    home.must(&["config", "set", "run.concurrency", "2"]);
    let mut command = home.command(["config"]);
    let ran = Ran::from(command.env("ASSAY_LANGUAGE", "zh").output().unwrap());
    let mut settings = settings();
    settings.add_filter(" {2,}", "  "); // the table is as wide as the name of the home
    settings.bind(|| insta::assert_snapshot!("config", transcript(&home, &["config"], &ran)));
    assert_eq!(
        home.must(&["config", "get", "run.concurrency"]).stdout,
        "2\n"
    );
    home.must(&["config", "unset", "run.concurrency"]);
    assert_eq!(
        home.must(&["config", "get", "run.concurrency"]).stdout,
        "6\n"
    );
    assert_transcript(
        "config_unknown",
        &home,
        &["config", "set", "run.concurency", "2"],
    );
    assert_transcript(
        "config_wrong",
        &home,
        &["config", "set", "run.concurrency", "many"],
    );
}

#[test]
fn the_doctor_is_content_without_a_model() {
    assert_transcript("doctor_offline", &Home::empty(), &["doctor"]);
}

#[test]
fn every_code_has_its_page() {
    let home = Home::empty();
    for entry in fs::read_dir(repository().join("docs/codes")).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert_eq!(
            home.must(&["explain", code]).stdout.trim_end(),
            page.trim_end(),
            "{code}"
        );
    }
    assert!(home.must(&["explain", "e-013"]).stdout.contains("E-013"));
}

#[test]
fn json_is_json_for_every_command() {
    let home = Home::with_samples();
    let plan = sample_plan();
    home.write("old.md", include_str!("plans/old.md"));
    home.json(&["run", &plan, "--json"]);
    let run = home.newest();
    let run = run.as_str();
    let cases: [&[&str]; 22] = [
        &["list"],
        &["show"],
        &["show", run, "--board"],
        &["show", run, "--report"],
        &["resume", run],
        &["cancel", run],
        &["explain", run],
        &["explain", run, "1"],
        &["explain", "E-013"],
        &["export", run, "-f", "md"],
        &["export", run, "-f", "json"],
        &["export", run, "-f", "board", "-o", "board.json"],
        &["plan", "schema"],
        &["plan", "check", &plan],
        &["plan", "import", "old.md"],
        &["plan", "How strong is Velmora Sensing?", "--out", "p.json"],
        &["search", "revenue"],
        &["config"],
        &["config", "path"],
        &["config", "set", "language", "en"],
        &["doctor"],
        &["store", "check"],
    ];
    for arguments in cases {
        home.json(&[arguments, &["--json"]].concat());
    }
    home.json(&["store", "rebuild", "--json"]);
    home.json(&["ingest", "old.md", "--json"]);
    for line in home
        .must(&["show", run, "--events", "--json"])
        .stdout
        .lines()
    {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    let failed = home.assay(&["show", "r-0", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&failed.stdout).unwrap();
    assert!(
        told["error"].as_str().unwrap().contains("no run r-0"),
        "{told}"
    );
}

#[test]
fn standard_output_holds_data_only() {
    let home = Home::with_samples();
    let loud = home.must(&["run", &sample_plan()]);
    assert!(loud.stdout.starts_with("# "), "{}", loud.stdout);
    assert!(loud.stderr.contains("completed"), "{}", loud.stderr);
    let quiet = home.must(&["run", &sample_plan(), "--quiet"]);
    assert_eq!(quiet.stderr, "");
    assert_eq!(quiet.stdout, loud.stdout);
}

/// A sentence in words, what it rests on once each, in the language of its run.
#[test]
fn a_claim_is_explained_in_words() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan(), "--offline", "-q"]);
    let run = home.newest();
    let mut computed = 0;
    for envelope in home.journal() {
        let Event::ClaimRegistered { claim } = envelope.event else {
            continue;
        };
        let told = home
            .must(&["explain", run.as_str(), claim.id.as_str()])
            .stdout;
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], format!("{}, task {}", claim.id, claim.task));
        assert!(!told.contains("\"kind\""), "{told}");
        for cited in &claim.evidence_ids {
            let of_it = lines
                .iter()
                .filter(|line| line.starts_with(&format!("  {cited} ")));
            assert_eq!(of_it.count(), 1, "{told}");
        }
        if let ClaimKind::Computed { formula } = &claim.kind {
            assert!(
                told.contains(&format!("computed from its evidence: {formula}")),
                "{told}"
            );
            computed += 1;
            if computed == 3 {
                return;
            }
        }
    }
    panic!("the sample report computes figures");
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan()]);
    let plan = sample_plan();
    let cases: [&[&str]; 7] = [
        &["show", "--events"],
        &["show", "--report"],
        &["list"],
        &["run", &plan],
        &["completions", "bash"],
        &["config"],
        &["search", "revenue"],
    ];
    for arguments in cases {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = home.command(arguments);
        let ran = Ran::from(
            command
                .stdout(writer)
                .stderr(Stdio::piped())
                .output()
                .unwrap(),
        );
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        assert!(
            !ran.stderr.contains("error") && !ran.stderr.contains("panicked"),
            "{ran:?}"
        );
    }
}

#[test]
fn shells_complete_every_command() {
    let home = Home::empty();
    for shell in ["bash", "zsh", "fish"] {
        let script = home.must(&["completions", shell]).stdout;
        for command in ["research", "plan", "resume", "doctor", "store"] {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn a_chinese_question_gets_a_chinese_report() {
    let home = Home::with_samples();
    let ran = home.assay(&["research", "维摩拉传感的苏州工厂产能和收入情况如何？"]);
    assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
    let headings: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    let is_chinese = |line: &&str| line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    assert!(
        !headings.is_empty() && headings.iter().all(is_chinese),
        "{headings:?}"
    );
}

#[test]
fn the_demo_leaves_a_report_in_either_language() {
    let home = Home::empty();
    for (language, word) in [("en", "Velmora"), ("zh", "来源")] {
        let ran = home.assay(&["demo", "--out", language, "--lang", language, "--json"]);
        assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let outcomes = [&told["report"]["outcome"], &told["memo"]["outcome"]];
        let code = if outcomes.iter().all(|outcome| **outcome == "completed") {
            0
        } else {
            3
        };
        assert_eq!(ran.code, Some(code), "{outcomes:?}");
        for file in ["report.md", "report.html", "log.md"] {
            let text = fs::read_to_string(home.path(language).join(file)).unwrap();
            assert!(text.contains(word) || file == "log.md", "{language}/{file}");
        }
    }
    assert!(
        home.runs().is_empty(),
        "the demo keeps to a home of its own"
    );
}

/// What a process leaves that dies after the run has ended and before its files are written.
#[test]
fn a_run_whose_report_was_not_written_out_is_found_again() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan(), "--offline", "--out", "kept"]);
    let folder = home.state().join("reports").join(home.newest().as_str());
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert_eq!(
        fs::read_to_string(home.path("kept/report.md")).unwrap(),
        report
    );
    assert_eq!(home.assay(&["resume"]).code, Some(1));

    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(home.must(&["resume"]).stdout, report);
    assert_eq!(
        fs::read_to_string(folder.join("report.md")).unwrap(),
        report
    );
}

#[test]
fn a_configuration_file_that_is_not_there_is_told() {
    let home = Home::empty();
    let assay = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        Ran::from(command.env("ASSAY_CONFIG", "no.toml").output().unwrap())
    };
    let warning = "warning: ASSAY_CONFIG names no.toml, which is not there";
    let ran = assay(&["list"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains(warning), "{ran:?}");
    for arguments in [&["config", "set", "language", "zh"][..], &["list"]] {
        let ran = assay(arguments);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(!ran.stderr.contains("warning"), "{ran:?}");
    }
}
