//! A sound run with faults planted in it: which verdict, which rules, which output, in every cell.

use assay_domain::Tier;
use assay_gates::{
    ConflictKind, CoreFreshness, Decision, Measured, NextStep, OutputType, QualityVerdict, RuleSet,
    SafetyCheck, Standing, decide, next_step,
};

use crate::runs::{claim, conflict, datum, missing, sound};

use OutputType::{ConflictReport, ErrorReport, HypothesisList, Memo, WatchlistCard};
use QualityVerdict::{Degrade, Fail, Pass};

type Fault = fn(&mut Measured, usize);

/// The fault, how many times it is planted, and what must come of it: verdict, output, every rule
/// that speaks, and whether a person is needed.
type Cell = (
    Fault,
    usize,
    QualityVerdict,
    OutputType,
    &'static [&'static str],
    bool,
);

const CELLS: &[Cell] = &[
    // Evidence of a claim is dropped.
    (drop_evidence, 0, Pass, Memo, &[], false),
    (drop_evidence, 1, Degrade, WatchlistCard, &["Q-006"], false),
    (drop_evidence, 5, Degrade, WatchlistCard, &["Q-006"], false),
    (
        drop_evidence,
        6,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_001"],
        false,
    ),
    (
        drop_evidence,
        7,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_001", "ks_002"],
        false,
    ),
    (
        drop_evidence,
        9,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_001", "ks_002"],
        false,
    ),
    (
        drop_evidence,
        10,
        Degrade,
        HypothesisList,
        &["Q-006", "Q-008", "ks_001", "ks_002", "ks_conclusion"],
        false,
    ),
    // Evidence of tier A becomes press.
    (
        weaken_evidence,
        1,
        Degrade,
        WatchlistCard,
        &["Q-007"],
        false,
    ),
    (
        weaken_evidence,
        6,
        Degrade,
        WatchlistCard,
        &["Q-007"],
        false,
    ),
    (
        weaken_evidence,
        7,
        Degrade,
        WatchlistCard,
        &["Q-007", "ks_002"],
        false,
    ),
    (
        weaken_evidence,
        10,
        Degrade,
        HypothesisList,
        &["Q-007", "Q-008", "ks_002"],
        false,
    ),
    // Sources disagree.
    (
        add_value_conflict,
        1,
        Fail,
        ConflictReport,
        &["Q-001"],
        false,
    ),
    (
        add_value_conflict,
        5,
        Fail,
        ConflictReport,
        &["Q-001"],
        false,
    ),
    (
        add_basis_conflict,
        1,
        Fail,
        ConflictReport,
        &["Q-001"],
        false,
    ),
    (
        add_basis_conflict,
        3,
        Fail,
        ConflictReport,
        &["Q-001"],
        false,
    ),
    (
        add_basis_conflict,
        4,
        Fail,
        ConflictReport,
        &["Q-001", "ks_003"],
        true,
    ),
    (contradict, 1, Fail, ConflictReport, &["Q-005"], false),
    (
        contradict,
        6,
        Fail,
        ConflictReport,
        &["Q-005", "ks_001"],
        false,
    ),
    // Core data is old, expired, missing.
    (age, 90, Pass, Memo, &[], false),
    (age, 91, Pass, Memo, &["ks_005"], false),
    (age, 400, Pass, Memo, &["ks_005"], false),
    (expire, 1, Fail, ErrorReport, &["Q-004", "ks_005"], false),
    (expire, 10, Fail, ErrorReport, &["Q-004", "ks_005"], false),
    (lose_core_data, 1, Fail, ErrorReport, &["Q-002"], false),
    (lose_core_data, 10, Fail, ErrorReport, &["Q-002"], false),
    // The text tells a system to act.
    (executable_after_a_pass, 1, Pass, Memo, &[], false),
    (
        executable_unchecked,
        1,
        Fail,
        ErrorReport,
        &["ks_004"],
        true,
    ),
    (
        executable_after_a_failure,
        1,
        Fail,
        ErrorReport,
        &["ks_004", "ks_safety"],
        true,
    ),
    (
        executable_after_a_failure,
        3,
        Fail,
        ErrorReport,
        &["ks_004", "ks_safety"],
        true,
    ),
    (fail_safety, 1, Fail, ErrorReport, &["ks_safety"], true),
    // Claims that no evidence carries are added, the conclusion among them, citations are left out.
    (
        unsupported_claims,
        1,
        Degrade,
        WatchlistCard,
        &["Q-006"],
        false,
    ),
    (
        unsupported_claims,
        10,
        Degrade,
        WatchlistCard,
        &["Q-006"],
        false,
    ),
    (
        unsupported_claims,
        11,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_001"],
        false,
    ),
    (
        unsupported_claims,
        16,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_001", "ks_002"],
        false,
    ),
    (
        unsupported_conclusion,
        1,
        Degrade,
        HypothesisList,
        &["Q-006", "ks_conclusion"],
        false,
    ),
    (leave_out_citations, 6, Pass, Memo, &[], false),
    (
        leave_out_citations,
        7,
        Degrade,
        HypothesisList,
        &["ks_citations"],
        false,
    ),
    (
        leave_out_citations,
        20,
        Degrade,
        HypothesisList,
        &["ks_citations"],
        false,
    ),
];

