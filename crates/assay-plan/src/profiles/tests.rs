use std::collections::BTreeSet;

use assay_domain::{ArtifactKind, Date, IntegrationStep, Investment, RunSettings};
use serde_json::json;

use super::*;
use crate::machine::test_settings;

/// What is wrong with a profile, each as a sentence.
fn faults(spec: &ProfileSpec) -> Vec<String> {
    let mut faults = Vec::new();
    let mut there: BTreeSet<ArtifactKind> = spec.worker.writes().iter().copied().collect();
    for step in spec.steps {
        let missing = step.reads.iter().filter(|kind| !there.contains(kind));
        faults.extend(missing.map(|kind| {
            let step = step.step;
            format!("{step:?} reads {kind:?}, which nothing before it writes")
        }));
        there.extend(step.writes);
    }
    let undone = spec.documents.iter().filter(|kind| !there.contains(kind));
    faults.extend(undone.map(|kind| format!("nothing writes the document {kind:?}")));
    let whole: u32 = spec.stages().map(|(_, weight)| weight).sum();
    if whole != 100 {
        faults.push(format!("the shares make {whole} percent"));
    }
    let told: Vec<Step> = spec.stages().map(|(stage, _)| stage).collect();
    if !told.is_sorted() {
        faults.push(format!("a watcher would be told {told:?}"));
    }
    let ends = |step: &&StepSpec| step.step == IntegrationStep::Compose;
    let ending = spec.steps.iter().filter(ends).count();
    if ending != 1 || !spec.steps.last().is_some_and(|last| ends(&last)) {
        faults.push("it does not end with its one report".to_owned());
    }
    // the step that reads all evidence is where the ingest gate says what it took out
    let examines = |step: &StepSpec| step.step == IntegrationStep::Examine;
    if !spec.steps.iter().any(examines) {
        faults.push("nothing examines the evidence".to_owned());
    }
    let is_named = |words: Words| !words.en.is_empty() && !words.zh.is_empty();
    if !is_named(spec.name) || !is_named(spec.about) {
        faults.push("it has no name in a language".to_owned());
    }
    faults
}

#[test]
fn no_profile_of_the_list_reads_what_nothing_before_it_writes() {
    for spec in Profiles::default().all() {
        for spec in [*spec, spec.judging()] {
            assert_eq!(faults(&spec), [""; 0], "{}", spec.id);
            assert!((spec.progress(Step::Reporting, 1.0) - 1.0).abs() < 1e-9);
        }
    }
    let ids: BTreeSet<&str> = SHIPPED.iter().map(|spec| spec.id).collect();
    assert_eq!(ids.len(), SHIPPED.len(), "two profiles of one name");
}

#[test]
fn a_profile_that_could_not_run_is_told() {
    const EARLY: StepSpec = StepSpec {
        reads: &[ArtifactKind::CausalModel],
        ..DEEP.steps[2]
    };
    const UNREAD: &[StepSpec] = &[EARLY, DEEP.steps[1], DEEP.steps[3]];
    const BACKWARDS: &[StepSpec] = &[DEEP.steps[2], DEEP.steps[0], DEEP.steps[3]];
    let check = |spec: ProfileSpec, expected: &str| {
        let found = faults(&spec).join("; ");
        assert!(found.contains(expected), "{found:?} says not: {expected}");
    };
    let steps = UNREAD;
    check(ProfileSpec { steps, ..DEEP }, "Examine reads CausalModel");
    let documents = &[ArtifactKind::Workbook];
    check(
        ProfileSpec { documents, ..PLAIN },
        "nothing writes the document Workbook",
    );
    check(ProfileSpec { tasks: 60, ..PLAIN }, "95 percent");
    let steps = &PLAIN.steps[..1];
    check(ProfileSpec { steps, ..PLAIN }, "one report");
    let steps = &PLAIN.steps[1..];
    check(ProfileSpec { steps, ..PLAIN }, "nothing examines");
    let steps = BACKWARDS;
    check(ProfileSpec { steps, ..DEEP }, "a watcher would be told");
}

fn settings(profile: &serde_json::Value, judges: bool) -> RunSettings {
    let mut settings = test_settings(1);
    settings.profile = serde_json::from_value(profile.clone()).unwrap();
    settings.investment = judges.then(|| {
        Box::new(Investment {
            company: "Acme".to_owned(),
            as_of: Date::constant(2026, 11, 15),
            price: None,
            market: Default::default(),
        })
    });
    settings
}

#[test]
fn settings_of_a_journal_name_one_profile() {
    let limits = json!({"autonomous": {"max_steps": 7, "context_tokens": 9000}});
    let cases = [
        (json!("plain"), false, "plain", PLAIN.worker),
        (json!("plain"), true, "investment", PLAIN.worker),
        (json!("answer"), false, "answer", ANSWER.worker),
        (json!("deep"), false, "deep", DEEP.worker),
        (json!("deep"), true, "investment", DEEP.worker),
        (limits.clone(), false, "autonomous", AUTONOMOUS.worker),
        (limits, true, "investment", AUTONOMOUS.worker),
    ];
    for (written, judges, id, worker) in cases {
        let settings = settings(&written, judges);
        let spec = ProfileSpec::of(&settings).unwrap();
        assert_eq!((spec.id, spec.worker), (id, worker), "{written}");
        assert_eq!(spec.judges(), judges, "{written}");
        assert_eq!(spec.needs_section, !judges, "{written}");
        assert_eq!(json!(settings.profile), written, "as it was written");
    }
}

#[test]
fn a_profile_that_this_version_does_not_know_is_no_other() {
    let unknown = ProfileSpec::of(&settings(&json!("survey"), false)).unwrap_err();
    let told = unknown.to_string();
    assert!(
        told.contains("`survey`") && told.contains("investment"),
        "{told}"
    );
    let two = r#"{"a": {"max_steps": 1, "context_tokens": 1}, "b": {"max_steps": 1, "context_tokens": 1}}"#;
    for damaged in [two, "{}", "7", r#"{"autonomous": 7}"#] {
        assert!(
            serde_json::from_str::<Profile>(damaged).is_err(),
            "{damaged}"
        );
    }
}
