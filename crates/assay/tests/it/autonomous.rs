//! `assay auto`: a scripted agent that works, one that misbehaves in every known way, one whose
//! process is killed, and none at all.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::{CallKind, Event, Outcome, ToolCall};
use assay_llm::estimate_tokens;
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};

pub(crate) const TITLE: &str = "What drives demand for pressure sensors?";

pub(crate) fn call(name: &str, arguments: &Value) -> Reply {
    Reply::tool_calls([ToolCall {
        id: "call_1".to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_string(),
    }])
}

/// A file operation in plain words.
pub(crate) fn told(description: &str, content: &str) -> Reply {
    call(
        "file_operation",
        &json!({"operation_description": description, "content": content}),
    )
}

pub(crate) fn create(path: &str, content: &str) -> Reply {
    call(
        "file_operation",
        &json!({"action": "create_file", "file_path": path, "content": content}),
    )
}

fn append(path: &str, content: &str) -> Reply {
    call(
        "file_operation",
        &json!({"action": "write_file", "file_path": path, "content": content, "mode": "append"}),
    )
}

pub(crate) fn read(path: &str) -> Reply {
    call(
        "file_operation",
        &json!({"action": "read_file", "file_path": path}),
    )
}

pub(crate) fn search(query: &str) -> Reply {
    call("web_search", &json!({"query": query}))
}

pub(crate) fn finish() -> Reply {
    call("all_finished", &json!({"result": "done"}))
}

/// Everything that was said in a request.
pub(crate) fn said(request: &RecordedRequest) -> String {
    let contents = scribe::messages(request);
    let contents = contents
        .iter()
        .map(|message| message["content"].as_str().unwrap_or_default());
    contents.collect::<Vec<_>>().join("\n")
}