fn drop_evidence(run: &mut Measured, times: usize) {
    let last = run.critical_claims.iter_mut().rev().take(times);
    last.for_each(|one| one.evidence.clear());
}

fn weaken_evidence(run: &mut Measured, times: usize) {
    for one in run.critical_claims.iter_mut().rev().take(times) {
        one.evidence
            .iter_mut()
            .for_each(|cited| cited.tier = Tier::C);
    }
}

fn add_value_conflict(run: &mut Measured, times: usize) {
    run.conflicts
        .extend((1..=times).map(|number| conflict(number, ConflictKind::Value)));
}

fn add_basis_conflict(run: &mut Measured, times: usize) {
    run.conflicts
        .extend((101..=100 + times).map(|number| conflict(number, ConflictKind::Basis)));
}

fn contradict(run: &mut Measured, times: usize) {
    let last = run.critical_claims.iter_mut().rev().take(times);
    last.for_each(|one| one.standing = Standing::Contradicted);
}

fn age(run: &mut Measured, days: usize) {
    run.core_data[0] = datum(1, days as u32, CoreFreshness::Stale);
}

fn expire(run: &mut Measured, times: usize) {
    for (number, one) in (1..=times).zip(&mut run.core_data) {
        *one = datum(number, 1_200, CoreFreshness::Expired);
    }
}

fn lose_core_data(run: &mut Measured, times: usize) {
    for (number, one) in (1..=times).zip(&mut run.core_data) {
        *one = missing(number);
    }
}

fn executable(run: &mut Measured, times: usize, check: SafetyCheck) {
    run.safety.executable_actions = (1..=times).map(|at| format!("draft:{at}")).collect();
    run.safety.check = check;
}

fn executable_after_a_pass(run: &mut Measured, times: usize) {
    executable(run, times, SafetyCheck::Passed);
}

fn executable_unchecked(run: &mut Measured, times: usize) {
    executable(run, times, SafetyCheck::NotRun);
}

fn executable_after_a_failure(run: &mut Measured, times: usize) {
    executable(run, times, SafetyCheck::Failed(vec!["G-104".to_owned()]));
}

fn fail_safety(run: &mut Measured, _: usize) {
    run.safety.check = SafetyCheck::Failed(Vec::new());
}

fn unsupported_claims(run: &mut Measured, times: usize) {
    run.critical_claims
        .extend((21..=20 + times).map(|number| claim(number, &[], Standing::Unsupported)));
}

fn unsupported_conclusion(run: &mut Measured, _: usize) {
    run.critical_claims[0].standing = Standing::Unsupported;
}

fn leave_out_citations(run: &mut Measured, times: usize) {
    run.sentences.uncited = (1..=times).map(|at| format!("section_1:{at}")).collect();
}

fn spoke(decision: &Decision) -> Vec<&str> {
    let reasons = decision.gate.reasons.iter().map(|one| one.code.as_str());
    reasons
        .chain(decision.fired().map(|one| one.rule_id.as_str()))
        .collect()
}

