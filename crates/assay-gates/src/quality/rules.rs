//! One rule, one file. A rule states its verdict and output type once; its `check` only finds.

mod q001_unresolved_conflict;
mod q002_core_data_missing;
mod q003_core_data_unreachable;
mod q004_core_data_expired;
mod q005_claim_contradicted;
mod q006_claim_unsupported;
mod q007_weak_evidence;
mod q008_nothing_established;

use super::bilingual::Bilingual;
use super::measured::{CriticalClaim, Measured};
use super::output_type::OutputType;
use super::verdict::{ActionTarget, QualityVerdict};

pub(crate) struct Rule {
    pub(crate) code: &'static str,
    pub(crate) verdict: QualityVerdict,
    pub(crate) output_type: OutputType,
    /// What the rule looks for, in English and Chinese.
    pub(crate) looks_for: (&'static str, &'static str),
    pub(crate) check: fn(&Measured) -> Option<Found>,
}

/// What a rule found wrong.
pub(crate) struct Found {
    pub(crate) text: Bilingual,
    pub(crate) ids: Vec<String>,
    pub(crate) actions: Vec<ToDo>,
}

pub(crate) struct ToDo {
    pub(crate) target: ActionTarget,
    pub(crate) id: String,
    pub(crate) instruction: Bilingual,
}

pub(crate) const RULES: [Rule; 8] = [
    q001_unresolved_conflict::RULE,
    q002_core_data_missing::RULE,
    q003_core_data_unreachable::RULE,
    q004_core_data_expired::RULE,
    q005_claim_contradicted::RULE,
    q006_claim_unsupported::RULE,
    q007_weak_evidence::RULE,
    q008_nothing_established::RULE,
];

/// The codes of the quality rules, each with a page under `docs/codes`.
pub const QUALITY_RULE_CODES: [&str; 8] = [
    q001_unresolved_conflict::RULE.code,
    q002_core_data_missing::RULE.code,
    q003_core_data_unreachable::RULE.code,
    q004_core_data_expired::RULE.code,
    q005_claim_contradicted::RULE.code,
    q006_claim_unsupported::RULE.code,
    q007_weak_evidence::RULE.code,
    q008_nothing_established::RULE.code,
];

/// A finding with one action for each thing found; nothing found is no finding.
fn found<T>(
    items: &[T],
    text: impl FnOnce(usize) -> Bilingual,
    todo: impl Fn(&T) -> ToDo,
) -> Option<Found> {
    if items.is_empty() {
        return None;
    }
    let actions: Vec<ToDo> = items.iter().map(todo).collect();
    Some(Found {
        text: text(items.len()),
        ids: actions.iter().map(|one| one.id.clone()).collect(),
        actions,
    })
}

/// How an instruction names a claim: its id and as much of its text as fits on a line.
fn named(claim: &CriticalClaim) -> Bilingual {
    const LONGEST: usize = 120;
    let mut text: String = claim.text.chars().take(LONGEST).collect();
    if text.len() < claim.text.len() {
        text.push('…');
    }
    Bilingual::new(
        format!("{} (“{text}”)", claim.id),
        format!("{}（“{text}”）", claim.id),
    )
}

/// `1 conflict`, `3 conflicts`.
fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
