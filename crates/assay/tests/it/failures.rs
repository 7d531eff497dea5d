//! What a run does when a task or its model server fails: it says so, goes on where it can, and
//! never calls itself completed.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_domain::{Author, Envelope, Event, FailureCode, Outcome, PlanOrigin, TaskId, Usage};
use assay_testkit::Answer;

use crate::home::Ran;
use crate::scribe::{self, Kind};
use crate::setting::{Setting, authors, diamond, failed_calls, outcome, refused};

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
fn the_quiet_are_told_what_went_wrong_and_nothing_else() {
    let setting = Setting::new("[run]\nstand_in = false\n", |request| {
        let hit = scribe::kind(request) != Kind::Summary && scribe::task(request) == Some(4);
        if hit {
            refused()
        } else {
            scribe::answer(request)
        }
    });
    for arguments in [
        &["run", "plan.json", "-q"][..],
        &["run", "plan.json", "-q", "--json"],
    ] {
        let ran = setting.home.assay(arguments);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let journal = setting.home.journal();
        let reasons = journal.iter().find_map(|envelope| match &envelope.event {
            Event::RunFinished { reasons, .. } => Some(reasons.clone()),
            _ => None,
        });
        let reasons = reasons.unwrap();
        assert!(!reasons.is_empty());
        let expected: Vec<String> = std::iter::once("! partial".to_owned())
            .chain(reasons.iter().map(|reason| format!("  {reason}")))
            .collect();
        assert_eq!(ran.stderr.trim_end(), expected.join("\n"), "{ran:?}");
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

/// An empty account is met once: the other tasks are stood in for without asking, the reader is told
/// once, and a run that is resumed asks again.
#[test]
fn an_account_without_credit_is_asked_once_in_a_run() {
    let setting = Setting::new("[run]\nconcurrency = 1\n", |_| {
        Answer::error(402, "billing_error", "no credit left")
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert_eq!(setting.provider.chats().len(), 1, "asked once");
    let events = setting.events();
    assert!(authors(&events).iter().all(Author::is_fallback));
    let said = "is not asked again in this run";
    let told = |event: &&Event| matches!(event, Event::Degraded { reason } if reason.message.contains(said));
    assert_eq!(events.iter().filter(told).count(), 1, "told once");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    let again = setting.run();
    assert_eq!(again.code, Some(4), "{again:?}");
    assert_eq!(setting.provider.chats().len(), 2, "each run asks anew");
}

#[test]
fn a_plan_that_the_analyst_made_in_a_models_stead_says_so() {
    let setting = Setting::new("", |_| Answer::error(500, "server_error", "no"));
    let question = "How strong is Velmora Sensing, FY2022 to FY2024?";
    for arguments in [&["plan", question][..], &["plan", question, "-q"]] {
        let ran = setting.home.assay(arguments);
        assert_eq!(ran.code, Some(4), "{ran:?}");
        let plan: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert!(plan["tasks"].is_array());
        assert!(ran.stderr.contains("planned instead of"), "{}", ran.stderr);
        assert!(ran.stderr.contains("E-018"), "{}", ran.stderr);
    }
    assert_eq!(outcome(&setting.events()), Outcome::Degraded);
}

#[test]
fn a_chinese_run_says_in_chinese_why_it_fell_short() {
    let setting = Setting::new("", |_| Answer::error(500, "server_error", "no"));
    setting.home.write("plan.json", diamond(true));
    let ran = setting.run();
    assert!(
        ran.stdout.contains("模型服务器内部出错（E-018"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.contains("模型服务器内部出错（E-018"),
        "{}",
        ran.stderr
    );
    let failed = setting.home.assay(&["show"]);
    assert!(
        failed.stdout.contains("模型服务器内部出错（E-018"),
        "{failed:?}"
    );
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

#[test]
fn a_model_that_is_unknown_stops_the_run_and_another_one_takes_over() {
    let setting = Setting::new("", |request| {
        if request.body.get("model").and_then(|model| model.as_str()) == Some("renamed") {
            return scribe::answer(request);
        }
        Answer::error(404, "not_found_error", "the model `scribe` does not exist")
    });
    let stopped = setting.run();
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    assert!(stopped.stderr.contains("E-012"), "{}", stopped.stderr);
    let renamed = "fake/renamed".to_owned();
    let resumed = setting.home.assay(&["resume", "--model", &renamed]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    let by_renamed = |author: &Author| {
        *author
            == Author::Model {
                model: renamed.clone(),
            }
    };
    assert!(authors(&setting.events()).iter().all(by_renamed));
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
    // five calls that are charged as scripted, and verdicts that are charged a few tokens each
    assert!((12_000..=30_500).contains(&spent), "{spent} tokens spent");
}
