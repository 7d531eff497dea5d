//! A process that dies between two steps of the integration: whoever takes the run up goes on at the
//! next step, asks nobody again for what is done, and ends with the same report.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use assay_domain::{ArtifactKind, CallKind, Envelope, Event, IntegrationStep, Role, RunId};
use assay_plan::RunState;
use assay_store::Store;
use assay_testkit::Answer;

use crate::home::{Home, copy_folder, repository, sample_plan};
use crate::provider::Provider;
use crate::{deep, scribe};

use IntegrationStep::{Compose, Examine, Judge, Model, ReadOn, Value};

/// A run that was left alone, to be cut behind each of its steps.
struct Undisturbed<'a> {
    /// As it was before the run.
    before: Home,
    home: Home,
    provider: Option<&'a Provider>,
    run: RunId,
    journal: Vec<Envelope>,
    code: Option<i32>,
    stdout: String,
}

impl<'a> Undisturbed<'a> {
    fn of(home: Home, provider: Option<&'a Provider>, arguments: &[&str]) -> Self {
        let before = copy(&home);
        let ran = home.assay(arguments);
        Self {
            before,
            provider,
            run: home.newest(),
            journal: home.journal(),
            code: ran.code,
            stdout: ran.stdout,
            home,
        }
    }

    /// Cuts the journal behind the start of the integration and behind each step that is done.
    fn survives(&self, steps: &[IntegrationStep]) {
        let done: Vec<IntegrationStep> = steps_of(&self.journal).map(|(step, _)| step).collect();
        let (last, before) = steps.split_last().unwrap();
        assert_eq!((done.as_slice(), *last), (before, Compose));
        let mut cuts = 0;
        for (at, envelope) in self.journal.iter().enumerate() {
            let ends_here = matches!(
                envelope.event,
                Event::IntegrationStarted | Event::StepFinished { .. }
            );
            if ends_here {
                self.goes_on_behind(at + 1);
                cuts += 1;
            }
        }
        assert_eq!(cuts, steps.len(), "the integration is announced once");
        self.leaves_what_was_declared(steps);
    }

    /// Each step takes its turn as its profile says, and writes nothing that it does not declare.
    fn leaves_what_was_declared(&self, steps: &[IntegrationStep]) {
        let events = || self.journal.iter().map(|one| &one.event);
        let spec = RunState::from_events(events()).profile().unwrap().unwrap();
        let mut in_turn: Vec<IntegrationStep> = steps.to_vec();
        in_turn.dedup();
        let declared: Vec<IntegrationStep> = spec.steps.iter().map(|one| one.step).collect();
        assert_eq!(in_turn, declared);
        let mut at_work = None;
        for event in events() {
            let kind = event.artifact().and_then(|artifact| artifact.name.kind());
            if let Some(kind) = kind {
                let step = spec.steps.iter().find(|one| Some(one.step) == at_work);
                let writes = step.map_or(spec.worker.writes(), |step| step.writes);
                assert!(writes.contains(&kind), "{at_work:?} writes {kind:?}");
            }
            at_work = match event {
                Event::IntegrationStarted => steps.first().copied(),
                Event::StepFinished { next, .. } => Some(*next),
                _ => at_work,
            };
        }
    }

    fn goes_on_behind(&self, events: usize) {
        let home = self.left_behind(events, |_| true);
        let (kept, rest) = self.journal.split_at(events);
        let asked_before = self.asked();
        let ran = home.assay(&["resume", self.run.as_str()]);
        let place = format!("behind {:?}", kept.last().unwrap().event);
        assert_eq!(ran.code, self.code, "{place}: {}", ran.stderr);
        assert_eq!(ran.stdout, self.stdout, "{place}: another report");
        let journal = home.journal();
        assert_eq!(journal[..events], *kept, "{place}");
        let behind: Vec<_> = steps_of(&journal[events..]).collect();
        let expected: Vec<_> = steps_of(rest).collect();
        assert_eq!(behind, expected, "{place}: other steps");
        assert_eq!(products(&home, &journal), self.products(), "{place}");
        let asked = self.asked() - asked_before;
        assert_eq!(asked, model_calls(rest), "{place}: asked again");
        let graphs = [&home, &self.home].map(refreshed_graphs);
        assert_eq!(graphs[0], graphs[1], "{place}: read again");
        assert_nothing_twice(&journal, &place);
        home.assert_sound();
    }

    /// The home as a process leaves it that dies behind so many events of its run, and that writes
    /// only some of them.
    fn left_behind(&self, events: usize, writes: impl Fn(&Event) -> bool) -> Home {
        let home = copy(&self.before);
        copy_folder(
            &self.home.state().join("blobs"),
            &home.state().join("blobs"),
        );
        let store = Store::open(&home.state()).unwrap();
        let known = store.load_all(0, usize::MAX).unwrap().len();
        let all = Store::open(&self.home.state()).unwrap();
        let all = all.load_all(0, usize::MAX).unwrap();
        let last = self.journal[events - 1].seq;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        for envelope in all
            .into_iter()
            .skip(known)
            .take_while(|one| one.seq <= last)
        {
            let Envelope { run, at, event, .. } = envelope;
            if !writes(&event) {
                continue;
            }
            runtime
                .block_on(store.append(&run, at, vec![event]))
                .unwrap();
        }
        home
    }

