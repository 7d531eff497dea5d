//! Bad input and bad circumstances: one clear paragraph, a proper exit code, nothing begun.

use assay_testkit::{Answer, Script};

use crate::home::{Home, sample_plan};
use crate::provider::{Provider, closed_base_url};
use crate::scribe;
use crate::transcript::assert_transcript;

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
fn the_doctor_looks_on_after_a_provider_that_cannot_be_used() {
    let home = Home::empty();
    home.configure("[providers.x]\nbase_url = \"ftp://x\"\n");
    let ran = home.assay(&["doctor"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for words in [
        "problem  provider x: provider x: base_url is no http or https URL",
        "fix: assay config set providers.x.base_url URL",
        "model for plan: offline analyst",
        "browser of assay auto",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {ran:?}");
    }
    home.must(&["config", "unset", "providers.x.base_url"]);
    home.must(&["doctor"]);
}

#[test]
fn a_provider_is_not_set_to_what_it_cannot_be() {
    let home = Home::empty();
    for (key, value, words) in [
        ("providers..base_url", "http://a", "names no provider"),
        ("providers..dialect", "openai", "names no provider"),
        ("providers.x.base_url", "ftp://x", "no http or https URL"),
        ("providers.x.base_url", "x", "no http or https URL"),
    ] {
        let ran = home.assay(&["config", "set", key, value]);
        assert_eq!(ran.code, Some(1), "{key} {value}: {ran:?}");
        assert!(ran.stderr.contains(words), "{key} {value}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{key} {value}: {ran:?}");
    }
    let file = home.state().join("config.toml");
    assert!(!file.try_exists().unwrap(), "nothing was written");
    home.must(&[
        "config",
        "set",
        "providers.x.base_url",
        "http://127.0.0.1:1/v1",
    ]);
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
    let cases: [(&str, &[&str]); 18] = [
        ("missing_file", &["ingest", "nowhere.md"]),
        ("binary_file", &["ingest", "bytes.bin"]),
        ("empty_file", &["ingest", "empty.md"]),
        ("missing_plan", &["run", "nowhere.json"]),
        ("binary_plan", &["run", "bytes.bin"]),
        ("folder_for_a_plan", &["run", "."]),
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
fn a_question_without_a_letter_or_a_digit_is_an_empty_one() {
    let home = Home::with_samples();
    for question in ["???", "\u{200b}", " !!! ", "\u{1}\u{1b}\u{7}", "…。？"] {
        for command in ["research", "plan", "auto"] {
            let ran = home.assay(&[command, question]);
            assert_eq!(ran.code, Some(1), "{command} {question:?}: {ran:?}");
            assert!(
                ran.stderr
                    .contains("is empty: it has no letter and no digit"),
                "{command} {question:?}: {ran:?}"
            );
        }
    }
    assert!(home.runs().is_empty(), "none of this began a run");
    for question in ["苹果？", "5?"] {
        home.must(&["plan", question]);
    }
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
fn an_empty_library_is_told_before_anything_begins() {
    let home = Home::empty();
    let question = ["research", "How healthy is Acme in 2024?"];
    let ran = assert_transcript("bad_empty_library", &home, &question);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(home.runs().is_empty());
    assert_transcript("search_empty_library", &home, &["search", "anything"]);
}

/// What the library lacks, the web or a server that the user trusts may have; a model asks them.
#[test]
fn an_empty_library_is_no_hindrance_where_somebody_else_can_be_asked() {
    const WEB: &str = "[web]\nengines = \"searxng\"\n[web.searxng]\nbase_url = \"http://127.0.0.1:9\"\ninternal = true\n";
    let server = |trust: &str| {
        format!(
            "{{\"servers\": {{\"gone\": {{\"command\": \"no-such-server\", \"trust\": \"{trust}\"}}}}}}"
        )
    };
    let research: &[&str] = &["research", "How healthy is Acme in 2024?"];
    let run: &[&str] = &["run", "plan.json"];
    let offline: &[&str] = &["run", "plan.json", "--offline"];
    let cases = [
        ("the web", WEB, None, research, true),
        ("the web", WEB, None, run, true),
        ("nobody who could ask the web", WEB, None, offline, false),
        ("a trusted server", "", Some("first-use"), research, true),
        ("a trusted server", "", Some("first-use"), run, true),
        (
            "nobody who could ask the server",
            "",
            Some("first-use"),
            offline,
            false,
        ),
        (
            "a server that was never approved",
            "",
            Some("approve"),
            run,
            false,
        ),
        ("nobody", "", None, run, false),
    ];
    for (whom, web, trust, arguments, begins) in cases {
        let home = Home::empty();
        let provider = Provider::start(scribe::answer);
        home.configure(&format!("{}{web}", provider.config()));
        home.write("plan.json", include_str!("plans/acme.json"));
        if let Some(trust) = trust {
            home.write("state/mcp.json", server(trust));
        }
        let ran = home.assay(arguments);
        let refused = ran.stderr.contains("the library is empty");
        assert_eq!(refused, !begins, "{whom}, {arguments:?}: {ran:?}");
        assert_eq!(home.runs().len(), usize::from(begins), "{whom}: {ran:?}");
    }
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
    let none = home.must(&["list", "-n", "0"]).stderr;
    assert!(
        none.contains("0 of 1 runs"),
        "not a home without runs: {none}"
    );
    home.must(&["run", "plan.json"]);
    let ran = home.assay(&["show", "r-"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stderr.contains("could be any of") && ran.stderr.contains("type more"),
        "{ran:?}"
    );
}
