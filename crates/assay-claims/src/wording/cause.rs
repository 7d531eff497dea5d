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
        let (causes, own_effects) = split_by_cause(self.claim)?;
        let statement = &self.laid.statement.terms;
        let Some((theirs, effects)) = split_by_cause(statement) else {
            let told = laids
                .iter()
                .any(|laid| split_by_cause(&laid.statement.terms).is_some());
            let is_lost = match self.is_judged {
                true => !told && self.lacks_cause((&causes, &own_effects), laids, |_| true),
                false => !told,
            };
            return is_lost.then_some(WordProblem::Cause);
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
        let tells = |laid: &Laid<'_>| split_by_cause(&laid.statement.terms).is_some();
        (wrong > right || is_turned || self.lacks_cause((&causes, &own_effects), laids, tells))
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

    /// Most of what the claim gives as the cause is in no statement that may tell it and speaks of the
    /// effect as much as any.
    fn lacks_cause(
        &self,
        (causes, effects): (&[usize], &[usize]),
        laids: &[&Laid<'_>],
        may_tell: impl Fn(&Laid<'_>) -> bool,
    ) -> bool {
        // that something rose as well does not make it the same cause
        let thing = |at: &usize| self.claim.get(*at).filter(|term| term.mark.is_none());
        let weigh = |at: &usize| thing(at).map_or(0.0, weight);
        let found = |laid: &Laid<'_>, places: &[usize]| -> f64 {
            places
                .iter()
                .filter(|at| laid.covers(**at))
                .map(weigh)
                .sum()
        };
        let telling = laids.iter().filter(|laid| may_tell(laid));
        let told = telling.map(|laid| (found(laid, effects), found(laid, causes)));
        let told: Vec<(f64, f64)> = told.collect();
        let most = told.iter().map(|(effect, _)| *effect).fold(0.0, f64::max);
        let of_effect = told.iter().filter(|(effect, _)| *effect >= most);
        let best = of_effect.map(|(_, cause)| *cause).fold(0.0, f64::max);
        let all: f64 = causes.iter().map(weigh).sum();
        let lost = all - best;
        lost > 0.0 && lost >= all * MOST_LOST
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
