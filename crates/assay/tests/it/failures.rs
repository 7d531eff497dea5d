//! What a run does when a task or its model fails: it says so, goes on where it can, and never
//! calls itself completed.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_domain::{
    Author, Envelope, Event, FailureCode, Outcome, PlanOrigin, QualityNote, Repair, TaskId, Usage,
};
use assay_testkit::{Answer, RecordedRequest};
use serde_json::{Value, json};

use crate::home::{Home, Ran};
use crate::provider::Provider;
use crate::scribe::{self, Kind};

/// 2 needs 1; 4 needs 2 and 3.
fn diamond(chinese: bool) -> String {
    let words = if chinese {
        [
            "维尔莫拉公司的经营状况",
            "了解公司",
            "业务模式",
            "收入结构",
            "竞争地位",
            "总体评价",
        ]
    } else {
        [
            "Velmora Sensing",
            "Understand it",
            "Business model",
            "Revenue",
            "Competition",
            "Verdict",
        ]
    };
    let task = |id: usize, dependencies: &[u32]| json!({"id": id, "description": words[id + 1], "dependencies": dependencies});
    json!({
        "research_type": "company", "topic": words[0], "objectives": [words[1]],
        "tasks": [task(1, &[]), task(2, &[1]), task(3, &[]), task(4, &[2, 3])],
    })
    .to_string()
}

struct Setting {
    home: Home,
    provider: Provider,
}

impl Setting {
    fn new(
        extra: &str,
        answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let (home, provider) = (Home::with_samples(), Provider::start(answer));
        home.configure(&format!("{}\n{extra}", provider.config()));
        home.write("plan.json", diamond(false));
        Self { home, provider }
    }

    fn run(&self) -> Ran {
        self.home.assay(&["run", "plan.json"])
    }

    fn events(&self) -> Vec<Event> {
        self.home.assert_sound();
        self.home
            .journal()
            .into_iter()
            .map(|envelope| envelope.event)
            .collect()
    }
}

fn refused() -> Answer {
    Answer::error(
        400,
        "invalid_request_error",
        "this request cannot be served",
    )
}

fn outcome(events: &[Event]) -> Outcome {
    let end = events.iter().find_map(|event| match event {
        Event::RunFinished { outcome, .. } => Some(*outcome),
        _ => None,
    });
    end.expect("the run ended")
}

fn authors(events: &[Event]) -> Vec<Author> {
    let authors = events.iter().filter_map(|event| match event {
        Event::TaskFinished { author, .. } => Some(author.clone()),
        _ => None,
    });
    authors.collect()
}

fn notes(events: &[Event]) -> Vec<QualityNote> {
    let notes = events.iter().filter_map(|event| match event {
        Event::TaskFinished { notes, .. } => Some(notes.clone()),
        _ => None,
    });
    notes.flatten().collect()
}

fn failed_calls(events: &[Event]) -> Vec<FailureCode> {
    let codes = events.iter().filter_map(|event| match event {
        Event::CallFailed { failure, .. } => Some(failure.code),
        _ => None,
    });
    codes.collect()
}

