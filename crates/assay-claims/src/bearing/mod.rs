//! Whether the very clause or cell in which a figure stands bears the words that a claim puts beside
//! its number.

mod amount;
mod event;
mod neighbour;
mod object;
mod order;
mod sense;
mod time;

use std::ops::Range;

use assay_figures::{Unit, cut, metrics_in};

use crate::numeral::{Page, PeriodMark, Value};
use crate::operand::Operand;
use crate::wording::{Bound, Class, Ground, Kind, Mark, Statement, Term, WordProblem, terms};

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
}

impl<'p> Bearing<'_, 'p> {
    /// Words beside a number that no figure bears which it may be.
    pub(crate) fn problems(&self, found: &[Found<'p>]) -> Vec<WordProblem> {
        let segments = segments(self.claim, self.numbers);
        let (mut words, mut numbers) = (Vec::new(), Vec::new());
        for one in found {
            let place = self.numbers.iter().position(|at| *at == one.number.start);
            let Some(segment) = place.and_then(|place| segments.get(place)) else {
                continue;
            };
            let mut asked = self.asked(one, segment.clone());
            asked.retain(|at| !self.is_of_next(one, *at, found));
            let sets = one.readings.iter();
            let unborne = sets.map(|operands| {
                let mut words = self.unborne(one, &asked, operands);
                words.extend(self.opposite(one, &asked, operands));
                let is_other = self.is_turned(one, operands) || self.is_untimely(one, operands);
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
                    && (is_thing || !self.is_known(term))
            })
        };
        let clause = segment.take_while(|at| !ends(at));
        clause.filter(is_asked).collect()
    }

    /// Which of the words the figures do not bear.
    fn unborne(&self, found: &Found<'p>, asked: &[usize], operands: &[Operand<'p>]) -> Vec<String> {
        let is_unborne = |at: &&usize| {
            let Some(term) = self.claim.get(**at) else {
                return false;
            };
            let near = operands.iter().map(|operand| self.near(term, operand));
            match near.max() {
                Some(_)
                    if term.range.start < found.number.start
                        && operands.iter().all(|one| self.is_partly_there(term, one)) =>
                {
                    true
                }
                None | Some(Near::Own) => false,
                Some(Near::Away | Near::Column) if !term.is_content() => false,
                Some(Near::Away)
                    if operands.iter().all(|one| {
                        one.statement.row.is_some() && self.is_of_other_part(term, one)
                    }) =>
                {
                    true
                }
                Some(Near::Column) => term.class() != Some(Class::Verb),
                Some(Near::Beside) => {
                    self.is_alone(found) && operands.iter().any(|one| self.is_beyond(term, one))
                        || operands
                            .iter()
                            .all(|one| self.is_of_neighbour((term, asked), one))
                }
                Some(Near::Away)
                    if self.is_deed(found, **at, operands)
                        || self.is_base(found, term)
                        || self.is_object(found, **at) =>
                {
                    true
                }
                Some(Near::Away) if term.class() == Some(Class::Quality) => operands
                    .iter()
                    .all(|one| self.is_of_rival(found, (term, asked), one)),
                Some(Near::Away) => {
                    (is_thing(term) || self.is_metric(term))
                        && operands
                            .iter()
                            .all(|one| self.is_of_rival(found, (term, asked), one))
                }
            }
        };
        let words = asked.iter().filter(is_unborne);
        words
            .filter_map(|at| self.claim.get(*at))
            .map(|term| cut(self.text, term.range.clone()).to_owned())
            .collect()
    }

    /// The evidence has a word of an expression and nothing for the others: `labour costs` where it speaks of
    /// energy costs.
    fn is_partly_there(&self, term: &Term, operand: &Operand<'p>) -> bool {
        let statement = operand.statement;
        let known = || statement.terms.iter().chain(&statement.inherited);
        let written = cut(self.text, term.range.clone());
        let mut words = written.split([' ', '-']).flat_map(terms);
        // which way it went is held against the figures
        let is_lost = |word: Term| {
            word.is_content() && word.mark.is_none() && !known().any(|own| own.means(&word))
        };
        term.kind == Kind::Word
            && term.class() == Some(Class::Noun)
            && term.parts.len() > 1
            && known().any(|own| own.means(term))
            && !known().any(|own| own.is_same(term))
            && !self.is_known(term)
            && written.is_ascii()
            && words.any(is_lost)
    }

    /// How near to the figure the evidence has a word.
    fn near(&self, term: &Term, operand: &Operand<'p>) -> Near {
        let statement = operand.statement;
        let has = |list: &[Term]| list.iter().any(|own| own.means(term));
        let parted = |list: &[Term]| {
            let has_part = |part| list.iter().any(|own| own.parts.contains(part));
            term.heavy.len() > 1 && term.heavy.iter().all(has_part)
        };
        if statement.row.is_some() {
            let (heads, over) = statement
                .inherited
                .split_at(statement.heads.min(statement.inherited.len()));
            let is_near = |list: &[Term]| has(list) || parted(list);
            return match () {
                () if is_near(&statement.terms) => Near::Own,
                () if is_near(over) && !self.is_of_other_part(term, operand) => Near::Own,
                () if is_near(&terms(&operand.value.name)) => Near::Own,
                () if has(heads) => Near::Column,
                () => Near::Away,
            };
        }
        let segment = self.segment_of(operand);
        let has_same = |list: &[Term]| list.iter().any(|own| own.is_same(term));
        match () {
            // a word of the expression here, the whole of it beside another figure
            () if term.parts.len() > 1 && !has_same(segment) && has_same(&statement.terms) => {
                Near::Beside
            }
            () if has(segment) || has(&statement.inherited) || parted(segment) => Near::Own,
            () if has(&statement.terms) => Near::Beside,
            () => Near::Away,
        }
    }

    /// The caption names all that a table has, and the word is the name of a part of it that the row does
    /// not belong to.
    fn is_of_other_part(&self, term: &Term, operand: &Operand<'p>) -> bool {
        let names = |statement: &Statement| {
            let part = statement
                .inherited
                .get(statement.part.clone())
                .unwrap_or_default();
            part.iter().any(|own| own.means(term))
        };
        let table = operand.statement.row.map(|(table, _)| table);
        let page = self.pages.get(operand.page);
        let mut rows = page.map_or(&[][..], |page| page.statements()).iter();
        !names(operand.statement)
            && rows.any(|other| other.row.map(|(table, _)| table) == table && names(other))
    }

    /// The words of a sentence that are the figure's own.
    fn segment_of(&self, operand: &Operand<'p>) -> &'p [Term] {
        let statement = operand.statement;
        let inside = self
            .figures
            .iter()
            .filter(|other| std::ptr::eq(other.statement, statement) && !other.value.in_name);
        let starts: Vec<usize> = inside
            .map(|other| other.value.range.start - statement.range.start)
            .collect();
        let own = operand.value.range.start - statement.range.start;
        let segments = segments(&statement.terms, &starts);
        let place = starts.iter().position(|start| *start == own);
        let segment = place.and_then(|place| segments.get(place)).cloned();
        let segment = segment.unwrap_or(0..statement.terms.len());
        statement.terms.get(segment).unwrap_or_default()
    }

    /// The claim states no other number, but for the other end of a range.
    fn is_alone(&self, found: &Found<'p>) -> bool {
        let is_range = || match self.numbers {
            [first, second] => {
                let between = cut(self.text, *first..*second);
                between.contains(" to ") || between.contains('至') || between.contains('–')
            }
            _ => false,
        };
        (self.numbers.len() == 1 || is_range()) && !found.is_derived
    }

    /// The word belongs to another figure of the sentence: it stands behind the clause of this one, or
    /// is what is done there, and the clause has a word of its own that the claim does not use.
    fn is_beyond(&self, term: &Term, operand: &Operand<'p>) -> bool {
        let segment = self.segment_of(operand);
        let end = segment.last().map_or(0, |last| last.range.end);
        let terms = &operand.statement.terms;
        let next = terms.iter().find(|own| own.range.start >= end);
        let is_joined = next.is_some_and(|next| next.mark == Some(Mark::Turn));
        let mut places = terms.iter().filter(|own| own.means(term));
        let is_behind = is_joined && places.all(|own| own.range.start >= end);
        let is_verb = |term: &Term| term.class() == Some(Class::Verb);
        let is_other = |own: &Term| {
            own.is_content()
                && own.mark.is_none()
                && (is_behind || is_verb(own))
                && !self
                    .claim
                    .iter()
                    .any(|term| term.is_content() && term.means(own))
        };
        let is_deed = self.is_deed_word(term) && !self.is_metric(term);
        (is_behind || is_deed) && segment.iter().any(is_other)
    }

    /// Another row or sentence has the word, with all that this one has of the claim, and another figure
    /// of the kind.
    fn is_of_rival(
        &self,
        found: &Found<'p>,
        (term, asked): (&Term, &[usize]),
        operand: &Operand<'p>,
    ) -> bool {
        if found.is_derived && operand.statement.row.is_none() {
            return false;
        }
        let is_rival = |other: &&Operand<'p>| {
            let same_place = match (operand.statement.row, other.statement.row) {
                (Some(_), Some(_)) => operand.value.period == other.value.period,
                (None, None) => true,
                _ => false,
            };
            same_place
                && !other.value.in_name
                && !std::ptr::eq(other.statement, operand.statement)
                && is_comparable(other.value, operand.value)
                && other.value.signed() != operand.value.signed()
        };
        let has =
            |statement: &Statement, term: &Term| statement.terms.iter().any(|own| own.means(term));
        let shared: Vec<&Term> = asked
            .iter()
            .filter_map(|at| self.claim.get(*at))
            .filter(|term| is_thing(term) || self.is_metric(term))
            .filter(|term| has(operand.statement, term))
            .collect();
        let mut rivals = self.figures.iter().filter(is_rival);
        rivals.any(|other| {
            has(other.statement, term)
                && (operand.statement.row.is_none() && (is_thing(term) || self.is_metric(term))
                    || shared.iter().all(|term| has(other.statement, term)))
        })
    }
}

/// Where the evidence has a word, seen from a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    /// Not in its statement.
    Away,
    /// Over another column.
    Column,
    /// In its sentence, beside another figure.
    Beside,
    Own,
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
