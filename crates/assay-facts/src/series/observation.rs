//! One period of one concept: which of its vintages counts.

use assay_domain::{Date, Decimal};

use crate::amount::{is_equal_when_rounded, log10, scale_factor};
use crate::metric::{MetricSpec, UnitKind};
use crate::note::Note;
use crate::period::days_between;
use crate::split::{adjusted, ratio_since};
use crate::{Fact, FormClass, Length, Period, View};

/// The value of one period under one concept, and every vintage behind it.
#[derive(Clone, Debug)]
pub(crate) struct Observation<'a> {
    pub(crate) fact: &'a Fact,
    /// On today's share count, where that matters.
    pub(crate) value: Decimal,
    pub(crate) step: i32,
    pub(crate) period: Period,
    pub(crate) length: Length,
    /// Vintages of the same weight as the chosen one, oldest first.
    pub(crate) vintages: Vec<Vintage<'a>>,
    /// What other publishers or weaker forms say of the same period.
    pub(crate) others: Vec<&'a Fact>,
    pub(crate) notes: Vec<Note>,
    pub(crate) is_suspect: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vintage<'a> {
    pub(crate) fact: &'a Fact,
    pub(crate) value: Decimal,
    pub(crate) step: i32,
}

impl Vintage<'_> {
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        is_equal_when_rounded(self.value, self.step, other.value, other.step)
    }

    /// Years after the period in which it was filed: 0 is the report of the period itself.
    fn generation(&self) -> i32 {
        (days_between(self.fact.period.end, self.fact.filed) + 100) / 365
    }
}

/// The days between which the last change of a value became known.
#[derive(Clone, Copy, Debug)]
struct Change {
    last_old: Date,
    first_new: Date,
}

impl<'a> Observation<'a> {
    /// Chooses among facts of the same concept, unit, length and end. `typical` is the logarithm of
    /// what the value should be about.
    pub(crate) fn choose(
        view: &View<'a>,
        spec: &MetricSpec,
        facts: &[&'a Fact],
        typical: Option<f64>,
    ) -> Option<Self> {
        let publisher = facts.iter().map(|fact| fact.publisher).min()?;
        let class = facts
            .iter()
            .filter(|fact| fact.publisher == publisher)
            .map(|fact| fact.class())
            .min()?;
        let (mut pool, mut others): (Vec<&Fact>, Vec<&Fact>) = facts
            .iter()
            .partition(|fact| fact.publisher == publisher && fact.class() == class);
        pool.sort_by_key(|fact| (fact.filed, fact.accession.clone()));
        let newest = *pool.last()?;
        let (pool, elsewhere): (Vec<&Fact>, Vec<&Fact>) = pool
            .into_iter()
            .partition(|fact| fact.period.is_same_as(&newest.period));
        others.extend(elsewhere);
        let mut notes = Vec::new();
        let pool = with_right_scale(spec, pool, typical, &mut notes);
        let vintages: Vec<Vintage<'a>> = pool
            .iter()
            .filter_map(|fact| {
                let ratio = ratio_since(view.splits(), fact.filed);
                let value = adjusted(fact.value, spec.unit, ratio)?;
                let step = match spec.unit {
                    UnitKind::PerShare if ratio != Decimal::ONE => -2,
                    _ => view.book().step(fact),
                };
                Some(Vintage { fact, value, step })
            })
            .collect();
        let chosen = *vintages.last()?;
        if chosen.value != chosen.fact.value {
            notes.push(Note::SplitAdjusted {
                from: chosen.fact.value,
                to: chosen.value,
                ratio: ratio_since(view.splits(), chosen.fact.filed),
            });
        }
        if class == FormClass::Other {
            notes.push(Note::WeakForm {
                form: chosen.fact.form.to_string(),
            });
        }
        let mut observation = Self {
            fact: chosen.fact,
            value: chosen.value,
            step: chosen.step,
            period: chosen.fact.period,
            length: chosen.fact.period.length(),
            vintages,
            others,
            notes,
            is_suspect: false,
        };
        observation.note_change();
        Some(observation)
    }

    fn note_change(&mut self) {
        let Some(change) = self.change() else { return };
        let old = self.vintages.iter().rev().find(|vintage| {
            vintage.fact.filed <= change.last_old && !vintage.is_same_as(&self.current())
        });
        if let Some(old) = old {
            self.notes.push(Note::Superseded {
                old: old.fact.value,
                new: self.fact.value,
                filed: change.first_new,
            });
        }
    }

    fn current(&self) -> Vintage<'a> {
        Vintage {
            fact: self.fact,
            value: self.value,
            step: self.step,
        }
    }

