//! Seeded faults, and what a run must become with each.

use assay_appraisal::{Dossier, Thesis, measure, thesis};
use assay_domain::{Date, EvidenceId, Finding, Language, Reading, Tier, Timestamp};
use assay_facts::{Book, PackageRequest};
use assay_gates::{
    Decision, OutputType, QualityVerdict, RuleSet, Safety, SafetyCheck, Standing, decide,
};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// How long after the newest filing the run takes place.
    days_later: u64,
    /// A metric that no source has.
    drops: Option<&'static str>,
    change: fn(&mut Thesis),
    findings: fn() -> Vec<Finding>,
    safety: fn() -> Safety,
    pub(crate) verdict: QualityVerdict,
    pub(crate) output: OutputType,
    /// The rule of the gate or of the kill switch that must speak.
    pub(crate) rule: Option<&'static str>,
}

const SOUND: Fault = Fault {
    name: "nothing wrong",
    days_later: 0,
    drops: None,
    change: |_| {},
    findings: Vec::new,
    safety: passed,
    verdict: QualityVerdict::Pass,
    output: OutputType::Memo,
    rule: None,
};

pub(crate) const FAULTS: &[Fault] = &[
    SOUND,
    Fault {
        name: "evidence of every claim dropped",
        change: |thesis| {
            thesis
                .claims
                .iter_mut()
                .for_each(|claim| claim.evidence.clear())
        },
        verdict: QualityVerdict::Degrade,
        output: OutputType::HypothesisList,
        rule: Some("ks_001"),
        ..SOUND
    },
    Fault {
        name: "evidence of one core conclusion dropped",
        change: |thesis| {
            if let Some(claim) = thesis.claims.iter_mut().find(|claim| claim.critical) {
                claim.evidence.clear();
            }
        },
        verdict: QualityVerdict::Degrade,
        output: OutputType::HypothesisList,
        rule: Some("ks_conclusion"),
        ..SOUND
    },
    Fault {
        name: "only unknown sources",
        change: |thesis| {
            let all = thesis
                .claims
                .iter_mut()
                .flat_map(|claim| &mut claim.evidence);
            all.for_each(|(_, tier)| *tier = Tier::D);
        },
        verdict: QualityVerdict::Degrade,
        output: OutputType::HypothesisList,
        rule: Some("Q-008"),
        ..SOUND
    },
    Fault {
        name: "unsupported claims",
        change: |thesis| {
            let all = thesis.claims.iter_mut();
            all.for_each(|claim| claim.standing = Standing::Unsupported);
        },
        verdict: QualityVerdict::Degrade,
        output: OutputType::HypothesisList,
        rule: Some("Q-006"),
        ..SOUND
    },
    Fault {
        name: "a contradicted claim",
        change: |thesis| {
            if let Some(claim) = thesis.claims.iter_mut().find(|claim| claim.critical) {
                claim.standing = Standing::Contradicted;
            }
        },
        verdict: QualityVerdict::Fail,
        output: OutputType::ConflictReport,
        rule: Some("Q-005"),
        ..SOUND
    },
    Fault {
        name: "sources in conflict",
        findings: contradiction,
        verdict: QualityVerdict::Fail,
        output: OutputType::ConflictReport,
        rule: Some("Q-001"),
        ..SOUND
    },
    Fault {
        name: "core data missing",
        drops: Some("net_income"),
        verdict: QualityVerdict::Fail,
        output: OutputType::ErrorReport,
        rule: Some("Q-002"),
        ..SOUND
    },
    Fault {
        name: "stale data",
        days_later: 120,
        rule: Some("ks_005"),
        ..SOUND
    },
    Fault {
        name: "expired data",
        days_later: 500,
        verdict: QualityVerdict::Fail,
        output: OutputType::ErrorReport,
        rule: Some("Q-004"),
        ..SOUND
    },
    Fault {
        name: "executable text before the safety check",
        safety: || Safety {
            executable_actions: vec!["section_2:4".to_owned()],
            check: SafetyCheck::NotRun,
        },
        verdict: QualityVerdict::Fail,
        output: OutputType::ErrorReport,
        rule: Some("ks_004"),
        ..SOUND
    },
    Fault {
        name: "failed safety check",
        safety: || Safety {
            executable_actions: Vec::new(),
            check: SafetyCheck::Failed(vec!["G-104".to_owned()]),
        },
        verdict: QualityVerdict::Fail,
        output: OutputType::ErrorReport,
        rule: Some("ks_safety"),
        ..SOUND
    },
];

fn passed() -> Safety {
    Safety {
        executable_actions: Vec::new(),
        check: SafetyCheck::Passed,
    }
}

fn contradiction() -> Vec<Finding> {
    let reading = |value: &str, at: &str| Reading {
        value: value.to_owned(),
        source: at.to_owned(),
        evidence: EvidenceId::new(format!("ev_{at}")),
    };
    vec![Finding::Contradiction {
        subject: "Net income".to_owned(),
        period: "the last year".to_owned(),
        readings: vec![
            reading("$4.61 billion", "report"),
            reading("$4.9 billion", "press"),
        ],
    }]
}

/// The decision of a run in which this fault was planted.
pub(crate) fn decision(book: &Book, on: Date, fault: &Fault, rules: &RuleSet) -> Decision {
    let later = std::time::Duration::from_secs(fault.days_later * 86_400);
    let view = book.as_of(on.saturating_add(later));
    let request = PackageRequest::everything(Timestamp::UNIX_EPOCH, Language::En);
    let mut package = view.analyse().package(&request);
    package
        .data_points
        .retain(|point| Some(point.canonical_metric.as_str()) != fault.drops);
    let dossier = Dossier::new(package, &view, Language::En);
    let findings = (fault.findings)();
    let mut written = thesis(&dossier, &[], &findings, None);
    (fault.change)(&mut written);
    decide(
        &measure(&written, &dossier, &findings, &[], (fault.safety)()),
        rules,
    )
}

/// Whether the rule that must speak spoke.
pub(crate) fn spoke(decision: &Decision, rule: Option<&str>) -> bool {
    let gate = decision.gate.reasons.iter().map(|one| one.code.as_str());
    let switches = decision.fired().map(|one| one.rule_id.as_str());
    let all: Vec<&str> = gate.chain(switches).collect();
    match rule {
        Some(rule) => all.contains(&rule),
        // Old news at the day of the filing is no fault of this run.
        None => all.iter().all(|one| *one == "ks_005"),
    }
}
