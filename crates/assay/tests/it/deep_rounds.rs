//! What a first reading leaves open is searched for again, until a stated reason ends it.

use std::collections::BTreeSet;

use assay_domain::Outcome;
use assay_testkit::{Answer, RecordedRequest};
use serde_json::{Value, json};

use crate::deep::{QUESTION, artifact, home, honest, name, outcome, passages, reply};
use crate::home::Home;
use crate::provider::Provider;
use crate::scribe;

fn open_point(query: &str) -> Value {
    json!({"open": [{"point": "What do suppliers and debt do to it?", "queries": [query]}]})
}

/// Whether the notes of a further round are in the prompt.
fn asks_after_second_round(request: &RecordedRequest) -> bool {
    let prompt = scribe::prompt(request);
    prompt.contains("net debt inventories")
}

fn research(home: &Home) {
    home.assay(&["research", QUESTION, "--type", "industry"]);
}

/// The passages that each request for notes was given.
fn sent(provider: &Provider) -> Vec<BTreeSet<String>> {
    let chats = provider.chats();
    let notes = chats.iter().filter(|chat| name(chat) == "notes");
    let ids = |chat: &RecordedRequest| passages(chat).into_iter().map(|(id, _)| id).collect();
    notes.map(ids).collect()
}

/// Finds one thing open, searches for it, and is content.
fn inquisitive(request: &RecordedRequest) -> Answer {
    reply(match name(request).as_str() {
        "open" if !asks_after_second_round(request) => open_point("net debt inventories"),
        _ => honest(request),
    })
}

#[test]
fn what_is_open_is_searched_for_in_other_words_and_nothing_is_sent_twice() {
    let provider = Provider::start(inquisitive);
    let home = home(&provider);
    research(&home);
    assert_eq!(outcome(&home).0, Outcome::Completed, "{:?}", outcome(&home));
    let rounds = artifact(&home, "search_rounds");
    assert_eq!(rounds["ended"], "nothing_open", "{rounds}");
    assert_eq!(rounds["further"].as_array().unwrap().len(), 1, "{rounds}");
    assert!(rounds["further"][0]["notes"].as_u64() > Some(0), "{rounds}");
    let sent = sent(&provider);
    let (last, first) = sent.split_last().unwrap();
    assert!(!last.is_empty());
    for earlier in first {
        assert!(earlier.is_disjoint(last), "{earlier:?} {last:?}");
    }
    let report = artifact(&home, "research_report");
    let report = report["markdown"].as_str().unwrap();
    assert!(report.contains("How it was researched"), "{report}");
    assert!(report.contains("2 of at most 3"), "{report}");
    let shown = home.must(&["show"]);
    assert!(
        shown.stdout.contains("nothing is open any more"),
        "{shown:?}"
    );
    assert!(shown.stdout.contains("What do suppliers"), "{shown:?}");
    let run = home.newest();
    let audit = home.must(&["audit", run.as_str()]);
    assert!(audit.stdout.contains("ok"), "{audit:?}");
    home.assert_sound();
}

#[test]
fn rounds_end_where_nothing_new_is_found_and_where_the_limit_is() {
    let provider = Provider::start(|request| {
        reply(match name(request).as_str() {
            "open" => open_point("zzyzx quuxel"),
            _ => honest(request),
        })
    });
    let home = home(&provider);
    research(&home);
    let rounds = artifact(&home, "search_rounds");
    assert_eq!(rounds["ended"], "nothing_new", "{rounds}");
    assert_eq!(rounds["stillOpen"].as_array().unwrap().len(), 1, "{rounds}");
    home.must(&["config", "set", "research.max_rounds", "1"]);
    let asked = provider.count();
    research(&home);
    let rounds = artifact(&home, "search_rounds");
    assert_eq!(rounds["ended"], "round_limit", "{rounds}");
    let later = provider.chats();
    let later = later.iter().skip(asked.saturating_sub(1));
    assert!(later.filter(|chat| name(chat) == "open").count() <= 1);
}

#[test]
fn a_model_that_does_not_say_what_is_open_costs_no_report() {
    let provider = Provider::start(|request| {
        reply(match name(request).as_str() {
            "open" => json!("I would rather write the report."),
            _ => honest(request),
        })
    });
    let home = home(&provider);
    research(&home);
    assert_eq!(outcome(&home).0, Outcome::Completed, "{:?}", outcome(&home));
    let rounds = artifact(&home, "search_rounds");
    assert_eq!(rounds["ended"], "no_answer", "{rounds}");
}

/// Killed at points spread over the run, those between rounds among them.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_killed_between_rounds_is_taken_up_where_it_was() {
    use xtask::lab::Fault;

    use crate::fault::{FaultLab, spread};
    let Some(lab) = FaultLab::open() else { return };
    let provider = Provider::start(inquisitive);
    let arguments = ["research", QUESTION, "--type", "industry"];
    let undisturbed = home(&provider);
    let calls = lab.run(&undisturbed, &arguments, Fault::None).calls.len();
    let report = artifact(&undisturbed, "research_report")["markdown"].clone();
    let asked = provider.chats().len();
    for kill in spread(calls, 6).into_iter().skip(2) {
        let home = home(&provider);
        let before = provider.chats().len();
        lab.run(&home, &arguments, Fault::KillAt(kill));
        let run = home.newest();
        home.assay(&["resume", run.as_str()]);
        assert_eq!(
            artifact(&home, "research_report")["markdown"],
            report,
            "{kill}"
        );
        crate::crash::assert_nothing_twice(&home.journal(), &[kill]);
        // each of the workers under way repeats at most one call
        assert!(provider.chats().len() - before <= asked + 4, "{kill}");
        home.assert_sound();
    }
}
