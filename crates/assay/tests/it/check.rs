//! Any text, sentence by sentence, against the library or against files.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::home::{Home, Ran};

const PUMPS: &str = "# Orvane Pumps annual report 2024\n\n## Results\n\n\
    Orvane Pumps had revenue of $812 million in 2024, up from $700 million in 2023. \
    Operating income was $97 million in 2024.\n\n## Plants\n\n\
    Orvane Pumps closed its foundry in Ghent in May 2024 because demand for marine pumps fell.\n";
const VALVES: &str = "# Tessel Valves annual report 2024\n\n## Results\n\n\
    Tessel Valves had revenue of $1,120 million in 2024. Operating income was $140 million in 2024.\n";

/// A report that speaks of itself: only its title says whose it is.
const SEALS: &str = "# Mandel Seals annual report 2024\n\n## Results\n\n\
    Revenue was $64 million in 2024. The company employs 410 people. \
    We opened a plant in Porto in June 2024.\n";

fn with_sources() -> Home {
    let home = Home::empty();
    home.write("sources/pumps.md", PUMPS);
    home.write("sources/deeper/valves.md", VALVES);
    home.write("sources/seals.md", SEALS);
    home
}

fn verdicts(ran: &Ran) -> Vec<String> {
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    let sentences = told["sentences"].as_array().unwrap().iter();
    sentences
        .map(|one| one["verdict"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_text_without_citations_is_held_against_a_folder_and_leaves_no_trace() {
    let home = with_sources();
    for (sentence, expected) in [
        (
            "Revenue of Orvane Pumps was $812 million in 2024.",
            "computed",
        ),
        (
            "Revenue of Orvane Pumps was $821 million in 2024.",
            "unsupported",
        ),
        (
            "Revenue of Orvane Pumps was $812 million in 2023.",
            "unsupported",
        ),
        // a figure of one document with the name of another
        (
            "Revenue of Tessel Valves was $812 million in 2024.",
            "unsupported",
        ),
        (
            "Operating income of Tessel Valves was $97 million in 2024.",
            "unsupported",
        ),
        (
            "Orvane Pumps closed its foundry in Ghent in May 2024 because demand for marine pumps fell.",
            "quoted",
        ),
        (
            "Orvane Pumps closed its foundry in Ghent in May 2024.",
            "quoted",
        ),
        (
            "Orvane Pumps opened its foundry in Ghent in May 2024.",
            "unsupported",
        ),
        ("Mandel Seals employs 410 people.", "computed"),
        ("Tessel Valves employs 410 people.", "unsupported"),
        ("Zirkel's revenue was $64 million in 2024.", "unsupported"),
        (
            "Orvane opened a plant in Porto in June 2024.",
            "unsupported",
        ),
        ("Mandel opened a plant in Porto in June 2024.", "wording"),
        ("Zirkel Motors sells tractors in Chile.", "unsupported"),
    ] {
        home.write("draft.md", sentence);
        let ran = home.assay(&["check", "draft.md", "--against", "sources", "--json"]);
        assert_eq!(verdicts(&ran), [expected], "{sentence}: {ran:?}");
        let code = if expected == "unsupported" { 4 } else { 0 };
        assert_eq!(ran.code, Some(code), "{sentence}");
    }
    let listed = home.assay(&["search", "revenue"]);
    assert!(listed.stdout.is_empty(), "nothing came in: {listed:?}");
}

#[test]
fn the_terminal_shows_what_bears_a_sentence_or_why_nothing_does() {
    let home = with_sources();
    home.write(
        "draft.md",
        "# In short\n\nRevenue of Orvane Pumps was $812 million in 2024 [1]. \
         What does this mean? Revenue of Orvane Pumps was $900 million in 2024.\n\n\
         ## Sources\n\n[1] Orvane Pumps annual report 2024\n",
    );
    let ran = home.assay(&["check", "draft.md", "--against", "sources"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "computed: Revenue of Orvane Pumps was $812 million in 2024."
    );
    assert!(lines[1].contains("up from $700 million"), "{ran:?}");
    assert!(lines[1].contains("(Orvane Pumps annual report 2024 › Results)"));
    assert_eq!(lines[2], "connecting: What does this mean?");
    assert!(lines[3].starts_with("unsupported: "), "{ran:?}");
    assert!(lines[4].contains("900"), "{ran:?}");
    let summary = "3 sentences: 1 computed, 1 connecting, 1 unsupported";
    assert_eq!(lines.last(), Some(&summary), "{ran:?}");
}

#[test]
fn the_library_is_what_a_text_is_held_against_unless_files_are_named() {
    let home = with_sources();
    home.write(
        "draft.md",
        "Revenue of Orvane Pumps was $812 million in 2024.",
    );
    let ran = home.assay(&["check", "draft.md"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("the library is empty"), "{ran:?}");
    home.must(&["ingest", "sources"]);
    home.must(&["check", "draft.md"]);
    let told = home.json(&["check", "draft.md", "--json"]);
    let span = &told["sentences"][0]["spans"][0];
    let id = span["evidence"].as_str().unwrap();
    assert!(PUMPS.contains(span["text"].as_str().unwrap()), "{told}");
    for (text, code) in [
        (
            format!("Revenue of Orvane Pumps was $812 million in 2024 [[{id}]]."),
            0,
        ),
        (
            format!("Revenue of Tessel Valves was $1,120 million in 2024 [[{id}]]."),
            4,
        ),
        (
            "Revenue of Tessel Valves was $1,120 million in 2024 [[ev_0123456789]].".to_owned(),
            4,
        ),
        (
            "Revenue of Tessel Valves was $1,120 million in 2024.".to_owned(),
            0,
        ),
    ] {
        home.write("draft.md", &text);
        let ran = home.assay(&["check", "draft.md"]);
        assert_eq!(ran.code, Some(code), "{text}: {ran:?}");
    }
}

#[test]
fn a_figure_in_no_document_passes_with_its_formula() {
    let home = with_sources();
    let text = "Orvane Pumps had operating income of $11.9 per hundred dollars of revenue in 2024.";
    home.write("draft.md", text);
    let check = |formula: &str| {
        let formula = format!("Orvane Pumps had operating income={formula}");
        home.assay(&[
            "check",
            "draft.md",
            "--against",
            "sources",
            "--formula",
            &formula,
        ])
    };
    let right = check("97 / 812 * 100");
    let wrong = check("97 / 700 * 100");
    assert_eq!(
        (right.code, wrong.code),
        (Some(0), Some(4)),
        "{right:?} {wrong:?}"
    );
    assert!(right.stdout.starts_with("computed: "), "{right:?}");
    let nobody = home.assay(&[
        "check",
        "draft.md",
        "--against",
        "sources",
        "--formula",
        "Nobody wrote this=1 + 1",
    ]);
    assert_eq!(nobody.code, Some(1), "{nobody:?}");
    assert!(
        nobody.stderr.contains("begins with “Nobody wrote this”"),
        "{nobody:?}"
    );
}

#[test]
fn a_formula_says_nothing_of_what_a_figure_is_of() {
    let home = with_sources();
    let right = "Operating income of Orvane Pumps was 11.9% of revenue in 2024.";
    let wrong = "Legal fees of Orvane Pumps were 11.9% of revenue in 2024.";
    for (text, code) in [(right, 0), (wrong, 4)] {
        home.write("draft.md", text);
        let formula = format!("{text}=97 / 812");
        let ran = home.assay(&[
            "check",
            "draft.md",
            "--against",
            "sources",
            "--formula",
            &formula,
        ]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
    }
}

#[test]
fn chinese_texts_are_answered_in_chinese() {
    let home = Home::empty();
    home.write(
        "资料/年报.md",
        "# 远岚泵业2024年年度报告\n\n远岚泵业2024年实现营业收入8.12亿元，同比增长16%。公司在全国有六家工厂。\n",
    );
    home.write(
        "稿.md",
        "2024年远岚泵业的营业收入为8.12亿元。2024年远岚泵业的营业收入为9.12亿元。",
    );
    let ran = home.assay(&["check", "稿.md", "--against", "资料"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("数字相符: 2024年远岚泵业"), "{ran:?}");
    assert!(
        ran.stdout
            .contains("无依据: 2024年远岚泵业的营业收入为9.12亿元")
    );
    assert_eq!(lines.last(), Some(&"共 2 句：数字相符 1，无依据 1"));
    let english = home.assay(&["check", "稿.md", "--against", "资料", "--lang", "en"]);
    assert!(english.stdout.contains("unsupported: "), "{english:?}");
}

#[test]
fn the_page_is_whole_and_harmless() {
    let home = with_sources();
    home.write(
        "draft.md",
        "# Title\n\nRevenue of Orvane Pumps was $812 million in 2024. \
         Orvane Pumps <img src=x onerror=alert(1)> had revenue of $5 million in 2024.\n",
    );
    let ran = home.assay(&[
        "check",
        "draft.md",
        "--against",
        "sources",
        "--html",
        "out.html",
    ]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let page = std::fs::read_to_string(home.path("out.html")).unwrap();
    for words in [
        "<span class=\"s computed\" tabindex=\"0\">Revenue of Orvane Pumps was $812 million",
        "<span class=\"s bad\"",
        "up from $700 million",
        "2 sentences: 1 computed, 1 unsupported",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for raw in ["<img", "<script", "http://", "https://"] {
        assert!(!page.contains(raw), "{raw}: {page}");
    }
}

#[test]
fn what_cannot_be_checked_is_told_in_a_line() {
    let home = with_sources();
    home.write("bytes.bin", [0_u8, 159, 146, 150, 0, 255]);
    home.write("zeros.md", b"text\0text");
    home.write("empty.md", "\n \n");
    home.write("draft.md", "Orvane Pumps grew.");
    for (arguments, code, words) in [
        (&["check", "gone.md"][..], 1, "cannot read gone.md"),
        (&["check", "bytes.bin"], 1, "bytes.bin is not text in UTF-8"),
        (&["check", "zeros.md"], 1, "zeros.md is not text in UTF-8"),
        (&["check", "empty.md"], 1, "nothing to check"),
        (&["check", "sources"], 1, "cannot read sources"),
        (
            &["check", "draft.md", "--against", "gone"],
            1,
            "names no file that can be read",
        ),
        (
            &["check", "draft.md", "--against", "bytes.bin"],
            1,
            "bytes.bin",
        ),
        (
            &["check", "draft.md", "--formula", "no equals sign"],
            2,
            "--formula",
        ),
        (&["check", "draft.md", "--against"], 2, "--against"),
        (&["check"], 2, "FILE"),
    ] {
        let ran = home.assay(arguments);
        assert_eq!(ran.code, Some(code), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(words), "{arguments:?}: {ran:?}");
        assert!(ran.stdout.is_empty(), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_text_comes_from_standard_input_too() {
    let home = with_sources();
    let mut command = home.command(["check", "-", "--against", "sources"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"Revenue of Tessel Valves was $1,120 million in 2024.")
        .unwrap();
    drop(input);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.starts_with("computed: "), "{ran:?}");
}
