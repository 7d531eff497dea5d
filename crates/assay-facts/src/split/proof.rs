//! Where the figures of a company changed to new shares: what filings count, and what their
//! earnings per share imply.
//!
//! A filing that states a ratio proves nothing by itself: it may tell of a plan, of the day of a
//! decision, of history, or be wrong. A split that happened shows in every later filing: as many
//! more shares, and earnings per share that are as many times less.

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal};

use crate::amount::log10;
use crate::metric::metric;
use crate::period::days_between;
use crate::{Fact, FormClass, Period, Scope};

const COUNTS: &[&str] = &["diluted_shares", "basic_shares", "shares_outstanding"];
const PER_SHARE: &[&str] = &["eps_diluted", "eps_basic"];
const INCOME: &[&str] = &["net_income_to_common", "net_income"];

/// Filings that are this many days apart are neighbours: shares that are issued and bought back
/// between them are few.
const NEIGHBOURS: i32 = 200;
/// The share count of a company between two neighbours, as a power of ten: 15 %.
const FEW: f64 = 0.06;
/// Earnings per share are rounded to a cent.
const HALF_CENT: f64 = 0.005;
/// Earnings per share whose rounding is more than this part of them imply no count.
const TOO_ROUND: f64 = 0.05;

/// A count as a power of ten, by the filing it stands in.
type Readings = BTreeMap<Date, f64>;

/// Filings up to `last_old` count old shares, those from `first_new` on new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) last_old: Date,
    pub(super) first_new: Date,
}

/// What filings say of the number of shares.
pub(super) struct Counted<'a> {
    counts: Vec<Readings>,
    implied: Readings,
    /// Vintages of earnings per share, by concept and period.
    per_share: BTreeMap<(&'a str, Period), BTreeMap<Date, f64>>,
}

