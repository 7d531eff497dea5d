//! What a run does with a model's answers that are not what was asked for.

use assay_domain::{Author, Event, FailureCode, PlanOrigin, QualityNote, Repair, TaskId};
use assay_testkit::{Answer, RecordedRequest};
use serde_json::{Value, json};

use crate::scribe::{self, Kind};
use crate::setting::{Setting, authors, findings, notes};

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
fn a_planner_is_told_what_the_library_holds_and_one_workflow() {
    let setting = Setting::new("", scribe::answer);
    setting
        .home
        .assay(&["research", "How strong is Velmora Sensing?"]);
    let chats = setting.provider.chats();
    let plan = chats.iter().find(|chat| scribe::kind(chat) == Kind::Plan);
    let told = plan.expect("a plan was asked for").raw.clone();
    for part in [
        "documents:",
        "Velmora Sensing Annual Report FY2024 (2025-02-20)",
        "Pressure sensors: a market that water rebuilt",
        "compute",
        "Today is",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(told.matches("Usual sections").count(), 1, "{told}");
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
    let chats = setting.provider.chats();
    for kind in [Kind::Section, Kind::Mend] {
        let asked = chats.iter().filter(|chat| scribe::kind(chat) == kind);
        assert_eq!(asked.count(), 4, "each of four writers is asked once more");
    }
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
    assert!(!findings(&ran.stdout).contains("987"));
    assert!(ran.stdout.contains("987"), "it is told, not dropped");
}

#[test]
fn a_sentence_of_a_summary_that_its_evidence_does_not_bear_out_is_sent_back_then_left_out() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Summary => {
            let Answer::Reply(reply) = scribe::answer(request) else {
                return scribe::models();
            };
            let mut summary: Value = serde_json::from_str(&reply.pieces.concat()).unwrap();
            let id = cited(summary["summary"][0].as_str().unwrap());
            let quoted = format!("The board said “we have lost every customer” [[{id}]].");
            summary["summary"]
                .as_array_mut()
                .unwrap()
                .push(json!(quoted));
            summary["transitions"][0]["text"] = json!(quoted);
            scribe::say(request, summary.to_string())
        }
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let findings = findings(&ran.stdout);
    assert!(!findings.contains("every customer"), "{findings}");
    assert!(ran.stdout.contains("The sources agree"), "{}", ran.stdout);
    let chats = setting.provider.chats();
    for kind in [Kind::Summary, Kind::Mend] {
        let asked = chats.iter().filter(|chat| scribe::kind(chat) == kind);
        assert_eq!(asked.count(), 1, "it may be mended");
    }
}

#[test]
fn what_its_evidence_does_not_bear_out_is_moved_out_and_counted_and_in_no_summary() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Section => {
            let text = scribe::section(request);
            let invented = format!("Revenue was $9,999 million in FY2024 [[{}]].", cited(&text));
            scribe::say(request, format!("{text}\n\n{invented} So it is said."))
        }
        // then the analyst sums up
        Kind::Summary => scribe::say(request, "{}"),
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let (before, sections) = findings(&ran.stdout).split_once("## 1.").unwrap();
    assert!(!sections.contains("9,999"), "{sections}");
    let (_, left_out) = ran.stdout.rsplit_once("## Not supported").unwrap();
    assert!(left_out.contains("9,999"), "{left_out}");
    assert!(left_out.contains("So it is said."), "{left_out}");
    assert!(before.contains("Statements without support"), "{before}");
    let (_, summary) = before.split_once("## Executive summary").unwrap();
    assert!(!summary.contains("9,999"), "{summary}");
}

/// The id of the first evidence that a text cites.
fn cited(text: &str) -> &str {
    let (_, rest) = text.split_once("[[").unwrap();
    rest.split_once("]]").unwrap().0
}

/// Each figure is listed with the id of a passage that the writer was given, and is in it.
#[test]
fn a_writer_is_told_which_figures_it_may_cite() {
    let setting = Setting::new("", scribe::answer);
    setting.run();
    let chats = setting.provider.chats();
    let sections = chats
        .iter()
        .filter(|request| scribe::kind(request) == Kind::Section);
    let mut listed = 0;
    for request in sections {
        let prompt = scribe::prompt(request);
        let (before, list) = prompt.split_once("# Figures you may cite").unwrap();
        for line in list.lines().filter(|line| line.ends_with("]]")) {
            listed += 1;
            let (figure, id) = line.rsplit_once(" [[").unwrap();
            let fence = format!("<data id=\"{}\"", id.trim_end_matches("]]"));
            // a figure of a section that this one builds on stands in that section
            let passage = before.split_once(&fence).map_or(before, |(_, passage)| {
                passage.split_once("</data>").unwrap().0
            });
            for printed in figure.split(" (").next().unwrap().split(", ") {
                assert!(passage.contains(printed), "{line}\n{passage}");
            }
        }
    }
    assert!(listed > 20, "{listed}");
}