    fn asked(&self) -> usize {
        self.provider.map_or(0, |provider| provider.chats().len())
    }

    fn products(&self) -> BTreeMap<(String, u32), String> {
        products(&self.home, &self.journal)
    }
}

fn steps_of(journal: &[Envelope]) -> impl Iterator<Item = (IntegrationStep, usize)> {
    journal.iter().filter_map(|envelope| match &envelope.event {
        Event::StepFinished { step, brought, .. } => Some((*step, brought.len())),
        _ => None,
    })
}

/// Calls that the fake server counts; it answers verifiers by itself.
fn model_calls(journal: &[Envelope]) -> usize {
    let calls = journal.iter().filter(|envelope| match &envelope.event {
        Event::CallStarted {
            call: CallKind::Model { role, .. },
            ..
        } => *role != Role::Verifier,
        _ => false,
    });
    calls.count()
}

/// Everything that the run wrote, by name and version, but for what tells how long it took.
fn products(home: &Home, journal: &[Envelope]) -> BTreeMap<(String, u32), String> {
    let store = Store::open(&home.state()).unwrap();
    let mut products = BTreeMap::new();
    for envelope in journal {
        if let Event::ArtifactWritten {
            artifact,
            version,
            body,
            ..
        } = &envelope.event
        {
            let mut text = store.text_of(body).unwrap();
            if let Ok(mut value) = serde_json::from_str::<serde_json::Value>(&text)
                && let Some(metadata) = value.get_mut("metadata")
            {
                metadata["durationMs"] = 0.into();
                text = value.to_string();
            }
            let before = products.insert((artifact.to_string(), *version), text);
            assert_eq!(before, None, "{artifact} version {version} twice");
        }
    }
    products
}

/// No call is answered twice, nothing is found or stated twice.
fn assert_nothing_twice(journal: &[Envelope], place: &str) {
    let mut seen = BTreeSet::new();
    for envelope in journal {
        let what = match &envelope.event {
            Event::CallReplied { key, .. } => format!("call {key}"),
            Event::ClaimRegistered { claim } => format!("claim {}", claim.id),
            Event::FindingRecorded { finding } => format!("finding {finding:?}"),
            _ => continue,
        };
        assert!(seen.insert(what.clone()), "{place}: {what} twice");
    }
}

fn refreshed_graphs(home: &Home) -> usize {
    let store = Store::open(&home.state()).unwrap();
    store.load(&RunId::companies(), 0).unwrap().len()
}

fn copy(home: &Home) -> Home {
    let copy = Home::empty();
    copy_folder(&home.state(), &copy.state());
    copy
}

#[test]
fn a_plain_research_goes_on_between_its_steps() {
    let provider = Provider::start(scribe::answer);
    let home = Home::with_samples();
    home.configure(&provider.config());
    let run = Undisturbed::of(home, Some(&provider), &["run", &sample_plan()]);
    assert_eq!(run.code, Some(0));
    run.survives(&[Examine, Compose]);
}

#[test]
fn an_answer_and_an_agent_on_its_own_go_on_between_their_steps() {
    for arguments in [
        &["research", "velmora revenue 2024", "--offline"][..],
        &["auto", "Velmora Sensing outlook", "--offline"],
    ] {
        let run = Undisturbed::of(Home::with_samples(), None, arguments);
        run.survives(&[Examine, Compose]);
    }
}

#[test]
fn a_deep_research_goes_on_between_its_steps() {
    let provider = Provider::start(|request| deep::reply(deep::honest(request)));
    let arguments = ["research", deep::QUESTION, "--type", "industry"];
    let run = Undisturbed::of(deep::home(&provider), Some(&provider), &arguments);
    assert_eq!(run.code, Some(0));
    run.survives(&[ReadOn, Model, Examine, Compose]);
}

