//! The files of an autonomous run: what is said in words is done or asked about, what is removed or
//! overwritten can be got back, and chapters that are open are not handed in as finished.

use std::fs;

use assay_domain::Outcome;
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::autonomous::{
    TITLE, agent, call, cited, create, finish, outcome, said, search, step, told, workspace,
};
use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};

const CHAPTER: &str = "Notebook/01 Demand.md";

fn is_file_agent(request: &RecordedRequest) -> bool {
    said(request).contains("You perform file operations")
}

/// Writes a chapter, says `words`, and finishes. `file_agent` is what the file agent answers.
fn with_words(words: &'static str, file_agent: fn(&RecordedRequest) -> Reply) -> Provider {
    agent(move |request| {
        if is_file_agent(request) {
            return file_agent(request);
        }
        match step(request) {
            0 => search("pressure sensors demand"),
            1 => chapter(request),
            2 => told(words, ""),
            _ => finish(),
        }
    })
}

fn chapter(request: &RecordedRequest) -> Reply {
    let text = format!("# Demand\n\n{}", cited(request).unwrap());
    create(CHAPTER, &text)
}

fn asked(provider: &Provider) -> String {
    provider.chats().iter().map(said).collect()
}

#[test]
fn the_file_agent_performs_what_is_said_in_words_and_copies_nothing() {
    let provider = agent(|request| {
        if is_file_agent(request) {
            let text = said(request);
            assert!(
                !text.contains("[[ev_"),
                "the content does not pass through the file agent"
            );
            return if text.contains("is written") {
                Reply::text("The chapter is in its place.")
            } else {
                let arguments = json!({"file_path": "Notebook/1.md", "content": "{{content}}"});
                call("write_file", &arguments)
            };
        }
        match step(request) {
            0 => search("pressure sensors demand"),
            1 => told(
                "please put the chapter where it belongs",
                &format!("# Demand\n\n{}", cited(request).unwrap()),
            ),
            _ => finish(),
        }
    });
    let home = Home::with_samples();
    home.configure(&provider.config());
    home.must(&["auto", TITLE]);
    let chapter = fs::read_to_string(workspace(&home).join("Notebook/1.md")).unwrap();
    assert!(
        chapter.starts_with("# Demand") && chapter.contains("[[ev_"),
        "{chapter}"
    );
}

#[test]
fn a_file_agent_that_goes_too_far_is_held_back() {
    let removing = |request: &RecordedRequest| {
        if said(request).contains("not done:") {
            return Reply::text("It was not removed.");
        }
        call("delete_file", &json!({"file_path": CHAPTER}))
    };
    for words in [
        "Do not delete Notebook/01 Demand.md, only read it",
        "clean up what nobody needs",
    ] {
        let provider = with_words(words, removing);
        let home = Home::with_samples();
        home.configure(&provider.config());
        home.must(&["auto", TITLE]);
        assert!(workspace(&home).join(CHAPTER).is_file(), "{words}");
        assert!(asked(&provider).contains("does not clearly say"), "{words}");
        home.assert_sound();
    }
}

#[test]
fn words_that_name_a_file_are_for_the_model_to_read() {
    let provider = with_words(
        "Remove the last paragraph from Notebook/01 Demand.md",
        |request| {
            let text = said(request);
            let (_, body) = text.split_once("# Demand\n\n").unwrap_or_default();
            if text.contains("is written") {
                return Reply::text("The paragraph is gone.");
            }
            match body.split_once('\n') {
                Some((sentence, _)) => {
                    let content = format!("# Demand\n\n{sentence}\n");
                    let arguments = json!({"file_path": CHAPTER, "content": content});
                    call("write_file", &arguments)
                }
                None => call("read_file", &json!({"file_path": CHAPTER})),
            }
        },
    );
    let home = Home::with_samples();
    home.configure(&provider.config());
    home.must(&["auto", TITLE]);
    let chapter = fs::read_to_string(workspace(&home).join(CHAPTER)).unwrap();
    assert!(chapter.starts_with("# Demand\n\n"), "{chapter}");
    assert!(asked(&provider).contains("The paragraph is gone."));
}