/// The first sentence of a passage that states an amount, with the passage's id.
fn stated_amount(request: &RecordedRequest) -> Option<(String, String)> {
    let prompt = scribe::prompt(request);
    let mut passages = prompt.split("<data id=\"").skip(1);
    passages.find_map(|part| {
        let (id, rest) = part.split_once('"')?;
        let (_, body) = rest.split_once(">\n")?;
        let (body, _) = body.split_once("\n</data>")?;
        let mut sentences = body.lines().filter(|line| !line.contains('|'));
        let sentence = sentences.find_map(|line| {
            let mut sentences = line.split(". ").map(|one| one.trim_end_matches('.'));
            sentences.find(|one| one.contains(" million") && !one.contains('"'))
        })?;
        Some((id.to_owned(), sentence.to_owned()))
    })
}

#[test]
fn a_section_is_given_the_figures_proven_in_those_it_builds_on() {
    let setting = Setting::new("", |request| {
        let amount = stated_amount(request);
        match (scribe::kind(request), scribe::task(request), amount) {
            (Kind::Section, Some(1), Some((id, sentence))) => {
                scribe::say(request, format!("## Part 1\n\n{sentence} [[{id}]].\n"))
            }
            _ => scribe::answer(request),
        }
    });
    setting.run();
    let chats = setting.provider.chats();
    let first_of = |task: u32| {
        let mut of_task = chats.iter().filter(|request| {
            scribe::kind(request) == Kind::Section && scribe::task(request) == Some(task)
        });
        of_task.next().expect("the task was asked for")
    };
    let (id, sentence) = stated_amount(first_of(1)).expect("the samples state amounts");
    let prompt = scribe::prompt(first_of(2));
    let (_, list) = prompt.split_once("# Figures you may cite").unwrap();
    let beginning: String = sentence.chars().take(40).collect();
    let line = list.lines().find(|line| line.contains(&beginning));
    let line = line.unwrap_or_else(|| panic!("{sentence} is not in {list}"));
    assert!(line.ends_with(&format!("[[{id}]]")), "{line}");
    assert!(
        line.split(" (").next().unwrap().contains("million"),
        "{line}"
    );
}

/// Asks for a difference of two figures of one passage, and cites what came back.
#[test]
fn a_writer_may_have_something_computed_and_cite_it_by_its_id() {
    let setting = Setting::new("", |request| {
        let said: Vec<Value> = scribe::messages(request);
        let result = said.iter().rev().find_map(|message| {
            let text = message["content"].as_str()?;
            text.split_once("<data id=\"calc_1\">")?.1.split_once('\n')
        });
        let (id, inputs) = match two_amounts(request) {
            Some(found) if scribe::kind(request) == Kind::Section => found,
            _ => return scribe::answer(request),
        };
        let formula = format!("{} - {}", inputs[0], inputs[1]);
        let Some((_, computed)) = result else {
            let arguments = json!({"formula": formula, "evidence": [id]}).to_string();
            let call = assay_domain::ToolCall {
                id: "call_compute".to_owned(),
                name: "compute".to_owned(),
                arguments,
            };
            return scribe::signed(request, assay_testkit::Reply::tool_calls([call]));
        };
        let line = computed.lines().next().unwrap_or_default();
        let (_, value) = line.split_once(" = ").unwrap_or_default();
        let text = format!(
            "## Revenue\n\nRevenue rose by ${value} million, from ${} million in FY2023 to ${} million in FY2024 [[calc_1]].",
            inputs[1], inputs[0]
        );
        scribe::say(request, text)
    });
    let ran = setting.run();
    assert!(!ran.stdout.contains("calc_1"), "{}", ran.stdout);
    let findings = findings(&ran.stdout);
    assert!(
        findings.contains("Revenue rose by $510 million"),
        "{findings}"
    );
}

/// A passage that has the revenue of two years, and both.
fn two_amounts(request: &RecordedRequest) -> Option<(String, [String; 2])> {
    let prompt = scribe::prompt(request);
    let mut passages = prompt.split("<data id=\"").skip(1);
    passages.find_map(|part| {
        let (id, rest) = part.split_once('"')?;
        let has_both = rest.contains("4,610") && rest.contains("4,100");
        has_both.then(|| (id.to_owned(), ["4,610".to_owned(), "4,100".to_owned()]))
    })
}
