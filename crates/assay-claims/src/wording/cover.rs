//! Which statements of the evidence bear the words of a claim, and what no statement bears.

use super::lexicon::Class;
use super::statement::Statement;
use super::term::{Kind, Term};

/// A statement beside a claim: for each term of the claim its counterpart.
#[derive(Clone, Debug)]
pub(crate) struct Laid<'s> {
    /// The text of the passage.
    pub(crate) source: &'s str,
    pub(crate) statement: &'s Statement,
    /// Places in the statement's own terms, one for each term of the claim.
    pub(crate) pairs: Vec<Option<usize>>,
    /// The term is covered by what the statement inherits.
    pub(crate) inherited: Vec<bool>,
    pub(crate) weight: f64,
}

/// How much a term weighs among those that must be found.
pub(crate) fn weight(term: &Term) -> f64 {
    weight_among(term, false)
}

/// As [`weight`]; in a sentence with numbers the numbers carry what verbs and words of direction say.
pub(crate) fn weight_among(term: &Term, has_numbers: bool) -> f64 {
    if has_numbers && matches!(term.kind, Kind::Word) {
        return match term.class() {
            _ if !term.is_content() || term.mark.is_some() => 0.0,
            Some(Class::Noun) => 1.0,
            Some(Class::Verb) => 0.2,
            Some(Class::Quality) => 0.4,
            None => 0.6,
        };
    }
    match term.kind {
        Kind::Name => 1.5,
        Kind::Word if !term.is_content() => 0.0,
        Kind::Word => match term.class() {
            Some(Class::Noun) => 1.0,
            Some(Class::Verb) => 0.6,
            Some(Class::Quality) => 0.6,
            None => 0.8,
        },
        Kind::Unread => 0.3,
        Kind::Light | Kind::Number => 0.0,
    }
}

pub(crate) fn laid<'s>(claim: &[Term], source: &'s str, statement: &'s Statement) -> Laid<'s> {
    let mut pairs: Vec<Option<usize>> = Vec::with_capacity(claim.len());
    let mut last = 0;
    let (own, above) = (statement.own, statement.above);
    for term in claim {
        if !term.may_be_among(own) {
            pairs.push(None);
            continue;
        }
        let places = statement
            .terms
            .iter()
            .enumerate()
            .filter(|(_, own)| own.means(term));
        // among several, the nearest to the counterpart of the word before
        let pair = places
            .map(|(place, _)| place)
            .min_by_key(|place| place.abs_diff(last));
        if term.is_content()
            && let Some(place) = pair
        {
            last = place;
        }
        pairs.push(pair);
    }
    let known = statement.terms.iter().chain(&statement.inherited);
    let inherited: Vec<bool> = claim
        .iter()
        .map(|term| {
            term.may_be_among(above) && statement.inherited.iter().any(|own| own.means(term))
                // `operating margin` of rows that say operating income and revenue
                || (!term.words.is_empty()
                    && statement.may_say(&term.words)
                    && term.has_words_among(known.clone()))
        })
        .collect();
    let mut laid = Laid {
        source,
        statement,
        pairs,
        inherited,
        weight: 0.0,
    };
    laid.weight = laid.weight_of(claim);
    laid
}

impl Laid<'_> {
    fn weight_of(&self, claim: &[Term]) -> f64 {
        let covered = claim.iter().enumerate().filter(|(at, _)| self.covers(*at));
        covered.map(|(_, term)| weight(term)).sum()
    }

    /// Takes words that come near those of the claim for them as well. What a thing of business may be
    /// called is in the families; where there are numbers, they are held to their row besides.
    pub(crate) fn widen(&mut self, claim: &[Term]) {
        let has_numbers = claim.iter().any(|term| term.kind == Kind::Number);
        for (at, term) in claim.iter().enumerate() {
            let may_be_near = has_numbers || term.class() != Some(Class::Noun);
            if may_be_near && !self.covers(at) && term.is_nearly_said_by(self.statement) {
                self.inherited
                    .get_mut(at)
                    .into_iter()
                    .for_each(|known| *known = true);
            }
        }
        self.weight = self.weight_of(claim);
    }

    /// The statement itself has the term.
    pub(crate) fn says(&self, at: usize) -> bool {
        self.pairs.get(at).is_some_and(Option::is_some)
    }

    pub(crate) fn covers(&self, at: usize) -> bool {
        self.says(at) || self.inherited.get(at) == Some(&true)
    }
}
