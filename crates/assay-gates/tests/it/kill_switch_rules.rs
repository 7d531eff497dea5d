use assay_domain::Language;
use assay_gates::{
    DEFAULT_RULES, KillAction, OutputType, RuleSet, RunMetric, SwitchState, decide, explain,
};

use crate::runs::{conflict, datum, sound};

fn file(rule: &str) -> String {
    format!("{{\"kill_switch_rules\": [{rule}]}}")
}

fn rule(condition: &str) -> String {
    file(&format!(
        r#"{{"rule_id": "mine", "condition": "{condition}", "action": "DEGRADE_TO_WATCHLIST", "fallback": "watchlist_card"}}"#
    ))
}

fn refused(text: &str, expected: &str) {
    let error = RuleSet::read(text).expect_err(text);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_no_rule_is_refused_and_the_message_names_it() {
    let known = RunMetric::ALL.map(RunMetric::name).join(", ");
    let unknown =
        format!("kill-switch rule `mine`: unknown metric `moon_phase`; known are {known}");
    for (text, expected) in [
        (rule("moon_phase > 3"), unknown.as_str()),
        (
            rule(""),
            "kill-switch rule `mine`: the condition is empty; write for instance `core_data_age_days > 90`",
        ),
        (
            rule("basis_conflicts >"),
            "kill-switch rule `mine`: the condition ends where a number must stand",
        ),
        (
            rule("basis_conflicts > three"),
            "kill-switch rule `mine`: `three` is no number that can be compared; write digits and at most one point",
        ),
        (
            rule("basis_conflicts => 3"),
            "kill-switch rule `mine`: `=>` stands where one of > >= < <= == != must stand; write for instance `basis_conflicts > 3 or core_data_missing > 0`",
        ),
        (
            rule("basis_conflicts > 3 core_data_missing > 0"),
            "kill-switch rule `mine`: `core_data_missing` stands where `and`, `or` or the end must stand; write for instance `basis_conflicts > 3 or core_data_missing > 0`",
        ),
        (
            rule("(basis_conflicts > 3"),
            "kill-switch rule `mine`: the condition ends where `)` must stand",
        ),
        (
            rule("ab_evidence_coverage < 0.4"),
            "kill-switch rule `mine`: `ab_evidence_coverage` is a share: write its threshold with a percent sign, for instance `ab_evidence_coverage > 50%`",
        ),
        (
            rule("basis_conflicts > 3%"),
            "kill-switch rule `mine`: `basis_conflicts` is no share: write its threshold without a percent sign",
        ),
        (
            rule("ab_evidence_coverage > 100%"),
            "kill-switch rule `mine`: `ab_evidence_coverage > 100%` is the same for every run, so it could never tell one from another",
        ),
        (
            rule("basis_conflicts >= 0"),
            "kill-switch rule `mine`: `basis_conflicts >= 0` is the same for every run, so it could never tell one from another",
        ),
        (
            rule(&format!("{}basis_conflicts > 3", "(".repeat(40))),
            "kill-switch rule `mine`: brackets inside brackets more than 16 deep",
        ),
    ] {
        refused(&text, expected);
    }
}

#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let number = r#"{"rule_id": "mine", "condition": "basis_conflicts > 1", "action": "HARD_BLOCK", "fallback": "watchlist_card"}"#;
    let twice = format!("{number},{number}").replace("watchlist_card", "nothing");
    for (text, expected) in [
        (
            file(number),
            "kill-switch rule `mine`: action HARD_BLOCK cannot have the fallback \"watchlist_card\"; it can have \"nothing\"",
        ),
        (
            file(&twice),
            "kill-switch rule `mine` stands twice in one file; give one of them another \"rule_id\"",
        ),
        (
            file(&number.replace("\"mine\"", "\" \"")),
            "kill-switch rule number 1 has an empty \"rule_id\"; name it",
        ),
        (
            "[]".to_owned(),
            "the kill-switch file has no list \"kill_switch_rules\"; write {\"kill_switch_rules\": [ … ]}",
        ),
        (
            "{\"kill_switch_rules\": [], \"rules\": []}".to_owned(),
            "\"rules\" in the kill-switch file means nothing; keep only \"kill_switch_rules\"",
        ),
    ] {
        refused(&text, expected);
    }
    for broken in [
        number.replace("\"action\"", "\"actoin\""),
        number.replace("HARD_BLOCK", "EXPLODE"),
        number.replace("\"condition\": \"basis_conflicts > 1\", ", ""),
    ] {
        let error = RuleSet::read(&file(&broken))
            .expect_err(&broken)
            .to_string();
        assert!(error.starts_with("kill-switch rule `mine`: "), "{error}");
    }
    assert!(RuleSet::read("{").is_err());
}