impl<'a> Counted<'a> {
    pub(super) fn read<I>(of_concept: &impl Fn(&'static str) -> I) -> Self
    where
        I: Iterator<Item = &'a Fact>,
    {
        let counts = facts_of(of_concept, COUNTS);
        let per_share = facts_of(of_concept, PER_SHARE);
        let income = facts_of(of_concept, INCOME);
        let mut vintages: BTreeMap<(&'a str, Period), BTreeMap<Date, f64>> = BTreeMap::new();
        for fact in &per_share {
            if let Some(size) = size_of(fact.value) {
                let of_period = vintages.entry((&*fact.concept, fact.period)).or_default();
                of_period.insert(fact.filed, size);
            }
        }
        Self {
            counts: by_concept(&counts),
            implied: implied(&per_share, &income),
            per_share: vintages,
        }
    }

    /// Every turn by this ratio that counts and earnings per share show together. Where one of the
    /// two is silent the other decides; where they contradict each other there was none.
    pub(super) fn turns(&self, ratio: Decimal) -> Vec<Turn> {
        let Some(ratio) = log10(ratio) else {
            return Vec::new();
        };
        let counted = self.counts.iter().any(|readings| readings.len() > 1);
        let jumps: Vec<Turn> = if counted {
            self.counts
                .iter()
                .flat_map(|readings| jumps(readings, ratio))
                .collect()
        } else {
            jumps(&self.implied, ratio).collect()
        };
        merged(jumps)
            .into_iter()
            .filter(|turn| self.do_earnings_agree(*turn, ratio).unwrap_or(counted))
            .collect()
    }

    /// Earnings per share of one period before and after, else the count that income over
    /// earnings per share implies. `None` where nothing can be compared.
    fn do_earnings_agree(&self, turn: Turn, ratio: f64) -> Option<bool> {
        let restated: Vec<bool> = self
            .per_share
            .values()
            .filter_map(|vintages| {
                let (_, old) = vintages.range(..=turn.last_old).next_back()?;
                let (_, new) = vintages.range(turn.first_new..).next()?;
                let is_fine = HALF_CENT / new + HALF_CENT / old <= ratio.abs() / 2.0;
                let change = (new / old).log10();
                // results are recast too: what was split is nearer to the ratio than to what it was
                is_fine.then(|| (change + ratio).abs() <= ratio.abs() / 2.0)
            })
            .collect();
        if !restated.is_empty() {
            let agree = restated.iter().filter(|agrees| **agrees).count();
            return Some(agree * 2 > restated.len());
        }
        let (before, old) = self.implied.range(..=turn.last_old).next_back()?;
        let (after, new) = self.implied.range(turn.first_new..).next()?;
        Some((new - old - ratio).abs() <= slack(*before, *after, ratio) + FEW)
    }
}

fn facts_of<'a, I>(of_concept: &impl Fn(&'static str) -> I, names: &[&str]) -> Vec<&'a Fact>
where
    I: Iterator<Item = &'a Fact>,
{
    let specs = names.iter().filter_map(|name| metric(name));
    let concepts = specs.flat_map(|spec| spec.concepts);
    concepts
        .flat_map(|candidate| of_concept(candidate.concept))
        .filter(|fact| matches!(fact.class(), FormClass::Periodic | FormClass::Current))
        .filter(|fact| fact.scope == Scope::Consolidated && !fact.is_forward())
        .collect()
}

fn size_of(value: Decimal) -> Option<f64> {
    use rust_decimal::prelude::ToPrimitive as _;
    value.abs().to_f64().filter(|size| *size > 0.0)
}

/// The count of the newest period of each filing, concept by concept.
fn by_concept(counts: &[&Fact]) -> Vec<Readings> {
    let mut newest: BTreeMap<&str, BTreeMap<Date, &Fact>> = BTreeMap::new();
    let order = |fact: &Fact| (fact.period.end, -fact.period.days());
    for fact in counts {
        let filings = newest.entry(&*fact.concept).or_default();
        let known = filings.entry(fact.filed).or_insert(fact);
        if order(fact) > order(known) {
            *known = fact;
        }
    }
    let readings = newest.into_values().map(|filings| {
        let logs = filings
            .into_iter()
            .filter_map(|(filed, fact)| Some((filed, log10(fact.value)?)));
        logs.collect()
    });
    readings.collect()
}

/// Income over earnings per share of the newest period for which a filing states both.
fn implied(per_share: &[&Fact], income: &[&Fact]) -> Readings {
    let earned: BTreeMap<(Date, Period), Decimal> = income
        .iter()
        .rev()
        .map(|fact| ((fact.filed, fact.period), fact.value))
        .collect();
    let mut newest: BTreeMap<Date, (Date, f64)> = BTreeMap::new();
    for fact in per_share {
        let income = earned.get(&(fact.filed, fact.period));
        let is_fine = size_of(fact.value).is_some_and(|size| HALF_CENT / size <= TOO_ROUND);
        let Some(income) = income.filter(|_| is_fine) else {
            continue;
        };
        let (Some(income), Some(each)) = (log10(*income), log10(fact.value)) else {
            continue;
        };
        let reading = (fact.period.end, income - each);
        let known = newest.entry(fact.filed).or_insert(reading);
        if reading.0 > known.0 {
            *known = reading;
        }
    }
    newest
        .into_iter()
        .map(|(filed, (_, count))| (filed, count))
        .collect()
}

/// Neighbours between which a count changed by the ratio.
fn jumps(readings: &Readings, ratio: f64) -> impl Iterator<Item = Turn> {
    readings
        .iter()
        .zip(readings.iter().skip(1))
        .filter(move |((before, old), (after, new))| {
            (*new - *old - ratio).abs() <= slack(**before, **after, ratio)
        })
        .map(|((before, _), (after, _))| Turn {
            last_old: *before,
            first_new: *after,
        })
}

/// How far a count may be from the ratio: little between neighbours; over years it must only be
/// nearer to the ratio than to no change.
fn slack(before: Date, after: Date, ratio: f64) -> f64 {
    if days_between(before, after) <= NEIGHBOURS {
        FEW.min(ratio.abs() / 3.0)
    } else {
        ratio.abs() / 2.0
    }
}

/// Turns that overlap are one, and it lies where they do.
fn merged(mut turns: Vec<Turn>) -> Vec<Turn> {
    turns.sort_by_key(|turn| (turn.last_old, turn.first_new));
    let mut all: Vec<Turn> = Vec::new();
    for turn in turns {
        match all.last_mut() {
            Some(known) if turn.last_old < known.first_new => {
                known.last_old = known.last_old.max(turn.last_old);
                known.first_new = known.first_new.min(turn.first_new);
            }
            _ => all.push(turn),
        }
    }
    all
}