#[test]
fn each_task_failed_in_turn_blocks_its_dependants_and_nothing_else() {
    let blocked: [(u32, &[u32]); 4] = [(1, &[2, 4]), (2, &[4]), (3, &[4]), (4, &[])];
    for (failing, blocked) in blocked {
        let setting = Setting::new("[run]\nstand_in = false\n", move |request| {
            let hit =
                scribe::kind(request) != Kind::Summary && scribe::task(request) == Some(failing);
            if hit {
                refused()
            } else {
                scribe::answer(request)
            }
        });
        let ran = setting.run();
        assert_eq!(ran.code, Some(3), "task {failing}: {ran:?}");
        assert!(
            ran.stdout.contains("[Data could not be obtained: "),
            "{}",
            ran.stdout
        );
        let not_written = ran.stdout.matches("[Not written: it needed task").count();
        assert!(not_written >= blocked.len() && (not_written > 0) != blocked.is_empty());

        let events = setting.events();
        assert_eq!(outcome(&events), Outcome::Partial);
        let settled = |of: fn(&Event) -> Option<TaskId>| -> BTreeSet<u32> {
            events.iter().filter_map(of).map(|task| task.0).collect()
        };
        let failed = settled(|event| match event {
            Event::TaskFailed { task, .. } => Some(*task),
            _ => None,
        });
        let held_up = settled(|event| match event {
            Event::TaskBlocked { task, .. } => Some(*task),
            _ => None,
        });
        let finished = settled(|event| match event {
            Event::TaskFinished { task, .. } => Some(*task),
            _ => None,
        });
        assert_eq!(failed, BTreeSet::from([failing]));
        assert_eq!(held_up, blocked.iter().copied().collect());
        assert_eq!(failed.len() + held_up.len() + finished.len(), 4);
    }
}

#[test]
fn a_chinese_report_names_what_is_missing_in_chinese() {
    let setting = Setting::new("[run]\nstand_in = false\n", |request| {
        let hit = scribe::kind(request) != Kind::Summary && scribe::task(request) == Some(2);
        if hit {
            refused()
        } else {
            scribe::answer(request)
        }
    });
    setting.home.write("plan.json", diamond(true));
    let ran = setting.run();
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stdout.contains("[数据获取失败："), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("[未撰写：所依赖的任务 2"),
        "{}",
        ran.stdout
    );
}

#[test]
fn passing_trouble_is_tried_again_and_leaves_no_trace_in_the_report() {
    let undisturbed = Setting::new("", scribe::answer);
    let reference = undisturbed.run();
    assert_eq!(reference.code, Some(0), "{reference:?}");

    let seen = [const { AtomicUsize::new(0) }; 5];
    let setting = Setting::new("", move |request| {
        let Some(task) = scribe::task(request).filter(|_| scribe::kind(request) == Kind::Section)
        else {
            return scribe::answer(request);
        };
        if seen[task as usize].fetch_add(1, Ordering::Relaxed) > 0 {
            return scribe::answer(request);
        }
        match task {
            1 => Answer::retry_after("1"),
            2 => Answer::error(503, "overloaded_error", "busy"),
            3 => scribe::answer(request).cut_after(600),
            _ => Answer::Close,
        }
    });
    let patient = setting
        .provider
        .config()
        .replace("max_retries = 0", "max_retries = 2");
    setting.home.configure(&patient);
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout, reference.stdout);
    let mut codes = failed_calls(&setting.events());
    codes.sort();
    assert_eq!(
        codes,
        [
            FailureCode::ModelRateLimited,
            FailureCode::ModelTruncated,
            FailureCode::ModelTruncated,
            FailureCode::ModelServer
        ]
    );
}

