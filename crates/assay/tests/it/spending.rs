//! A ceiling counts what was sent, whatever came of it: what reaches the provider stays under it.

use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_domain::{Event, Usage};
use assay_testkit::{Answer, RecordedRequest, Script};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};
use crate::setting::diamond;
use crate::{autonomous, deep};

const CEILING: usize = 40_000;
const QUESTION: &str = "How strong is Velmora Sensing, FY2022 to FY2024?";

/// A home whose provider is told everything, and tries failed calls again.
fn home_with(script: Script) -> (Home, Provider) {
    let (home, provider) = (Home::with_samples(), Provider::scripted(script));
    let config = provider
        .config()
        .replace("max_retries = 0", "max_retries = 3");
    home.configure(&config);
    home.write("plan.json", diamond(false));
    (home, provider)
}

/// Prompt tokens that reached the provider, at four bytes each.
fn reached(provider: &Provider) -> usize {
    let chats = provider.chats();
    chats.iter().map(|chat| chat.raw.len() / 4).sum()
}

fn faulty(answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static) -> Script {
    Script::everything(move |request, _| {
        if request.method == "GET" {
            return scribe::models();
        }
        answer(request)
    })
}

fn free_of_charge(answer: Answer) -> Answer {
    match answer {
        Answer::Reply(reply) => Answer::Reply(reply.with_usage(Some(Usage::default()))),
        other => other,
    }
}

#[test]
fn what_reaches_the_provider_stays_under_the_ceiling_when_replies_are_cut() {
    let ceiling = CEILING.to_string();
    let commands: [&[&str]; 4] = [
        &["run", "plan.json"],
        &["research", QUESTION, "--yes", "--depth", "full"],
        &["research", deep::QUESTION, "--type", "industry"],
        &["auto", autonomous::TITLE],
    ];
    for command in commands {
        let (home, provider) = home_with(faulty(|request| scribe::answer(request).cut_short(20)));
        let arguments = [command, &["--max-tokens", &ceiling]].concat();
        let ran = home.assay(&arguments);
        assert_ne!(ran.code, Some(0), "{command:?}: {ran:?}");
        let (asked, sent) = (provider.chats().len(), reached(&provider));
        assert!(
            asked > 1 && sent <= CEILING,
            "{command:?}: {sent} in {asked}: {ran:?}"
        );
        let counted = home.runs()[0].tokens;
        assert!(counted as usize >= sent, "{command:?}: {counted} of {sent}");
        assert!(ran.stderr.contains("E-020"), "{command:?}: {}", ran.stderr);
        home.assert_sound();
    }
}

#[test]
fn calls_under_way_at_a_kill_count_after_it() {
    let (home, provider) = home_with(faulty(|_| Answer::Hang));
    let ceiling = CEILING.to_string();
    let mut arguments = vec!["run", "plan.json", "--max-tokens", &ceiling];
    let mut kills = 0;
    // Each process sends at least one call; a ceiling that holds ends them long before this many.
    for _ in 0..40 {
        let before = provider.chats().len();
        let mut child = home
            .command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if provider.chats().len() > before {
                break None;
            }
            std::thread::yield_now();
        };
        if ended.is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        arguments = vec!["resume"];
    }
    assert!(kills > 2, "{kills} kills");
    assert!(reached(&provider) <= CEILING, "{} sent", reached(&provider));
    let unanswered = home
        .journal()
        .into_iter()
        .filter_map(|one| match one.event {
            Event::RunResumed { unanswered, .. } => Some(unanswered.tokens),
            _ => None,
        });
    assert!(unanswered.sum::<u64>() as usize >= reached(&provider) / 2);
    home.assert_sound();
}

#[test]
fn a_server_that_reports_nothing_used_is_not_believed_and_that_is_told_once() {
    for ceiling in [20_000, 400_000] {
        let script = Script::new(|request, _| {
            if request.method == "GET" {
                return scribe::models();
            }
            free_of_charge(scribe::answer(request))
        });
        let (home, provider) = home_with(script);
        let max = ceiling.to_string();
        let ran = home.assay(&["run", "plan.json", "--max-tokens", &max]);
        let sent = reached(&provider);
        assert!(sent <= ceiling, "{sent} of {ceiling}: {ran:?}");
        assert_eq!(ran.code == Some(0), ceiling == 400_000, "{ran:?}");
        let told = "its server reports 0";
        assert_eq!(ran.stderr.matches(told).count(), 1, "{}", ran.stderr);
        let events = home.journal();
        let is_told = |event: &Event| matches!(event, Event::AssumptionMade { assumed, .. } if assumed.contains(told));
        assert_eq!(events.iter().filter(|one| is_told(&one.event)).count(), 1);
        assert!(home.runs()[0].tokens > 0);
    }
}

#[test]
fn a_refused_try_counts_its_prompt() {
    let (home, provider) = home_with(faulty(|_| Answer::error(400, "invalid_request", "no")));
    home.assay(&["run", "plan.json", "--max-tokens", "1000000"]);
    let (counted, sent) = (home.runs()[0].tokens as usize, reached(&provider));
    assert!((sent..sent * 2).contains(&counted), "{counted} of {sent}");
}

/// A try that is sent again is paid again: the money ceiling counts each.
#[test]
fn tries_inside_one_call_count_each_in_money() {
    let tries = AtomicUsize::new(0);
    let script = faulty(move |request| {
        tries.fetch_add(1, Ordering::Relaxed);
        match scribe::kind(request) {
            Kind::Section => Answer::error(500, "server_error", "no"),
            _ => scribe::answer(request),
        }
    });
    let (home, provider) = home_with(script);
    // A dollar for a million tokens: four cents are forty thousand of them.
    let priced = format!(
        "{}input_price = 1.0\noutput_price = 1.0\n",
        provider
            .config()
            .replace("max_retries = 0", "max_retries = 3")
    );
    home.configure(&priced);
    let ran = home.assay(&["run", "plan.json", "--max-cost", "0.04"]);
    assert!(ran.stderr.contains("E-020"), "{ran:?}");
    assert!(reached(&provider) <= 40_000, "{}", reached(&provider));
    let (row, sent) = (&home.runs()[0], reached(&provider));
    assert!(
        row.cost.0 as usize >= sent && row.cost.0 <= 40_000,
        "{row:?}"
    );
}
