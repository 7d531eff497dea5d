//! A word or fixed expression that carries meaning.

use std::ops::Range;

use assay_figures::cut;

use super::lexicon::{Class, Key, Line, lexicon};
use super::marks::Mark;
use super::reading::taken_apart;
use super::statement::Statement;
use crate::numeral::is_han;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Must be found as it is: a proper name, an acronym, a model number.
    Name,
    Word,
    /// A Chinese word that no list has.
    Unread,
    /// States nothing by itself.
    Light,
    /// Digits.
    Number,
}

/// The bits of several terms: one that shares none with it means none of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signature(u128);

impl Signature {
    pub(crate) fn of(terms: &[Term]) -> Self {
        Self(terms.iter().fold(0, |bits, term| bits | term.signature))
    }

    /// One of some keys may be there.
    #[inline]
    pub(crate) fn may_have(self, keys: &[Key]) -> bool {
        keys.iter().any(|key| self.0 & 1 << (key % 128) != 0)
    }
}

/// A word or fixed expression of a text.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) range: Range<usize>,
    pub(crate) kind: Kind,
    /// Its own stem first.
    pub(crate) keys: Vec<Key>,
    /// The stems of its words.
    pub(crate) parts: Vec<Key>,
    /// Of an expression, the words that state something by themselves, each with its own stem and
    /// families.
    pub(crate) words: Vec<Vec<Key>>,
    /// The lines of further words that it stands in.
    pub(super) further: &'static [Line],
    pub(crate) mark: Option<Mark>,
    /// Punctuation that ends a clause stands before it.
    pub(crate) opens_clause: bool,
    /// A doubt about a thing and not about what is said of it: `the potential buyer`.
    pub(crate) is_attribute: bool,
    /// It opens no clause of its own: `, excluding us`.
    pub(crate) hangs_on: bool,
    /// A bit for each thing that it may share with another term: two that share no bit share nothing.
    pub(super) signature: u128,
}

impl Term {
    pub(super) fn of(range: Range<usize>, kind: Kind, keys: Vec<Key>, parts: Vec<Key>) -> Self {
        let shared = keys.iter().filter(|key| !lexicon().is_side(**key));
        // hashes and counted families alike differ in their last bits
        let bits = shared.chain(&parts).map(|key| 1 << (key % 128));
        let signature = bits.fold(0, |all, bit: u128| all | bit);
        Self {
            range,
            kind,
            keys,
            parts,
            words: Vec::new(),
            further: &[],
            mark: None,
            opens_clause: false,
            is_attribute: false,
            hangs_on: false,
            signature,
        }
    }

    /// As an expression of the words in it.
    pub(super) fn with_words(mut self, text: &str) -> Self {
        let parts = taken_apart(text, &self).into_iter();
        let words: Vec<Vec<Key>> = parts
            .filter(|part| part.kind != Kind::Light)
            .map(|part| part.keys)
            .collect();
        let bits = words.iter().flatten().map(|key| 1 << (key % 128));
        self.signature = bits.fold(self.signature, |all, bit: u128| all | bit);
        self.words = words;
        self
    }

    pub(crate) fn is_content(&self) -> bool {
        matches!(self.kind, Kind::Name | Kind::Word | Kind::Unread)
            && self.mark.is_none_or(Mark::is_content)
    }

    pub(crate) fn is_latin(&self, text: &str) -> bool {
        !cut(text, self.range.clone()).starts_with(is_han)
    }

    /// `total`, `other`: says of which kind a row is, not what it is.
    pub(crate) fn is_generic(&self) -> bool {
        self.mark.is_some()
    }

    /// The same word, or two that may stand for each other.
    #[inline]
    pub(crate) fn means(&self, other: &Self) -> bool {
        // nearly all pairs of terms are told apart by this
        self.signature & other.signature != 0 && self.shares(other)
    }

    /// As [`Self::means`], but for an expression and one of its words: `time deposits` are deposits,
    /// and not all deposits are time deposits.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.signature & other.signature != 0
            && self
                .keys
                .iter()
                .any(|key| !lexicon().is_side(*key) && other.keys.contains(key))
    }

    /// One of some terms means this one, or together they have each word of this expression.
    pub(crate) fn is_said_by<'t>(&self, terms: impl Iterator<Item = &'t Self> + Clone) -> bool {
        terms.clone().any(|other| other.means(self)) || self.has_words_among(terms)
    }

    /// It is an expression, and some terms together have each word of it.
    pub(crate) fn has_words_among<'t>(
        &self,
        terms: impl Iterator<Item = &'t Self> + Clone,
    ) -> bool {
        let has = |word: &Vec<Key>| terms.clone().any(|other| other.has_word(word));
        !self.words.is_empty() && self.words.iter().all(has)
    }

    /// A statement has a word that comes near this one, or the words of such an expression.
    pub(crate) fn is_nearly_said_by(&self, statement: &Statement) -> bool {
        let terms = statement.terms.iter().chain(&statement.inherited);
        if self.further.is_empty() || !self.is_content() || self.mark.is_some() {
            return false;
        }
        let is_near = |other: &Self| self.further.iter().any(|line| other.further.contains(line));
        let has = |word: &Vec<Key>| terms.clone().any(|other| other.has_word(word));
        terms.clone().any(is_near)
            || self.further.iter().any(|line| {
                let mut expressions = lexicon().expressions(*line).iter();
                expressions.any(|words| statement.may_say(words) && words.iter().all(has))
            })
    }

    /// The lists have it, with words that may stand for it and words that come near it.
    pub(crate) fn is_known(&self) -> bool {
        self.keys.len() > 1 && !self.further.is_empty()
    }

    /// This is the word, or has it in it.
    fn has_word(&self, word: &[Key]) -> bool {
        let is_in = |keys: &Vec<Key>| shares_key(keys, word);
        is_in(&self.keys) || self.words.iter().any(is_in)
    }

    /// Whether one of some terms may mean this one, by the bits of all of them.
    #[inline]
    pub(crate) fn may_be_among(&self, signature: Signature) -> bool {
        self.signature & signature.0 != 0
    }

    fn shares(&self, other: &Self) -> bool {
        self.is_same(other) || self.is_one_of(other) || other.is_one_of(self)
    }

    /// A word of the expression, or one that may stand for the thing it names: its last.
    fn is_one_of(&self, expression: &Self) -> bool {
        let is_part = || {
            self.parts.len() == 1
                && expression
                    .parts
                    .iter()
                    .any(|part| self.parts.contains(part))
        };
        let is_thing = |thing: &Vec<Key>| self.words.is_empty() && shares_key(thing, &self.keys);
        is_part() || expression.words.last().is_some_and(is_thing)
    }

    pub(crate) fn class(&self) -> Option<Class> {
        lexicon().class(&self.keys)
    }

    pub(crate) fn is_opposite_of(&self, other: &Self) -> bool {
        !self.means(other) && lexicon().are_opposite(&self.keys, &other.keys)
    }
}

fn shares_key(some: &[Key], others: &[Key]) -> bool {
    let mut known = some.iter().filter(|key| !lexicon().is_side(**key));
    known.any(|key| others.contains(key))
}
