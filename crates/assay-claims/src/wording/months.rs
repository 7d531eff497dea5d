//! Months that a sentence names, against those of its statements.

use assay_figures::cut;

use super::WordProblem;
use super::cover::Laid;
use crate::numeral::months_in;

/// Months of the claim that its statements do not name, where they name others.
pub(super) fn other_month<'s>(
    claim: &str,
    stated: impl Iterator<Item = &'s Laid<'s>>,
) -> Option<WordProblem> {
    let asked = months_in(claim);
    let told = stated.flat_map(|laid| months_in(cut(laid.source, laid.statement.range.clone())));
    let told: Vec<i8> = told.collect();
    let is_other = !told.is_empty() && !asked.iter().any(|month| told.contains(month));
    (!asked.is_empty() && is_other).then_some(WordProblem::Time)
}
