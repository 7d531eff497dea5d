use assay_domain::{Decimal, Language, Tier};
use assay_gates::{
    Condition, ConflictKind, CoreFreshness, EgressPolicy, EgressVerdict, Measured, OfRun, Outgoing,
    OutputKind, OutputType, RuleSet, RunMetric, SafetyCheck, Standing, decide, egress,
    metric_table,
};
use proptest::prelude::*;

use crate::runs::{claim, conflict, datum, missing, sound};

/// A fault of each kind, planted in the claim or figure that `place` picks.
#[derive(Clone, Copy, Debug)]
enum Fault {
    DropEvidence(usize),
    Weaken(usize),
    Unsupport(usize),
    Contradict(usize),
    ValueConflict(usize),
    BasisConflict(usize),
    Age(usize, u32),
    Expire(usize),
    Lose(usize),
    Uncite,
    Executable,
    FailSafety,
    AddUnsupportedClaim(usize),
}

fn fault() -> impl Strategy<Value = Fault> {
    let place = 0..10usize;
    prop_oneof![
        place.clone().prop_map(Fault::DropEvidence),
        place.clone().prop_map(Fault::Weaken),
        place.clone().prop_map(Fault::Unsupport),
        place.clone().prop_map(Fault::Contradict),
        place.clone().prop_map(Fault::ValueConflict),
        place.clone().prop_map(Fault::BasisConflict),
        (place.clone(), 0..2_000u32).prop_map(|(place, days)| Fault::Age(place, days)),
        place.clone().prop_map(Fault::Expire),
        place.clone().prop_map(Fault::Lose),
        Just(Fault::Uncite),
        Just(Fault::Executable),
        Just(Fault::FailSafety),
        place.prop_map(Fault::AddUnsupportedClaim),
    ]
}

fn plant(run: &mut Measured, fault: Fault) {
    use assay_gates::CoreState;
    match fault {
        Fault::DropEvidence(at) => run.critical_claims[at].evidence.clear(),
        Fault::Weaken(at) => {
            let cited = &mut run.critical_claims[at].evidence;
            cited.iter_mut().for_each(|one| one.tier = Tier::D);
        }
        Fault::Unsupport(at) => {
            let standing = &mut run.critical_claims[at].standing;
            if *standing == Standing::Holds {
                *standing = Standing::Unsupported;
            }
        }
        Fault::Contradict(at) => run.critical_claims[at].standing = Standing::Contradicted,
        Fault::ValueConflict(at) => run.conflicts.push(conflict(at, ConflictKind::Value)),
        Fault::BasisConflict(at) => run.conflicts.push(conflict(at, ConflictKind::Basis)),
        Fault::Age(at, more) => {
            if let CoreState::Known { age_days, .. } = &mut run.core_data[at].state {
                *age_days += more;
            }
        }
        Fault::Expire(at) => {
            if let CoreState::Known { age_days, .. } = run.core_data[at].state {
                run.core_data[at] = datum(at, age_days.max(400), CoreFreshness::Expired);
            }
        }
        Fault::Lose(at) => run.core_data[at] = missing(at),
        Fault::Uncite => {
            if run.sentences.uncited.len() < run.sentences.factual as usize {
                run.sentences.uncited.push("section_1:1".to_owned());
            }
        }
        Fault::Executable => run.safety.executable_actions.push("draft:1".to_owned()),
        Fault::FailSafety => run.safety.check = SafetyCheck::Failed(vec!["G-104".to_owned()]),
        Fault::AddUnsupportedClaim(at) => {
            let number = 100 + at;
            run.critical_claims
                .push(claim(number, &[], Standing::Unsupported));
        }
    }
}

proptest! {
    #[test]
    fn more_faults_never_give_a_laxer_answer(faults in prop::collection::vec(fault(), 0..40)) {
        let rules = RuleSet::defaults().expect("rules");
        let mut run = sound();
        let mut before = decide(&run, &rules);
        for fault in faults {
            plant(&mut run, fault);
            let after = decide(&run, &rules);
            prop_assert!(after.verdict >= before.verdict, "{fault:?}");
            prop_assert!(after.output_type >= before.output_type, "{fault:?}");
            prop_assert!(after.needs_person >= before.needs_person, "{fault:?}");
            prop_assert_eq!(after.metrics.len(), RunMetric::ALL.len());
            before = after;
        }
    }

    #[test]
    fn a_decision_comes_back_from_the_journal_as_it_was(
        faults in prop::collection::vec(fault(), 0..10),
    ) {
        let mut run = sound();
        faults.into_iter().for_each(|fault| plant(&mut run, fault));
        let decision = decide(&run, &RuleSet::defaults().expect("rules"));
        let text = serde_json::to_string(&decision).expect("JSON");
        prop_assert_eq!(&serde_json::from_str::<assay_gates::Decision>(&text).expect("a decision"), &decision);
        let run_text = serde_json::to_string(&run).expect("JSON");
        let again: Measured = serde_json::from_str(&run_text).expect("a run");
        prop_assert_eq!(decide(&again, &RuleSet::defaults().expect("rules")), decision);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}") {
        let _ = text.parse::<Condition>();
    }

    #[test]
    fn a_condition_reads_back_as_it_prints(condition in condition(3)) {
                if let Ok(parsed) = condition.parse::<Condition>() {
            let again = parsed.to_string().parse::<Condition>();
            prop_assert_eq!(again.as_ref(), Ok(&parsed));
        }
    }
}

