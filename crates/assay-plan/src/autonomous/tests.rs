use assay_domain::{Message, Role, Sampling, ToolMode, ToolSpec};
use serde_json::json;

use super::*;

const CONTEXT: u64 = 4_000;

fn spec(max_steps: u32, context_tokens: u64) -> AutonomousSpec {
    AutonomousSpec {
        agent: AgentSpec {
            role: Role::Search,
            model: "fake/m".to_owned(),
            system: "rules".to_owned(),
            task: "research sensors".to_owned(),
            tools: vec![ToolSpec {
                name: FILE_OPERATION.to_owned(),
                description: "files".to_owned(),
                parameters: json!({}),
            }],
            mode: ToolMode::Native,
            step_schema: json!({}),
            sampling: Sampling {
                temperature: 0.3,
                top_p: 0.9,
                effort: None,
            },
            max_output_tokens: 500,
            max_steps: 1,
            max_attempts: 1,
            finish_prompt: String::new(),
        },
        overall: Dashboard::overall("Sensors", "to decide", Language::En),
        current: Dashboard::empty(DashboardKind::Current, Language::En),
        max_steps,
        context_tokens,
        max_tokens: Some(100_000),
        count: |text| text.len() as u64 / 4,
        language: Language::En,
    }
}

fn machine(max_steps: u32) -> Autonomous {
    Autonomous::new(spec(max_steps, CONTEXT)).expect("it fits")
}

