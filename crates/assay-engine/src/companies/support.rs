//! What stands behind a company's figures: the document that states them, or a filing that states
//! the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{Decimal, Document, Tier, TierBasis};
use assay_facts::{Fact, Period};

/// A given table stands on a filing that states this many of its figures: fewer can agree by chance.
const AGREEING: usize = 10;

/// A document on a company's shelf, with the figures that it states.
pub(super) struct Stated {
    pub(super) document: Arc<Document>,
    pub(super) facts: Vec<Fact>,
}

/// What a figure is of: concept, unit and period.
type Key = (Arc<str>, Arc<str>, Period);

/// Gives every figure the tier of its document. A table that somebody gave counts as the filings of
/// the library do where they state what it states, and as any given file where they state otherwise.
pub(super) fn settle(all: &mut [Stated]) {
    let filed = filed_values(all);
    for stated in all {
        let own = match &stated.document.tier_basis {
            Some(TierBasis::GivenFigures) => tier_beside(&stated.facts, &filed),
            _ => None,
        };
        let own = own.unwrap_or(stated.document.tier);
        for fact in &mut stated.facts {
            fact.tier = fact.publisher.tier().max(own);
        }
    }
}

/// What filings state. A filing may print one value twice, rounded and whole.
fn filed_values(all: &[Stated]) -> BTreeMap<Key, Vec<Decimal>> {
    let is_filing =
        |stated: &&Stated| stated.document.facts.is_some() && stated.document.tier == Tier::A;
    let mut values: BTreeMap<Key, Vec<Decimal>> = BTreeMap::new();
    for fact in all.iter().filter(is_filing).flat_map(|one| &one.facts) {
        values.entry(key(fact)).or_default().push(fact.value);
    }
    values
}

/// The tier that agreeing with the filings, or contradicting them, gives; `None` where they have too
/// little in common.
fn tier_beside(facts: &[Fact], filed: &BTreeMap<Key, Vec<Decimal>>) -> Option<Tier> {
    // a period has several vintages, one of which the filing states
    let mut common: BTreeMap<Key, bool> = BTreeMap::new();
    for fact in facts {
        let key = key(fact);
        if let Some(values) = filed.get(&key) {
            *common.entry(key).or_default() |= values.contains(&fact.value);
        }
    }
    let agreeing = common.values().filter(|agrees| **agrees).count();
    let differing = common.len() - agreeing;
    if differing > 0 {
        return (differing >= agreeing).then_some(Tier::C);
    }
    (agreeing >= AGREEING).then_some(Tier::A)
}

fn key(fact: &Fact) -> Key {
    (fact.concept.clone(), fact.unit.clone(), fact.period)
}
