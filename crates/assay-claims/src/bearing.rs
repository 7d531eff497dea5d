//! Whether the very clause or cell in which a figure stands bears the words that a claim puts beside
//! its number.

use std::ops::Range;

use assay_figures::{Unit, cut};

use crate::numeral::{Page, Value};
use crate::operand::Operand;
use crate::wording::{Bound, Class, Ground, Kind, Mark, Term, WordProblem, terms};

/// A number of a claim with the figures that it may be, or that give it.
pub(crate) struct Found<'p> {
    /// Bytes of the claim.
    number: Range<usize>,
    /// The figure that it is, or the figures that give it; others of the same value behind them.
    readings: Vec<Vec<Operand<'p>>>,
    is_derived: bool,
}

impl<'p> Found<'p> {
    pub(crate) fn stated(number: &Value, readings: Vec<Operand<'p>>) -> Self {
        Self {
            number: number.range.clone(),
            readings: readings.into_iter().map(|operand| vec![operand]).collect(),
            is_derived: false,
        }
    }

    pub(crate) fn derived(number: &Value, operands: Vec<Operand<'p>>) -> Self {
        Self {
            number: number.range.clone(),
            readings: vec![operands],
            is_derived: true,
        }
    }

    pub(crate) fn bound(&self) -> impl Iterator<Item = Bound> {
        self.readings.iter().take(1).flatten().map(Operand::bound)
    }
}

/// A claim beside the figures that its numbers were found to be.
pub(crate) struct Bearing<'a, 'p> {
    pub(crate) text: &'a str,
    pub(crate) claim: &'a [Term],
    pub(crate) pages: &'a [&'p Page<'p>],
    /// Every figure of the evidence.
    pub(crate) figures: &'a [Operand<'p>],
    /// Where the claim's numbers begin.
    pub(crate) numbers: &'a [usize],
}

