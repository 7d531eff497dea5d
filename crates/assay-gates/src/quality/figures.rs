use assay_domain::Decimal;

use super::measured::{
    ConflictKind, CoreDatum, CoreFreshness, CoreState, CriticalClaim, Measured, SafetyCheck,
    Standing,
};
use super::metric::RunMetric;

/// The value of a metric and the ids that make it up. For a share these are the ids of its part.
pub(super) fn figure(metric: RunMetric, measured: &Measured) -> (Option<Decimal>, Vec<String>) {
    let claims = |takes: fn(&CriticalClaim) -> bool| {
        let taken = measured.critical_claims.iter().filter(|one| takes(one));
        taken.map(|one| one.id.to_string()).collect::<Vec<_>>()
    };
    let core = |takes: fn(&CoreDatum) -> bool| {
        let taken = measured.core_data.iter().filter(|one| takes(one));
        taken.map(core_id).collect::<Vec<_>>()
    };
    let of_claims = |ids| share(ids, measured.critical_claims.len());
    match metric {
        RunMetric::CriticalClaims => counted(claims(|_| true)),
        RunMetric::CriticalClaimsSupportedAb => counted(claims(CriticalClaim::is_strong)),
        RunMetric::UnsupportedCriticalClaims => counted(claims(CriticalClaim::is_unsupported)),
        RunMetric::UnsupportedCriticalRatio => of_claims(claims(CriticalClaim::is_unsupported)),
        RunMetric::AbEvidenceCoverage => of_claims(claims(CriticalClaim::is_strong)),
        RunMetric::ClaimsContradicted => {
            counted(claims(|one| one.standing == Standing::Contradicted))
        }
        RunMetric::CoreConclusions => counted(claims(|one| one.is_core_conclusion)),
        RunMetric::UnsupportedCoreConclusions => {
            counted(claims(|one| one.is_core_conclusion && one.is_unsupported()))
        }
        RunMetric::FactualSentences => (Some(measured.sentences.factual.into()), Vec::new()),
        RunMetric::MissingCitationRate => share(
            measured.sentences.uncited.clone(),
            measured.sentences.factual as usize,
        ),
        RunMetric::UnsupportedSentenceRate => share(
            measured.sentences.unsupported.clone(),
            measured.sentences.factual as usize,
        ),
        RunMetric::UnresolvedConflicts => counted(conflicts(measured, None)),
        RunMetric::BasisConflicts => counted(conflicts(measured, Some(ConflictKind::Basis))),
        RunMetric::CoreDataPoints => counted(core(is_known)),
        RunMetric::CoreDataMissing => {
            counted(core(|one| matches!(one.state, CoreState::Missing { .. })))
        }
        RunMetric::CoreDataUnreachable => counted(core(|one| {
            matches!(one.state, CoreState::Unreachable { .. })
        })),
        RunMetric::CoreDataAgeDays => oldest(measured),
        RunMetric::StaleCorePoints => counted(core(|one| {
            let stale = [CoreFreshness::Stale, CoreFreshness::Expired];
            freshness(one).is_some_and(|found| stale.contains(&found))
        })),
        RunMetric::ExpiredCorePoints => counted(core(is_expired)),
        RunMetric::SingleSourceCoreRatio => share(core(is_single), core(is_known).len()),
        RunMetric::HypothesesCount => counted(measured.hypotheses.clone()),
        RunMetric::ExecutableActionsFound => counted(measured.safety.executable_actions.clone()),
        RunMetric::SafetyCheckPassed => {
            let passed = measured.safety.check == SafetyCheck::Passed;
            (Some(u32::from(passed).into()), Vec::new())
        }
        RunMetric::SafetyChecksFailed => match &measured.safety.check {
            // A failure without a name is one failure.
            SafetyCheck::Failed(checks) => (Some(checks.len().max(1).into()), checks.clone()),
            SafetyCheck::NotRun | SafetyCheck::Passed => (Some(Decimal::ZERO), Vec::new()),
        },
    }
}

fn counted(ids: Vec<String>) -> (Option<Decimal>, Vec<String>) {
    (Some(ids.len().into()), ids)
}

fn share(part: Vec<String>, whole: usize) -> (Option<Decimal>, Vec<String>) {
    let hundredfold = Decimal::from(part.len()).checked_mul(Decimal::ONE_HUNDRED);
    let value = hundredfold.and_then(|part| part.checked_div(whole.into()));
    (value, part)
}

fn conflicts(measured: &Measured, kind: Option<ConflictKind>) -> Vec<String> {
    let taken = measured.conflicts.iter();
    let taken = taken.filter(|one| kind.is_none_or(|kind| one.kind == kind));
    taken.map(|one| one.id.clone()).collect()
}

pub(super) fn core_id(datum: &CoreDatum) -> String {
    match &datum.state {
        CoreState::Known { data_point, .. } => data_point.clone(),
        CoreState::Missing { .. } | CoreState::Unreachable { .. } => datum.wanted(),
    }
}

fn is_known(datum: &CoreDatum) -> bool {
    matches!(datum.state, CoreState::Known { .. })
}

fn is_single(datum: &CoreDatum) -> bool {
    matches!(datum.state, CoreState::Known { sources, .. } if sources <= 1)
}

fn freshness(datum: &CoreDatum) -> Option<CoreFreshness> {
    match datum.state {
        CoreState::Known { freshness, .. } => Some(freshness),
        CoreState::Missing { .. } | CoreState::Unreachable { .. } => None,
    }
}

pub(super) fn is_expired(datum: &CoreDatum) -> bool {
    freshness(datum) == Some(CoreFreshness::Expired)
}

/// The oldest, because a fresh neighbour does not make an abandoned figure current.
fn oldest(measured: &Measured) -> (Option<Decimal>, Vec<String>) {
    let age = |datum: &CoreDatum| match datum.state {
        CoreState::Known { age_days, .. } => Some(age_days),
        CoreState::Missing { .. } | CoreState::Unreachable { .. } => None,
    };
    let oldest = measured.core_data.iter().filter_map(age).max();
    let at_that_age = measured.core_data.iter();
    let at_that_age = at_that_age.filter(|one| oldest.is_some() && age(one) == oldest);
    (
        oldest.map(Decimal::from),
        at_that_age.map(core_id).collect(),
    )
}
