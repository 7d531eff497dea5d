//! Whether the very clause or cell in which a figure stands bears the words that a claim puts beside
//! its number.

mod amount;
mod count;
mod event;
mod limit;
mod near;
mod neighbour;
mod object;
mod order;
mod sense;
mod time;
mod whose;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use assay_figures::{Period, Unit, cut, metrics_in};

pub(crate) use time::weeks_of;

use near::Near;

use crate::numeral::{Page, PeriodMark, Value};
use crate::operand::Operand;
use crate::wording::{Bound, Class, Ground, Kind, Mark, Term, WordProblem};

/// How far a sentence must share the claim's words to speak of what the claim does.
const WELL_NAMED: f64 = 0.9;

/// A number of a claim with the figures that it may be, or that give it.
pub(crate) struct Found<'p> {
    /// Bytes of the claim.
    number: Range<usize>,
    value: Value,
    /// The figure that it is, or the figures that give it; others of the same value behind them.
    readings: Vec<Vec<Operand<'p>>>,
    is_derived: bool,
}

impl<'p> Found<'p> {
    pub(crate) fn stated(number: &Value, readings: Vec<Operand<'p>>) -> Self {
        Self {
            number: number.range.clone(),
            value: number.clone(),
            readings: readings.into_iter().map(|operand| vec![operand]).collect(),
            is_derived: false,
        }
    }

    pub(crate) fn derived(number: &Value, operands: Vec<Operand<'p>>) -> Self {
        Self {
            number: number.range.clone(),
            value: number.clone(),
            readings: vec![operands],
            is_derived: true,
        }
    }

    /// The figure that the number is, where it is one.
    pub(crate) fn figure(&self) -> Option<&Operand<'p>> {
        let first = self.readings.first().filter(|_| !self.is_derived)?;
        first.first()
    }

    /// The one period that all figures are of from which the number is known.
    fn period(&self) -> Option<Period> {
        let mut periods = self.readings.iter().flatten().map(|one| one.value.period);
        let first = periods.next()??;
        periods.all(|period| period == Some(first)).then_some(first)
    }

    fn stated_in_prose(&self) -> impl Iterator<Item = &Operand<'p>> {
        let readings = self.readings.iter().filter(|_| !self.is_derived);
        readings
            .flatten()
            .filter(|operand| operand.statement.row.is_none())
    }

    pub(crate) fn bound(&self) -> impl Iterator<Item = Bound> {
        self.readings.iter().take(1).flatten().map(Operand::bound)
    }
}

/// A claim beside the figures that its numbers were found to be.
pub(crate) struct Bearing<'a, 'p> {
    pub(crate) text: &'a str,
    /// The same in lower case.
    pub(crate) lower: &'a str,
    pub(crate) claim: &'a [Term],
    pub(crate) pages: &'a [&'p Page<'p>],
    /// Every figure of the evidence.
    pub(crate) figures: &'a [Operand<'p>],
    /// What the whole of each page is about.
    pub(crate) grounds: &'a [&'p Ground],
    /// The periods that the claim names.
    pub(crate) periods: &'a [PeriodMark],
    /// Where the claim's numbers begin.
    pub(crate) numbers: &'a [usize],
    pub(crate) names: RefCell<BTreeMap<&'p str, Rc<Vec<Term>>>>,
    /// A verifier vouches for words of its own choice, but not for those of another figure.
    pub(crate) is_judged: bool,
}

/// Words that join a figure to something, or say with which period it is compared, and name nothing.
fn only_relates(word: &str) -> bool {
    const RELATES: &str = " tied linked related connected associated relating regarding concerning versus against reason ";
    let lower = word.to_lowercase();
    RELATES.contains(&format!(" {lower} "))
        || [
            "over quarter",
            "over year",
            "over month",
            "on quarter",
            "on year",
            "on month",
        ]
        .iter()
        .any(|end| lower.replace('-', " ").ends_with(end))
}

