//! Where something goes to and where it comes from: `moved from A to B`, `reports to the board`.

use assay_figures::cut;

use super::WordProblem;
use super::cover::Laid;
use super::term::{Kind, Term};

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    From,
    To,
}

const FROM: [&str; 3] = ["from", "从", "自"];
const TO: [&str; 6] = ["to", "into", "onto", "向", "给", "至"];

/// How many words may stand between a preposition and its name: `to the newly formed Beta`.
const WITHIN: usize = 3;

/// Two names of the claim have changed places: what goes to the one goes in the statement to the
/// other, or comes from where it goes to.
pub(super) fn changed(text: &str, claim: &[Term], laid: &Laid<'_>) -> Option<WordProblem> {
    let statement = cut(laid.source, laid.statement.range.clone());
    let own = ends(text, claim);
    if own.iter().all(Option::is_none) {
        return None;
    }
    let theirs = ends(statement, &laid.statement.terms);
    let pairs: Vec<(usize, usize)> = (0..claim.len())
        .filter_map(|at| Some((at, laid.pairs.get(at).copied().flatten()?)))
        .filter(|(at, _)| claim.get(*at).is_some_and(|term| term.kind == Kind::Name))
        .collect();
    let of = |ends: &[Option<End>], at: usize| ends.get(at).copied().flatten();
    // a name may stand in several places of the statement
    let told = |at: usize, end: End| {
        let means = |term: &Term| claim.get(at).is_some_and(|own| own.means(term));
        let mut terms = laid.statement.terms.iter().enumerate();
        terms.any(|(place, term)| means(term) && of(&theirs, place) == Some(end))
    };
    let turned = |end: End, other: End| {
        let is_lost = |(at, _): &&(usize, usize)| of(&own, *at) == Some(end) && !told(*at, end);
        let is_taken = |(at, _): &&(usize, usize)| of(&own, *at) != Some(end) && told(*at, end);
        pairs.iter().find(is_lost)?;
        let taken = pairs.iter().find(is_taken)?;
        let is_of_two = end == End::To || of(&own, taken.0) == Some(other);
        is_of_two.then_some(WordProblem::Order)
    };
    turned(End::To, End::From).or_else(|| turned(End::From, End::To))
}

/// For each term, whether it is a name that a preposition stands before.
fn ends(text: &str, terms: &[Term]) -> Vec<Option<End>> {
    let word = |term: &Term| cut(text, term.range.clone()).to_lowercase();
    let end_of = |at: usize| {
        let before = (at.saturating_sub(WITHIN)..at).rev();
        let mut before = before.filter_map(|place| terms.get(place));
        // another name, a verb or a new clause ends the reach
        let near = before.find_map(|term| {
            let word = word(term);
            let end = match () {
                () if FROM.contains(&word.as_str()) => Some(Some(End::From)),
                () if TO.contains(&word.as_str()) => Some(Some(End::To)),
                () if term.opens_clause || term.kind == Kind::Name => Some(None),
                () => None,
            };
            end.or_else(|| (term.may_be_verb() && term.kind != Kind::Light).then_some(None))
        });
        near.flatten()
    };
    let is_name = |at: usize| terms.get(at).is_some_and(|term| term.kind == Kind::Name);
    (0..terms.len())
        .map(|at| is_name(at).then(|| end_of(at)).flatten())
        .collect()
}
