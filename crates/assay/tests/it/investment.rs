//! A company judged from its figures: the right kind of document, figures that lead to their source,
//! and the same verdict when it is checked again.

use std::fs;

use crate::home::{Home, Ran, repository};

const DAY: &str = "2025-03-31";

/// A home with the sample company's facts and prices beside its documents.
fn home() -> Home {
    let home = Home::with_samples();
    let samples = repository().join("samples");
    let facts = samples.join("companyfacts").display().to_string();
    let prices = samples.join("prices").display().to_string();
    home.must(&["ingest", &facts, &prices]);
    home
}

fn market() -> String {
    let file = repository().join("samples/market.json");
    file.display().to_string()
}

fn research(home: &Home, day: &str, more: &[&str]) -> Ran {
    let mut arguments = vec!["research", "VLSS", "--offline", "-y", "--as-of", day];
    arguments.extend(more);
    home.assay(&arguments)
}

#[test]
fn figures_are_those_that_were_known_on_the_day() {
    let home = home();
    let ocf = |day: &str| {
        let ran = home.must(&[
            "data", "VLSS", "ocf", "--basis", "FY", "--as-of", day, "--json",
        ]);
        let package: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let points = package["data_points"].as_array().unwrap();
        let of_2023 = points.iter().find(|p| p["as_of_date"] == "2023-12-31");
        of_2023.map(|point| point["value"].clone())
    };
    assert_eq!(ocf("2023-12-31"), None, "nobody knew it yet");
    assert_eq!(ocf("2024-12-31"), Some(668_000_000.into()));
    assert_eq!(
        ocf(DAY),
        Some(640_000_000.into()),
        "recast in the next report"
    );
    let changes = home.must(&["data", "VLSS", "--changes"]).stdout;
    assert!(
        changes.contains("RECAST") && changes.contains("668,000,000"),
        "{changes}"
    );
    let checks = home.must(&["data", "VLSS", "--checks"]);
    assert!(checks.stderr.contains(" 0 failed"), "{checks:?}");
}

