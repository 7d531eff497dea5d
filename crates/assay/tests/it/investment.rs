//! A company judged from its figures: the right kind of document, figures that lead to their source,
//! and the same verdict when it is checked again.

use std::collections::BTreeMap;
use std::fs;

use assay_domain::{Body, Event, GateName, Verdict};
use assay_store::Store;
use rusqlite::{Connection, OpenFlags};

use crate::home::{Home, Ran, copy_folder, repository};

const DAY: &str = "2025-03-31";

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
    let home = Home::with_sample_company();
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
    let home = Home::with_sample_company();
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
    let home = Home::with_sample_company();
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

/// A threshold and a hypothesis are as much part of the judgement as its sentences.
#[test]
fn an_audit_finds_a_threshold_or_a_hypothesis_that_was_changed_afterwards() {
    let home = Home::with_sample_company();
    let ran = research(&home, DAY, &["--market", &market()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let run = home.newest().to_string();
    home.must(&["audit", &run]);
    let store = Store::open(&home.state()).unwrap();
    let is_thesis = |event: &Event| {
        matches!(event, Event::ArtifactWritten { artifact, .. }
        if artifact.to_string() == "research_mechanism")
    };
    let journal = home.journal();
    let written = journal.iter().find(|one| is_thesis(&one.event)).unwrap();
    let Event::ArtifactWritten { body, .. } = &written.event else {
        panic!("an artifact");
    };
    let thesis: serde_json::Value = serde_json::from_str(&store.text_of(body).unwrap()).unwrap();
    let claims = thesis["claims"].as_array().unwrap();
    let watched = claims
        .iter()
        .position(|claim| claim["wrong_if"].is_object());
    let hypotheses = thesis["hypotheses"].as_array().unwrap();
    let with_figure = hypotheses.iter().position(|one| one["figures"].is_array());
    let mut threshold = thesis.clone();
    threshold["claims"][watched.unwrap()]["wrong_if"]["threshold"] = "0.99".into();
    let mut hypothesis = thesis.clone();
    let statement = &mut hypothesis["hypotheses"][with_figure.unwrap()]["statement"];
    *statement = statement.as_str().unwrap().replace('%', "1%").into();
    for (changed, says) in [(threshold, "threshold"), (hypothesis, "hyp_")] {
        let other = Home::empty();
        copy_folder(&home.state(), &other.state());
        replace_body(&other, &run, "research_mechanism", &changed.to_string());
        let ran = other.assay(&["audit", &run]);
        assert_ne!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains(says), "{says}: {ran:?}");
    }
}

/// Puts another text into an artifact of the journal, as nobody but an attacker would, who takes the
/// event's hash away.
fn replace_body(home: &Home, run: &str, artifact: &str, text: &str) {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let journal = Connection::open_with_flags(home.state().join("assay.db"), flags).unwrap();
    let mut rows = journal
        .prepare("SELECT seq, event FROM events WHERE run = ?1")
        .unwrap();
    let events: Vec<(i64, String)> = rows
        .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut replaced = 0;
    for (seq, event) in events {
        let mut event: Event = serde_json::from_str(&event).unwrap();
        if let Event::ArtifactWritten {
            artifact: name,
            body,
            ..
        } = &mut event
            && name.to_string() == artifact
        {
            *body = Body::Inline(text.to_owned());
            let event = serde_json::to_string(&event).unwrap();
            let update = "UPDATE events SET event = ?2, hash = NULL WHERE seq = ?1";
            replaced += journal
                .execute(update, rusqlite::params![seq, event])
                .unwrap();
        }
    }
    assert_eq!(replaced, 1);
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
    let home = Home::with_sample_company();
    // day, further arguments, what the reader gets, what it must say, exit code
    let cases: [(&str, &[&str], &str, &str, i32); 3] = [
        (
            DAY,
            &[],
            "Watchlist card",
            "risk-free rate (rf): missing",
            4,
        ),
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

/// A failed gate is a failed run; what was written and checked stays readable, marked, and the reader
/// is told which figures are too old for which day and what to do.
#[test]
fn sections_that_a_failed_gate_did_not_release_are_kept_and_marked() {
    let home = Home::with_sample_company();
    let ran = research(&home, "2026-11-15", &[]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    for said in [
        "too old for 2026-11-15",
        "Revenue",
        "--sections",
        "--as-of 20",
        "--plain",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let run = home.newest().to_string();
    let sections = home.must(&["show", &run, "--sections"]).stdout;
    assert!(sections.contains("Not released"), "{sections}");
    assert!(sections.contains("## 1. "), "{sections}");
    let folder = home.state().join("reports").join(&run);
    let page = fs::read_to_string(folder.join("sections.html")).unwrap();
    assert!(page.contains("Not released"));
    home.must(&["audit", &run]);
    // the day that the hint names is one on which the figures are not too old
    let (_, hint) = ran.stderr.split_once("--as-of ").unwrap();
    let day = hint.get(..10).unwrap();
    let judged = research(&home, day, &[]);
    assert!(!judged.stdout.contains("Q-004"), "{day}: {}", judged.stdout);
    home.assert_sound();
}

/// What the gate sends back is judged again on further passages; each judgement is archived with what
/// the gate said of it, and the board shows the last.
#[test]
fn a_judgement_that_went_back_is_the_next_version_of_its_artifacts() {
    let home = Home::with_sample_company();
    for number in 1..=80 {
        let text = format!(
            "---\ndate: 2022-05-01\n---\n\n# Velmora Sensing, note {number}\n\nRevenue, operating income and operating cash flow \
             of the annual report of Velmora Sensing Inc. are discussed in part {number} of these \
             notes, without figures.\n"
        );
        home.write(&format!("notes/note-{number}.md"), text);
    }
    let notes = home.path("notes").display().to_string();
    home.must(&["ingest", &notes]);
    // no report was out: core figures are missing, and nothing is established
    let ran = research(&home, "2022-06-30", &[]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    let store = Store::open(&home.state()).unwrap();
    let mut written: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut verdicts = Vec::new();
    for envelope in home.journal() {
        match &envelope.event {
            Event::ArtifactWritten {
                artifact,
                version,
                body,
                ..
            } => {
                let name = artifact.to_string();
                if name == "research_mechanism" {
                    let text = store.text_of(body).unwrap();
                    let output: serde_json::Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(output["artifact_version"], *version);
                    assert!(output["claim_ids"].is_array());
                }
                written.entry(name).or_default().push(*version);
            }
            Event::GateDecided {
                gate: GateName::QualityGate,
                verdict,
                ..
            } => {
                assert_eq!(written["quality_gate"].len(), verdicts.len() + 1);
                verdicts.push(*verdict);
            }
            _ => {}
        }
    }
    assert_eq!(verdicts, [Verdict::Fail; 3], "at most two returns");
    for artifact in ["research_mechanism", "model_blueprint", "quality_gate"] {
        assert_eq!(written[artifact], [1, 2, 3], "{artifact}");
    }
    for artifact in ["data_integrity", "document", "final_output"] {
        assert_eq!(written[artifact], [1], "{artifact} is made once");
    }
    let run = home.newest().to_string();
    let board = home.json(&["--json", "export", &run, "-f", "board"]);
    let newest = &board["artifacts"]["research_mechanism"];
    assert_eq!(newest["version"], 3);
    assert_eq!(newest["artifact_id"], "research_mechanism_v3");
    home.must(&["audit", &run]);
    home.assert_sound();
}

#[test]
fn an_unknown_ticker_is_told_with_what_is_known() {
    let home = Home::with_sample_company();
    let ran = home.assay(&["research", "QQQQ", "--offline", "-y"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("Velmora Sensing Inc."), "{ran:?}");
}

#[test]
fn a_market_file_with_a_figure_that_nothing_reads_is_refused() {
    let home = Home::with_sample_company();
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
    let home = Home::with_sample_company();
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

    use super::{DAY, market};
    use crate::fault::{FaultLab, spread};
    use crate::home::{Home, Ran};

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
        let calm = Home::with_sample_company();
        let trial = lab.run(&calm, &arguments, Fault::None);
        let calls = trial.calls.len();
        let expected = without_run(&Ran::from(trial.output).stdout);
        for point in spread(calls, POINTS) {
            let home = Home::with_sample_company();
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