#[test]
fn where_the_file_agent_does_not_answer_words_are_read_by_rules_or_not_at_all() {
    for (words, heard) in [
        ("read Notebook/01 Demand.md", "lines 1–"),
        ("Delete line 3 of Notebook/01 Demand.md", "not understood"),
    ] {
        let provider = Provider::start(move |request| {
            if scribe::kind(request) == Kind::Summary {
                return scribe::answer(request);
            }
            if is_file_agent(request) {
                return Answer::json(400, json!({"error": {"message": "no"}}).to_string());
            }
            let reply = match step(request) {
                0 => search("pressure sensors demand"),
                1 => chapter(request),
                2 => told(words, ""),
                _ => finish(),
            };
            scribe::signed(request, reply)
        });
        let home = Home::with_samples();
        home.configure(&provider.config());
        home.must(&["auto", TITLE]);
        assert!(asked(&provider).contains(heard), "{words}");
        assert!(workspace(&home).join(CHAPTER).is_file(), "{words}");
    }
}

/// A chapter that is written, replaced and removed, and one that stays.
fn wasteful(request: &RecordedRequest) -> Reply {
    let on_file = |action: &str, content: &str| {
        let arguments =
            json!({"action": action, "file_path": "notebook/draft.md", "content": content});
        call("file_operation", &arguments)
    };
    match step(request) {
        0 => search("pressure sensors demand"),
        1 => chapter(request),
        2 => create("Notebook/Draft.md", "first words\n"),
        3 => on_file("write_file", "second words\n"),
        4 => on_file("delete_file", ""),
        _ => finish(),
    }
}

#[test]
fn what_was_removed_or_overwritten_can_be_got_back() {
    let provider = agent(wasteful);
    let home = Home::with_samples();
    home.configure(&provider.config());
    home.must(&["auto", TITLE]);
    assert!(!workspace(&home).join("Notebook/Draft.md").is_file());
    let listed = home.must(&["show", "--files"]);
    for line in [
        "Notebook/Draft.md      2        13     removed",
        "Notebook/Draft.md      1        12     overwritten",
    ] {
        assert!(listed.stdout.contains(line), "{}", listed.stdout);
    }
    assert!(listed.stdout.contains("in the folder"), "{}", listed.stdout);
    assert!(listed.stderr.contains("--file"), "{}", listed.stderr);

    for (wanted, text) in [
        ("Notebook/Draft.md@1", "first words\n"),
        ("notebook/draft.md@2", "second words\n"),
        ("Notebook/Draft.md", "second words\n"),
    ] {
        assert_eq!(home.must(&["show", "--file", wanted]).stdout, text);
    }
    let back = home.path("back.md");
    let out = back.to_str().unwrap();
    home.must(&["show", "--file", "Notebook/Draft.md@1", "--out", out]);
    assert_eq!(fs::read_to_string(back).unwrap(), "first words\n");
    for (wanted, why) in [
        ("Notebook/Draft.md@3", "is its removal"),
        ("Notebook/Draft.md@7", "has versions 1 to 3"),
        ("Notebook/none.md", "no file Notebook/none.md"),
    ] {
        let refused = home.assay(&["show", "--file", wanted]);
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
        assert!(refused.stderr.contains("--files"), "{}", refused.stderr);
    }
    let json: Value =
        serde_json::from_str(&home.must(&["show", "--files", "--json"]).stdout).unwrap();
    let files = json["files"].as_array().unwrap();
    let draft = files
        .iter()
        .find(|file| file["path"] == "Notebook/Draft.md");
    assert_eq!(draft.unwrap()["versions"][0]["lost"], "overwritten");
}

#[test]
fn open_chapters_are_told_of_once_and_then_reported() {
    let provider = agent(|request| match step(request) {
        0 => call(
            "update_overall_dashboard",
            &json!({"content": "## Blueprint\n- [ ] Demand\n- [ ] Prices\n"}),
        ),
        1 => search("pressure sensors demand"),
        2 => chapter(request),
        _ => finish(),
    });
    let home = Home::with_samples();
    home.configure(&provider.config());
    let ran = home.assay(&["auto", TITLE]);
    assert_eq!(
        asked(&provider)
            .matches("that are not ticked: Demand; Prices")
            .count(),
        1
    );
    let (outcome, reasons) = outcome(&home);
    assert_ne!(outcome, Outcome::Completed, "{ran:?}");
    assert!(reasons.join(" ").contains("2 of 2 chapters"), "{reasons:?}");
}
