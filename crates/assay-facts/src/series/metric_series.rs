//! All periods of one metric: its concepts ranked, each with its observations.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_domain::{Date, Decimal};

use super::figure::Figure;
use super::observation::Observation;
use crate::amount::log10;
use crate::metric::{MetricSpec, Role, UnitKind, metric};
use crate::period::days_between;
use crate::{Fact, FormClass, Length, Publisher, Scope, View};

pub(crate) type Key = (Length, Date);

#[derive(Clone, Debug)]
pub(crate) struct ConceptSeries<'a> {
    pub(crate) concept: &'static str,
    role: Role,
    order: usize,
    publisher: Publisher,
    pub(crate) last_end: Date,
    pub(crate) periods: BTreeMap<Key, Rc<Observation<'a>>>,
}

/// The concepts of a metric that a company uses, the one that counts first.
#[derive(Clone, Debug)]
pub(crate) struct MetricSeries<'a> {
    pub(crate) concepts: Vec<ConceptSeries<'a>>,
    /// For each period, from the first concept that has it.
    pub(crate) merged: BTreeMap<Key, Rc<Observation<'a>>>,
}

/// Neighbours within this many days say what a value should be about.
const NEIGHBOURHOOD: i32 = 800;
/// A jump by this power of ten against the neighbours is no growth.
const SUSPECT_JUMP: f64 = 2.4;
const ENOUGH_NEIGHBOURS: usize = 3;
/// Who reports once a year has no three neighbours so near; these are the next.
const WIDE_NEIGHBOURHOOD: i32 = 1600;
/// Totals that differ by more are a total and a part.
const PART_OF_TOTAL: Decimal = Decimal::from_parts(5, 0, 0, false, 3);

impl<'a> MetricSeries<'a> {
    pub(crate) fn read(view: &View<'a>, spec: &'static MetricSpec, currency: Option<&str>) -> Self {
        let mut concepts: Vec<ConceptSeries<'a>> = spec
            .candidates()
            .enumerate()
            .filter_map(|(order, candidate)| {
                let facts = usable(view, spec, candidate.concept, currency);
                ConceptSeries::read(view, spec, &facts, candidate.concept, candidate.role, order)
            })
            .collect();
        rank(&mut concepts);
        if spec.is_one_line {
            leave_out_parts(&mut concepts);
        }
        let mut merged: BTreeMap<Key, Rc<Observation<'a>>> = BTreeMap::new();
        for series in &concepts {
            for (key, observation) in &series.periods {
                merged.entry(*key).or_insert_with(|| observation.clone());
            }
        }
        Self { concepts, merged }
    }

    /// Concepts that state the same value wherever both speak, and do so at least once.
    pub(crate) fn do_agree(a: &ConceptSeries<'a>, b: &ConceptSeries<'a>) -> bool {
        let mut common = 0;
        for (key, one) in &a.periods {
            if let Some(other) = b.periods.get(key) {
                if one.value != other.value {
                    return false;
                }
                common += 1;
            }
        }
        common > 0
    }
}

impl<'a> MetricSeries<'a> {
    /// The figures rest on concepts that state different amounts for the same periods: they are two
    /// things under one name, and have no sum.
    pub(crate) fn do_mix(&self, figures: &[&Rc<Figure<'a>>]) -> bool {
        let concepts: BTreeSet<&str> = figures
            .iter()
            .flat_map(|figure| figure.observations())
            .map(|observation| &*observation.fact.concept)
            .collect();
        let used: Vec<&ConceptSeries<'a>> = self
            .concepts
            .iter()
            .filter(|series| concepts.contains(series.concept))
            .collect();
        used.iter().enumerate().any(|(at, one)| {
            let others = used.iter().skip(at + 1);
            others.into_iter().any(|other| one.is_another_thing(other))
        })
    }
}

/// What counts at all: of this kind of unit, in this currency, of the group, about the past, a
/// moment or a duration as the metric is.
fn usable<'a>(
    view: &View<'a>,
    spec: &MetricSpec,
    concept: &str,
    currency: Option<&str>,
) -> Vec<&'a Fact> {
    let in_currency = |unit: &str| match currency {
        Some(currency) if matches!(spec.unit, UnitKind::Money | UnitKind::PerShare) => {
            unit.strip_suffix("/shares").unwrap_or(unit) == currency
        }
        _ => true,
    };
    view.of_concept(concept)
        .filter(|fact| spec.unit.accepts(&fact.unit) && in_currency(&fact.unit))
        .filter(|fact| fact.scope == Scope::Consolidated && !fact.is_forward())
        .filter(|fact| spec.is_stock == fact.period.start.is_none())
        .collect()
}

