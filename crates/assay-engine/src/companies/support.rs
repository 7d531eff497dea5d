//! What stands behind a company's figures: the document that states them, or a filing that states
//! the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{Decimal, Document, Tier, TierBasis};
use assay_facts::{Fact, Period};

/// A given table stands on a filing that states this many of its figures: fewer can agree by chance.
const AGREEING: usize = 10;
/// And for each figure that the filing states otherwise this many.
const AGREEING_FOR_EACH: usize = 4;

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
        let is_given = stated.document.tier_basis == Some(TierBasis::GivenFigures);
        let compared = Compared::of(if is_given { &stated.facts } else { &[] }, &filed);
        let own = stated.document.tier;
        for fact in &mut stated.facts {
            let tier = compared.tier_of(fact).unwrap_or(own);
            fact.tier = fact.publisher.tier().max(tier);
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

/// A table beside the filings: what both state, and whether they state the same.
struct Compared {
    common: BTreeMap<Key, bool>,
    agreeing: usize,
}

impl Compared {
    fn of(facts: &[Fact], filed: &BTreeMap<Key, Vec<Decimal>>) -> Self {
        // a period has several vintages, one of which the filing states
        let mut common: BTreeMap<Key, bool> = BTreeMap::new();
        for fact in facts {
            let key = key(fact);
            if let Some(values) = filed.get(&key) {
                *common.entry(key).or_default() |= values.contains(&fact.value);
            }
        }
        let agreeing = common.values().filter(|agrees| **agrees).count();
        Self { common, agreeing }
    }

    /// The tier that the comparison gives a figure; `None` where it says nothing of it.
    fn tier_of(&self, fact: &Fact) -> Option<Tier> {
        let differing = self.common.len() - self.agreeing;
        if differing > 0 && differing >= self.agreeing {
            return Some(Tier::C);
        }
        // a later filing restates some, for a split of the shares or a sold business
        let stands = self.agreeing >= AGREEING && self.agreeing >= AGREEING_FOR_EACH * differing;
        let is_borne_out = self.common.get(&key(fact)).is_none_or(|agrees| *agrees);
        (stands && is_borne_out).then_some(Tier::A)
    }
}

fn key(fact: &Fact) -> Key {
    (fact.concept.clone(), fact.unit.clone(), fact.period)
}
