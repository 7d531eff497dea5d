//! How near to a figure the evidence has the words that a claim puts beside its number.

use std::ops::Range;
use std::rc::Rc;

use assay_figures::cut;

use super::{Bearing, Found, is_comparable, is_thing, segments};
use crate::operand::Operand;
use crate::wording::{Class, Kind, Mark, Statement, Term, terms, weight};

/// Where the evidence has a word, seen from a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Near {
    /// Not in its statement.
    Away,
    /// Over another column.
    Column,
    /// In its sentence, beside another figure.
    Beside,
    Own,
}

/// Share of the words beside the only number of a claim that the sentence of the figure must have.
const LEAST_THERE: f64 = 0.34;
/// Words beyond which a claim joins what several sentences say.
const MOST_ASKED: usize = 7;

/// A sentence with where its figures begin, and the terms around each of them.
pub(super) struct Parted {
    pub(super) starts: Vec<usize>,
    /// Which of them it was parted for.
    pub(super) place: Option<usize>,
    pub(super) segments: Vec<Range<usize>>,
}

impl<'p> Bearing<'_, 'p> {
    /// Which of the words the figures do not bear.
    pub(super) fn unborne(
        &self,
        found: &Found<'p>,
        asked: &[usize],
        operands: &[Operand<'p>],
    ) -> Vec<String> {
        let words: Vec<&usize> = match self.is_hardly_there(found, asked, operands) {
            true => asked.iter().collect(),
            false => {
                let words = asked.iter();
                let lost = |at: &&usize| self.is_unborne(found, **at, asked, operands);
                words.filter(lost).collect()
            }
        };
        words
            .into_iter()
            .filter_map(|at| self.claim.get(*at))
            .filter(|term| !self.is_judged || self.is_of_other_figure(term, operands))
            .map(|term| cut(self.text, term.range.clone()).to_owned())
            .collect()
    }

    /// Another figure of the kind has the word, so that it is no other word for this one.
    fn is_of_other_figure(&self, term: &Term, operands: &[Operand<'p>]) -> bool {
        let is_other = |other: &&Operand<'p>| {
            !other.value.in_name
                && operands.iter().all(|own| {
                    !std::ptr::eq(own.value, other.value) && is_comparable(own.value, other.value)
                })
        };
        let mut others = self.figures.iter().filter(is_other);
        others.any(|other| self.near(term, other) == Near::Own)
    }

    fn is_unborne(
        &self,
        found: &Found<'p>,
        at: usize,
        asked: &[usize],
        operands: &[Operand<'p>],
    ) -> bool {
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let all = |test: &dyn Fn(&Operand<'p>) -> bool| operands.iter().all(test);
        let near = operands.iter().map(|operand| self.near(term, operand));
        match near.max() {
            Some(_)
                if term.range.start < found.number.start
                    && all(&|one| self.is_partly_there(term, one)) =>
            {
                true
            }
            None | Some(Near::Own) => false,
            Some(Near::Away | Near::Column) if !term.is_content() => false,
            Some(Near::Away)
                if all(&|one| one.statement.row.is_some() && self.is_of_other_part(term, one)) =>
            {
                true
            }
            Some(Near::Column) => term.class() != Some(Class::Verb),
            Some(Near::Beside) => {
                self.is_alone(found) && operands.iter().any(|one| self.is_beyond(term, one))
                    || all(&|one| self.is_of_neighbour((term, asked), one))
            }
            Some(Near::Away) => {
                let names =
                    is_thing(term) || self.is_metric(term) || term.class() == Some(Class::Quality);
                self.must_be_there(found, at, operands)
                    || names && all(&|one| self.is_of_rival(found, (term, asked), one))
            }
        }
    }

    /// A word that says of what, or of whom, the number is, so that its sentence or row must have it.
    fn must_be_there(&self, found: &Found<'p>, at: usize, operands: &[Operand<'p>]) -> bool {
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let is_name = term.kind == Kind::Name || self.opens_with(term);
        let is_thing = term.kind == Kind::Word && term.class() == Some(Class::Noun);
        let mut prose = operands.iter();
        let is_stated_of_others = !found.is_derived
            && (is_name && operands.iter().all(|one| self.is_of_elsewhere(term, one))
                || is_thing
                    && self.is_moved(found, at)
                    && prose.all(|one| one.statement.row.is_none()));
        is_stated_of_others
            || self.is_deed(found, at, operands)
            || self.is_base(found, term) && !self.is_qualified_beside(at, operands)
            || self.is_object(found, at)
    }

    /// The sentence of the only number of a claim has hardly any of the words that the claim puts beside it.
    fn is_hardly_there(
        &self,
        found: &Found<'p>,
        asked: &[usize],
        operands: &[Operand<'p>],
    ) -> bool {
        let [operand] = operands else {
            return false;
        };
        let terms = asked.iter().filter_map(|at| self.claim.get(*at));
        let words: Vec<&Term> = terms.filter(|term| term.kind == Kind::Word).collect();
        let weigh = |least: Near| -> f64 {
            let there = words.iter();
            let there = there.filter(|term| self.near(term, operand) >= least);
            there.map(|term| weight(term)).sum()
        };
        // one word may be a paraphrase, and a long sentence is put together from several
        !found.is_derived
            && operand.statement.row.is_none()
            && self.numbers.len() == 1
            && words.len() > 1
            && asked.len() <= MOST_ASKED
            && weigh(Near::Beside) < weigh(Near::Away) * LEAST_THERE
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

    /// The words of what a cell is called, which many words of the claim are looked for in.
    fn name_of(&self, operand: &Operand<'p>) -> Rc<Vec<Term>> {
        let name: &'p str = &operand.value.name;
        let mut names = self.names.borrow_mut();
        let known = names.entry(name).or_insert_with(|| Rc::new(terms(name)));
        Rc::clone(known)
    }

    /// How near to the figure the evidence has a word.
    pub(super) fn near(&self, term: &Term, operand: &Operand<'p>) -> Near {
        let statement = operand.statement;
        let has = |list: &[Term]| list.iter().any(|own| own.means(term));
        let parted = |list: &[Term]| term.words.len() > 1 && term.is_said_by(list.iter());
        if statement.row.is_some() {
            let (heads, over) = statement
                .inherited
                .split_at(statement.heads.min(statement.inherited.len()));
            let is_near = |list: &[Term]| has(list) || parted(list);
            return match () {
                () if is_near(&statement.terms) => Near::Own,
                () if is_near(over) && !self.is_of_other_part(term, operand) => Near::Own,
                () if is_near(&self.name_of(operand)) => Near::Own,
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

    /// Between it and the number stands no more than which way it went: `costs fell by 5%`.
    fn is_moved(&self, found: &Found<'p>, at: usize) -> bool {
        let behind = self.claim.get(at + 1..).unwrap_or_default().iter();
        let mut between = behind
            .take_while(|term| term.range.end <= found.number.start)
            .filter(|term| term.kind != Kind::Light || term.mark.is_some());
        let moves = |term: &&Term| matches!(term.mark, Some(Mark::Way(_)));
        let may_stand = |term: &Term| matches!(term.mark, Some(Mark::Way(_) | Mark::Hedge(_)));
        between.clone().any(|term| moves(&term)) && between.all(may_stand)
    }

    /// The first word of a claim that no list has is most likely a name.
    fn opens_with(&self, term: &Term) -> bool {
        term.range.start == 0 && term.kind == Kind::Word && term.class().is_none()
    }

    /// A name that the evidence has, but neither with the figure nor in a sentence beside its own: what a
    /// sentence speaks of is named in it or right before it.
    fn is_of_elsewhere(&self, term: &Term, operand: &Operand<'p>) -> bool {
        const BESIDE: usize = 2;
        let pages = self.pages.iter().enumerate();
        let mut statements = pages.flat_map(|(place, page)| {
            let all = page.statements().iter().enumerate();
            all.map(move |(at, statement)| (place, at, statement))
        });
        if self.is_author(term) {
            return false;
        }
        let has = |statement: &Statement| statement.terms.iter().any(|own| own.means(term));
        let page = self.pages.get(operand.page);
        let own = page.and_then(|page| {
            let mut all = page.statements().iter();
            all.position(|statement| std::ptr::eq(statement, operand.statement))
        });
        let Some(own) = own.filter(|_| statements.any(|(_, _, statement)| has(statement))) else {
            return false;
        };
        let near = page.map_or(&[][..], |page| page.statements());
        let near = near.iter().enumerate();
        let mut near = near.filter(|(at, _)| at.abs_diff(own) <= BESIDE);
        match operand.statement.row {
            Some((table, _)) => self.pages.iter().any(|page| {
                let mut rows = page.statements().iter();
                rows.any(|row| row.row.is_some_and(|(other, _)| other == table) && has(row))
            }),
            None => !near.any(|(_, statement)| has(statement)),
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
    pub(super) fn segment_of(&self, operand: &Operand<'p>) -> &'p [Term] {
        let statement = operand.statement;
        let Parted {
            place, segments, ..
        } = self.parted(operand);
        let segment = place.and_then(|place| segments.get(place)).cloned();
        let segment = segment.unwrap_or(0..statement.terms.len());
        statement.terms.get(segment).unwrap_or_default()
    }

    /// The claim states no other number, but for the other end of a range.
    pub(super) fn is_alone(&self, found: &Found<'p>) -> bool {
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
        let is_joined = next.is_some_and(|next| {
            next.mark == Some(Mark::Turn) || self.names_part_before(next, operand)
        });
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

    /// `30 sites, of which 8 are leased`: what is said from there on is said of a part.
    fn names_part_before(&self, next: &Term, operand: &Operand<'p>) -> bool {
        const PARTS: [&str; 4] = ["of which", "of whom", "of these", "其中"];
        let from = operand.value.range.end - operand.statement.range.start;
        let between = cut(self.written_in(operand), from..next.range.end).to_lowercase();
        PARTS.iter().any(|words| between.contains(words))
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

    /// The sentence of a figure, cut at its figures.
    pub(super) fn parted(&self, operand: &Operand<'p>) -> Parted {
        let statement = operand.statement;
        let inside = self
            .figures
            .iter()
            .filter(|other| std::ptr::eq(other.statement, statement) && !other.value.in_name);
        let starts: Vec<usize> = inside
            .map(|other| other.value.range.start - statement.range.start)
            .collect();
        let own = operand.value.range.start - statement.range.start;
        Parted {
            place: starts.iter().position(|start| *start == own),
            segments: segments(&statement.terms, &starts),
            starts,
        }
    }
}