impl<'a> ConceptSeries<'a> {
    fn read(
        view: &View<'a>,
        spec: &'static MetricSpec,
        facts: &[&'a Fact],
        concept: &'static str,
        role: Role,
        order: usize,
    ) -> Option<Self> {
        let publisher = facts.iter().map(|fact| fact.publisher).min()?;
        let typical = median(facts.iter().filter_map(|fact| log10(fact.value)));
        let mut groups: BTreeMap<Key, Vec<&Fact>> = BTreeMap::new();
        for fact in facts {
            groups
                .entry((fact.period.length(), fact.period.end))
                .or_default()
                .push(fact);
        }
        let mut periods: BTreeMap<Key, Observation<'a>> = BTreeMap::new();
        let mut implied: BTreeMap<Key, f64> = BTreeMap::new();
        for (key, group) in &groups {
            let by_earnings = shares_by_earnings(view, spec, group);
            implied.extend(by_earnings.map(|log| (*key, log)));
            let typical = by_earnings.or(typical);
            periods.extend(
                Observation::choose(view, spec, group, typical).map(|chosen| (*key, chosen)),
            );
        }
        if spec.is_steady {
            mark_suspects(&mut periods, &implied);
        }
        let is_strong = |observation: &Observation<'_>| {
            matches!(
                observation.fact.class(),
                FormClass::Periodic | FormClass::Current
            )
        };
        let strong = periods.values().filter(|o| is_strong(o));
        let last_end = strong
            .map(|observation| observation.period.end)
            .max()
            .or_else(|| periods.values().map(|o| o.period.end).max())?;
        Some(Self {
            concept,
            role,
            order,
            publisher,
            last_end,
            periods: periods
                .into_iter()
                .map(|(key, observation)| (key, Rc::new(observation)))
                .collect(),
        })
    }

    /// For some period the two state amounts that neither rounding nor a later vintage explains.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        self.comparisons(other).any(|agrees| !agrees)
    }

    /// They do so for most periods of which both speak: one wrong figure makes no other thing.
    fn is_another_thing(&self, other: &Self) -> bool {
        let (agree, differ): (Vec<bool>, Vec<bool>) =
            self.comparisons(other).partition(|agrees| *agrees);
        differ.len() > agree.len()
    }

    fn comparisons(&self, other: &Self) -> impl Iterator<Item = bool> {
        self.periods.iter().filter_map(|(key, ours)| {
            let theirs = other.periods.get(key)?;
            let mut pairs = ours
                .vintages
                .iter()
                .flat_map(|one| theirs.vintages.iter().map(move |two| (one, two)));
            Some(pairs.any(|(one, two)| one.is_same_as(two)))
        })
    }

    /// The newest value, to compare the size of two concepts.
    fn size_beside(&self, other: &Self) -> Option<(Decimal, Decimal)> {
        self.periods.iter().rev().find_map(|(key, observation)| {
            let beside = other.periods.get(key)?;
            Some((observation.value, beside.value))
        })
    }
}

