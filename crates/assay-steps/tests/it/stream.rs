use assay_domain::{Event, Outcome};
use assay_steps::{EventId, Numbered, Projector, Status, Step};
use proptest::prelude::*;

use crate::journal::{
    artifact, autonomous, created, ended, envelopes, finished, plain_run, plan, read, started, told,
};

fn line(told: &Numbered) -> String {
    let event = &told.event;
    let chunk = event.payload.chunk.as_deref().unwrap_or_default();
    let result = match &event.payload.result {
        None => "",
        Some(serde_json::Value::Null) => " result null",
        Some(_) => " result",
    };
    format!(
        "{} {} {:?} {:.3}{result} {} {chunk:?}",
        told.id,
        event.step_type.name(),
        event.status,
        event.progress,
        event
            .payload
            .metadata
            .get("state")
            .map(ToString::to_string)
            .unwrap_or_default(),
    )
}

#[test]
fn a_plain_run_is_told_from_its_plan_to_its_report() {
    let lines: Vec<String> = told(&plain_run()).iter().map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn an_autonomous_run_is_as_far_as_its_blueprint() {
    let blueprint = |ticks: [char; 3]| {
        let [a, b, c] = ticks;
        let text = format!(
            "# 总体看板\n\n## 研究主题\n\n钢铁\n\n## 研究目的\n\n-\n\n## 研究蓝图\n\n- [{a}] 需求\n- [{b}] 供给\n- [{c}] 价格\n"
        );
        artifact("overall_dashboard", &text)
    };
    let mut events = vec![
        autonomous(),
        plan(),
        started(1),
        blueprint([' ', ' ', ' ']),
        artifact("current_dashboard", "# 当前看板\n\n## 当前任务\n\n需求\n"),
        blueprint(['x', ' ', ' ']),
        blueprint(['x', 'x', 'x']),
    ];
    events.extend(finished(1));
    let told = told(&envelopes(events));
    let shown: Vec<String> = told
        .iter()
        .filter_map(|one| {
            let chapters = one.event.payload.metadata.get("chapters")?;
            let dashboard = one.event.payload.metadata.get("dashboard")?;
            Some(format!("{dashboard} {chapters} {:.3}", one.event.progress))
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#""overall" {"done":0,"total":3} 0.100"#,
            r#""current" {"done":0,"total":3} 0.100"#,
            r#""overall" {"done":1,"total":3} 0.263"#,
            r#""overall" {"done":3,"total":3} 0.588"#,
        ]
    );
}

#[test]
fn a_held_plan_is_shown_before_it_is_complete() {
    let events = vec![
        created("deep", true),
        plan(),
        Event::PlanApproved,
        started(1),
    ];
    let lines: Vec<String> = told(&envelopes(events)).iter().map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_run_without_a_report_ends_in_an_error_with_a_null_result() {
    for outcome in [Outcome::Blocked, Outcome::Failed, Outcome::Cancelled] {
        let events = vec![created("plain", false), ended(outcome, &["the reason"])];
        let told = told(&envelopes(events));
        let last = told.last().expect("an end");
        assert_eq!(last.event.status, Status::Error);
        let json = serde_json::to_value(&last.event).expect("json");
        assert_eq!(json["payload"]["error"], "the reason");
        assert!(json["payload"]["result"].is_null());
        assert!(
            json["payload"]
                .as_object()
                .expect("object")
                .contains_key("result")
        );
    }
}

#[test]
fn chunks_joined_are_the_report() {
    let told = told(&plain_run());
    let chunks: String = told
        .iter()
        .filter_map(|one| one.event.payload.chunk.as_deref())
        .collect();
    let last = told.last().expect("an end");
    assert_eq!(last.event.step_type, Step::Reporting);
    let result = last.event.payload.result.as_ref().expect("a result");
    assert_eq!(result["markdown"], chunks);
}

#[test]
fn ids_are_read_back_and_compared_by_place() {
    let id = EventId {
        run_seq: 12,
        part: 3,
    };
    assert_eq!(id.to_string().parse(), Ok(id));
    assert!("12".parse::<EventId>().is_err());
    assert!("12.x".parse::<EventId>().is_err());
    let earlier = EventId {
        run_seq: 9,
        part: 40,
    };
    assert!(earlier < id);
}

proptest! {
    /// Whatever happens to the tasks, ids rise and progress never falls.
    #[test]
    fn ids_rise_and_progress_never_falls(order in proptest::collection::vec(1u32..=2, 0..6)) {
        let mut events = vec![created("plain", false), plan()];
        for task in order {
            events.push(started(task));
            events.extend(finished(task));
        }
        events.push(Event::IntegrationStarted);
        let journal = envelopes(events);
        let all = told(&journal);
        for pair in all.windows(2) {
            if let [before, after] = pair {
                prop_assert!(before.id < after.id);
                prop_assert!(before.event.progress <= after.event.progress);
            }
        }
        let mut projector = Projector::default();
        let again: Vec<_> = journal
            .iter()
            .flat_map(|envelope| projector.apply(envelope, &read).expect("told"))
            .collect();
        prop_assert_eq!(again, all);
    }
}