#[test]
fn a_model_that_always_fails_is_stood_in_for_and_the_report_says_so() {
    let setting = Setting::new("", |_| Answer::error(500, "server_error", "no"));
    let ran = setting.home.assay(&[
        "research",
        "How strong is Velmora Sensing, FY2022 to FY2024?",
    ]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(ran.stdout.contains("isFallback"), "{}", ran.stdout);
    let events = setting.events();
    assert_eq!(outcome(&events), Outcome::Degraded);
    let planned = events.iter().any(|event| {
        matches!(
            event,
            Event::PlanAccepted {
                origin: PlanOrigin::Fallback { .. },
                ..
            }
        )
    });
    assert!(planned, "the plan is marked as well");
    assert!(authors(&events).iter().all(Author::is_fallback));
}

#[test]
fn a_key_that_is_refused_stops_the_run_and_a_good_one_goes_on_without_paying_twice() {
    let paid = AtomicUsize::new(0);
    let setting = Setting::new("api_key_env = \"FAKE_KEY\"\n", move |request| {
        let good = request.header("authorization") == Some("Bearer good");
        if !good && paid.fetch_add(1, Ordering::Relaxed) >= 3 {
            return Answer::error(401, "authentication_error", "this key has been revoked");
        }
        scribe::answer(request)
    });
    let with_key = |key: &str, arguments: &[&str]| {
        Ran::from(
            setting
                .home
                .command(arguments)
                .env("FAKE_KEY", key)
                .output()
                .unwrap(),
        )
    };
    let stopped = with_key("bad", &["run", "plan.json"]);
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    assert!(stopped.stderr.contains("E-011"), "{}", stopped.stderr);
    assert!(
        !stopped.stderr.contains("bad\n"),
        "the key is not shown: {}",
        stopped.stderr
    );
    let answered: BTreeSet<String> = replied(&setting.home.journal());

    let asked = setting.provider.chats().len();
    let resumed = with_key("good", &["resume"]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    let again: Vec<String> = setting
        .provider
        .chats()
        .iter()
        .skip(asked)
        .map(scribe::hash)
        .collect();
    assert!(
        again.iter().all(|hash| !answered.contains(hash)),
        "paid twice"
    );
    assert_eq!(outcome(&setting.events()), Outcome::Completed);
}

/// The requests whose replies a journal holds.
fn replied(journal: &[Envelope]) -> BTreeSet<String> {
    let replies = journal.iter().filter_map(|envelope| match &envelope.event {
        Event::CallReplied {
            reply: assay_domain::Body::Inline(text),
            ..
        } => {
            let reply: assay_domain::ChatReply = serde_json::from_str(text).ok()?;
            Some(reply.model)
        }
        _ => None,
    });
    replies.collect()
}

#[test]
fn a_budget_that_runs_out_ends_in_a_labelled_report() {
    let setting = Setting::new("", |request| match scribe::answer(request) {
        Answer::Reply(reply) => Answer::Reply(reply.with_usage(Some(Usage {
            input_tokens: 5_000,
            cached_input_tokens: 0,
            output_tokens: 1_000,
        }))),
        other => other,
    });
    let ran = setting.home.assay(&[
        "run",
        "plan.json",
        "--max-tokens",
        "30000",
        "--concurrency",
        "1",
    ]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(ran.stdout.contains("E-020"), "{}", ran.stdout);
    let events = setting.events();
    assert_eq!(outcome(&events), Outcome::Degraded);
    let authors = authors(&events);
    assert!(
        authors
            .iter()
            .any(|author| matches!(author, Author::Model { .. }))
    );
    assert!(authors.iter().any(Author::is_fallback));
    let spent = setting.home.runs()[0].tokens;
    assert!((12_000..=30_000).contains(&spent), "{spent} tokens spent");
}

#[test]
fn a_plan_that_is_no_json_is_asked_for_again_and_a_slip_is_mended() {
    let setting = Setting::new("", |request| {
        if scribe::kind(request) != Kind::Plan {
            return scribe::answer(request);
        }
        match scribe::messages(request).len() {
            ..=2 => scribe::say(request, "Certainly! First I would look at the revenue."),
            3..=4 => scribe::say(request, json!({"tasks": []}).to_string()),
            _ => {
                let mut plan = scribe::plan(3);
                plan["tasks"][1]["dependencies"] = json!([9]);
                scribe::say(request, plan.to_string())
            }
        }
    });
    let ran = setting
        .home
        .assay(&["research", "How strong is Velmora Sensing?"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let events = setting.events();
    let rejections = events
        .iter()
        .filter(|event| matches!(event, Event::PlanRejected { .. }));
    assert_eq!(rejections.count(), 2);
    let repairs = events.iter().find_map(|event| match event {
        Event::PlanAccepted {
            repairs,
            origin: PlanOrigin::Model { .. },
            ..
        } => Some(repairs),
        _ => None,
    });
    let dropped = Repair::DroppedUnknownDependency {
        task: TaskId(2),
        dependency: TaskId(9),
    };
    assert_eq!(repairs, Some(&vec![dropped]));
}

#[test]
fn a_planner_without_a_valid_plan_is_asked_a_bounded_number_of_times() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Plan => scribe::say(request, "no"),
        _ => scribe::answer(request),
    });
    let ran = setting
        .home
        .assay(&["research", "How strong is Velmora Sensing?"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let chats = setting.provider.chats();
    assert_eq!(
        chats
            .iter()
            .filter(|chat| scribe::kind(chat) == Kind::Plan)
            .count(),
        3
    );
}

#[test]
fn thoughts_of_a_model_reach_no_report() {
    for stream in [true, false] {
        let extra = format!("[run]\nstream = {stream}\n");
        let setting = Setting::new(&extra, |request| match scribe::kind(request) {
            Kind::Section if !scribe::section(request).is_empty() => {
                let text = format!(
                    "<think>private {}</think>{}",
                    "musing",
                    scribe::section(request)
                );
                scribe::say(request, text)
            }
            _ => scribe::answer(request),
        });
        let ran = setting.run();
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let everything =
            setting
                .home
                .must(&["export", setting.home.newest().as_str(), "-f", "json"]);
        for text in [&ran.stdout, &everything.stdout] {
            assert!(
                !text.contains("musing") && !text.contains("think>"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_model_without_tool_calls_works_in_steps() {
    let setting = Setting::new("[run]\ntool_mode = \"step_object\"\n", scribe::answer);
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let chats = setting.provider.chats();
    let steps = chats.iter().filter(|chat| scribe::kind(chat) == Kind::Step);
    assert_eq!(
        steps.count(),
        8,
        "a search and a section for each of four tasks"
    );
    assert!(chats.iter().all(|chat| chat.body.get("tools").is_none()));
}

#[test]
fn a_server_that_fails_on_tools_is_asked_without_them() {
    let setting = Setting::new("", |request| {
        if request.body.get("tools").is_some() {
            return Answer::error(500, "server_error", "tools are not supported");
        }
        scribe::answer(request)
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        authors(&setting.events())
            .iter()
            .all(|author| matches!(author, Author::Model { .. }))
    );
}

#[test]
fn invented_citations_are_sent_back_then_removed_with_a_note() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Section => {
            let text = scribe::section(request).replace(". The", "[[ev_feedbeef00]]. The");
            scribe::say(request, text)
        }
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!ran.stdout.contains("ev_feedbeef00]]"), "{}", ran.stdout);
    let invented = QualityNote::UnknownCitations {
        ids: vec!["ev_feedbeef00".to_owned()],
    };
    assert_eq!(
        notes(&setting.events())
            .iter()
            .filter(|note| **note == invented)
            .count(),
        4
    );
    let sections = setting.provider.chats();
    let sections = sections
        .iter()
        .filter(|chat| scribe::kind(chat) == Kind::Section);
    assert_eq!(
        sections.count(),
        12,
        "each of four writers has three attempts"
    );
}

#[test]
fn a_model_that_cites_nothing_is_stood_in_for() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Section => scribe::say(request, "## Part\n\nEverything is fine, believe me."),
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(!ran.stdout.contains("believe me"));
    let events = setting.events();
    assert!(authors(&events).iter().all(|author| matches!(
        author,
        Author::Fallback { because, .. } if because.code == FailureCode::ModelMalformed
    )));
}

#[test]
fn a_summary_with_a_figure_of_its_own_is_not_taken() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Summary => {
            let Answer::Reply(reply) = scribe::answer(request) else {
                return scribe::models();
            };
            let mut summary: Value = serde_json::from_str(&reply.pieces.concat()).unwrap();
            let text = summary["summary"][0]
                .as_str()
                .unwrap()
                .replace("agree", "agree on 987 %");
            summary["summary"][0] = json!(text);
            scribe::say(request, summary.to_string())
        }
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(!ran.stdout.contains("987"));
}