#[test]
fn a_memo_stands_up_to_its_audit_and_leaves_in_every_format() {
    let home = home();
    let ran = research(&home, DAY, &["--market", &market()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for expected in ["Investment memo", "PASS", "Twelve-month target", "Korvex"] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    let run = home.newest().to_string();
    let audit = home.must(&["audit", &run]).stdout;
    assert!(
        !audit.contains("FAIL") && audit.lines().count() >= 5,
        "{audit}"
    );
    let gate = home.must(&["gate", "explain", &run]).stdout;
    assert!(gate.contains("Q-001") && gate.contains("ks_005"), "{gate}");
    for (format, begins) in [("docx", "PK"), ("xlsx", "PK"), ("html", "<!doctype html>")] {
        let file = home.path(&format!("memo.{format}"));
        home.must(&[
            "export",
            &run,
            "-f",
            format,
            "-o",
            &file.display().to_string(),
        ]);
        let bytes = fs::read(&file).unwrap();
        let head = String::from_utf8_lossy(&bytes[..begins.len()]).to_lowercase();
        assert_eq!(head, begins.to_lowercase(), "{format}");
    }
    let board = home.json(&["--json", "export", &run, "-f", "board"]);
    for artifact in [
        "data_integrity",
        "research_mechanism",
        "ecosystem_graph",
        "valuation",
    ] {
        assert!(board["artifacts"].get(artifact).is_some(), "{artifact}");
    }
    home.assert_sound();
}

/// Bytes of the archive changed behind the program's back are told.
#[test]
fn an_audit_finds_a_figure_that_was_changed_afterwards() {
    let home = home();
    let ran = research(&home, DAY, &["--market", &market()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let run = home.newest().to_string();
    let mut changed = 0;
    for entry in walk(&home.state().join("blobs")) {
        let bytes = fs::read(&entry).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        if text.contains("\"agent\":\"data_integrity\"") {
            fs::write(&entry, text.replace("640000000", "650000000")).unwrap();
            changed += 1;
        }
    }
    assert_eq!(changed, 1, "the data points are one body");
    let ran = home.assay(&["audit", &run]);
    assert_ne!(ran.code, Some(0), "{ran:?}");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path);
        }
    }
    files
}

#[test]
fn what_the_evidence_does_not_carry_becomes_a_lesser_document() {
    let home = home();
    // day, further arguments, what the reader gets, what it must say, exit code
    let cases: [(&str, &[&str], &str, &str, i32); 3] = [
        (DAY, &[], "Watchlist card", "rf: missing", 4),
        ("2026-11-15", &[], "Error report", "Q-004", 5),
        ("2022-06-30", &[], "Error report", "Q-002", 5),
    ];
    for (day, more, kind, says, code) in cases {
        let ran = research(&home, day, more);
        assert!(ran.stdout.contains(kind), "{day}: {ran:?}");
        assert!(ran.stdout.contains(says), "{day}: {}", ran.stdout);
        assert_eq!(ran.code, Some(code), "{day}: {}", ran.stderr);
    }
}

#[test]
fn an_unknown_ticker_is_told_with_what_is_known() {
    let home = home();
    let ran = home.assay(&["research", "QQQQ", "--offline", "-y"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("Velmora Sensing Inc."), "{ran:?}");
}

#[test]
fn a_market_file_with_a_figure_that_nothing_reads_is_refused() {
    let home = home();
    let file = home.write(
        "market.json",
        r#"{"all": {"risk_fre": {"value": "0.04", "as_of": "2025-01-01", "source": "typed"}}}"#,
    );
    let ran = research(&home, DAY, &["--market", &file.display().to_string()]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("risk_fre"), "{ran:?}");
}

#[test]
fn relations_are_kept_and_confirmed() {
    let home = home();
    let first = home
        .must(&["graph", "refresh", "VLSS", "--as-of", DAY])
        .stderr;
    assert!(first.contains("5 new"), "{first}");
    let again = home
        .must(&["graph", "refresh", "VLSS", "--as-of", DAY])
        .stderr;
    assert!(again.contains("0 new"), "{again}");
    let shown = home.must(&["graph", "show", "VLSS", "--as-of", DAY]).stdout;
    assert!(shown.contains("Korvex Semiconductor"), "{shown}");
    let stale = home
        .must(&["graph", "stale", "VLSS", "--as-of", "2026-01-01"])
        .stdout;
    assert!(stale.contains("Haldric Instruments"), "{stale}");
}

#[cfg(target_os = "linux")]
mod killed {
    use xtask::lab::Fault;

    use super::{DAY, home, market};
    use crate::fault::{FaultLab, spread};
    use crate::home::Ran;

    /// A few of the durable calls; the whole report is compared but for the run and its hour.
    const POINTS: usize = 5;

    #[test]
    fn a_judgement_that_was_killed_ends_as_if_it_had_not() {
        let Some(lab) = FaultLab::open() else {
            return;
        };
        let market = market();
        let arguments = [
            "research",
            "VLSS",
            "--offline",
            "-y",
            "--as-of",
            DAY,
            "--market",
            &market,
        ];
        let calm = home();
        let trial = lab.run(&calm, &arguments, Fault::None);
        let calls = trial.calls.len();
        let expected = without_run(&Ran::from(trial.output).stdout);
        for point in spread(calls, POINTS) {
            let home = home();
            let trial = lab.run(&home, &arguments, Fault::KillAt(point));
            if home.runs().is_empty() || !trial.was_killed() {
                continue;
            }
            let ran = home.assay(&["resume", home.newest().as_str()]);
            assert_eq!(ran.code, Some(0), "after {point}: {ran:?}");
            assert_eq!(without_run(&ran.stdout), expected, "after {point}");
            home.assert_sound();
        }
    }

    fn without_run(report: &str) -> String {
        let lines = report
            .lines()
            .filter(|line| !line.starts_with("- **Run**") && !line.starts_with("- **Generated**"));
        lines.collect::<Vec<_>>().join("\n")
    }
}
