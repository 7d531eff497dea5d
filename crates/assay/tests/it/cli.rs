//! Commands as a user types them: what they print, where, and how they end.

use std::fs;
use std::process::Stdio;

use assay_testkit::{Answer, Script};

use crate::home::{Home, Ran, repository, sample_plan};
use crate::provider::{Provider, closed_base_url};
use crate::scribe;

/// What a person sees, with everything replaced that differs from one day or machine to the next.
fn transcript(home: &Home, arguments: &[&str], ran: &Ran) -> String {
    let shown: Vec<String> = arguments
        .iter()
        .map(|argument| {
            if argument.contains(' ') || argument.is_empty() {
                format!("\"{argument}\"")
            } else {
                (*argument).to_owned()
            }
        })
        .collect();
    let code = ran
        .code
        .map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    let mut text = format!("$ assay {}\n", shown.join(" "));
    for (name, part) in [("", &ran.stdout), ("stderr: ", &ran.stderr)] {
        for line in part.lines() {
            text.push_str(format!("{name}{line}").trim_end());
            text.push('\n');
        }
    }
    home.redacted(&format!("{text}exit {code}\n"))
}

fn assert_transcript(name: &str, home: &Home, arguments: &[&str]) -> Ran {
    let ran = home.assay(arguments);
    settings().bind(|| insta::assert_snapshot!(name, transcript(home, arguments, &ran)));
    ran
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    for (pattern, shown) in [
        (r"r-\d{8}-[0-9a-f]{8}", "[RUN]"),
        (r"\d{4}-\d\d-\d\d \d\d:\d\d\b", "[TIME]"),
        (r"127\.0\.0\.1:\d+", "[SERVER]"),
        (
            r"\[DIR\]/\S*/samples/plan\.json|\S*/samples/plan\.json",
            "[PLAN]",
        ),
        (r"os error \d+", "os error [N]"),
    ] {
        settings.add_filter(pattern, shown);
    }
    settings
}

#[test]
fn help_says_what_there_is() {
    let home = Home::empty();
    for (name, arguments) in [
        ("help", &["--help"][..]),
        ("help_run", &["run", "--help"]),
        ("help_plan", &["plan", "--help"]),
        ("help_explain", &["explain", "--help"]),
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
fn the_doctor_names_what_is_wrong_with_a_model() {
    let home = Home::empty();
    let provider = Provider::start(scribe::answer);
    home.configure(&provider.config());
    assert_transcript("doctor_model", &home, &["doctor"]);
    home.configure(&provider.config().replace("fake/scribe", "fake/other"));
    assert_transcript("doctor_unknown_model", &home, &["doctor"]);
    home.configure(&format!(
        "[models]\ndefault = \"gone/m\"\n[providers.gone]\nbase_url = \"{}\"\n",
        closed_base_url()
    ));
    assert_eq!(
        assert_transcript("doctor_unreachable", &home, &["doctor"]).code,
        Some(1)
    );
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
fn bad_input_is_told_in_one_paragraph() {
    let home = Home::with_samples();
    home.write(
        "bytes.bin",
        [0u8, 159, 146, 150, 0, 1, 2, 3, 255, 254, 0, 0],
    );
    home.write("empty.md", "");
    home.write("not-a-plan.json", "{\"tasks\": 3");
    home.write("loop.json", include_str!("plans/loop.json"));
    let cases: [(&str, &[&str]); 16] = [
        ("missing_file", &["ingest", "nowhere.md"]),
        ("binary_file", &["ingest", "bytes.bin"]),
        ("empty_file", &["ingest", "empty.md"]),
        ("missing_plan", &["run", "nowhere.json"]),
        ("unreadable_plan", &["run", "not-a-plan.json"]),
        ("invalid_plan", &["run", "loop.json"]),
        (
            "unknown_provider",
            &["research", "How is Acme?", "--model", "nobody/m1"],
        ),
        (
            "model_without_provider",
            &["research", "How is Acme?", "--model", "m1"],
        ),
        ("unknown_run", &["show", "r-19990101-00000000"]),
        ("unknown_run_to_resume", &["resume", "r-1999"]),
        ("nothing_to_resume", &["resume"]),
        ("no_runs", &["show"]),
        ("empty_question", &["research", "  "]),
        ("empty_question_to_plan", &["plan", ""]),
        ("unknown_code", &["explain", "E-999"]),
        (
            "bad_budget",
            &["research", "How is Acme?", "--max-cost", "lots"],
        ),
    ];
    for (name, arguments) in cases {
        let ran = assert_transcript(&format!("bad_{name}"), &home, arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{name}");
    }
    assert!(home.runs().is_empty(), "none of this began a run");
}

#[test]
fn a_server_that_cannot_be_used_is_told_before_anything_begins() {
    let home = Home::with_samples();
    let refusing = Provider::scripted(Script::always(Answer::error(
        401,
        "authentication_error",
        "invalid key",
    )));
    home.configure(&refusing.config());
    assert_transcript("bad_key", &home, &["research", "How is Velmora Sensing?"]);
    home.configure(&format!(
        "[models]\ndefault = \"gone/m\"\n[providers.gone]\nbase_url = \"{}\"\n",
        closed_base_url()
    ));
    assert_transcript("bad_server", &home, &["run", &sample_plan()]);
    assert!(home.runs().is_empty(), "none of this began a run");
}

#[test]
fn a_model_that_the_server_does_not_know_stops_the_run() {
    let home = Home::with_samples();
    let provider = Provider::start(|_| {
        Answer::error(404, "not_found_error", "The model `scribe` does not exist")
    });
    home.configure(&provider.config());
    let ran = home.assay(&["run", &sample_plan(), "--concurrency", "1"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{ran:?}");
    assert!(
        ran.stderr.contains("E-012") && ran.stderr.contains("assay resume"),
        "{ran:?}"
    );
}

#[test]
fn an_empty_library_ends_in_a_failed_run_that_says_why() {
    let home = Home::empty();
    let ran = home.assay(&["research", "How healthy is Acme in 2024?"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(5), ""), "{ran:?}");
    for told in ["the library is empty", "assay ingest", "E-001", "! failed"] {
        assert!(ran.stderr.contains(told), "{told}: {}", ran.stderr);
    }
    assert_transcript("search_empty_library", &home, &["search", "anything"]);
}

#[test]
fn an_id_may_be_shortened_while_it_is_clear() {
    let home = Home::empty();
    home.write("notes.md", "# Acme\n\nRevenue was $10 million in 2024.\n");
    home.write("plan.json", include_str!("plans/acme.json"));
    home.must(&["ingest", "notes.md"]);
    home.must(&["run", "plan.json"]);
    let run = home.newest();
    home.must(&["show", &run.as_str()[..14]]);
    home.must(&["run", "plan.json"]);
    let ran = home.assay(&["show", "r-"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stderr.contains("could be any of") && ran.stderr.contains("type more"),
        "{ran:?}"
    );
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
    let ran = home.assay(&["research", "维尔莫拉公司的苏州工厂产能和收入情况如何？"]);
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
        let ran = home.assay(&["demo", "--out", language, "--lang", language]);
        assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
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
