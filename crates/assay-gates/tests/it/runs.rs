//! Runs to judge.

use assay_domain::{ClaimId, EvidenceId, Tier};
use assay_gates::{
    CitedEvidence, ConflictKind, CoreDatum, CoreFreshness, CoreState, CriticalClaim, Measured,
    OpenConflict, Safety, SafetyCheck, Sentences, Standing,
};

pub(crate) fn claim(number: usize, tiers: &[Tier], standing: Standing) -> CriticalClaim {
    CriticalClaim {
        id: ClaimId::new(format!("claim_1_{number}")),
        text: format!("Driver {number} raises the margin."),
        is_core_conclusion: number == 1,
        evidence: (0..)
            .zip(tiers)
            .map(|(place, &tier)| CitedEvidence {
                id: EvidenceId::new(format!("ev_{number}_{place}")),
                tier,
            })
            .collect(),
        standing,
    }
}

pub(crate) fn conflict(number: usize, kind: ConflictKind) -> OpenConflict {
    OpenConflict {
        id: format!("cf_{number}"),
        kind,
        about: format!("figure {number}, FY2025"),
        sides: Vec::new(),
        needed: None,
    }
}

pub(crate) fn datum(number: usize, age_days: u32, freshness: CoreFreshness) -> CoreDatum {
    CoreDatum {
        metric: format!("figure_{number}"),
        title: None,
        period: "TTM to 2026-09-30".to_owned(),
        state: CoreState::Known {
            data_point: format!("dp_{number}"),
            age_days,
            freshness,
            sources: 2,
        },
    }
}

pub(crate) fn missing(number: usize) -> CoreDatum {
    CoreDatum {
        state: CoreState::Missing { expected_in: None },
        ..datum(number, 0, CoreFreshness::Fresh)
    }
}

/// Ten critical claims on filings, ten core figures of two sources, every sentence cited.
pub(crate) fn sound() -> Measured {
    Measured {
        critical_claims: (1..=10)
            .map(|number| claim(number, &[Tier::A], Standing::Holds))
            .collect(),
        sentences: Sentences {
            factual: 20,
            ..Sentences::default()
        },
        conflicts: Vec::new(),
        core_data: (1..=10)
            .map(|number| datum(number, 40, CoreFreshness::Fresh))
            .collect(),
        hypotheses: Vec::new(),
        safety: Safety {
            executable_actions: Vec::new(),
            check: SafetyCheck::Passed,
        },
    }
}
