//! Being interrupted and cancelled from outside.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::{Event, Outcome};
use assay_testkit::Answer;

use crate::home::{Home, Ran};
use crate::provider::Provider;
use crate::scribe::{self, Kind};

/// A run in another process that waits for a model which does not answer.
struct Waiting {
    home: Home,
    provider: Provider,
    answers: Arc<AtomicBool>,
    child: Child,
}

impl Waiting {
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
        home.write("plan.json", scribe::plan(2).to_string());
        let child = home
            .command(["run", "plan.json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // the list of models, two turns for each of two tasks, the summary
        provider.wait_for(6);
        Self {
            home,
            provider,
            answers,
            child,
        }
    }

    fn end(self) -> (Home, Provider, Ran) {
        let ran = Ran::from(self.child.wait_with_output().unwrap());
        (self.home, self.provider, ran)
    }
}

#[test]
fn ctrl_c_leaves_a_run_that_goes_on_later() {
    let waiting = Waiting::start();
    let answers = Arc::clone(&waiting.answers);
    let pid = waiting.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let (home, provider, ran) = waiting.end();
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(
        ran.stderr
            .contains(&format!("assay resume {}", home.newest())),
        "{ran:?}"
    );
    assert_eq!(ran.stdout, "");

    answers.store(true, Ordering::Relaxed);
    let asked = provider.chats().len();
    let resumed = home.must(&["resume"]);
    assert!(resumed.stdout.contains("Part 2"), "{resumed:?}");
    assert_eq!(
        provider.chats().len() - asked,
        1,
        "only the unanswered question is asked again"
    );
    home.assert_sound();
}

#[test]
fn a_second_process_cannot_drive_a_run_but_can_cancel_it() {
    let waiting = Waiting::start();
    let run = waiting.home.json(&["list", "--json"])[0]["run"]
        .as_str()
        .unwrap()
        .to_owned();
    let busy = waiting.home.assay(&["resume", &run]);
    assert_eq!(busy.code, Some(1), "{busy:?}");
    assert!(
        busy.stderr.contains("driven by another process"),
        "{busy:?}"
    );

    let cancelling = waiting.home.must(&["cancel", &run]);
    assert_eq!(cancelling.stdout, format!("{run}: cancelling\n"));
    let (home, _provider, ran) = waiting.end();
    assert_eq!(ran.code, Some(7), "{ran:?}");
    let ended = home.journal().iter().any(|envelope| {
        matches!(
            envelope.event,
            Event::RunFinished {
                outcome: Outcome::Cancelled,
                ..
            }
        )
    });
    assert!(ended);
    home.assert_sound();

    let again = home.must(&["cancel", &run]);
    assert_eq!(
        again.stdout,
        format!("{run}: cancelled\n"),
        "a cancelled run stays so"
    );
}

#[test]
fn a_run_that_nobody_drives_is_cancelled_at_once() {
    let waiting = Waiting::start();
    let pid = waiting.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-KILL", &pid])
            .status()
            .unwrap()
            .success()
    );
    let (home, _provider, ran) = waiting.end();
    assert_eq!(ran.code, None);
    let run = home.newest();
    let cancelled = home.must(&["cancel", run.as_str()]);
    assert_eq!(cancelled.stdout, format!("{run}: cancelled\n"));
    let resumed = home.assay(&["resume", run.as_str()]);
    assert_eq!(resumed.code, Some(7), "{resumed:?}");
    home.assert_sound();
}