#[test]
fn each_fault_gives_its_verdict_rule_and_output() {
    let rules = RuleSet::defaults().expect("rules");
    for (place, &(fault, times, verdict, output, codes, person)) in CELLS.iter().enumerate() {
        let mut run = sound();
        fault(&mut run, times);
        let decision = decide(&run, &rules);
        let cell = format!("cell {place}, planted {times} times");
        assert_eq!(spoke(&decision), codes, "{cell}");
        assert_eq!(decision.verdict, verdict, "{cell}");
        assert_eq!(decision.output_type, output, "{cell}");
        assert_eq!(decision.needs_person, person, "{cell}");
        for switch in decision.fired() {
            assert!(
                !switch.figures.is_empty(),
                "{cell}: a firing carries its figures"
            );
            assert!(
                switch.figures.iter().all(|one| one.value.is_some()),
                "{cell}"
            );
        }
    }
}

/// Two faults together: the answer is the stricter of the two alone, and nobody's rule is lost.
#[test]
fn of_two_faults_the_stricter_answer_wins() {
    let rules = RuleSet::defaults().expect("rules");
    let mut pairs = 0;
    for &(first, times, ..) in CELLS {
        for &(second, again, ..) in CELLS {
            let judged = |faults: &[(Fault, usize)]| {
                let mut run = sound();
                faults
                    .iter()
                    .for_each(|(fault, times)| fault(&mut run, *times));
                decide(&run, &rules)
            };
            let one = judged(&[(first, times)]);
            let both = judged(&[(first, times), (second, again)]);
            // Faults that plant in the same place overwrite each other.
            if std::ptr::fn_addr_eq(first, second) || touch_the_same(first, second) {
                continue;
            }
            pairs += 1;
            assert!(both.verdict >= one.verdict, "{times} and {again}");
            assert!(both.output_type >= one.output_type, "{times} and {again}");
            assert!(both.needs_person >= one.needs_person, "{times} and {again}");
        }
    }
    assert!(pairs > 800, "{pairs}");
}

fn touch_the_same(first: Fault, second: Fault) -> bool {
    let groups: [&[Fault]; 3] = [
        &[age, expire, lose_core_data],
        &[
            executable_after_a_pass,
            executable_unchecked,
            executable_after_a_failure,
            fail_safety,
        ],
        &[
            drop_evidence,
            weaken_evidence,
            contradict,
            unsupported_claims,
            unsupported_conclusion,
        ],
    ];
    groups.iter().any(|group| {
        let holds = |fault: Fault| group.iter().any(|&one| std::ptr::fn_addr_eq(one, fault));
        holds(first) && holds(second)
    })
}

#[test]
fn a_failed_run_goes_back_twice_with_instructions_and_then_reports() {
    let rules = RuleSet::defaults().expect("rules");
    let judged = |fault: Fault, times| {
        let mut run = sound();
        fault(&mut run, times);
        decide(&run, &rules)
    };
    let failed = judged(lose_core_data, 2);
    for returns in [0, 1] {
        let NextStep::GoBack(actions) = next_step(&failed, returns) else {
            panic!("a failed run goes back")
        };
        let ids: Vec<&str> = actions.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(
            ids,
            ["figure_1@TTM to 2026-09-30", "figure_2@TTM to 2026-09-30"]
        );
    }
    assert_eq!(next_step(&failed, 2), NextStep::Compose(ErrorReport));
    let conflicting = judged(add_value_conflict, 1);
    assert!(matches!(next_step(&conflicting, 1), NextStep::GoBack(_)));
    assert_eq!(
        next_step(&conflicting, 2),
        NextStep::Compose(ConflictReport)
    );
    // Where a person is needed another attempt changes nothing.
    let blocked = judged(add_basis_conflict, 4);
    assert_eq!(next_step(&blocked, 0), NextStep::Compose(ConflictReport));
    let hard = judged(executable_after_a_failure, 1);
    assert_eq!(next_step(&hard, 0), NextStep::Compose(ErrorReport));
    assert_eq!(next_step(&judged(drop_evidence, 0), 0), NextStep::Value);
    assert_eq!(
        next_step(&judged(drop_evidence, 1), 0),
        NextStep::Compose(WatchlistCard)
    );
}