impl<'p> Bearing<'_, 'p> {
    /// Words beside a number that no figure bears which it may be.
    pub(crate) fn problems(&self, found: &[Found<'p>]) -> Vec<WordProblem> {
        let segments = segments(self.claim, self.numbers);
        let (mut words, mut numbers) = (Vec::new(), Vec::new());
        let mut last = Vec::new();
        for one in found {
            let place = self.numbers.iter().position(|at| *at == one.number.start);
            let Some(segment) = place.and_then(|place| segments.get(place)) else {
                continue;
            };
            let mut asked = self.asked(one, segment.clone());
            asked.retain(|at| !self.is_of_next(one, *at, found));
            // what names a range stands before its first end
            if asked.is_empty() && self.ends_range(one, found) {
                asked.clone_from(&last);
            }
            last.clone_from(&asked);
            let sets = self.as_range(one, found);
            let untimely: Vec<bool> = sets.iter().map(|set| self.is_untimely(one, set)).collect();
            let is_dated_otherwise = untimely.contains(&true);
            let unborne = sets
                .into_iter()
                .zip(untimely)
                .map(|(operands, is_untimely)| {
                    let mut words = self.unborne(one, &asked, operands);
                    words.extend(self.opposite(one, &asked, operands));
                    // where one sentence gives the figure its time, the silence of another proves no other
                    let is_other = is_untimely
                        || self.is_turned(one, operands)
                        || is_dated_otherwise && self.is_silent_on_time(operands);
                    (words, is_other)
                });
            let least =
                unborne.min_by_key(|(words, is_other)| words.len() + usize::from(*is_other));
            let (lost, is_other) = match least.unwrap_or_default() {
                (words, false) if words.is_empty() => self.contradicted(one, &asked),
                least => least,
            };
            words.extend(lost);
            numbers.extend(is_other.then(|| cut(self.text, one.number.clone()).to_owned()));
        }
        numbers.extend(self.swapped(found, &segments));
        words.extend(self.said_by_another(found));
        words.extend(self.uncounted());
        if found.is_empty() {
            words.extend(self.misdated(self.periods));
        }
        let words = Some(words).filter(|words| !words.is_empty());
        let numbers = Some(numbers).filter(|numbers| !numbers.is_empty());
        let words = words.map(WordProblem::OfAnother);
        words
            .into_iter()
            .chain(numbers.map(WordProblem::Otherwise))
            .collect()
    }

    /// What a number may be; of the two ends of a range, only what the evidence has as a range.
    fn as_range<'f>(
        &self,
        one: &'f Found<'p>,
        found: &'f [Found<'p>],
    ) -> Vec<&'f Vec<Operand<'p>>> {
        let all: Vec<&Vec<Operand<'p>>> = one.readings.iter().collect();
        let is_end = |other: &&Found<'p>| {
            is_joined(self.text, &one.number, &other.number)
                || is_joined(self.text, &other.number, &one.number)
        };
        let Some(end) = found.iter().find(is_end).filter(|_| !one.is_derived) else {
            return all;
        };
        let is_range = |set: &&Vec<Operand<'p>>| {
            let mut ends = end.readings.iter().flatten();
            let page = set.first().and_then(|operand| self.pages.get(operand.page));
            let text = page.map_or("", |page| page.source.text);
            ends.any(|end| {
                set.iter().any(|operand| {
                    let (a, b) = (&operand.value.range, &end.value.range);
                    operand.page == end.page && (is_joined(text, a, b) || is_joined(text, b, a))
                })
            })
        };
        match all.iter().any(&is_range) {
            true => all.into_iter().filter(is_range).collect(),
            false => all,
        }
    }

    fn ends_range(&self, one: &Found<'p>, found: &[Found<'p>]) -> bool {
        let mut starts = found.iter();
        starts.any(|start| is_joined(self.text, &start.number, &one.number))
    }

    /// It stands between two numbers, and the figure of the second has it: `5,300 shares at a price
    /// of $60`.
    fn is_of_next(&self, one: &Found<'p>, at: usize, found: &[Found<'p>]) -> bool {
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let is_behind = term.range.start > one.number.start;
        let behind = found
            .iter()
            .filter(|next| next.number.start > term.range.start);
        let next = behind.min_by_key(|next| next.number.start);
        if is_behind {
            return next.is_some_and(|next| self.has_own(term, next));
        }
        // `A and B were 5 and 6, respectively`: whose each of them is, is looked at apart
        self.listed_items().is_some() && found.iter().any(|other| self.has_own(term, other))
    }

    /// A figure that the number may be has the word.
    fn has_own(&self, term: &Term, found: &Found<'p>) -> bool {
        let mut readings = found.readings.iter().flatten();
        readings.any(|operand| self.near(term, operand) == Near::Own)
    }

    /// What the sentences that bear all the words beside a number say against it, although a cell of the
    /// same value does not.
    fn contradicted(&self, found: &Found<'p>, asked: &[usize]) -> (Vec<String>, bool) {
        // a limit may be held by figures on either side of it
        let is_limit = |operand: &Operand<'p>| operand.value.magnitude != found.value.magnitude;
        if found.readings.iter().flatten().any(is_limit) {
            return (Vec::new(), false);
        }
        let stated = found.stated_in_prose().map(std::slice::from_ref);
        let is_of_it = |operands: &&[Operand<'p>]| {
            let is_named = operands.iter().all(|operand| operand.named >= WELL_NAMED);
            is_named || self.unborne(found, asked, operands).is_empty()
        };
        let bearing = stated.filter(is_of_it);
        let turned: Vec<(Option<String>, bool)> = bearing
            .map(|operands| {
                let word = self.opposite(found, asked, operands);
                let is_other = word.is_none() && self.is_turned(found, operands);
                (word, is_other)
            })
            .collect();
        let is_turned = |(word, is_other): &(Option<String>, bool)| word.is_some() || *is_other;
        match turned.iter().all(is_turned) {
            true => {
                let first = turned.into_iter().next().unwrap_or_default();
                (first.0.into_iter().collect(), first.1)
            }
            false => (Vec::new(), false),
        }
    }

    fn written(&self, at: usize) -> Option<String> {
        let term = self.claim.get(at)?;
        Some(cut(self.text, term.range.clone()).to_owned())
    }

    /// `sales` is what is measured, whatever else the word may mean.
    fn is_metric(&self, term: &Term) -> bool {
        term.kind == Kind::Word
            && term.class() == Some(Class::Verb)
            && !metrics_in(cut(self.text, term.range.clone())).is_empty()
    }

    /// A word for what is done, whatever else it may mean: `produced`.
    fn is_deed_word(&self, term: &Term) -> bool {
        let written = cut(self.text, term.range.clone());
        term.class() == Some(Class::Verb) || term.may_be_verb() && written.ends_with("ed")
    }

    /// What the whole document is about.
    fn is_known(&self, term: &Term) -> bool {
        let written = cut(self.text, term.range.clone());
        self.grounds
            .iter()
            .any(|ground| ground.bears(term) || (term.kind == Kind::Name && ground.names(written)))
    }

    /// The places of the words that the claim puts beside a number: those of its clause, unless they
    /// are what the whole document is about.
    fn asked(&self, found: &Found<'p>, segment: Range<usize>) -> Vec<usize> {
        let ends = |at: &usize| {
            self.claim.get(*at).is_some_and(|term| {
                let turns =
                    term.mark == Some(Mark::Turn) && cut(self.text, term.range.clone()) != "and";
                let explains = matches!(term.mark, Some(Mark::CauseFollows | Mark::EffectFollows));
                term.range.start > found.number.start && (term.opens_clause || turns || explains)
            })
        };
        let is_asked = |at: &usize| {
            self.claim.get(*at).is_some_and(|term| {
                let is_thing = term.kind == Kind::Word && term.class().is_some();
                // a verb that elsewhere says nothing may tell two figures of a sentence apart
                let is_plain_verb = term.kind == Kind::Light && self.is_deed_word(term);
                (term.is_content() || is_plain_verb)
                    && term.mark.is_none()
                    && !only_relates(cut(self.text, term.range.clone()))
                    && (is_thing || !self.is_known(term))
            })
        };
        let clause = segment.take_while(|at| !ends(at));
        clause.filter(is_asked).collect()
    }
}

