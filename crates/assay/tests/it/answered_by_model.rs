//! A narrow question with a model configured: answered shortly, checked, and never worse than the
//! rules alone.

use assay_domain::{Author, Event, FailureCode};
use assay_testkit::{Answer, RecordedRequest, Reply};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe;
use crate::setting::authors;

const FIGURE: &str = "velmora sensing revenue growth 2024";
const CAUSE: &str = "why did the gross margin of Velmora Sensing fall?";

fn say(text: impl Into<String>) -> Answer {
    Answer::Reply(Reply::text(text))
}

/// A home whose tasks are worked by this model; sentences are judged by code alone.
fn home(provider: &Provider) -> Home {
    let home = Home::with_sample_company();
    let config = provider.config();
    home.configure(&config.replace("default =", "verifier = \"offline\"\ndefault ="));
    home
}

fn events(home: &Home) -> Vec<Event> {
    home.assert_sound();
    let journal = home.journal().into_iter();
    journal.map(|envelope| envelope.event).collect()
}

/// The lines that code has proven.
fn proven(request: &RecordedRequest) -> Vec<String> {
    let prompt = scribe::prompt(request);
    let (_, rest) = prompt.split_once("# Proven figures").expect("its place");
    let (list, _) = rest.split_once("# Passages").expect("its end");
    let lines = list.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

/// The first proven line, its ids before the full stop.
fn repeated(request: &RecordedRequest) -> String {
    let line = proven(request).into_iter().next().expect("a proven line");
    let (text, ids) = line.split_once(" [[").expect("ids");
    format!("{} [[{ids}.", text.trim_end_matches('.'))
}

#[test]
fn a_narrow_question_is_answered_by_the_model_from_what_code_has_proven() {
    let provider = Provider::start(|request| say(repeated(request)));
    let home = home(&provider);
    let ran = home.json(&["research", FIGURE, "--yes", "--json"]);
    let report = ran["report"].as_str().unwrap();
    let chats = provider.chats();
    assert_eq!(chats.len(), 1, "no plan, no summary");
    let prompt = scribe::prompt(&chats[0]);
    for told in [
        FIGURE,
        "Today is",
        "\"kind\":\"look_up\"",
        "[[calc_1]]",
        "<data id=\"ev_",
    ] {
        assert!(prompt.contains(told), "{told}: {prompt}");
    }
    let line = repeated(&chats[0]);
    let (said, _) = line.split_once(" [[").unwrap();
    assert!(report.contains(said), "{said}: {report}");
    assert!(
        !report.contains("calc_1") && !report.contains("## Contents"),
        "{report}"
    );
    let authors = authors(&events(&home));
    assert!(
        matches!(authors.as_slice(), [Author::Model { .. }]),
        "{authors:?}"
    );
    let audit = home.must(&["audit", ran["run"].as_str().unwrap()]);
    assert!(audit.stdout.contains("ok"), "{audit:?}");
}

#[test]
fn where_nothing_of_it_is_borne_out_the_answer_of_the_rules_stands() {
    let lie = |request: &RecordedRequest| {
        let ids = scribe::evidence(request);
        format!("Revenue grew 77% in 2024 [[{}]].", ids[0])
    };
    let provider = Provider::start(move |request| match scribe::kind(request) {
        scribe::Kind::Mend => say("1: -"),
        _ => say(lie(request)),
    });
    let home = home(&provider);
    let offline = home.json(&["research", FIGURE, "--yes", "--offline", "--json"]);
    let offline = offline["report"].as_str().unwrap();
    let answer = offline.lines().find(|line| line.contains('%')).unwrap();
    let ran = home.assay(&["research", FIGURE, "--yes"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(!ran.stdout.contains("77%"), "{}", ran.stdout);
    let start: String = answer.chars().take(40).collect();
    assert!(ran.stdout.contains(&start), "{start}: {}", ran.stdout);
    let authors = authors(&events(&home));
    assert!(
        matches!(authors.as_slice(), [Author::Fallback { .. }]),
        "{authors:?}"
    );
}

#[test]
fn a_question_that_the_library_does_not_touch_costs_nothing() {
    let provider = Provider::start(|request| say(repeated(request)));
    let home = home(&provider);
    for question in [
        "What is the capital of France?",
        "how long do I boil an egg",
    ] {
        for depth in ["brief", "standard"] {
            let ran = home.assay(&["research", question, "--yes", "--depth", depth]);
            assert_eq!(ran.code, Some(5), "{ran:?}");
            assert!(ran.stderr.contains("E-001"), "{ran:?}");
        }
    }
    assert!(provider.chats().is_empty(), "{:?}", provider.chats().len());
}

#[test]
fn a_model_may_say_that_the_library_does_not_say_it() {
    let question = "how many patents does Velmora Sensing license to customers?";
    for said in [
        "The library does not say how many patents it has.",
        "The library does not say.",
    ] {
        let provider = Provider::start(move |_| say(said));
        let home = home(&provider);
        let ran = home.assay(&["research", question, "--yes"]);
        assert_eq!(ran.code, Some(5), "{ran:?}");
        let failed = events(&home).into_iter().find_map(|event| match event {
            Event::TaskFailed { failure, .. } => Some(failure),
            _ => None,
        });
        let failed = failed.expect("the task failed");
        assert_eq!(failed.code, FailureCode::NoEvidence);
        assert!(failed.message.contains("does not say"), "{failed}");
        assert!(provider.chats().len() <= 1);
    }
}

#[test]
fn an_answer_that_is_too_long_is_asked_for_again() {
    let provider = Provider::start(|request| {
        let is_first = scribe::messages(request)
            .iter()
            .all(|message| message["role"] != "assistant");
        let answer = repeated(request);
        say(match is_first {
            true => format!(
                "{answer} {}",
                "This suggests that one may go on and on. ".repeat(30)
            ),
            false => answer,
        })
    });
    let home = home(&provider);
    home.must(&["research", FIGURE, "--yes"]);
    let chats = provider.chats();
    assert_eq!(chats.len(), 2);
    let last = scribe::messages(&chats[1]).last().cloned().unwrap();
    let told = last["content"].as_str().unwrap();
    assert!(
        told.contains("150 words") || told.contains("again"),
        "{told}"
    );
}

#[test]
fn a_budget_that_has_no_room_for_the_model_leaves_the_answer_of_the_rules() {
    let provider = Provider::start(|request| say(repeated(request)));
    let home = home(&provider);
    let ran = home.assay(&["research", FIGURE, "--yes", "--max-tokens", "50"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(provider.chats().is_empty());
    assert!(ran.stdout.contains('%'), "{}", ran.stdout);
}

#[test]
fn effort_and_a_ceiling_of_cost_are_settings_of_a_role() {
    let provider = Provider::start(|request| say(repeated(request)));
    let home = home(&provider);
    home.must(&["config", "set", "effort.default", "low"]);
    home.must(&["config", "set", "effort.search", "high"]);
    home.must(&["research", FIGURE, "--yes"]);
    assert_eq!(provider.chats()[0].body["reasoning_effort"], "high");
    home.must(&["config", "set", "providers.fake.input_price", "10"]);
    home.must(&["config", "set", "budget.search_usd", "0.0001"]);
    let ran = home.assay(&["research", FIGURE, "--yes"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(ran.stdout.contains("role search"), "{}", ran.stdout);
    assert_eq!(provider.chats().len(), 1, "nothing was sent");
}

#[test]
fn a_full_treatment_is_planned_as_before() {
    let provider = Provider::start(scribe::answer);
    let home = home(&provider);
    home.assay(&["research", CAUSE, "--yes", "--depth", "full", "--plain"]);
    let planned = provider
        .chats()
        .iter()
        .any(|chat| scribe::kind(chat) == scribe::Kind::Plan);
    assert!(planned);
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_was_interrupted_is_paid_for_once() {
    use xtask::lab::Fault;

    use crate::fault::{FaultLab, spread};
    let Some(lab) = FaultLab::open() else { return };
    let provider = Provider::start(|request| say(repeated(request)));
    let arguments = ["research", FIGURE, "--yes"];
    let undisturbed = home(&provider);
    let trial = lab.run(&undisturbed, &arguments, Fault::None);
    let report = undisturbed.must(&["show", "--report"]).stdout;
    for kill in spread(trial.calls.len(), 5).into_iter().skip(1) {
        let home = home(&provider);
        let before = provider.chats().len();
        lab.run(&home, &arguments, Fault::KillAt(kill));
        let run = home.newest();
        home.must(&["resume", run.as_str()]);
        assert_eq!(home.must(&["show", "--report"]).stdout, report, "{kill}");
        crate::crash::assert_nothing_twice(&home.journal(), &[kill]);
        assert!(provider.chats().len() - before <= 2, "{kill}");
    }
}
