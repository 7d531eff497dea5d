//! A claim that repeats a stretch of its source word for word, numbers apart: then each number must
//! be the one that stands at its place.

use std::ops::Range;
use std::sync::LazyLock;

use assay_figures::{Direction, WordSet, cut, direction_in_han, direction_word};

use super::reading::Reading;
use super::value::{Hedge, Value};
use super::words::{is_han, tokens};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    /// A word that says up or down, gain or loss.
    Turn(Direction),
    /// Place in the list of values.
    Number(usize),
    /// Place in the list of periods.
    Period(usize),
}

/// The words and numbers of a part of a text.
pub(crate) fn token_list(text: &str, reading: &Reading, within: &Range<usize>) -> Vec<Token> {
    let mut marks: Vec<(Range<usize>, Token)> = Vec::new();
    for (place, value) in reading.values.iter().enumerate() {
        marks.push((value.range.clone(), Token::Number(place)));
    }
    for (place, mark) in reading.periods.iter().enumerate() {
        marks.push((mark.range.clone(), Token::Period(place)));
    }
    // Of two at one place the number comes first and the other is left out.
    marks.sort_by_key(|(range, _)| (range.start, range.end));
    let mut found = Vec::new();
    let mut at = within.start;
    for (range, token) in marks {
        if range.start < at || range.end > within.end {
            continue;
        }
        add_words(cut(text, at..range.start), &mut found);
        found.push(token);
        at = range.end;
    }
    add_words(cut(text, at..within.end), &mut found);
    found
}

fn add_words(text: &str, into: &mut Vec<Token>) {
    for word in tokens(text) {
        if word.starts_with(is_han) {
            let mut rest = word;
            while let Some((start, end, direction)) = direction_in_han(rest) {
                if start > 0 {
                    into.push(Token::Word(cut(rest, 0..start).to_owned()));
                }
                into.push(Token::Turn(direction));
                rest = cut(rest, end..rest.len());
            }
            if !rest.is_empty() {
                into.push(Token::Word(rest.to_owned()));
            }
        } else {
            into.push(match turn(word) {
                Some(direction) => Token::Turn(direction),
                None => Token::Word(word.to_lowercase()),
            });
        }
    }
}

fn turn(word: &str) -> Option<Direction> {
    static LOSSES: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(["loss", "losses", "deficit"]));
    static GAINS: LazyLock<WordSet> =
        LazyLock::new(|| WordSet::of(["income", "profit", "profits", "earnings", "surplus"]));
    if LOSSES.contains(word) {
        Some(Direction::Down)
    } else if GAINS.contains(word) {
        Some(Direction::Up)
    } else {
        direction_word(word)
    }
}

/// The places of `source` at which all of `claim` stands, numbers and turns apart.
pub(crate) fn places(claim: &[Token], source: &[Token]) -> Vec<usize> {
    let same = |(a, b): (&Token, &Token)| match (a, b) {
        (Token::Word(a), Token::Word(b)) => a == b,
        (Token::Turn(_), Token::Turn(_)) => true,
        (Token::Number(_) | Token::Period(_), Token::Number(_) | Token::Period(_)) => true,
        _ => false,
    };
    if claim.is_empty() {
        return Vec::new();
    }
    source
        .windows(claim.len())
        .enumerate()
        .filter(|(_, window)| claim.iter().zip(*window).all(same))
        .map(|(place, _)| place)
        .collect()
}

/// Whether two numbers at the same place of the same words say the same, rounding allowed.
pub(crate) fn is_same(claim: &Value, source: &Value) -> bool {
    if squeezed(&claim.raw).eq(squeezed(&source.raw)) {
        return true;
    }
    let is_equal = || {
        let plain = Value {
            hedge: source.hedge,
            ..claim.clone()
        };
        plain.compare(source).is_ok()
    };
    claim.negative == source.negative && is_equal() && {
        // `took over 31 restaurants` hedges nothing.
        claim.hedge == Hedge::None || claim.magnitude == source.magnitude
    }
}

fn squeezed(raw: &str) -> impl Iterator<Item = char> {
    raw.chars().filter(|c| !c.is_whitespace())
}
