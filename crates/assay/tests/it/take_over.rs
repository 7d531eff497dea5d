//! Two servers on one home: what one leaves in the middle of its work the other goes on with.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use assay_domain::{Event, Outcome};
use assay_store::{Owner, Store};
use assay_testkit::Answer;
use serde_json::{Value, json};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};
use crate::serve::Serving;

/// What a loaded machine may take for what takes a second or two.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::yield_now();
    }
}

/// Two servers, and a run that the first of them drives and whose summary does not come.
struct Two {
    home: Home,
    provider: Provider,
    answers: Arc<AtomicBool>,
    first: Serving,
    second: Serving,
    run: String,
}

impl Two {
    fn start() -> Self {
        let answers = Arc::new(AtomicBool::new(false));
        let opened = Arc::clone(&answers);
        let provider = Provider::start(move |request| {
            let waits = scribe::kind(request) == Kind::Summary && !opened.load(Ordering::Relaxed);
            if waits {
                Answer::Hang
            } else {
                scribe::answer(request)
            }
        });
        let home = Home::with_samples();
        home.configure(&provider.config());
        let (first, second) = (Serving::start(&home), Serving::start(&home));
        let wish = json!({"question": "How healthy is Velmora Sensing?", "profile": "plain"});
        let (status, begun) = first.ask("POST", "/api/runs", &wish);
        assert_eq!(status, 201, "{begun}");
        let run = begun["run"].as_str().unwrap().to_owned();
        until("the summary is asked for", || {
            let chats = provider.chats();
            chats.iter().any(|chat| scribe::kind(chat) == Kind::Summary)
        });
        Self {
            home,
            provider,
            answers,
            first,
            second,
            run,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.home.journal().iter().find_map(|one| match one.event {
            Event::RunFinished { outcome, .. } => Some(outcome),
            _ => None,
        })
    }

    fn told(&self) -> Value {
        self.second.get(&format!("/api/runs/{}", self.run))
    }
}

#[test]
fn a_second_server_goes_on_with_what_another_left_and_nobody_asks_it() {
    for signal in ["-KILL", "-TERM"] {
        let two = Two::start();
        two.answers.store(true, Ordering::Relaxed);
        let asked = two.provider.count();
        two.first.signal(signal);
        // nobody asks the second server for anything
        until("the other server finishes it", || two.outcome().is_some());
        assert_eq!(two.outcome(), Some(Outcome::Completed), "{signal}");
        assert!(two.provider.count() > asked);
        two.home.assert_sound();
    }
}

/// Who interrupts a run wants it to stand: no server goes on with it unasked.
#[test]
fn a_run_that_its_user_interrupts_is_left_alone() {
    let provider = Provider::start(|_| Answer::Hang);
    let home = Home::with_samples();
    home.configure(&provider.config());
    home.write("plan.json", scribe::plan(2).to_string());
    let mut child = home
        .command(["run", "plan.json"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // the list of models, and a task
    provider.wait_for(2);
    let store = Store::open(&home.state()).unwrap();
    let run = home.newest();
    assert_eq!(store.owner(&run).unwrap(), Owner::AtWork);
    let process = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &process]).status();
    assert!(sent.unwrap().success());
    child.wait().unwrap();
    assert_eq!(store.owner(&run).unwrap(), Owner::Nobody);
    assert_eq!(store.runs_with_owner().unwrap(), []);
}

#[test]
fn a_process_that_stands_still_is_told_and_keeps_its_run() {
    let two = Two::start();
    let process = two.first.process();
    two.first.signal("-STOP");
    until("the page tells it", || {
        two.told()["state"] == "standing_still"
    });
    let told = two.told()["trouble"].to_string();
    assert!(told.contains(&format!("process {process}")), "{told}");
    let listed = two.home.must(&["list"]).stdout;
    assert!(listed.contains("standing still"), "{listed}");
    let listed = two.home.json(&["list", "--json"]);
    assert_eq!(listed[0]["stands_still"]["process"], json!(process));
    let doctor = two.home.assay(&["doctor"]).stdout;
    assert!(
        doctor.contains(&format!("kill -CONT {process}")),
        "{doctor}"
    );
    let refused = two.home.assay(&["resume", &two.run]);
    assert_ne!(refused.code, Some(0), "{refused:?}");
    let resumed = |event: &Event| matches!(event, Event::RunResumed { .. });
    let journal = two.home.journal();
    assert!(!journal.iter().any(|one| resumed(&one.event)), "overtaken");

    two.first.signal("-CONT");
    until("it is at work again", || two.told()["state"] == "running");
    two.answers.store(true, Ordering::Relaxed);
    two.first.signal("-KILL");
    until("the other server finishes it", || two.outcome().is_some());
}