/// The turn that a request asks for, from 0: the loop says how many are over.
pub(crate) fn step(request: &RecordedRequest) -> usize {
    let text = said(request);
    let status = text
        .rsplit("[step ")
        .next()
        .filter(|_| text.contains("[step "));
    let number = status.and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// A sentence of the newest passage that has one, with its citation.
pub(crate) fn cited(request: &RecordedRequest) -> Option<String> {
    let text = said(request);
    let passages: Vec<&str> = text.split("<data id=\"").skip(1).collect();
    passages.iter().rev().find_map(|passage| {
        let (id, rest) = passage.split_once('"')?;
        let (_, body) = rest.split_once(">\n")?;
        let (body, _) = body.split_once("\n</data>")?;
        let is_sentence = |line: &&str| line.ends_with('.') && line.starts_with(char::is_uppercase);
        let line = body.lines().rev().find(is_sentence)?;
        let sentence = line.split(". ").next()?.trim_end_matches('.');
        Some(format!("{sentence} [[{id}]].\n"))
    })
}

/// A model that answers by the request alone, summaries included.
pub(crate) fn agent(
    decide: impl Fn(&RecordedRequest) -> Reply + Send + Sync + 'static,
) -> Provider {
    Provider::start(move |request| match scribe::kind(request) {
        Kind::Summary => scribe::answer(request),
        _ => scribe::signed(request, decide(request)),
    })
}

pub(crate) fn workspace(home: &Home) -> PathBuf {
    home.state().join("workspaces").join(home.newest().as_str())
}

pub(crate) fn outcome(home: &Home) -> (Outcome, Vec<String>) {
    match &home.journal().last().expect("events").event {
        Event::RunFinished { outcome, reasons } => (*outcome, reasons.clone()),
        other => panic!("{other:?}"),
    }
}

/// Every file under a folder with its text.
fn tree(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                let name = entry
                    .path()
                    .strip_prefix(folder)
                    .unwrap()
                    .display()
                    .to_string();
                found.push((name, fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn without_a_model_the_blueprint_is_worked_off_and_again_the_same() {
    let run = || {
        let home = Home::with_samples();
        let ran = home.must(&["auto", TITLE, "--purpose", "to plan capacity", "--offline"]);
        assert!(ran.stderr.contains("workspaces"), "{ran:?}");
        assert_eq!(outcome(&home).0, Outcome::Completed);
        let files = tree(&workspace(&home));
        let overall = &files
            .iter()
            .find(|(name, _)| name == "overall_dashboard.md")
            .unwrap()
            .1;
        assert!(
            overall.contains("to plan capacity") && overall.contains("- [x] "),
            "{overall}"
        );
        let chapters = files
            .iter()
            .filter(|(name, _)| name.starts_with("Notebook/"));
        assert_eq!(chapters.clone().count(), overall.matches("- [x] ").count());
        assert!(chapters.clone().all(|(_, text)| text.contains("[[ev_")));
        home.assert_sound();
        (ran.stdout, files)
    };
    let (report, files) = run();
    assert!(
        report.contains("[1]") || report.contains("](#s"),
        "{report}"
    );
    assert_eq!((report, files), run());
}

#[test]
fn chinese_works_too() {
    let home = Home::with_samples();
    home.must(&[
        "auto",
        "压力传感器的需求由什么驱动？",
        "--purpose",
        "规划产能",
        "--offline",
    ]);
    let files = tree(&workspace(&home));
    assert!(
        files
            .iter()
            .any(|(name, text)| name == "overall_dashboard.md" && text.contains("## 研究蓝图"))
    );
}

/// Searches, writes two chapters with a dashboard between them, and finishes.
pub(crate) fn diligent(request: &RecordedRequest) -> Reply {
    match step(request) {
        0 => call(
            "update_overall_dashboard",
            &json!({"content": "## Blueprint\n- Demand\n- Prices\n"}),
        ),
        1 => search("pressure sensors demand"),
        2 => create(
            "Notebook/01 Demand.md",
            &format!("# Demand\n\n{}", cited(request).unwrap()),
        ),
        3 => search("pressure sensors price"),
        4 => append("Notebook/01 Demand.md", &cited(request).unwrap()),
        5 => call(
            "update_current_dashboard",
            &json!({"content": "## Progress\nDemand is written.\n"}),
        ),
        6 => search("market share of sensors"),
        7 => create(
            "Notebook/第二章 价格.md",
            &format!("# Prices\n\n{}", cited(request).unwrap()),
        ),
        8 => call(
            "update_overall_dashboard",
            &json!({"content": "## Blueprint\n- [x] Demand\n- [x] Prices\n"}),
        ),
        _ => finish(),
    }
}

#[test]
fn an_agent_works_in_its_files_and_its_chapters_become_the_report() {
    let provider = agent(diligent);
    let home = Home::with_samples();
    home.configure(&provider.config());
    let ran = home.must(&["auto", TITLE]);
    assert_eq!(outcome(&home).0, Outcome::Completed);
    assert!(
        ran.stdout.contains("Demand") && ran.stdout.contains("Prices"),
        "{}",
        ran.stdout
    );
    let files = tree(&workspace(&home));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "Notebook/01 Demand.md",
        "Notebook/第二章 价格.md",
        "current_dashboard.md",
        "overall_dashboard.md",
    ];
    assert_eq!(names, expected);
    let journal = home.journal();
    let claims = journal
        .iter()
        .filter(|one| matches!(one.event, Event::ClaimRegistered { .. }));
    assert!(claims.count() >= 3);
    let tools: BTreeSet<String> = journal
        .iter()
        .filter_map(|one| match &one.event {
            Event::CallStarted {
                call: CallKind::Tool { tool },
                ..
            } => Some(tool.clone()),
            _ => None,
        })
        .collect();
    for tool in [
        "file_operation",
        "update_overall_dashboard",
        "update_current_dashboard",
        "compress_context",
        "search_library",
    ] {
        assert!(tools.contains(tool), "{tool} is not journaled: {tools:?}");
    }
    home.assert_sound();
}

#[test]
fn what_an_agent_makes_up_is_sent_back_and_moved_out() {
    let provider = agent(|request| match step(request) {
        0 => search("pressure sensors demand"),
        1 => {
            let made_up = cited(request)
                .unwrap()
                .replace(" [[", " and reached 987,654 units in 2024 [[");
            create(
                "Notebook/1.md",
                &format!("# Demand\n\n{made_up}\nOthers agree [[ev_ffffffffff]].\n"),
            )
        }
        _ => finish(),
    });
    let home = Home::with_samples();
    home.configure(&provider.config());
    let ran = home.assay(&["auto", TITLE]);
    let asked: String = provider.chats().iter().map(said).collect();
    assert!(
        asked.contains("ev_ffffffffff is no evidence id"),
        "the agent was told"
    );
    assert!(asked.contains("not finished yet"));
    let findings = crate::setting::findings(&ran.stdout);
    assert!(!findings.contains("987,654"), "{findings}");
    assert!(ran.stdout.contains("987,654"), "{ran:?}");
    assert!(!ran.stdout.contains("ev_ffffffffff]]"));
}

/// The largest request, in tokens, with the room for its answer.
fn largest(provider: &Provider) -> u64 {
    let tokens = |request: &RecordedRequest| {
        let body = &request.body;
        let texts = scribe::messages(request).into_iter().map(|message| {
            let content = message["content"].as_str().map_or(0, estimate_tokens);
            let calls = message["tool_calls"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            let calls = calls.iter().map(|call| {
                call["function"]["arguments"]
                    .as_str()
                    .map_or(0, estimate_tokens)
            });
            content + calls.sum::<u64>()
        });
        let answer = body["max_tokens"]
            .as_u64()
            .or(body["max_completion_tokens"].as_u64());
        texts.sum::<u64>() + estimate_tokens(&body["tools"].to_string()) + answer.unwrap_or(0)
    };
    let chats = provider.chats();
    let work = chats
        .iter()
        .filter(|request| scribe::kind(request) != Kind::Summary);
    work.map(tokens).max().unwrap_or(0)
}

/// A library of 200 pages, ten to a file, none like another.
fn pages(home: &Home) {
    for book in 0..20 {
        let mut text = format!("# Yearbook {book}\n");
        for page in book * 10..book * 10 + 10 {
            let made = 1_000 + page * 7;
            let filler =
                "The plant kept its usual rhythm of shifts and repairs through the seasons. "
                    .repeat(6);
            text.push_str(&format!(
                "\n## Plant {page}\n\n{filler}\n\nPlant {page} in district {page} made {made} sensors in 2023.\n"
            ));
        }
        home.write(&format!("pages/yearbook-{book}.md"), text);
    }
    home.must(&["ingest", "pages"]);
}

#[test]
fn three_hundred_steps_over_two_hundred_pages_stay_within_the_context_and_finish() {
    let provider = agent(|request| {
        let at = step(request);
        let chapter = at / 60 + 1;
        match at {
            0 => call(
                "update_overall_dashboard",
                &json!({"content": "## Blueprint\n- 1\n- 2\n- 3\n- 4\n- 5\n"}),
            ),
            298 => call(
                "update_overall_dashboard",
                &json!({"content": "## Blueprint\n- [x] 1\n- [x] 2\n- [x] 3\n- [x] 4\n- [x] 5\n"}),
            ),
            299.. => finish(),
            at if at % 50 == 49 => call(
                "update_current_dashboard",
                &json!({"content": format!("## Progress\nstep {at}\n")}),
            ),
            at if at % 3 == 1 => search(&format!(
                "plant {} district {} sensors 2023",
                at % 200,
                at % 200
            )),
            at if at % 3 == 2 => match cited(request) {
                Some(sentence) => append(&format!("Notebook/{chapter}.md"), &sentence),
                None => search(&format!("plant {}", at % 200)),
            },
            at => append(&format!("drafts/{chapter}.md"), &format!("step {at}\n")),
        }
    });
    let home = Home::empty();
    pages(&home);
    home.configure(&provider.config());
    let limit = 12_000;
    let ran = home.assay(&[
        "auto",
        "Sensors made by plants",
        "--max-steps",
        "320",
        "--context-tokens",
        &limit.to_string(),
    ]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let turns = provider.chats().len();
    assert!(turns >= 300, "{turns} turns");
    let largest = largest(&provider);
    assert!(largest <= limit, "{largest} tokens of {limit}");
    let because = |why: &str| {
        let journal = home.journal();
        let dropped = journal.iter().filter(|one| match &one.event {
            Event::CallStarted {
                call: CallKind::Tool { tool },
                request: assay_domain::Body::Inline(text),
                ..
            } => tool == "compress_context" && text.contains(why),
            _ => false,
        });
        dropped.count()
    };
    assert!(because("dashboard") >= 5 && because("\"context\"") >= 5);
    home.assert_sound();
}

/// An agent that misbehaves, and what it is told.
struct Bad {
    name: &'static str,
    decide: fn(&RecordedRequest) -> Reply,
    told: &'static str,
}

const BAD: [Bad; 7] = [
    Bad {
        name: "loops",
        decide: |_| search("sensors"),
        told: "brought nothing new",
    },
    Bad {
        name: "asks for files outside",
        decide: |request| read(&format!("../../config-{}.md", step(request))),
        told: "leads out of a folder",
    },
    Bad {
        name: "writes far too much",
        decide: |request| match step(request) {
            at @ 0..3 => create(&format!("Notebook/{at}.md"), &"gigabytes ".repeat(450_000)),
            _ => finish(),
        },
        told: "over the limit",
    },
    Bad {
        name: "never updates a dashboard",
        decide: |request| create(&format!("drafts/{}.md", step(request)), "x"),
        told: "have not updated a dashboard",
    },
    Bad {
        name: "calls unknown actions",
        decide: |request| {
            call(
                "run_shell",
                &json!({"command": format!("ls {}", step(request))}),
            )
        },
        told: "no such action",
    },
    Bad {
        name: "returns prose",
        decide: |_| Reply::text("I will now think about sensors."),
        told: "That was no action",
    },
    Bad {
        name: "calls with wrong arguments",
        decide: |request| call("web_search", &json!([step(request)])),
        told: "arguments are not those",
    },
];

#[test]
fn an_agent_that_misbehaves_is_told_stopped_and_replaced() {
    for bad in BAD {
        let provider = agent(bad.decide);
        let home = Home::with_samples();
        home.configure(&provider.config());
        let ran = home.assay(&["auto", TITLE, "--max-steps", "40"]);
        let name = bad.name;
        assert_eq!(ran.code, Some(4), "{name}: {ran:?}");
        let turns = provider.chats().len();
        assert!(turns <= 42, "{name}: {turns} turns");
        let asked: String = provider.chats().iter().map(said).collect();
        assert!(asked.contains(bad.told), "{name} was not told");
        assert!(!asked.contains("base_url"), "{name} read a file outside");
        assert_eq!(outcome(&home).0, Outcome::Degraded, "{name}");
        assert!(!ran.stdout.is_empty(), "{name}: no report");
        let overall = fs::read_to_string(workspace(&home).join("overall_dashboard.md")).unwrap();
        assert!(overall.contains("- [x] "), "{name}: {overall}");
        home.assert_sound();
    }
}

#[test]
fn a_killed_run_goes_on_with_the_files_as_they_were_and_asks_nothing_twice() {
    let undisturbed = {
        let provider = agent(diligent);
        let home = Home::with_samples();
        home.configure(&provider.config());
        (home.must(&["auto", TITLE]).stdout, tree(&workspace(&home)))
    };
    for killed_at in [2, 5, 9] {
        let answers = Arc::new(AtomicBool::new(false));
        let opened = Arc::clone(&answers);
        let provider = Provider::start(move |request| {
            if scribe::kind(request) == Kind::Summary {
                return scribe::answer(request);
            }
            if step(request) == killed_at && !opened.load(Ordering::Relaxed) {
                return Answer::Hang;
            }
            scribe::signed(request, diligent(request))
        });
        let home = Home::with_samples();
        home.configure(&provider.config());
        let mut child = home
            .command(["auto", TITLE])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // the list of models, the turns before, and the one that hangs
        provider.wait_for(killed_at + 2);
        child.kill().unwrap();
        child.wait().unwrap();
        // what nobody journaled is not kept
        fs::write(
            workspace(&home).join("Notebook/99 half.md"),
            "half an operation",
        )
        .unwrap();
        let before = provider.chats();
        answers.store(true, Ordering::Relaxed);
        let ran = home.must(&["resume"]);
        assert_eq!(ran.stdout, undisturbed.0, "killed at step {killed_at}");
        assert_eq!(
            tree(&workspace(&home)),
            undisturbed.1,
            "killed at step {killed_at}"
        );
        let asked: Vec<String> = provider
            .chats()
            .iter()
            .skip(before.len())
            .map(scribe::hash)
            .collect();
        let paid = before.iter().take(killed_at).map(scribe::hash);
        assert!(
            paid.into_iter().all(|hash| !asked.contains(&hash)),
            "paid twice"
        );
        home.assert_sound();
    }
}

#[test]
fn a_context_that_is_too_small_is_refused_and_the_analyst_stands_in() {
    let provider = agent(diligent);
    let home = Home::with_samples();
    home.configure(&provider.config());
    let ran = home.assay(&["auto", TITLE, "--context-tokens", "4000"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let (_, reasons) = outcome(&home);
    assert!(reasons.join(" ").contains("too small"), "{reasons:?}");
}
