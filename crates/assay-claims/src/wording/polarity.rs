//! Negation, certainty, width, direction, cause and order of a claim against those of the statement
//! that bears it.

use assay_figures::{Direction, cut};

use super::cover::{Laid, weight};
use super::lexicon::Class;
use super::marks::{Certainty, Mark};
use super::term::{Kind, Term};
use super::{Claim, WordProblem};

/// How many terms a negation or a hedge reaches.
const REACH: usize = 12;

/// Share of a claim's weight that a statement must bear to be compared with it.
const LEAST_SHARED: f64 = 0.3;

/// What the marks of a clause make of one of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    is_negated: bool,
    certainty: Certainty,
}

/// The state of each term: a mark reaches the terms behind it up to the end of its clause.
fn states(terms: &[Term]) -> Vec<State> {
    let plain = State {
        is_negated: false,
        certainty: Certainty::Fact,
    };
    let mut found = vec![plain; terms.len()];
    for (at, term) in terms.iter().enumerate() {
        let Some(mark) = term.mark else {
            continue;
        };
        if !matches!(mark, Mark::Not | Mark::Hedge(_)) {
            continue;
        }
        for (offset, behind) in terms.iter().enumerate().skip(at).take(REACH + 1) {
            let ends = offset > at
                && (behind.opens_clause
                    || behind.mark == Some(Mark::Turn) && matches!(mark, Mark::Not));
            if ends {
                break;
            }
            if let Some(state) = found.get_mut(offset) {
                match mark {
                    Mark::Not => state.is_negated = !state.is_negated || offset == at,
                    Mark::Hedge(certainty) => state.certainty = state.certainty.min(certainty),
                    _ => {}
                }
            }
        }
    }
    found
}

/// What the statement that bears most of the claim has against it.
pub(super) fn problems(claim: Claim<'_>, laids: &[&Laid<'_>]) -> Vec<WordProblem> {
    let all: f64 = claim.terms.iter().map(weight).sum();
    let main = laids.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
    let Some(main) = main.filter(|main| main.weight >= all * LEAST_SHARED) else {
        return Vec::new();
    };
    let own = states(claim.terms);
    let sides = Sides {
        text: claim.text,
        claim: claim.terms,
        own: &own,
        laid: main,
        theirs: states(&main.statement.terms),
    };
    let mut found = Vec::new();
    if !claim.is_rest {
        found.extend(sides.negation());
    }
    found.extend(sides.width());
    // what numbers say of certainty, direction and opposites is held against the figures themselves
    if !claim.states_numbers() {
        found.extend(sides.certainty());
        found.extend(sides.opposite(laids));
        found.extend(sides.direction());
    }
    found.extend(sides.cause(laids));
    found.extend(sides.order());
    found
}

struct Sides<'a> {
    text: &'a str,
    claim: &'a [Term],
    own: &'a [State],
    laid: &'a Laid<'a>,
    theirs: Vec<State>,
}

