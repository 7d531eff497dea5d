//! Cause and effect of a claim against those of its statement.

use assay_figures::cut;

use super::WordProblem;
use super::cover::{Laid, weight};
use super::marks::Mark;
use super::polarity::Sides;
use super::term::Term;

/// Share of the weight of a cause that need not be found.
const MOST_LOST: f64 = 0.5;

impl Sides<'_> {
    /// Cause and effect stand on the same sides of the statement's causal words.
    pub(super) fn cause(&self, laids: &[&Laid<'_>]) -> Option<WordProblem> {
        let (causes, _) = split_by_cause(self.claim)?;
        let statement = &self.laid.statement.terms;
        let Some((theirs, effects)) = split_by_cause(statement) else {
            let told = laids
                .iter()
                .any(|laid| split_by_cause(&laid.statement.terms).is_some());
            return (!told).then_some(WordProblem::Cause);
        };
        let pairs: Vec<usize> = self
            .pairs()
            .into_iter()
            .filter(|(at, _)| causes.contains(at))
            .map(|(_, place)| place)
            .collect();
        let right = pairs.iter().filter(|place| theirs.contains(place)).count();
        let wrong = pairs.iter().filter(|place| effects.contains(place)).count();
        let is_thing = |at: usize| {
            let term = self.claim.get(at);
            causes.contains(&at) && term.is_some_and(|term| term.mark.is_none())
        };
        let things = self.pairs().into_iter().filter(|(at, _)| is_thing(*at));
        let things: Vec<usize> = things.map(|(_, place)| place).collect();
        let is_turned = self.is_offset_by(&things) && !self.says_offset();
        (wrong > right || is_turned || self.lacks_cause(&causes, laids))
            .then_some(WordProblem::Cause)
    }

    /// What the claim calls the cause stands behind `offset by`: it worked against the change.
    fn is_offset_by(&self, places: &[usize]) -> bool {
        let statement = &self.laid.statement;
        let text = cut(self.laid.source, statement.range.clone());
        let is_offset = |term: &Term| {
            cut(text, term.range.clone())
                .to_lowercase()
                .contains("offset")
        };
        let Some(at) = statement.terms.iter().position(is_offset) else {
            return false;
        };
        let written = statement
            .terms
            .get(at)
            .map(|term| cut(text, term.range.start..text.len()));
        let is_passive = written.is_some_and(|written| {
            let behind = written
                .split_once("offset")
                .map_or("", |(_, behind)| behind);
            behind.trim_start().starts_with("by ")
        });
        // `offset by A`; `A offset part of it`, as far back as the clause of A goes
        let start = statement.terms.get(..at).unwrap_or_default();
        let start = start
            .iter()
            .rposition(|term| term.opens_clause)
            .unwrap_or(0);
        let against = places.iter().filter(|place| match is_passive {
            true => **place > at,
            false => **place > at || (start..at).contains(*place),
        });
        against.count() * 2 > places.len()
    }

    fn says_offset(&self) -> bool {
        let against = ["offset", "despite", "although", "against", "抵消", "尽管"];
        let text = self.text.to_lowercase();
        against.iter().any(|word| text.contains(word))
    }

    /// Most of what the claim gives as the cause is not in the statements.
    fn lacks_cause(&self, causes: &[usize], laids: &[&Laid<'_>]) -> bool {
        let weigh = |at: &usize| self.claim.get(*at).map_or(0.0, weight);
        let all: f64 = causes.iter().map(weigh).sum();
        let mut telling = laids
            .iter()
            .filter(|laid| split_by_cause(&laid.statement.terms).is_some());
        let telling: Vec<_> = telling.by_ref().collect();
        let is_lost = |at: &&usize| !telling.iter().any(|laid| laid.covers(**at));
        let lost: f64 = causes.iter().filter(is_lost).map(weigh).sum();
        !self.has_numbers && lost > 0.0 && lost >= all * MOST_LOST
    }
}

/// The places of the terms that are causes and of those that are effects.
fn split_by_cause(terms: &[Term]) -> Option<(Vec<usize>, Vec<usize>)> {
    let at = terms
        .iter()
        .position(|term| matches!(term.mark, Some(Mark::CauseFollows | Mark::EffectFollows)))?;
    let before: Vec<usize> = (0..at).collect();
    let behind: Vec<usize> = (at + 1..terms.len()).collect();
    match terms.get(at)?.mark {
        Some(Mark::CauseFollows) if at == 0 => {
            // `Because A, B`
            let end = (1..terms.len())
                .find(|place| terms.get(*place).is_some_and(|term| term.opens_clause))
                .unwrap_or(terms.len());
            Some(((1..end).collect(), (end..terms.len()).collect()))
        }
        Some(Mark::CauseFollows) => Some((behind, before)),
        _ => Some((before, behind)),
    }
}