#[test]
fn a_user_changes_adds_and_switches_off() {
    let user = r#"{"kill_switch_rules": [
        {"rule_id": "ks_005", "condition": "core_data_age_days > 30", "action": "WARN_STALE_DATA", "fallback": "stale_data_warning"},
        {"rule_id": "ks_002", "condition": "ab_evidence_coverage < 40%", "action": "DEGRADE_TO_WATCHLIST", "fallback": "watchlist_card", "enabled": false},
        {"rule_id": "two_sources", "condition": "single_source_core_ratio > 50% and (core_data_points > 4 or hypotheses_count > 0)", "action": "DEGRADE_TO_WATCHLIST", "fallback": "watchlist_card"}
    ]}"#;
    let rules = RuleSet::defaults()
        .expect("rules")
        .with(user)
        .expect("a file");
    assert_eq!(
        rules.rules().len(),
        RuleSet::defaults().expect("rules").rules().len() + 1
    );
    let mut run = sound();
    for one in &mut run.core_data {
        if let assay_gates::CoreState::Known { sources, .. } = &mut one.state {
            *sources = 1;
        }
    }
    let decision = decide(&run, &rules);
    let state = |id: &str| {
        let found = decision.switches.iter().find(|one| one.rule_id == id);
        found.map(|one| one.state)
    };
    assert_eq!(state("ks_005"), Some(SwitchState::Fired));
    assert_eq!(state("ks_002"), Some(SwitchState::SwitchedOff));
    assert_eq!(state("two_sources"), Some(SwitchState::Fired));
    assert_eq!(decision.output_type, OutputType::WatchlistCard);
    assert_eq!(decision.warnings().count(), 1);
}

#[test]
fn a_figure_that_cannot_be_measured_decides_nothing_by_itself() {
    let mut run = sound();
    run.critical_claims.clear();
    for (condition, expected) in [
        ("ab_evidence_coverage < 40%", SwitchState::NotMeasurable),
        (
            "ab_evidence_coverage < 40% or critical_claims < 1",
            SwitchState::Fired,
        ),
        (
            "ab_evidence_coverage < 40% and critical_claims > 0",
            SwitchState::Quiet,
        ),
        (
            "ab_evidence_coverage < 40% and critical_claims < 1",
            SwitchState::NotMeasurable,
        ),
    ] {
        let rules = RuleSet::read(&rule(condition)).expect(condition);
        assert_eq!(
            decide(&run, &rules).switches[0].state,
            expected,
            "{condition}"
        );
    }
}

#[test]
fn the_defaults_are_the_rules_of_the_design() {
    let rules = RuleSet::read(DEFAULT_RULES).expect("rules");
    let told = rules.rules().iter().map(|rule| {
        let on = if rule.is_enabled { "" } else { " (off)" };
        format!(
            "{}: {} => {:?}, {:?}{on}",
            rule.id, rule.condition, rule.action, rule.fallback
        )
    });
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"));
    let hard = rules
        .rules()
        .iter()
        .filter(|one| one.action == KillAction::HardBlock);
    assert_eq!(hard.count(), 2);
}

#[test]
fn a_decision_explains_itself() {
    let mut run = sound();
    run.critical_claims
        .iter_mut()
        .skip(1)
        .for_each(|one| one.evidence.clear());
    run.conflicts = (1..=4)
        .map(|number| conflict(number, assay_gates::ConflictKind::Basis))
        .collect();
    run.core_data[0] = datum(1, 100, assay_gates::CoreFreshness::Stale);
    let decision = decide(&run, &RuleSet::defaults().expect("rules"));
    insta::assert_snapshot!("explained", explain(&decision, Language::En));
    insta::assert_snapshot!("explained_zh", explain(&decision, Language::Zh));
    let sound = decide(&sound(), &RuleSet::defaults().expect("rules"));
    insta::assert_snapshot!("explained_sound", explain(&sound, Language::En));
}