/// `kill -9` while a step waits for its model.
#[test]
fn a_process_that_is_killed_in_a_step_leaves_the_steps_before_it_done() {
    let arguments = ["research", deep::QUESTION, "--type", "industry"];
    let honest = Provider::start(|request| deep::reply(deep::honest(request)));
    let undisturbed = deep::home(&honest).must(&arguments).stdout;
    // the step that is killed, those that are done by then, and the calls that are left
    let cases: [(&str, &[IntegrationStep], usize); 3] = [
        ("open", &[], 3),
        ("model", &[ReadOn], 2),
        ("report", &[ReadOn, Model, Examine], 1),
    ];
    for (killed_at, done, left) in cases {
        let answers = Arc::new(AtomicBool::new(false));
        let opened = Arc::clone(&answers);
        let (waits, waiting) = mpsc::channel();
        let provider = Provider::start(move |request| {
            if deep::name(request) != killed_at || opened.load(Ordering::Relaxed) {
                return deep::reply(deep::honest(request));
            }
            waits.send(()).unwrap();
            Answer::Hang
        });
        let home = deep::home(&provider);
        let mut command = home.command(arguments);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        waiting.recv().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let steps: Vec<_> = steps_of(&home.journal()).map(|(step, _)| step).collect();
        assert_eq!(steps, done, "{killed_at}");
        answers.store(true, Ordering::Relaxed);
        let before = provider.chats().len();
        let resumed = home.must(&["resume", home.newest().as_str()]);
        assert_eq!(resumed.stdout, undisturbed, "{killed_at}: another report");
        assert_eq!(provider.chats().len() - before, left, "{killed_at}");
        assert_nothing_twice(&home.journal(), killed_at);
        home.assert_sound();
    }
}

/// What an earlier version left in the middle of its integration, which had no steps, is finished.
#[test]
fn a_deep_research_of_a_version_without_steps_goes_on_with_what_it_kept() {
    let provider = Provider::start(|request| deep::reply(deep::honest(request)));
    let arguments = ["research", deep::QUESTION, "--type", "industry"];
    let run = Undisturbed::of(deep::home(&provider), Some(&provider), &arguments);
    let is_model = |event: &Event| matches!(event.artifact(), Some(one) if one.is(ArtifactKind::ModelBlueprint));
    let modelled = run.journal.iter().position(|one| is_model(&one.event));
    let events = modelled.unwrap() + 1;
    let home = run.left_behind(events, |event| {
        let is_new = event
            .artifact()
            .is_some_and(|one| one.is(ArtifactKind::CausalModel));
        !is_new && !matches!(event, Event::StepFinished { .. })
    });
    let asked_before = run.asked();
    let ran = home.assay(&["resume", run.run.as_str()]);
    assert_eq!((ran.code, &ran.stdout), (run.code, &run.stdout));
    assert_eq!(run.asked() - asked_before, 1, "only the report");
    assert_nothing_twice(&home.journal(), "without steps");
    assert_eq!(products(&home, &home.journal()), run.products());
}

/// Whoever takes the run up does not ask the model that failed in a step which is done.
#[test]
fn a_stand_in_of_a_step_that_is_done_stays() {
    let provider = Provider::start(|request| match deep::name(request).as_str() {
        "model" => Answer::error(400, "invalid_request_error", "no such schema"),
        _ => deep::reply(deep::honest(request)),
    });
    let arguments = ["research", deep::QUESTION, "--type", "industry"];
    let run = Undisturbed::of(deep::home(&provider), Some(&provider), &arguments);
    let blueprint = deep::artifact(&run.home, "model_blueprint");
    assert_eq!(blueprint["metadata"]["isFallback"], true);
    assert!(
        deep::outcome(&run.home)
            .1
            .join("\n")
            .contains("no such schema")
    );
    run.survives(&[ReadOn, Model, Examine, Compose]);
}

#[test]
fn a_company_goes_on_between_its_steps() {
    let home = Home::with_sample_company();
    let market = repository()
        .join("samples/market.json")
        .display()
        .to_string();
    let mut arguments = vec![
        "research",
        "VLSS",
        "--offline",
        "-y",
        "--as-of",
        "2025-03-31",
    ];
    arguments.extend(["--market", &market]);
    let run = Undisturbed::of(home, None, &arguments);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    run.survives(&[Examine, Judge, Value, Compose]);
}

/// What the gate sent back is not looked for again: the journal names what was found.
#[test]
fn a_judgement_that_was_sent_back_goes_on_with_what_it_brought() {
    let home = Home::with_sample_company();
    for number in 1..=80 {
        let text = format!(
            "---\ndate: 2022-05-01\n---\n\n# Velmora Sensing, note {number}\n\nRevenue, operating income and operating cash flow \
             of the annual report of Velmora Sensing Inc. are discussed in part {number} of these \
             notes, without figures.\n"
        );
        home.write(&format!("notes/note-{number}.md"), text);
    }
    home.must(&["ingest", &home.path("notes").display().to_string()]);
    let arguments = [
        "research",
        "VLSS",
        "--offline",
        "-y",
        "--as-of",
        "2022-06-30",
    ];
    let run = Undisturbed::of(home, None, &arguments);
    let brought: Vec<bool> = steps_of(&run.journal)
        .map(|(_, passages)| passages > 0)
        .collect();
    assert_eq!(brought, [false, true, true, false, false], "two ways back");
    run.survives(&[Examine, Judge, Judge, Judge, Value, Compose]);
}