impl Sides<'_> {
    fn written(&self, term: &Term) -> String {
        cut(self.text, term.range.clone()).to_owned()
    }

    /// The content terms of the claim with their counterparts in the statement.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let content = self.claim.iter().enumerate();
        content
            .filter(|(_, term)| term.is_content())
            .filter_map(|(at, _)| Some((at, (*self.laid.pairs.get(at)?)?)))
            .collect()
    }

    fn negation(&self) -> Option<WordProblem> {
        let pairs = self.pairs();
        let state =
            |states: &[State], at: usize| states.get(at).is_some_and(|state| state.is_negated);
        let claims_not: Vec<&(usize, usize)> = pairs
            .iter()
            .filter(|(at, _)| state(self.own, *at))
            .collect();
        let says_not = pairs
            .iter()
            .filter(|(_, place)| state(&self.theirs, *place))
            .count();
        let has_not = self.claim.iter().any(|term| term.mark == Some(Mark::Not));
        let is_turned = |at: usize| {
            let term = self.claim.get(at);
            term.is_some_and(|term| {
                self.laid
                    .statement
                    .terms
                    .iter()
                    .any(|own| own.is_opposite_of(term))
            })
        };
        if has_not {
            let agrees = claims_not
                .iter()
                .any(|(_, place)| state(&self.theirs, *place));
            let opposed = self
                .claim
                .iter()
                .enumerate()
                .any(|(at, _)| state(self.own, at) && is_turned(at));
            let statement_has_not = self
                .laid
                .statement
                .terms
                .iter()
                .any(|term| term.mark == Some(Mark::Not));
            let denies = claims_not.len() >= 2 || self.denies_number();
            return (denies && !agrees && !opposed && !statement_has_not)
                .then_some(WordProblem::Negation);
        }
        (says_not * 2 > pairs.len() && says_not > 0).then_some(WordProblem::Negation)
    }

    /// `was not $512 million`, `never reached $4,610 million`: the denial stands right before a number.
    fn denies_number(&self) -> bool {
        let mut marks = self.claim.iter().enumerate();
        marks.any(|(at, term)| {
            let behind = self.claim.iter().skip(at + 1).take(3);
            let mut clause = behind.take_while(|term| !term.opens_clause);
            term.mark == Some(Mark::Not) && clause.any(|term| term.kind == Kind::Number)
        })
    }

    fn certainty(&self) -> Option<WordProblem> {
        let pairs = self.pairs();
        let of = |states: &[State], at: usize| {
            states
                .get(at)
                .map_or(Certainty::Fact, |state| state.certainty)
        };
        let least = self
            .own
            .iter()
            .map(|state| state.certainty)
            .min()
            .unwrap_or(Certainty::Fact);
        let surer = pairs
            .iter()
            .filter(|(_, place)| of(&self.theirs, *place) < least);
        let is_verb = |at: usize| {
            let term = self.claim.get(at);
            term.is_some_and(|term| term.class() == Some(Class::Verb))
        };
        // of most of the words, or of what is done
        let is_verb_surer = surer.clone().any(|(at, _)| is_verb(*at));
        if surer.count() * 2 <= pairs.len() && !is_verb_surer {
            return None;
        }
        let hedges =
            self.laid.statement.terms.iter().find(
                |term| matches!(term.mark, Some(Mark::Hedge(certainty)) if certainty < least),
            );
        let source = self.laid.source;
        let written = hedges.map(|term| {
            let start = self.laid.statement.range.start;
            cut(source, start + term.range.start..start + term.range.end).to_owned()
        });
        Some(WordProblem::Hedge(written.unwrap_or_default()))
    }

    /// A word of the claim that nothing bears, whose opposite the statement has.
    fn opposite(&self, laids: &[&Laid<'_>]) -> Option<WordProblem> {
        for (at, term) in self.claim.iter().enumerate() {
            if !term.is_content() || laids.iter().any(|laid| laid.covers(at)) {
                continue;
            }
            let mut others = self.laid.statement.terms.iter().enumerate();
            let near = |place: usize| {
                self.pairs()
                    .iter()
                    .any(|(_, pair)| pair.abs_diff(place) <= 5)
            };
            let other = others.find(|(place, own)| own.is_opposite_of(term) && near(*place));
            if let Some((place, _)) = other {
                let turned = self.own.get(at).is_some_and(|state| state.is_negated)
                    != self.theirs.get(place).is_some_and(|state| state.is_negated);
                if !turned {
                    return Some(WordProblem::Opposite(self.written(term)));
                }
            }
        }
        None
    }

    fn width(&self) -> Option<WordProblem> {
        let is_wide = |(at, term): &(usize, &Term)| {
            let before = at.checked_sub(1).and_then(|before| self.claim.get(before));
            let is_rough = before.is_some_and(|before| {
                ["nearly", "almost", "not", "virtually"]
                    .contains(&self.written(before).to_lowercase().as_str())
            });
            let mut behind = self.claim.iter().skip(at + 1).take(3);
            let counts =
                behind.any(|term| term.kind == Kind::Number || term.mark == Some(Mark::Partial));
            term.mark == Some(Mark::Universal) && !is_rough && !counts
        };
        let (_, wide) = self.claim.iter().enumerate().find(is_wide)?;
        let has = |mark: Mark| {
            self.laid
                .statement
                .terms
                .iter()
                .any(|term| term.mark == Some(mark))
        };
        let is_negated_part = has(Mark::Not);
        (!has(Mark::Universal) && !is_negated_part)
            .then(|| WordProblem::Quantifier(self.written(wide)))
    }

    /// Words of direction around the counterpart of what the claim's word of direction belongs to.
    fn direction(&self) -> Option<WordProblem> {
        for (at, term) in self.claim.iter().enumerate() {
            let Some(Mark::Way(way)) = term.mark else {
                continue;
            };
            let beside = self.nearest_pair(at)?;
            let around = self.ways_around(beside);
            if !around.is_empty() && !around.contains(&way) {
                return Some(WordProblem::Direction);
            }
        }
        None
    }

    /// The counterpart of the content word nearest to a place of the claim, before it where possible.
    fn nearest_pair(&self, at: usize) -> Option<usize> {
        let is_word = |place: &usize| {
            self.claim
                .get(*place)
                .is_some_and(|term| term.is_content() && !matches!(term.mark, Some(Mark::Way(_))))
        };
        let pair = |place: usize| self.laid.pairs.get(place).copied().flatten();
        let before = (0..at).rev().take(4).filter(is_word).find_map(pair);
        before.or_else(|| {
            (at + 1..self.claim.len())
                .take(4)
                .filter(is_word)
                .find_map(pair)
        })
    }

    fn ways_around(&self, place: usize) -> Vec<Direction> {
        let terms = &self.laid.statement.terms;
        let start = (0..=place)
            .rev()
            .find(|at| terms.get(*at).is_some_and(|term| term.opens_clause))
            .unwrap_or(0);
        let end = (place + 1..terms.len())
            .find(|at| terms.get(*at).is_some_and(|term| term.opens_clause))
            .unwrap_or(terms.len());
        let clause = terms.get(start..end).unwrap_or_default();
        clause
            .iter()
            .filter_map(|term| match term.mark {
                Some(Mark::Way(way)) => Some(way),
                _ => None,
            })
            .collect()
    }

    /// Cause and effect stand on the same sides of the statement's causal words.
    fn cause(&self, laids: &[&Laid<'_>]) -> Option<WordProblem> {
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
        (wrong > right).then_some(WordProblem::Cause)
    }

    /// Who does it and to whom are on the other sides of the verb than in the statement.
    fn order(&self) -> Option<WordProblem> {
        let statement = &self.laid.statement.terms;
        let pairs = self.pairs();
        let is_verb = |term: &Term| {
            term.class() == Some(Class::Verb) && term.kind == Kind::Word && term.mark.is_none()
        };
        let verbs = pairs.iter().filter(|(at, place)| {
            self.claim.get(*at).is_some_and(is_verb) && statement.get(*place).is_some_and(is_verb)
        });
        for (verb, theirs) in verbs {
            let side = |range: std::ops::Range<usize>| -> Vec<usize> {
                let thing = |at: usize| {
                    self.claim.get(at).is_some_and(|term| {
                        term.kind == Kind::Name
                            || term.class() == Some(Class::Noun)
                            || term.class().is_none()
                    })
                };
                pairs
                    .iter()
                    .filter(|(at, _)| range.contains(at) && thing(*at))
                    .map(|(_, place)| *place)
                    .collect()
            };
            let (before, behind) = (side(0..*verb), side(verb + 1..self.claim.len()));
            let turned = !before.is_empty()
                && !behind.is_empty()
                && before.iter().all(|place| place > theirs)
                && behind.iter().all(|place| place < theirs);
            let passive = |text: &str, at: usize, terms: &[Term]| {
                let from = terms.get(at).map_or(0, |term| term.range.end);
                let near: String = text
                    .get(from..)
                    .unwrap_or_default()
                    .chars()
                    .take(30)
                    .collect();
                near.contains(" by ") || text.contains('被') || text.contains('由')
            };
            if turned
                && !passive(self.text, *verb, self.claim)
                && !statement
                    .iter()
                    .skip(*theirs)
                    .take(4)
                    .any(|term| term.is_by)
            {
                return Some(WordProblem::Order);
            }
        }
        None
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