impl<'p> Bearing<'_, 'p> {
    /// Words beside a number that no figure bears which it may be.
    pub(crate) fn problems(&self, found: &[Found<'p>]) -> Vec<WordProblem> {
        let grounds: Vec<Ground> = self.pages.iter().map(|page| Ground::of(page)).collect();
        let segments = segments(self.claim, self.numbers);
        let mut words = Vec::new();
        for found in found {
            let place = self.numbers.iter().position(|at| *at == found.number.start);
            let Some(segment) = place.and_then(|place| segments.get(place)) else {
                continue;
            };
            let asked = self.asked(found, segment.clone(), &grounds);
            let sets = found.readings.iter();
            let unborne = sets.map(|operands| self.unborne(found, &asked, operands));
            words.extend(unborne.min_by_key(Vec::len).unwrap_or_default());
        }
        match words.is_empty() {
            true => Vec::new(),
            false => vec![WordProblem::OfAnother(words)],
        }
    }

    /// The places of the words that the claim puts beside a number: those of its clause, unless they
    /// are what the whole document is about.
    fn asked(&self, found: &Found<'p>, segment: Range<usize>, grounds: &[Ground]) -> Vec<usize> {
        let is_known = |term: &Term| {
            let written = cut(self.text, term.range.clone());
            let mut grounds = grounds.iter();
            grounds.any(|ground| {
                ground.bears(term) || (term.kind == Kind::Name && ground.names(written))
            })
        };
        let ends = |at: &usize| {
            self.claim.get(*at).is_some_and(|term| {
                let turns =
                    term.mark == Some(Mark::Turn) && cut(self.text, term.range.clone()) != "and";
                let explains = matches!(term.mark, Some(Mark::CauseFollows | Mark::EffectFollows));
                term.range.start > found.number.start && (term.opens_clause || turns || explains)
            })
        };
        let is_asked = |at: &usize| {
            self.claim
                .get(*at)
                .is_some_and(|term| term.is_content() && term.mark.is_none() && !is_known(term))
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
                None | Some(Near::Own) => false,
                Some(Near::Column) => is_thing(term),
                Some(Near::Beside) => {
                    self.is_alone(found) && operands.iter().any(|one| self.is_beyond(term, one))
                }
                Some(Near::Away) => {
                    is_thing(term)
                        && (operands
                            .iter()
                            .all(|one| self.is_of_rival(found, term, one))
                            || self.is_object(found, **at))
                }
            }
        };
        let words = asked.iter().filter(is_unborne);
        words
            .filter_map(|at| self.claim.get(*at))
            .map(|term| cut(self.text, term.range.clone()).to_owned())
            .collect()
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
            let mut own = terms(&operand.value.name);
            own.extend(statement.terms.iter().chain(over).cloned());
            return match () {
                () if has(&own) || parted(&own) => Near::Own,
                () if has(heads) => Near::Column,
                () => Near::Away,
            };
        }
        let segment = self.segment_of(operand);
        match () {
            () if has(segment) || has(&statement.inherited) || parted(segment) => Near::Own,
            () if has(&statement.terms) => Near::Beside,
            () => Near::Away,
        }
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

    /// The claim states no other number.
    fn is_alone(&self, found: &Found<'p>) -> bool {
        self.numbers.len() == 1 && !found.is_derived
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
                && !self.claim.iter().any(|term| term.means(own))
        };
        (is_behind || is_verb(term)) && segment.iter().any(is_other)
    }

    /// Another row or sentence has the word, and another figure of the kind.
    fn is_of_rival(&self, found: &Found<'p>, term: &Term, operand: &Operand<'p>) -> bool {
        if found.is_derived && operand.statement.row.is_none() {
            return false;
        }
        let is_rival = |other: &&Operand<'p>| {
            let same_place = match (operand.statement.row, other.statement.row) {
                (Some((a, _)), Some((b, _))) => a == b && other.page == operand.page,
                (None, None) => true,
                _ => false,
            };
            same_place
                && !other.value.in_name
                && !std::ptr::eq(other.statement, operand.statement)
                && is_comparable(other.value, operand.value)
                && other.value.signed() != operand.value.signed()
        };
        let mut rivals = self.figures.iter().filter(is_rival);
        rivals.any(|other| other.statement.terms.iter().any(|own| own.means(term)))
    }

    /// It stands right behind the number: what is counted, or what the money is for.
    fn is_object(&self, found: &Found<'p>, at: usize) -> bool {
        let number = self
            .claim
            .iter()
            .position(|term| term.range.end > found.number.start);
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let written = cut(self.text, term.range.clone()).to_lowercase();
        if term.class().is_none() || term.kind == Kind::Name || PLAIN.contains(&written.as_str()) {
            return false;
        }
        let Some((before, between)) = number
            .and_then(|number| Some((self.claim.get(..number)?, self.claim.get(number..at)?)))
        else {
            return false;
        };
        let is_content = |term: &&Term| term.is_content();
        // a number that opens the sentence is what the sentence is about
        before.iter().any(|term| term.is_content())
            && between.iter().filter(is_content).count() < 2
            && between.iter().all(|term| term.mark != Some(Mark::Turn))
    }
}

/// Words for money itself, which say nothing of what it is for.
const PLAIN: [&str; 16] = [
    "amount", "amounts", "cost", "costs", "expense", "expenses", "price", "spending", "sum",
    "value", "worth", "支出", "费用", "成本", "金额", "资金",
];

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

/// Both are rates, or neither is; in running text, both are money or neither is.
fn is_comparable(a: &Value, b: &Value) -> bool {
    let is_money = |value: &Value| matches!(value.unit, Unit::Currency(_));
    let in_cells = a.place.is_cell() && b.place.is_cell();
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
    let mut starts = vec![0];
    for pair in places.windows(2) {
        let &[before, here] = pair else { continue };
        let is_break = |at: &usize| {
            terms
                .get(*at)
                .is_some_and(|term| term.opens_clause || term.mark == Some(Mark::Turn))
        };
        let last = (before + 1..=here).rev().find(is_break);
        starts.push(last.unwrap_or((before + 1).min(here)));
    }
    let ends = starts.iter().skip(1).copied().chain([terms.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect()
}