/// Both are rates, or neither is; in running text, both are money or neither is. A bare cell may be
/// either.
fn is_comparable(a: &Value, b: &Value) -> bool {
    let is_money = |value: &Value| matches!(value.unit, Unit::Currency(_));
    let in_cells = a.place.is_cell() && b.place.is_cell();
    if in_cells && (a.unit_is_open() || b.unit_is_open()) {
        return true;
    }
    !a.is_other_kind(b) && !b.is_other_kind(a) && (in_cells || is_money(a) == is_money(b))
}

/// Two numbers are the ends of a range.
fn is_joined(text: &str, first: &Range<usize>, second: &Range<usize>) -> bool {
    let between = text.get(first.end..second.start);
    between.is_some_and(|between| {
        let between = between.trim_end_matches(['$', '€', '£', '¥']).trim();
        ["to", "and", "-", "–", "—", "至", "到", "~"].contains(&between)
    })
}

/// A name, or a word for a thing.
fn is_thing(term: &Term) -> bool {
    matches!(term.kind, Kind::Name)
        || term.kind == Kind::Word && matches!(term.class(), Some(Class::Noun) | None)
}

/// The terms around each of some numbers: from the last break before it to the last break before the
/// next one.
fn segments(terms: &[Term], numbers: &[usize]) -> Vec<Range<usize>> {
    let places: Vec<usize> = numbers
        .iter()
        .map(|number| {
            let place = terms.iter().position(|term| term.range.end > *number);
            place.unwrap_or(terms.len())
        })
        .collect();
    let mut found: Vec<Range<usize>> = std::iter::once(0..terms.len()).collect();
    for pair in places.windows(2) {
        let &[before, here] = pair else { continue };
        let is_break = |at: &usize| {
            terms
                .get(*at)
                .is_some_and(|term| term.opens_clause || term.mark == Some(Mark::Turn))
        };
        let last = (before + 1..=here).rev().find(is_break);
        // without a break the words between two numbers may be of either
        if let Some(previous) = found.last_mut() {
            previous.end = last.unwrap_or(here);
        }
        found.push(last.unwrap_or((before + 1).min(here))..terms.len());
    }
    found
}