/// The concept whose window ends latest comes first, because an abandoned concept ends early; among
/// equals the decisive one, then the largest that may be a total, then the order of the table.
fn rank(concepts: &mut [ConceptSeries<'_>]) {
    concepts.sort_by(|a, b| {
        let place = |series: &ConceptSeries<'_>| match series.role {
            Role::Decisive => 0,
            Role::Total | Role::Variant => 1,
        };
        a.publisher
            .cmp(&b.publisher)
            .then(b.last_end.cmp(&a.last_end))
            .then(place(a).cmp(&place(b)))
            .then(a.order.cmp(&b.order))
    });
    let Some(first) = concepts.first() else {
        return;
    };
    if first.role != Role::Total {
        return;
    }
    let (last_end, publisher) = (first.last_end, first.publisher);
    let mut best = 0;
    for at in 1..concepts.len() {
        let (Some(leader), Some(rival)) = (concepts.get(best), concepts.get(at)) else {
            continue;
        };
        let is_rival =
            rival.role == Role::Total && rival.last_end == last_end && rival.publisher == publisher;
        let is_larger = is_rival
            && leader.size_beside(rival).is_some_and(|(ours, theirs)| {
                theirs > ours && (theirs - ours) > theirs.abs() * PART_OF_TOTAL
            });
        if is_larger {
            best = at;
        }
    }
    if let Some(front) = concepts.get_mut(..=best) {
        front.rotate_right(1);
    }
}

/// Takes out a concept that goes on where a better one ended and that states less than it did: it
/// is a part of the line, and what is missing of the whole is not known.
fn leave_out_parts(concepts: &mut Vec<ConceptSeries<'_>>) {
    let parts: Vec<&'static str> = concepts
        .iter()
        .filter(|part| {
            concepts.iter().any(|whole| {
                let is_better = whole.order < part.order && whole.last_end < part.last_end;
                is_better
                    && part.size_beside(whole).is_some_and(|(ours, theirs)| {
                        ours < theirs && (theirs - ours) > theirs.abs() * PART_OF_TOTAL
                    })
            })
        })
        .map(|part| part.concept)
        .collect();
    concepts.retain(|series| !parts.contains(&series.concept));
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// What a weighted share count is about, from net income over earnings per share of the same
/// period: it shows an error of scale even where most filings share it.
fn shares_by_earnings(view: &View<'_>, spec: &MetricSpec, group: &[&Fact]) -> Option<f64> {
    if spec.unit != UnitKind::Shares || spec.is_stock {
        return None;
    }
    let period = group.last()?.period;
    let of = |name: &str| {
        let mut candidates = metric(name)?.candidates();
        candidates.find_map(|candidate| {
            view.of_concept(candidate.concept)
                .filter(|fact| fact.period.is_same_as(&period) && !fact.value.is_zero())
                .last()
                .and_then(|fact| log10(fact.value))
        })
    };
    Some(of("net_income")? - of("eps_diluted")?)
}

fn mark_suspects(periods: &mut BTreeMap<Key, Observation<'_>>, implied: &BTreeMap<Key, f64>) {
    let sizes: Vec<(Key, f64)> = periods
        .iter()
        .filter_map(|(key, observation)| Some((*key, log10(observation.value)?)))
        .collect();
    for (key, size) in &sizes {
        let within = |days: i32| {
            let others = sizes.iter().filter(move |(other, _)| {
                other != key && days_between(other.1, key.1).abs() <= days
            });
            let sizes: Vec<f64> = others.map(|(_, size)| *size).collect();
            Some(sizes).filter(|sizes| sizes.len() >= ENOUGH_NEIGHBOURS)
        };
        let expected = match implied.get(key) {
            Some(&by_earnings) => Some(by_earnings),
            None => within(NEIGHBOURHOOD)
                .or_else(|| within(WIDE_NEIGHBOURHOOD))
                .and_then(|sizes| median(sizes.into_iter())),
        };
        let Some(expected) = expected else { continue };
        let Some(observation) = periods.get_mut(key) else {
            continue;
        };
        // Earnings per share are of the same filing day, so the count is compared as filed.
        let size = match implied.get(key) {
            Some(_) => log10(observation.fact.value).unwrap_or(*size),
            None => *size,
        };
        if (size - expected).abs() >= SUSPECT_JUMP {
            let about = Decimal::try_from(10_f64.powf(expected)).unwrap_or_default();
            observation.mark_suspect(about.round());
        }
    }
}
