//! Re-running a part of a plan on the results of the rest.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::{Event, RunId};
use assay_testkit::Answer;

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};

struct Base {
    home: Home,
    provider: Provider,
    run: RunId,
    report: String,
}

impl Base {
    /// A finished run of three tasks, of which the third needs the others.
    fn finished() -> Self {
        let (home, provider) = (Home::with_samples(), Provider::start(scribe::answer));
        home.configure(&provider.config());
        home.write("plan.json", scribe::plan(3).to_string());
        let report = home.must(&["run", "plan.json"]).stdout;
        let run = home.newest();
        Self {
            home,
            provider,
            run,
            report,
        }
    }

    /// The tasks for which the model is asked by a re-run, which must give the same report.
    fn asked_by(&self, options: &[&str]) -> BTreeSet<u32> {
        let before = self.provider.chats().len();
        let mut arguments = vec!["run", "plan.json"];
        arguments.extend(options);
        assert_eq!(
            self.home.must(&arguments).stdout,
            self.report,
            "{options:?}"
        );
        let chats = self.provider.chats();
        let sections = chats
            .iter()
            .skip(before)
            .filter(|chat| scribe::kind(chat) == Kind::Section);
        sections.filter_map(scribe::task).collect()
    }
}

#[test]
fn only_the_named_tasks_are_worked_again() {
    let base = Base::finished();
    assert_eq!(base.asked_by(&["--only", "2"]), BTreeSet::from([2]));
    assert_eq!(base.asked_by(&["--only", "1,2"]), BTreeSet::from([1, 2]));
    assert_eq!(base.asked_by(&["--from", "2"]), BTreeSet::from([2, 3]));
    let explicit = base.asked_by(&["--from", "3", "--base", base.run.as_str()]);
    assert_eq!(explicit, BTreeSet::from([3]));
    let journal = base.home.journal();
    let reused = journal.iter().filter(
        |envelope| matches!(&envelope.event, Event::TaskReused { from, .. } if *from == base.run),
    );
    assert_eq!(reused.count(), 2);
    base.home.assert_sound();
}

#[test]
fn a_part_that_cannot_stand_on_the_base_is_refused() {
    let base = Base::finished();
    let mut changed = scribe::plan(3);
    changed["tasks"][0]["description"] = "Something else".into();
    base.home.write("changed.json", changed.to_string());
    let cases: [(&[&str], &str); 5] = [
        (&["plan.json", "--only", "9"], "no task 9"),
        (
            &["plan.json", "--base", base.run.as_str()],
            "--base needs --only or --from",
        ),
        (
            &["plan.json", "--only", "1", "--base", "r-0"],
            "there is no run r-0",
        ),
        (&["changed.json", "--from", "3"], "its description changed"),
        (
            &["plan.json", "--only", "1", "--from", "2"],
            "cannot be used with",
        ),
    ];
    for (arguments, message) in cases {
        let ran = base.home.assay(&[&["run"], arguments].concat());
        assert!(matches!(ran.code, Some(1 | 2)), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(message), "{arguments:?}: {ran:?}");
    }
    assert_eq!(base.home.runs().len(), 1, "nothing was begun");
}

#[test]
fn a_stand_in_that_is_reused_still_counts_as_one() {
    let fails = Arc::new(AtomicBool::new(true));
    let failing = Arc::clone(&fails);
    let provider = Provider::start(move |request| {
        let hit = scribe::kind(request) != Kind::Summary && scribe::task(request) == Some(1);
        if hit && failing.load(Ordering::Relaxed) {
            return Answer::error(400, "invalid_request_error", "no");
        }
        scribe::answer(request)
    });
    let home = Home::with_samples();
    home.configure(&provider.config());
    home.write("plan.json", scribe::plan(2).to_string());
    assert_eq!(home.assay(&["run", "plan.json"]).code, Some(4));
    fails.store(false, Ordering::Relaxed);
    let part = home.assay(&["run", "plan.json", "--only", "2"]);
    assert_eq!(part.code, Some(4), "{part:?}");
    let whole = home.assay(&["run", "plan.json", "--from", "1"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
}

/// A section that is kept while what it builds on is written anew is named, with what it builds on.
#[test]
fn a_section_that_rests_on_an_older_text_is_named() {
    let home = Home::with_samples();
    home.write("plan.json", scribe::plan(3).to_string());
    home.must(&["run", "plan.json", "--offline"]);
    let provider = Provider::start(scribe::answer);
    home.configure(&provider.config());
    let part = home.must(&["run", "plan.json", "--only", "1"]);
    assert!(part.stdout.contains("an older text of task 1"), "{part:?}");
    let whole = home.must(&["run", "plan.json", "--from", "1"]);
    assert!(!whole.stdout.contains("an older text"), "{whole:?}");
    home.assert_sound();
}