fn condition(depth: u32) -> impl Strategy<Value = String> {
    let comparison = (
        prop::sample::select(RunMetric::ALL.to_vec()),
        prop::sample::select(vec![">", ">=", "<", "<=", "==", "!="]),
        0..90u32,
    )
        .prop_map(|(metric, sign, number)| {
            let percent = match metric.unit() {
                assay_gates::MetricUnit::Percent => "%",
                _ => "",
            };
            format!("{} {sign} {number}{percent}", metric.name())
        });
    comparison.prop_recursive(depth, 12, 3, |inner| {
        (
            prop::collection::vec(inner, 1..4),
            prop::sample::select(vec![" and ", " or "]),
        )
            .prop_map(|(parts, word)| format!("({})", parts.join(word)))
    })
}

#[test]
fn every_metric_has_a_name_of_its_own_and_is_used_or_said_not_to_be() {
    let rules = RuleSet::defaults().expect("rules");
    let used: Vec<RunMetric> = rules
        .rules()
        .iter()
        .flat_map(|rule| rule.condition.metrics())
        .collect();
    // A quality rule looks at the things that these count.
    let counted_by_quality_rules = [
        RunMetric::CriticalClaims,
        RunMetric::CriticalClaimsSupportedAb,
        RunMetric::UnsupportedCriticalClaims,
        RunMetric::ClaimsContradicted,
        RunMetric::UnresolvedConflicts,
        RunMetric::CoreDataMissing,
        RunMetric::CoreDataUnreachable,
        RunMetric::ExpiredCorePoints,
    ];
    // What another figure is a share or a part of.
    let bases = [
        RunMetric::CoreConclusions,
        RunMetric::FactualSentences,
        RunMetric::CoreDataPoints,
        RunMetric::StaleCorePoints,
    ];
    for metric in RunMetric::ALL {
        assert_eq!(RunMetric::of_name(metric.name()), Some(metric));
        let json = serde_json::to_string(&metric).expect("JSON");
        assert_eq!(json, format!("\"{}\"", metric.name()));
        assert!(!metric.description(Language::En).is_empty());
        assert_eq!(
            Language::of_text(metric.description(Language::Zh)),
            Language::Zh
        );
        let unused = metric
            .description(Language::En)
            .contains("no default rule looks at it");
        let looked_at = used.contains(&metric)
            || counted_by_quality_rules.contains(&metric)
            || bases.contains(&metric);
        assert_ne!(unused, looked_at, "{}", metric.name());
    }
}

#[test]
fn the_documented_table_is_the_table_in_force() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/run-metrics.md");
    let page = std::fs::read_to_string(page).expect("docs/run-metrics.md");
    for language in [Language::En, Language::Zh] {
        let table = metric_table(language);
        assert!(
            page.contains(&table),
            "docs/run-metrics.md lacks this table:\n{table}"
        );
    }
    for rule in RuleSet::defaults().expect("rules").rules() {
        assert!(page.contains(&format!("`{}`", rule.id)), "{}", rule.id);
        assert!(page.contains(&rule.condition.to_string()), "{}", rule.id);
    }
}

/// What the gates allow to be written must be able to leave: the fallback of a switch may not be
/// stopped by the same switch at the door.
#[test]
fn a_fallback_passes_the_egress_gate() {
    let mut run = sound();
    (0..10).for_each(|at| plant(&mut run, Fault::DropEvidence(at)));
    let decision = decide(&run, &RuleSet::defaults().expect("rules"));
    assert_eq!(decision.output_type, OutputType::HypothesisList);
    let text =
        "# Hypotheses\n\n## To test\n\nMargins may rise.\n\nThis is not investment advice.\n";
    let outgoing = |output| Outgoing {
        kind: OutputKind::Export,
        text,
        language: Language::En,
        disclaimer_required: false,
        run: OfRun {
            switches: &decision.switches,
            delivered: output,
            unresolved_citations: 0,
        },
        configured_secrets: &[],
    };
    let verdict = |output| egress(&outgoing(output), &EgressPolicy::default()).verdict;
    assert_eq!(verdict(OutputType::HypothesisList), EgressVerdict::Safe);
    assert_eq!(verdict(OutputType::Memo), EgressVerdict::Blocked);
}

#[test]
fn a_share_of_nothing_is_no_zero() {
    let empty = Measured::default();
    for metric in [
        RunMetric::AbEvidenceCoverage,
        RunMetric::MissingCitationRate,
        RunMetric::CoreDataAgeDays,
        RunMetric::SingleSourceCoreRatio,
    ] {
        assert_eq!(metric.reading(&empty).value, None, "{}", metric.name());
    }
    assert_eq!(
        RunMetric::CriticalClaims.reading(&empty).value,
        Some(Decimal::ZERO)
    );
    let decision = decide(&empty, &RuleSet::defaults().expect("rules"));
    assert_eq!(decision.output_type, OutputType::HypothesisList);
    assert_eq!(decision.fired().count(), 0);
}
