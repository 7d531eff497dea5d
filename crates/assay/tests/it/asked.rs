//! A question is answered first, or the library is said not to know.

use std::process::Stdio;

use assay_domain::Event;
use xtask::lab::Fault;

use crate::fault::{FaultLab, spread};
use crate::home::Home;

#[test]
fn a_filed_figure_is_answered_in_one_line_with_its_source() {
    let home = Home::with_sample_company();
    let ran = home.must(&["ask", "velmora", "revenue", "2024"]);
    assert!(ran.stdout.contains("revenue was"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2024"), "{}", ran.stdout);
    assert!(ran.stdout.contains("[1]"), "{}", ran.stdout);
    assert!(ran.stdout.lines().count() < 12, "{}", ran.stdout);
}

#[test]
fn what_the_library_does_not_say_is_said_and_nothing_else() {
    let home = Home::with_samples();
    for question in [
        "What is the capital of France?",
        "how long do I boil an egg",
    ] {
        let ran = home.assay(&["ask", question]);
        assert_eq!(ran.code, Some(5), "{ran:?}");
        assert!(ran.stdout.contains("does not say"), "{ran:?}");
        let ran = home.assay(&["research", question, "--yes", "--offline"]);
        assert_eq!(ran.code, Some(5), "{ran:?}");
        assert!(ran.stderr.contains("does not say"), "{ran:?}");
        assert!(ran.stderr.contains("E-001"), "{ran:?}");
    }
    let ran = home.assay(&["ask", "  ? "]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn a_research_of_a_narrow_question_begins_with_its_answer() {
    let home = Home::with_sample_company();
    let question = "velmora sensing revenue 2024";
    let ran = home.json(&["research", question, "--yes", "--offline", "--json"]);
    let report = ran["report"].as_str().unwrap();
    let first = report
        .lines()
        .filter(|line| !line.trim().is_empty())
        .nth(3)
        .unwrap();
    assert!(first.contains("revenue was"), "{report}");
    assert!(!report.contains("## Contents"), "{report}");
    let run = ran["run"].as_str().unwrap();
    let audit = home.must(&["audit", run]);
    assert!(audit.stdout.contains("ok"), "{audit:?}");
    let full = home.json(&[
        "research",
        question,
        "--depth",
        "full",
        "--plain",
        "--yes",
        "--offline",
        "--json",
    ]);
    assert!(
        full["report"].as_str().unwrap().contains("## Contents"),
        "{full}"
    );
}

fn finished_run(home: &Home, question: &str) -> String {
    let ran = home.json(&["research", question, "--yes", "--offline", "--json"]);
    ran["run"].as_str().unwrap().to_owned()
}

#[test]
fn a_follow_up_takes_what_it_lacks_from_its_run_and_is_kept_with_it() {
    let home = Home::with_sample_company();
    let run = finished_run(&home, "velmora revenue 2024");
    let asked = |question: &str| home.json(&["ask", "--run", &run, question, "--json"]);
    let before = asked("and the year before?");
    assert_eq!(before["completed"], "velmora revenue 2023", "{before}");
    let answer = before["answer"].as_str().unwrap();
    assert!(answer.contains("$4.1 billion in 2023"), "{before}");
    // its evidence is the run's own, by the same id
    let shown = home.json(&["show", &run, "--board"]);
    let id = before["evidence"][0]["id"].as_str().unwrap();
    assert!(shown["evidence_registry"][id].is_object(), "{shown}");
    // the next one goes on from the last
    let chinese = asked("那毛利率呢？");
    assert_eq!(chinese["understood"]["periods"][0], "2023", "{chinese}");
    let answer = chinese["answer"].as_str().unwrap();
    assert!(answer.contains("毛利率为"), "{chinese}");
    let refused = home.assay(&["ask", "--run", &run, "who boils the eggs?"]);
    assert_eq!(refused.code, Some(5), "{refused:?}");

    let shown = home.must(&["show", &run]);
    for part in [
        "## Asked on",
        "and the year before?",
        "velmora revenue 2023",
        "does not say",
    ] {
        assert!(shown.stdout.contains(part), "{part}: {shown:?}");
    }
    let kept = home.json(&["show", &run, "--json"]);
    let outcomes: Vec<&str> = kept["asked_on"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["completed", "completed", "failed"]);
    let evidence = home.must(&["explain", &run, id]);
    assert!(evidence.stdout.contains("source:"), "{evidence:?}");
    let exported = home.must(&["export", &run, "-f", "json"]);
    assert!(
        exported.stdout.contains("velmora revenue 2023"),
        "{exported:?}"
    );
    let audit = home.must(&["audit", &run]);
    assert!(audit.stdout.contains("3 answers"), "{audit:?}");
    home.must(&["store", "check"]);
    // a run that has ended stays as it ended
    assert_eq!(home.runs().len(), 1);
    home.must(&["resume", &run]);
}

#[test]
fn there_is_nothing_to_ask_on_where_no_run_has_ended() {
    let home = Home::with_sample_company();
    let ran = home.assay(&["ask", "--run", "r-2020", "why?"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stderr.contains("`assay list` shows the runs"),
        "{ran:?}"
    );
    let question = "How healthy is Velmora Sensing?";
    let held = home.json(&[
        "research",
        question,
        "--yes",
        "--offline",
        "--plain",
        "--hold",
        "--json",
    ]);
    let run = held["run"].as_str().unwrap();
    let ran = home.assay(&["ask", "--run", run, "why?"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stderr.contains(&format!("assay resume {run}")),
        "{ran:?}"
    );
}

#[test]
fn how_a_question_was_understood_is_said_and_kept() {
    let home = Home::with_sample_company();
    let told = home.json(&["ask", "velmroa capex 2023", "--json"]);
    assert_eq!(
        told["understood"]["subjects"][0], "Velmora Sensing Inc.",
        "{told}"
    );
    assert_eq!(told["understood"]["periods"][0], "2023", "{told}");
    let line = told["read_as"].as_str().unwrap();
    assert!(line.contains("“velmroa” read as Velmora"), "{line}");
    let run = finished_run(&home, "velmora revenue 2024");
    let report = home.must(&["show", &run, "--report"]);
    let read_as = "about Velmora Sensing Inc. · asked Revenue · period 2024";
    assert!(report.stdout.contains(read_as), "{report:?}");
    let shown = home.must(&["show", &run]);
    assert!(shown.stdout.contains(read_as), "{shown:?}");
}

/// Points at which the process is killed.
const KILLS: usize = 7;

#[test]
fn a_killed_follow_up_is_there_whole_or_not_at_all() {
    let Some(lab) = FaultLab::open() else { return };
    let home = Home::with_sample_company();
    let run = finished_run(&home, "velmora revenue 2024");
    let ask = ["ask", "--run", &run, "and the year before?"];
    let calls = lab.run(&home, &ask, Fault::None).calls.len();
    let mut whole = 1;
    for k in spread(calls, KILLS) {
        let killed = lab.run(&home, &ask, Fault::KillAt(k)).was_killed();
        home.assert_sound();
        let journal = home.journal();
        let asked = journal.iter().filter_map(|envelope| match &envelope.event {
            Event::FollowUpAnswered { follow_up } => Some(follow_up),
            _ => None,
        });
        let asked: Vec<_> = asked.collect();
        assert!(
            asked.iter().all(|one| one.answer.contains("[[ev_")),
            "{asked:?}"
        );
        assert!(
            asked.len() == whole || asked.len() == whole + 1,
            "after {k}"
        );
        assert!(killed || asked.len() == whole + 1, "after {k}");
        whole = asked.len();
    }
    home.must(&["audit", &run]);
}

#[test]
fn a_reader_who_has_had_enough_stops_nothing() {
    let home = Home::with_sample_company();
    for arguments in [
        &["ask", "velmora revenue 2024"][..],
        &["research", "velmora revenue 2024", "--yes", "--offline"],
        &["show", "--report"],
        &["explain", "E-001"],
    ] {
        let mut command = home.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
    let runs = home.json(&["list", "--json"]);
    assert!(runs.to_string().contains("completed"), "{runs}");
}
