//! Several figures of one sentence: which of them a word of it belongs to.

use std::ops::Range;

use assay_figures::cut;

use super::near::Parted;
use super::{Bearing, Found, is_comparable, is_thing};
use crate::operand::Operand;
use crate::wording::{Class, Term, weight};

impl<'p> Bearing<'_, 'p> {
    /// The word stands with another figure of the sentence, which the words of the claim name better
    /// than this one.
    pub(super) fn is_of_neighbour(
        &self,
        (term, asked): (&Term, &[usize]),
        operand: &Operand<'p>,
    ) -> bool {
        let statement = operand.statement;
        let is_deed = self.is_deed_word(term) && self.numbers.len() == 1;
        let tells = is_deed || term.class() == Some(Class::Quality);
        let names = is_thing(term) || self.is_metric(term) || tells && term.is_content();
        if operand.statement.row.is_some() || !names || self.lists(operand) {
            return false;
        }
        let own = self.stretch_of(operand);
        let has = |stretch: &[Term], term: &Term| {
            let mut words = stretch.iter();
            match term.parts.len() > 1 {
                true => words.any(|own| own.is_same(term)),
                false => words.any(|own| own.means(term)),
            }
        };
        // what the claim leaves out of the figure's own words is what its word stands in for
        let end = own.last().map_or(0, |last| last.range.end);
        let mut places = statement.terms.iter().filter(|own| own.means(term));
        let is_behind = places.all(|own| own.range.start >= end);
        let is_left_out = |own: &Term| {
            own.is_content()
                && own.mark.is_none()
                && (is_behind || is_thing(own))
                && !self.claim.iter().any(|term| term.means(own))
        };
        if has(own, term) || !own.iter().any(is_left_out) {
            return false;
        }
        let things: Vec<&Term> = asked
            .iter()
            .filter_map(|at| self.claim.get(*at))
            .filter(|term| is_thing(term) || self.is_metric(term))
            .collect();
        let named = |stretch: &[Term]| -> f64 {
            things
                .iter()
                .filter(|term| has(stretch, term))
                .map(|term| weight(term))
                .sum()
        };
        let is_rival = |other: &&Operand<'p>| {
            std::ptr::eq(other.statement, statement)
                && !other.value.in_name
                && is_comparable(other.value, operand.value)
                && other.value.signed() != operand.value.signed()
        };
        let mut rivals = self.figures.iter().filter(is_rival);
        rivals.any(|other| {
            let theirs = self.stretch_of(other);
            let start = |stretch: &[Term]| stretch.first().map(|first| first.range.start);
            // two amounts of one thing
            if start(theirs) == start(own) {
                return false;
            }
            let has_all = things
                .iter()
                .all(|thing| has(theirs, thing) || !has(own, thing));
            has(theirs, term) && (has_all || named(theirs) > named(own))
        })
    }

    /// `other obligations of 5` where the evidence has 5 for obligations and another amount for the others.
    pub(super) fn is_of_others(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let Some(thing) = picked(self.text, self.claim, found.number.start) else {
            return false;
        };
        let names = |one: &Operand<'p>| {
            let page = self.pages.get(one.page);
            let text = page.map_or("", |page| page.source.text);
            let sentence = cut(text, one.statement.range.clone());
            let number = one.value.range.start - one.statement.range.start;
            picked(sentence, &one.statement.terms, number)
        };
        let is_rival = |other: &&Operand<'p>| {
            !other.value.in_name
                && is_comparable(other.value, operand.value)
                && other.value.signed() != operand.value.signed()
        };
        let mut rivals = self.figures.iter().filter(is_rival);
        names(operand).is_none()
            && rivals.any(|other| names(other).is_some_and(|named| named.means(thing)))
    }

    /// `5 and 6, respectively`: what a number belongs to does not stand beside it.
    fn lists(&self, operand: &Operand<'p>) -> bool {
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| page.source.text);
        let sentence = cut(text, operand.statement.range.clone());
        sentence.contains("respectively") || sentence.contains("分别")
    }

    /// The words of a sentence that are the figure's own, back to what it is said of: a number whose
    /// clause names nothing before it is of what was named last.
    fn stretch_of(&self, operand: &Operand<'p>) -> &'p [Term] {
        let statement = operand.statement;
        let Parted {
            place,
            starts,
            segments,
        } = self.parted(operand);
        let Some(place) = place else {
            return &statement.terms;
        };
        let names = |place: usize| {
            let range: Option<&Range<usize>> = segments.get(place);
            let terms = range.and_then(|range| statement.terms.get(range.clone()));
            let start = starts.get(place).copied().unwrap_or_default();
            let mut before = terms
                .unwrap_or_default()
                .iter()
                .take_while(|term| term.range.start < start);
            before.any(|term| term.is_content() && term.mark.is_none() && is_thing(term))
        };
        let first = (0..=place).rev().find(|place| names(*place)).unwrap_or(0);
        let start = segments.get(first).map_or(0, |segment| segment.start);
        let end = segments
            .get(place)
            .map_or(statement.terms.len(), |segment| segment.end);
        statement.terms.get(start..end).unwrap_or_default()
    }
}

/// The thing that `other` stands before, the last one before a number.
fn picked<'t>(text: &str, terms: &'t [Term], number: usize) -> Option<&'t Term> {
    let pairs = terms.windows(2).filter_map(|pair| match pair {
        [word, thing] if cut(text, word.range.clone()).eq_ignore_ascii_case("other") => Some(thing),
        _ => None,
    });
    let mut before = pairs.filter(|thing| thing.range.end <= number && thing.is_content());
    before.next_back()
}
