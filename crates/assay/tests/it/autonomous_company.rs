//! `assay auto --company`: the autonomous research of a company ends at the quality gate; and what
//! is no company is not taken for one.

use assay_domain::{Event, GateName, Outcome, ResearchType, Verdict};

use crate::autonomous::{agent, diligent, outcome};
use crate::home::{Home, Ran, repository};

const DAY: &str = "2025-03-31";
const TITLE: &str = "Is Velmora Sensing worth its price?";

fn judged(home: &Home, more: &[&str]) -> Ran {
    let market = repository()
        .join("samples/market.json")
        .display()
        .to_string();
    let mut arguments = vec!["auto", TITLE, "--company", "VLSS", "--as-of", DAY];
    arguments.extend(["--market", &market]);
    arguments.extend(more);
    home.assay(&arguments)
}

/// The verdicts of a gate, in order.
fn verdicts(home: &Home, wanted: GateName) -> Vec<Verdict> {
    let journal = home.journal();
    let decided = journal.iter().filter_map(|envelope| match &envelope.event {
        Event::GateDecided { gate, verdict, .. } if *gate == wanted => Some(*verdict),
        _ => None,
    });
    decided.collect()
}

#[test]
fn a_company_is_judged_at_the_end_of_an_autonomous_research() {
    let home = Home::with_sample_company();
    let ran = judged(&home, &["--offline"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for expected in ["Investment memo", "PASS", "Twelve-month target"] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    assert_eq!(
        verdicts(&home, GateName::QualityGate).last(),
        Some(&Verdict::Pass)
    );
    assert_eq!(verdicts(&home, GateName::Egress), [Verdict::Safe]);
    let run = home.newest();
    let why = home.must(&["gate", "explain", run.as_str()]).stdout;
    assert!(why.contains("PASS"), "{why}");
    home.must(&["audit", run.as_str()]);
    home.assert_sound();
}

#[test]
fn with_a_model_its_chapters_are_what_the_judgement_reads() {
    let provider = agent(diligent);
    let home = Home::with_sample_company();
    home.configure(&provider.config());
    let ran = judged(&home, &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("Investment memo"), "{}", ran.stdout);
    assert!(!verdicts(&home, GateName::QualityGate).is_empty());
    let journal = home.journal();
    let claims = journal
        .iter()
        .filter(|one| matches!(one.event, Event::ClaimRegistered { .. }));
    assert!(claims.count() >= 2, "the chapters are claims");
}

#[test]
fn a_company_without_facts_is_refused_before_anything_is_spent() {
    let home = Home::with_samples();
    let ran = home.assay(&["auto", TITLE, "--company", "NOBODY", "--offline"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("NOBODY"), "{ran:?}");
    assert!(home.runs().is_empty());
    let ran = home.assay(&["auto", TITLE, "--as-of", DAY, "--offline"]);
    assert_eq!(ran.code, Some(2), "a day is for a judgement: {ran:?}");
}

#[test]
fn without_a_company_the_user_is_told_which_gates_there_are() {
    let home = Home::with_samples();
    let ran = home.must(&["auto", TITLE, "--offline"]);
    assert!(
        ran.stderr.contains("the quality gate is for one company"),
        "{ran:?}"
    );
    assert_eq!(verdicts(&home, GateName::QualityGate), []);
    assert_eq!(verdicts(&home, GateName::Egress), [Verdict::Safe]);
    assert_eq!(outcome(&home).0, Outcome::Completed);
    let chinese = home.must(&["auto", "压力传感器的需求由什么驱动？", "--offline"]);
    assert!(
        chinese.stderr.contains("质量门仅适用于单一公司研究"),
        "{chinese:?}"
    );
}

#[test]
fn a_common_word_at_the_beginning_is_no_company() {
    for (title, expected) in [
        ("Pressure sensors", ResearchType::Industry),
        ("Zzyzx outlook", ResearchType::Industry),
        ("Oracle bones", ResearchType::Industry),
        ("What drives demand for sensors?", ResearchType::Industry),
        ("Velmora outlook", ResearchType::Company),
        ("Velmora Sensing outlook", ResearchType::Company),
    ] {
        let home = Home::with_samples();
        home.assay(&["auto", title, "--offline"]);
        let journal = home.journal();
        let planned = journal.iter().find_map(|envelope| match &envelope.event {
            Event::PlanAccepted { plan, .. } => Some(plan.research_type),
            _ => None,
        });
        assert_eq!(planned, Some(expected), "{title}");
    }
}