    pub(crate) fn mark_suspect(&mut self, typical: Decimal) {
        self.is_suspect = true;
        self.notes.push(Note::ScaleSuspect {
            value: self.fact.value,
            typical,
        });
    }

    /// When the value of today replaced another one.
    fn change(&self) -> Option<Change> {
        let current = self.current();
        let mut later = self
            .vintages
            .iter()
            .rev()
            .skip_while(|v| v.is_same_as(&current));
        let last_old = later.next()?.fact.filed;
        let first_new = self
            .vintages
            .iter()
            .rev()
            .take_while(|v| v.is_same_as(&current))
            .last()?
            .fact
            .filed;
        Some(Change {
            last_old,
            first_new,
        })
    }

    /// Generations in which the value of today was stated.
    fn generations(&self) -> (i32, i32) {
        let current = self.current();
        let all = self
            .vintages
            .iter()
            .filter(|v| v.is_same_as(&current))
            .map(Vintage::generation);
        let (first, last) = (all.clone().min(), all.max());
        (first.unwrap_or(0), last.unwrap_or(0))
    }

    fn first_filed(&self) -> Date {
        self.vintages
            .first()
            .map_or(self.fact.filed, |vintage| vintage.fact.filed)
    }

    /// Both values are of one basis: neither was changed by a filing that the other one has not
    /// followed.
    pub(crate) fn is_of_one_vintage_with(&self, other: &Self) -> bool {
        if self.change().is_none() && other.change().is_none() {
            let (a, b) = (self.generations(), other.generations());
            return a.0 <= b.1 && b.0 <= a.1;
        }
        self.is_not_left_behind_by(other)
    }

    /// Neither value was changed by a filing that the other one is known not to have followed.
    pub(crate) fn is_not_left_behind_by(&self, other: &Self) -> bool {
        match (self.change(), other.change()) {
            (None, None) => true,
            (Some(change), None) => other.first_filed() >= change.first_new,
            (None, Some(change)) => self.first_filed() >= change.first_new,
            (Some(a), Some(b)) => a.last_old < b.first_new && b.last_old < a.first_new,
        }
    }
}

/// Drops vintages that are a power of a thousand away from the one nearest to what is typical.
fn with_right_scale<'a>(
    spec: &MetricSpec,
    pool: Vec<&'a Fact>,
    typical: Option<f64>,
    notes: &mut Vec<Note>,
) -> Vec<&'a Fact> {
    if !matches!(spec.unit, UnitKind::Money | UnitKind::Shares) {
        return pool;
    }
    let Some(typical) = typical else { return pool };
    let distance = |fact: &Fact| log10(fact.value).map(|log| (log - typical).abs());
    let nearest = pool
        .iter()
        .filter_map(|fact| Some((distance(fact)?, *fact)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, nearest)) = nearest else {
        return pool;
    };
    let (right, wrong): (Vec<&Fact>, Vec<&Fact>) = pool
        .into_iter()
        .partition(|fact| scale_factor(fact.value, nearest.value).is_none());
    notes.extend(wrong.iter().map(|fact| Note::WrongScaleSkipped {
        skipped: fact.value,
        form: fact.form.to_string(),
        filed: fact.filed,
    }));
    right
}
