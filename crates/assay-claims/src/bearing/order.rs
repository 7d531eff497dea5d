//! Several numbers that one sentence has: each must go to the same thing as there.

use std::ops::Range;

use super::{Bearing, Found};
use crate::operand::Operand;
use crate::wording::Term;

impl<'p> Bearing<'_, 'p> {
    /// The number of a pair that the evidence gives to the other thing: `A 62% and B 38%` where it says
    /// `A and B 38% and 62%, respectively`.
    pub(super) fn swapped(&self, found: &[Found<'p>], segments: &[Range<usize>]) -> Option<String> {
        for (place, first) in found.iter().enumerate() {
            for second in found.iter().skip(place + 1) {
                if self.is_swapped(first, second, segments) {
                    let number = second.number.clone();
                    return self.text.get(number).map(str::to_owned);
                }
            }
        }
        None
    }

    fn is_swapped(&self, a: &Found<'p>, b: &Found<'p>, segments: &[Range<usize>]) -> bool {
        let (mut own, mut other) = (self.things(a, segments), self.things(b, segments));
        let shared: Vec<usize> = own.iter().map(|term| term.range.start).collect();
        own.retain(|term| !other.iter().any(|other| other.range == term.range));
        other.retain(|term| !shared.contains(&term.range.start));
        // what stands before a number names it; what is behind may be what both are of
        let is_before = |found: &Found<'p>, term: &Term| term.range.start < found.number.start;
        let leads = |terms: &[&Term], found| terms.iter().any(|term| is_before(found, term));
        match (leads(&own, a), leads(&other, b)) {
            (true, true) => {
                own.retain(|term| is_before(a, term));
                other.retain(|term| is_before(b, term));
            }
            (false, false) => {}
            _ => return false,
        }
        let pairs: Vec<(&Operand<'p>, &Operand<'p>)> = a
            .stated_in_prose()
            .flat_map(|a| b.stated_in_prose().map(move |b| (a, b)))
            .filter(|(a, b)| std::ptr::eq(a.statement, b.statement))
            .filter(|(a, b)| !std::ptr::eq(a.value, b.value))
            .collect();
        !pairs.is_empty()
            && pairs
                .iter()
                .all(|(a, b)| is_crossed((a, &own), (b, &other)))
    }

    fn things(&self, found: &Found<'p>, segments: &[Range<usize>]) -> Vec<&Term> {
        let place = self.numbers.iter().position(|at| *at == found.number.start);
        let segment = place.and_then(|place| segments.get(place)).cloned();
        let terms = self.claim.get(segment.unwrap_or_default());
        let things = terms.unwrap_or_default().iter();
        things
            .filter(|term| term.is_content() && term.mark.is_none())
            .collect()
    }
}

/// What only the one and only the other number has beside it stand in the sentence the other way round
/// than the figures.
fn is_crossed(a: (&Operand<'_>, &[&Term]), b: (&Operand<'_>, &[&Term])) -> bool {
    let terms = &a.0.statement.terms;
    let once = |term: &&&Term| {
        let mut places = terms.iter().filter(|own| own.means(term));
        let first = places.next();
        first.filter(|_| places.next().is_none())
    };
    let alone = |own: &[&Term], other: &[&Term]| -> Vec<usize> {
        let own = own
            .iter()
            .filter(|term| !other.iter().any(|other| other.means(term)));
        own.filter_map(|term| once(&term))
            .map(|term| term.range.start)
            .collect()
    };
    let first = alone(a.1, b.1).into_iter().min();
    let second = alone(b.1, a.1).into_iter().min();
    let in_order = a.0.value.range.start < b.0.value.range.start;
    first
        .zip(second)
        .is_some_and(|(a, b)| a != b && (a < b) != in_order)
}
