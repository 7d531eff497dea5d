//! A question is answered first, or the library is said not to know.

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
