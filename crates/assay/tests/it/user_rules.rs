//! Gates are no part of a profile: each run passes them, and the user's own rules hold for all.

use assay_domain::{Envelope, Event, GateName};
use assay_plan::{ProfileSpec, Profiles};

use crate::home::{Home, repository};

/// Fires in each run that states a fact.
const RULES: &str = r#"{"kill_switch_rules": [{
    "rule_id": "own_rule", "condition": "factual_sentences > 0",
    "action": "BLOCK_FULL_REPORT", "fallback": "hypotheses_only"
}]}"#;

/// The library has figures, filings and a price of the company.
fn research(home: &Home, spec: &ProfileSpec) -> Vec<Envelope> {
    let market = repository().join("samples/market.json");
    let market = market.display().to_string();
    let mut arguments = vec![
        "research",
        "What was the revenue of Velmora Sensing in 2024?",
        "--offline",
    ];
    arguments.extend(["-y", "--profile", spec.id]);
    if spec.judges() {
        arguments.extend(["--as-of", "2025-03-31", "--market", &market]);
    }
    home.assay(&arguments);
    home.journal()
}

fn decided(journal: &[Envelope], by: GateName) -> Vec<String> {
    let decided = journal.iter().filter_map(|one| match &one.event {
        Event::GateDecided { gate, reasons, .. } if *gate == by => Some(reasons.join("; ")),
        _ => None,
    });
    decided.collect()
}

#[test]
fn the_users_rules_and_every_gate_hold_for_each_profile_of_the_list() {
    for spec in Profiles::default().all() {
        let home = Home::with_sample_company();
        let journal = research(&home, spec);
        let created = journal.iter().find_map(|one| match &one.event {
            Event::RunCreated { settings, .. } => Some(ProfileSpec::of(settings).unwrap().id),
            _ => None,
        });
        assert_eq!(created, Some(spec.id), "as it was asked for");
        for gate in [GateName::Ingest, GateName::Egress] {
            assert!(!decided(&journal, gate).is_empty(), "{}: {gate:?}", spec.id);
        }
        let fired = |journal: &[Envelope]| {
            let decided = decided(journal, GateName::QualityGate);
            decided.iter().any(|reasons| reasons.contains("own_rule"))
        };
        assert!(!fired(&journal), "{}: nobody wrote a rule", spec.id);
        let ended = |journal: &[Envelope]| match &journal.last().unwrap().event {
            Event::RunFinished { outcome, reasons } => (*outcome, reasons.join("; ")),
            other => panic!("{}: {other:?}", spec.id),
        };
        home.write("state/kill_switch.json", RULES);
        let ruled = research(&home, spec);
        assert!(fired(&ruled), "{}: {:?}", spec.id, ended(&ruled));
        let (outcome, reasons) = ended(&ruled);
        assert_ne!(outcome, assay_domain::Outcome::Completed, "{}", spec.id);
        assert!(reasons.contains("own_rule"), "{}: {reasons}", spec.id);
        home.assert_sound();
    }
}
