//! A claim laid over its source: repetitions with a number changed.

use super::align::{self, Token};
use super::bind::Asked;
use super::book::{Book, Entry};
use super::reading::Reading;

/// A sentence of the claim laid over a stretch of a source with the same words.
pub(crate) struct Overlay<'a> {
    pub(crate) page: usize,
    pub(crate) pairs: Vec<(&'a Token, &'a Token)>,
    words: usize,
}

/// From so many equal words on, a sentence is a repetition, and other numbers in it are errors.
const REPETITION: usize = 3;

impl Overlay<'_> {
    pub(crate) fn is_repetition(&self) -> bool {
        let has_number = self
            .pairs
            .iter()
            .any(|(own, _)| matches!(own, Token::Number(_)));
        self.words >= REPETITION || (self.words + 1 >= REPETITION && !has_number)
    }
}

/// A claim and the sources under it.
#[derive(Clone, Copy)]
pub(crate) struct Light<'a> {
    pub(crate) own: &'a Reading,
    pub(crate) book: &'a Book<'a>,
}

impl<'a> Light<'a> {
    pub(crate) fn overlay<'t>(&'t self, tokens: &'t [Token]) -> Option<Overlay<'t>> {
        let words = tokens
            .iter()
            .filter(|token| matches!(token, Token::Word(_)))
            .count();
        let mut best: Option<(usize, Overlay<'t>)> = None;
        for (page, source) in self.book.pages.iter().enumerate() {
            for place in align::places(tokens, &source.tokens) {
                let there = source.tokens.get(place..).unwrap_or_default();
                let pairs: Vec<(&Token, &Token)> = tokens.iter().zip(there).collect();
                let same = pairs.iter().filter(|pair| self.is_same(page, pair)).count();
                let overlay = Overlay { page, pairs, words };
                if best.as_ref().is_none_or(|(most, _)| same > *most) {
                    best = Some((same, overlay));
                }
            }
        }
        best.map(|(_, overlay)| overlay)
    }

    pub(crate) fn is_same(&self, page: usize, pair: &(&Token, &Token)) -> bool {
        let Some(source) = self.book.pages.get(page).map(|page| &page.reading) else {
            return false;
        };
        match pair {
            (Token::Word(_), Token::Word(_)) => true,
            (Token::Turn(a), Token::Turn(b)) => a == b,
            (Token::Number(a), Token::Number(b)) => {
                let values = self.own.values.get(*a).zip(source.values.get(*b));
                values.is_some_and(|(a, b)| align::is_same(a, b))
            }
            (Token::Period(a), Token::Period(b)) => {
                let marks = self.own.periods.get(*a).zip(source.periods.get(*b));
                marks.is_some_and(|(a, b)| {
                    a.period.year == b.period.year && a.period.span == b.period.span
                })
            }
            _ => false,
        }
    }

    /// The number at the same place of the same words, and whether all that belongs to it is equal.
    pub(crate) fn laid_over(
        &self,
        place: usize,
        overlay: &Overlay<'_>,
    ) -> Option<(Option<Entry<'a>>, bool)> {
        let at = overlay
            .pairs
            .iter()
            .position(|(own, _)| **own == Token::Number(place))?;
        let pair = overlay.pairs.get(at)?;
        let entry = match pair.1 {
            Token::Number(there) => {
                let page = self.book.pages.get(overlay.page)?;
                let value = page.reading.values.get(*there)?;
                Some(Entry {
                    page,
                    value,
                    in_text: true,
                })
            }
            _ => None,
        };
        let turn = self.turned(at, overlay);
        Some((entry, self.is_same(overlay.page, pair) && !turn))
    }

    /// A word of direction next to the number says the opposite of the source.
    fn turned(&self, at: usize, overlay: &Overlay<'_>) -> bool {
        let differs =
            |pair: &(&Token, &Token)| matches!(pair, (Token::Turn(a), Token::Turn(b)) if a != b);
        let numbers = overlay
            .pairs
            .iter()
            .enumerate()
            .filter(|(_, (own, _))| matches!(own, Token::Number(_)));
        let turns = overlay
            .pairs
            .iter()
            .enumerate()
            .filter(|(_, pair)| differs(pair));
        let places: Vec<usize> = numbers.map(|(place, _)| place).collect();
        turns.into_iter().any(|(turn, _)| {
            let next = places.iter().find(|place| **place > turn).or(places.last());
            next == Some(&at)
        })
    }

    /// The claim repeats a sentence and changes nothing but this number or the direction it took.
    pub(crate) fn is_only_change(
        &self,
        overlay: &Overlay<'_>,
        entry: &Entry<'_>,
        asked: &Asked<'_>,
    ) -> bool {
        let differs = |pair: &&(&Token, &Token)| !self.is_same(overlay.page, pair);
        let changed = overlay.pairs.iter().filter(differs);
        let turned = changed.clone().any(|pair| matches!(pair.0, Token::Turn(_)));
        let alike = entry.value.place.is_cell() == asked.value.place.is_cell();
        alike && (turned || changed.count() == 1)
    }
}