fn call(name: &str, arguments: &str) -> ToolCall {
    ToolCall {
        id: "c".to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn turn(calls: &[ToolCall]) -> Turn {
    Turn::Tools {
        text: String::new(),
        calls: calls.to_vec(),
    }
}

/// One turn of the machine: a call and what it did.
fn act(machine: &mut Autonomous, name: &str, arguments: &str, text: &str, effect: Effect) {
    let call = call(name, arguments);
    machine.on_turn(turn(std::slice::from_ref(&call)), 10);
    if matches!(machine.next(), AutonomousStep::Act(_)) {
        machine.on_results(vec![Acted {
            call,
            text: text.to_owned(),
            effect,
        }]);
    }
}

fn texts(machine: &Autonomous) -> Vec<String> {
    assert_eq!(machine.next(), AutonomousStep::CallModel);
    let text = |message: &Message| match message {
        Message::User { text } | Message::Assistant { text, .. } | Message::Tool { text, .. } => {
            text.clone()
        }
    };
    machine.request().messages.iter().map(text).collect()
}

fn assert_fits(machine: &Autonomous) {
    if machine.next() == AutonomousStep::CallModel {
        let tokens = request_tokens(machine.request(), |text| text.len() as u64 / 4);
        assert!(
            tokens <= CONTEXT,
            "{tokens} tokens at step {}",
            machine.steps()
        );
    }
}

fn why(machine: &Autonomous) -> String {
    match machine.next() {
        AutonomousStep::End(Ending::Stopped(failure)) => failure.message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_conversation_begins_with_task_and_both_dashboards() {
    let texts = texts(&machine(10));
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[0], "research sensors");
    assert!(texts[1].starts_with("# Overall dashboard") && texts[1].contains("Sensors"));
    assert!(texts[2].starts_with("# Current dashboard"));
}

#[test]
fn updating_a_dashboard_drops_the_history_and_keeps_the_last_result() {
    let mut machine = machine(10);
    act(
        &mut machine,
        FILE_OPERATION,
        "list",
        "an old result",
        Effect::Gained,
    );
    assert_eq!(texts(&machine).len(), 5);
    let (updated, _) = machine
        .dashboard(DashboardKind::Current)
        .updated("## Progress\n\nread two filings", 500);
    act(
        &mut machine,
        "update_current_dashboard",
        "{}",
        "updated",
        Effect::Dashboard(updated),
    );
    let texts = texts(&machine);
    assert_eq!(texts.len(), 4);
    assert!(texts[2].contains("read two filings"));
    assert!(!texts.concat().contains("an old result"));
    assert!(texts[3].contains("step 2 of 10"), "{}", texts[3]);
    let dropped = Compression {
        step: 2,
        messages: 6,
        by_dashboard: true,
    };
    assert_eq!(machine.take_compressions(), [dropped]);
}

#[test]
fn a_context_that_would_overflow_is_emptied_and_the_model_is_told() {
    let mut machine = machine(200);
    let mut dropped = 0;
    for step in 0..150 {
        let result = format!(
            "<data id=\"ev_{step}\">\n{}\n</data>",
            "words ".repeat(2_000)
        );
        act(
            &mut machine,
            "web_search",
            &format!("query {step}"),
            &result,
            Effect::Gained,
        );
        assert_fits(&machine);
        let all = texts(&machine).concat();
        assert_eq!(
            all.matches("<data").count(),
            all.matches("</data>").count(),
            "a fence is open"
        );
        dropped += machine.take_compressions().len();
    }
    assert!(dropped > 20, "{dropped}");
    assert!(texts(&machine).concat().contains("step 150 of 200"));
    assert!(
        texts(&machine)
            .concat()
            .contains("have not updated a dashboard")
    );
}

#[test]
fn a_loop_is_told_and_then_ended() {
    let mut machine = machine(100);
    let mut told = false;
    while matches!(machine.next(), AutonomousStep::CallModel) {
        told |= texts(&machine).concat().contains("brought nothing new");
        act(
            &mut machine,
            "web_search",
            "the same",
            "nothing found",
            Effect::Nothing,
        );
    }
    assert!(told && machine.steps() < 12, "{}", machine.steps());
    assert!(why(&machine).contains("round in circles"));
}

#[test]
fn calls_that_differ_and_bring_nothing_end_too() {
    let mut machine = machine(1_000);
    let mut step = 0;
    while matches!(machine.next(), AutonomousStep::CallModel) {
        step += 1;
        act(
            &mut machine,
            "unknown",
            &step.to_string(),
            "error: there is no such action",
            Effect::Nothing,
        );
        assert_fits(&machine);
    }
    assert_eq!(machine.steps(), 30);
}

#[test]
fn prose_is_sent_back_a_bounded_number_of_times() {
    let mut machine = machine(100);
    for _ in 0..3 {
        machine.on_turn(
            Turn::Answer {
                text: "I think".repeat(5_000),
            },
            10,
        );
        assert_fits(&machine);
        assert!(
            texts(&machine).concat().contains("That was no action") || texts(&machine).len() == 4
        );
    }
    act(
        &mut machine,
        FILE_OPERATION,
        "list",
        "files",
        Effect::Gained,
    );
    for _ in 0..4 {
        machine.on_turn(
            Turn::Answer {
                text: "done?".to_owned(),
            },
            10,
        );
    }
    assert!(why(&machine).contains("4 answers in a row"));
}

#[test]
fn steps_end_and_the_last_are_announced() {
    let mut machine = machine(5);
    for step in 0..4 {
        act(
            &mut machine,
            FILE_OPERATION,
            &step.to_string(),
            "ok",
            Effect::Gained,
        );
    }
    assert!(texts(&machine).concat().contains("Little is left"));
    act(&mut machine, FILE_OPERATION, "last", "ok", Effect::Gained);
    assert!(why(&machine).contains("all 5 steps"));
}

#[test]
fn finishing_ends_and_too_many_calls_are_not_all_performed() {
    let mut machine = machine(5);
    let calls: Vec<ToolCall> = (0..9)
        .map(|n| call(FILE_OPERATION, &n.to_string()))
        .collect();
    machine.on_turn(turn(&calls), 1);
    let AutonomousStep::Act(asked) = machine.next() else {
        panic!()
    };
    assert_eq!(asked.len(), 4);
    let acted = asked.into_iter().map(|call| Acted {
        call,
        text: "ok".to_owned(),
        effect: Effect::Gained,
    });
    machine.on_results(acted.collect());
    assert_eq!(
        texts(&machine)
            .iter()
            .filter(|text| text.contains("not performed"))
            .count(),
        5
    );
    act(
        &mut machine,
        ALL_FINISHED,
        "{}",
        "",
        Effect::Finished {
            result: "done".to_owned(),
        },
    );
    assert_eq!(
        machine.next(),
        AutonomousStep::End(Ending::Finished {
            result: "done".to_owned()
        })
    );
}

#[test]
fn what_is_handed_in_with_open_chapters_is_not_finished() {
    for (blueprint, open) in [
        ("- [x] Demand\n- [ ] Prices", true),
        ("- [x] Demand", false),
    ] {
        let mut machine = machine(5);
        let written = format!("## Blueprint\n{blueprint}\n");
        let (overall, _) = machine.overall().updated(&written, 5_000);
        let name = DashboardKind::Overall.action();
        act(&mut machine, name, "{}", "ok", Effect::Dashboard(overall));
        let result = "done".to_owned();
        act(
            &mut machine,
            ALL_FINISHED,
            "{}",
            "",
            Effect::Finished { result },
        );
        match machine.next() {
            AutonomousStep::End(Ending::Stopped(failure)) => {
                assert!(
                    open && failure
                        .message
                        .ends_with("1 of 2 chapters of the blueprint open: Prices"),
                    "{failure}"
                );
            }
            AutonomousStep::End(Ending::Finished { .. }) => assert!(!open, "{blueprint}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_context_without_room_is_refused_with_the_size_that_is_needed() {
    let failure = Autonomous::new(spec(5, 600)).expect_err("too small");
    assert!(failure.message.contains("too small"), "{failure}");
}

proptest::proptest! {
    /// Whatever a model does, no request is larger than its context, and the loop ends.
    #[test]
    fn no_request_exceeds_the_context(turns in proptest::collection::vec((0u8..6, 0usize..30_000), 0..120)) {
        let mut machine = machine(100);
        for (what, length) in turns {
            if !matches!(machine.next(), AutonomousStep::CallModel) {
                break;
            }
            let text = "x".repeat(length);
            match what {
                0 => machine.on_turn(Turn::Answer { text }, 1),
                1 => machine.on_turn(Turn::Unreadable { text, problem: "no JSON".to_owned() }, 1),
                2 | 3 => {
                    let kind = if what == 2 { DashboardKind::Overall } else { DashboardKind::Current };
                    let limit = machine.dashboard_limit();
                    let (updated, _) = machine.dashboard(kind).updated(&text, limit);
                    act(&mut machine, kind.action(), &text, "ok", Effect::Dashboard(updated));
                }
                _ => act(&mut machine, "web_search", &text, &text, Effect::Gained),
            }
            assert_fits(&machine);
            proptest::prop_assert!(machine.steps() <= 100);
        }
    }
}

mod dashboards {
    use super::*;

    fn overall() -> Dashboard {
        let text =
            "## Blueprint\n\n- [x] 01 Demand\n- [ ] 02 Supply\n\n## Findings\n\nDemand grows.";
        Dashboard::overall("Sensors", "to decide", Language::En)
            .updated(text, 5_000)
            .0
    }

    #[test]
    fn a_blueprint_is_read() {
        let dashboard = overall();
        assert_eq!(
            dashboard.progress(),
            BlueprintProgress { done: 1, total: 2 }
        );
        let again = dashboard.updated(&dashboard.markdown(), 5_000);
        assert_eq!(
            again,
            (dashboard, Vec::new()),
            "what it writes it reads back the same"
        );
    }

    #[test]
    fn what_stands_below_a_chapter_is_no_chapter() {
        let text = "## Blueprint\n\n- [x] Demand\n  - by country\n\t- by use\n- [ ] Supply\n";
        let (dashboard, _) = overall().updated(text, 5_000);
        let progress = BlueprintProgress { done: 1, total: 2 };
        assert_eq!(dashboard.progress(), progress);
    }

    #[test]
    fn a_kept_dashboard_is_read_section_by_section() {
        let markdown = overall().markdown();
        let read = Dashboard::read(DashboardKind::Overall, Language::En, &markdown);
        assert_eq!(
            read.sections(),
            [
                ("Title", "Sensors"),
                ("Purpose", "to decide"),
                ("Blueprint", "- [x] 01 Demand\n- [ ] 02 Supply"),
                ("Findings", "Demand grows."),
                ("Open questions", ""),
            ]
        );
        assert_eq!(read, overall());
    }

    #[test]
    fn what_strays_is_mended_gently() {
        let text = "Some words first.\n\n# Plan:\n1. Demand\n2) ✅ Supply\n\n## Title\nOther title\n\n## Weather\nSunny\n";
        let (dashboard, repairs) = overall().updated(text, 5_000);
        let shown: Vec<String> = repairs
            .iter()
            .map(|repair| repair.shown(Language::En))
            .collect();
        assert_eq!(
            shown,
            [
                "`Weather` is no section of this dashboard; its text is under `Findings`",
                "`Title` is given by the user and was put back",
            ]
        );
        let markdown = dashboard.markdown();
        assert!(
            markdown.contains("- [ ] Demand\n- [x] Supply"),
            "{markdown}"
        );
        assert!(markdown.contains("Some words first.") && markdown.contains("### Weather"));
        assert!(markdown.contains("## Title\n\nSensors") && !markdown.contains("Other title"));
    }

    #[test]
    fn a_section_that_is_left_out_keeps_its_text() {
        let (dashboard, repairs) = overall().updated("## 主要发现\n\nPrices fall.", 5_000);
        assert_eq!(
            repairs,
            [DashboardRepair::Kept {
                section: "Blueprint".to_owned()
            }]
        );
        assert_eq!(dashboard.progress().total, 2);
        assert!(dashboard.markdown().contains("Prices fall."));
    }

    #[test]
    fn one_that_is_too_long_is_cut() {
        let text = format!("## Notes\n\n{}", "x".repeat(50_000));
        let empty = Dashboard::empty(DashboardKind::Current, Language::Zh);
        let (dashboard, repairs) = empty.updated(&text, 1_000);
        assert!(dashboard.markdown().chars().count() <= 1_000);
        assert!(
            matches!(repairs.as_slice(), [DashboardRepair::Cut { .. }]),
            "{repairs:?}"
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_becomes_a_whole_dashboard(text in "(\\PC|\n|# |## ){0,200}") {
            for kind in DashboardKind::ALL {
                let (dashboard, _) = Dashboard::empty(kind, Language::En).updated(&text, 1_500);
                let markdown = dashboard.markdown();
                proptest::prop_assert_eq!(&Dashboard::read(kind, Language::En, &markdown), &dashboard);
                proptest::prop_assert!(markdown.chars().count() <= 1_500);
                for heading in Dashboard::headings(kind, Language::En) {
                    let line = format!("\n## {heading}\n");
                    proptest::prop_assert!(markdown.contains(&line));
                }
            }
        }
    }
}
