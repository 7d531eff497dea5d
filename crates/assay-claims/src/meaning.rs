//! What the words of a text mean, for whoever compares a question with what may answer it.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_figures::ideas_in;

use crate::wording::{Class, Kind, Mark, Term, others_of, terms_of_families};

/// A word or fixed expression that states something.
#[derive(Clone, Debug)]
pub struct Meaning {
    pub range: Range<usize>,
    pub kind: MeaningKind,
    term: Term,
    ideas: BTreeSet<&'static str>,
}

/// How much a text says by a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeaningKind {
    /// States nothing by itself, as `total` or `report`.
    Light,
    /// What is done, or how something is: writers vary it.
    Said,
    /// What is spoken of.
    Thing,
    /// Stands as it is or not at all: a proper name, an acronym, a model number.
    Name,
}

impl Meaning {
    /// The same word, or two that may stand for each other in one language or across both.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.term.means(&other.term)
    }

    /// Says that something rose or fell.
    pub fn is_way(&self) -> bool {
        matches!(self.term.mark, Some(Mark::Way(_)))
    }

    /// Both say that something rose, or both that it fell, in whatever words.
    pub fn goes_same_way(&self, other: &Self) -> bool {
        matches!(self.term.mark, Some(Mark::Way(_))) && self.term.mark == other.term.mark
    }

    /// A Chinese word that no family has: nothing in another language can be known to say it.
    pub fn is_unread(&self) -> bool {
        self.term.kind == Kind::Unread
    }

    /// The measures and concepts that it names.
    pub fn ideas(&self) -> &BTreeSet<&'static str> {
        &self.ideas
    }

    /// Words of the other language that may stand for it; none where it is in no family.
    pub fn others(&self, text: &str) -> Vec<&'static str> {
        others_of(&self.term, text)
    }
}

/// As [`meanings`], with the measures and concepts that each names.
pub fn meanings_with_ideas(text: &str) -> Vec<Meaning> {
    let mut all = meanings(text);
    for meaning in &mut all {
        meaning.ideas = ideas_in(text.get(meaning.range.clone()).unwrap_or_default());
    }
    all
}

/// The words of a text that state something, in order; digits do not.
pub fn meanings(text: &str) -> Vec<Meaning> {
    let terms = terms_of_families(text).into_iter();
    let all = terms.filter_map(|term| {
        let kind = match term.kind {
            Kind::Number => return None,
            Kind::Light => MeaningKind::Light,
            Kind::Name => MeaningKind::Name,
            Kind::Word | Kind::Unread if !term.is_content() => MeaningKind::Light,
            Kind::Word | Kind::Unread => match term.class() {
                Some(Class::Verb | Class::Quality) => MeaningKind::Said,
                Some(Class::Noun) | None => MeaningKind::Thing,
            },
        };
        Some(Meaning {
            range: term.range.clone(),
            kind,
            term,
            ideas: BTreeSet::new(),
        })
    });
    all.collect()
}
