//! A model server that goes away when all sections are written and paid for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::{Event, Outcome};
use assay_testkit::Answer;
use serde_json::json;

use crate::deep;
use crate::provider::Provider;
use crate::scribe::{self, Kind};
use crate::setting::{Setting, diamond, outcome};

const ALONE: &str = "[run]\nstand_in = false\n";

#[test]
fn an_outage_at_the_summary_leaves_a_partial_report_that_says_so() {
    for (chinese, says, missing) in [
        (
            false,
            "No summary was written.",
            "the summary could not be written",
        ),
        (true, "未撰写摘要。", "摘要未能写成"),
    ] {
        let setting = Setting::new(ALONE, |request| match scribe::kind(request) {
            Kind::Summary => Answer::error(500, "server_error", "out of order"),
            _ => scribe::answer(request),
        });
        setting.home.write("plan.json", diamond(chinese));
        let ran = setting.run();
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let events = setting.events();
        assert_eq!(outcome(&events), Outcome::Partial);
        let reported = setting.home.must(&["show", "--report"]).stdout;
        for text in [&ran.stdout, &reported] {
            assert!(text.contains(says) && text.contains(missing), "{text}");
            assert!(text.contains("The first source says so"), "{text}");
        }
        let run = setting.home.newest().to_string();
        for format in ["md", "html", "json"] {
            setting
                .home
                .must(&["export", &run, "-f", format, "-o", "out"]);
        }
    }
}

#[test]
fn an_outage_at_the_last_step_leaves_a_run_that_resume_finishes() {
    let is_away = Arc::new(AtomicBool::new(true));
    let away = Arc::clone(&is_away);
    let provider = Provider::start(move |request| {
        let is_report = deep::name(request) == "report";
        if is_report && away.load(Ordering::Relaxed) {
            return Answer::error(500, "server_error", "out of order");
        }
        deep::reply(deep::honest(request))
    });
    let home = deep::home(&provider);
    let config = std::fs::read_to_string(home.state().join("config.toml")).unwrap();
    home.configure(&format!("{config}\n{ALONE}"));
    let ran = home.assay(&["research", deep::QUESTION, "--type", "industry"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("assay resume"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--sections"), "{}", ran.stderr);
    let written = home.must(&["show", "--sections"]).stdout;
    assert!(written.contains("no report was written"), "{written}");
    let refused = home.assay(&["show", "--report"]);
    assert!(refused.stderr.contains("--sections"), "{refused:?}");
    let run = home.newest().to_string();
    let exported = home.json(&["export", &run, "-f", "json"]);
    assert_ne!(exported["sections"], json!([]), "{exported}");

    is_away.store(false, Ordering::Relaxed);
    let asked = provider.chats().len();
    let resumed = home.assay(&["resume"]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    let ended = |event: &Event| matches!(event, Event::RunFinished { .. });
    let journal = home.journal();
    assert!(journal.iter().any(|one| ended(&one.event)));
    let again = provider.chats().split_off(asked);
    assert!(
        again.iter().all(|request| deep::name(request) == "report"),
        "paid twice"
    );
}
