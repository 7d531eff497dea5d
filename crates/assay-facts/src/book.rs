use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use assay_domain::{Date, Decimal};

use crate::amount::{is_equal_when_rounded, own_step, trailing_zeros};
use crate::fact::is_amendment;
use crate::split::{Split, Splits, find_splits};
use crate::{Company, Fact};

/// All facts of one company from all sources, every vintage of each.
#[derive(Clone, Debug, Default)]
pub struct Book {
    pub company: Company,
    facts: Vec<Fact>,
    by_concept: BTreeMap<Arc<str>, Vec<u32>>,
    /// Rounding of a filing's values in one unit, as an exponent of ten.
    steps: HashMap<Arc<str>, HashMap<Arc<str>, i32>>,
    amendments: Vec<Amendment>,
    outages: Vec<Outage>,
}

/// The day an amendment was filed, the last day it speaks of, and its form.
type Amendment = (Date, Date, Arc<str>);

/// A source that could not be asked. What it might have said is unknown, which is not the same as
/// absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    pub source: String,
    pub reason: String,
}

/// How many values of a filing end in how many zeros.
type Zeros = BTreeMap<i32, u32>;

/// Fewer values of a filing say nothing about how it rounds.
const ENOUGH_TO_JUDGE_ROUNDING: u32 = 8;
impl Book {
    pub fn new(company: Company) -> Self {
        Self {
            company,
            ..Self::default()
        }
    }

    /// Takes facts in, in any order. The same value of the same filing from a second source is
    /// kept once.
    pub fn add(&mut self, facts: Vec<Fact>) {
        self.facts.extend(facts);
        self.facts.sort_by(order);
        self.facts.dedup_by(|b, a| {
            order(a, b) == Ordering::Equal && a.value == b.value && a.scope == b.scope
        });
        self.index();
    }

    pub fn note_outage(&mut self, source: impl Into<String>, reason: impl Into<String>) {
        self.outages.push(Outage {
            source: source.into(),
            reason: reason.into(),
        });
    }

    pub fn outages(&self) -> &[Outage] {
        &self.outages
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub fn concepts(&self) -> impl Iterator<Item = &str> {
        self.by_concept.keys().map(|concept| &**concept)
    }

    /// The day of the newest filing.
    pub fn last_filed(&self) -> Option<Date> {
        self.facts.iter().map(|fact| fact.filed).max()
    }

    /// What was known at the end of `day`. Nothing filed later can be reached through it.
    pub fn as_of(&self, day: Date) -> View<'_> {
        let known = |concept: &'static str| {
            let facts = self.of_concept(concept);
            facts.filter(move |fact| fact.filed <= day)
        };
        View {
            book: self,
            as_of: day,
            splits: find_splits(known),
            amendments: self
                .amendments
                .iter()
                .filter(|(filed, _, _)| *filed <= day)
                .cloned()
                .collect(),
        }
    }

    /// Vintages in order of unit, period and filing day.
    pub(crate) fn of_concept(&self, concept: &str) -> impl Iterator<Item = &Fact> {
        self.by_concept
            .get(concept)
            .into_iter()
            .flatten()
            .filter_map(|&at| self.facts.get(at as usize))
    }

    /// How a fact is rounded: as stated, as its filing rounds, or by its own zeros.
    pub(crate) fn step(&self, fact: &Fact) -> i32 {
        if fact.decimals.is_some() {
            return own_step(fact);
        }
        let filing = self.steps.get(&fact.accession);
        match filing.and_then(|units| units.get(&fact.unit)) {
            Some(&step) => step.min(trailing_zeros(fact.value)),
            None => own_step(fact),
        }
    }

    pub(crate) fn is_same_value(&self, a: &Fact, b: &Fact) -> bool {
        a.value == b.value || is_equal_when_rounded(a.value, self.step(a), b.value, self.step(b))
    }

    fn index(&mut self) {
        self.by_concept.clear();
        let mut zeros: HashMap<&Arc<str>, HashMap<&Arc<str>, Zeros>> = HashMap::new();
        let mut of_this: Vec<u32> = Vec::new();
        for (at, fact) in self.facts.iter().enumerate() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            of_this.push(at);
            let next = self.facts.get(at as usize + 1);
            if next.is_none_or(|next| next.concept != fact.concept) {
                self.by_concept
                    .insert(fact.concept.clone(), std::mem::take(&mut of_this));
            }
            if fact.value != Decimal::ZERO {
                let units = zeros.entry(&fact.accession).or_default();
                let counts = units.entry(&fact.unit).or_default();
                *counts.entry(trailing_zeros(fact.value)).or_default() += 1;
            }
        }
        self.steps = zeros
            .into_iter()
            .map(|(accession, units)| {
                let steps = units
                    .into_iter()
                    .filter_map(|(unit, counts)| Some((unit.clone(), typical_step(&counts)?)));
                (accession.clone(), steps.collect())
            })
            .collect();
        let mut amended: BTreeMap<(Date, Arc<str>), Date> = BTreeMap::new();
        for fact in self.facts.iter().filter(|fact| is_amendment(&fact.form)) {
            let end = amended
                .entry((fact.filed, fact.form.clone()))
                .or_insert(fact.period.end);
            *end = fact.period.end.max(*end);
        }
        self.amendments = amended
            .into_iter()
            .map(|((filed, form), end)| (filed, end, form))
            .collect();
    }
}

/// The rounding that nine of ten values of a filing share.
fn typical_step(counts: &Zeros) -> Option<i32> {
    let all: u32 = counts.values().sum();
    if all < ENOUGH_TO_JUDGE_ROUNDING {
        return None;
    }
    let mut finer = 0;
    counts.iter().find_map(|(&step, &count)| {
        finer += count;
        (finer * 10 > all).then_some(step)
    })
}

/// By concept, unit, period and filing day. Most texts are shared, which saves comparing them.
fn order(a: &Fact, b: &Fact) -> Ordering {
    let text = |a: &Arc<str>, b: &Arc<str>| {
        if Arc::ptr_eq(a, b) {
            Ordering::Equal
        } else {
            a.cmp(b)
        }
    };
    text(&a.concept, &b.concept)
        .then_with(|| text(&a.unit, &b.unit))
        .then_with(|| a.period.end.cmp(&b.period.end))
        .then_with(|| a.period.start.cmp(&b.period.start))
        .then_with(|| a.filed.cmp(&b.filed))
        .then_with(|| text(&a.accession, &b.accession))
}

/// A company as it was known on one day.
#[derive(Clone, Debug)]
pub struct View<'a> {
    book: &'a Book,
    as_of: Date,
    splits: Splits,
    amendments: Vec<Amendment>,
}

impl<'a> View<'a> {
    pub(crate) fn amendments(&self) -> &[Amendment] {
        &self.amendments
    }

    pub fn day(&self) -> Date {
        self.as_of
    }

    pub fn book(&self) -> &'a Book {
        self.book
    }

    /// Splits that the filings' own counts prove.
    pub fn splits(&self) -> &[Split] {
        &self.splits.proven
    }

    /// Splits that a filing states and no count shows.
    pub fn unproven_splits(&self) -> &[Split] {
        &self.splits.unproven
    }

    /// Every visible fact.
    pub fn facts(&self) -> impl Iterator<Item = &'a Fact> {
        let day = self.as_of;
        self.book.facts.iter().filter(move |fact| fact.filed <= day)
    }

    pub fn of_concept(&self, concept: &str) -> impl Iterator<Item = &'a Fact> {
        let day = self.as_of;
        self.book
            .of_concept(concept)
            .filter(move |fact| fact.filed <= day)
    }
}
