//! Which way a statement says that a thing went: a word of direction belongs to one thing, and a
//! sentence may have several of both.

use std::cmp::Reverse;
use std::ops::Range;

use assay_figures::{Direction, cut};

use super::cover::laid;
use super::marks::Mark;
use super::polarity::{Sides, turned};
use super::term::{Kind, Term};
use super::{Claim, WordProblem};
use crate::numeral::Page;

/// Words that make another thing of what they follow: a margin may fall while the profit rises.
static MEASURES: assay_domain::WordList = assay_domain::word_list!("wording/went/measures");

/// Words that begin a clause although no mark stands before them.
const JOINING: [&str; 6] = ["as", "with", "when", "after", "which", "who"];

/// A clause without a number beside others that have one is held by itself to which way things went.
pub(super) fn turned_clause(claim: Claim<'_>, pages: &[&Page<'_>]) -> Option<WordProblem> {
    let is_joint = |term: &Term| {
        let joins = ["and", "并"].contains(&cut(claim.text, term.range.clone()));
        term.mark == Some(Mark::Turn) && !joins
    };
    let parts = claim.terms.split(is_joint);
    let parts: Vec<Claim<'_>> = parts.map(|terms| Claim { terms, ..claim }).collect();
    let has_number = |part: &Claim<'_>| {
        let ends = part.terms.first().zip(part.terms.last());
        let range = ends.map_or(0..0, |(first, last)| first.range.start..last.range.end);
        let mut values = claim.own.values.iter();
        values.any(|value| range.contains(&value.range.start))
    };
    let mut plain = parts
        .iter()
        .filter(|part| parts.len() > 1 && !has_number(part));
    plain.find_map(|part| {
        let statements = pages.iter().flat_map(|page| {
            let prose = page.statements().iter().filter(|one| one.row.is_none());
            prose.map(|statement| laid(part.terms, page.source.text, statement))
        });
        let best = statements.max_by(|a, b| a.weight.total_cmp(&b.weight))?;
        turned(*part, &best)
    })
}

impl Sides<'_> {
    /// Words of direction that the statement has for what the claim's word of direction belongs to.
    pub(super) fn direction(&self) -> Option<WordProblem> {
        let ways = self
            .claim
            .iter()
            .enumerate()
            .filter_map(|(at, term)| match term.mark {
                Some(Mark::Way(way)) => Some((at, way)),
                _ => None,
            });
        if self.moved_otherwise() {
            return Some(WordProblem::Direction);
        }
        for (at, way) in ways {
            // `raise more capital` says nothing of a direction, `more than` does
            let term = self.claim.get(at);
            let end = term.map_or(self.text.len(), |term| term.range.end);
            let word = term.map_or("", |term| cut(self.text, term.range.clone()));
            let behind = cut(self.text, end..self.text.len()).trim_start();
            if matches!(word, "more" | "less" | "fewer") && !behind.starts_with("than") {
                continue;
            }
            let told = self.ways_of(at);
            let is_turned = match told.is_empty() {
                false => !told.iter().any(|ways| ways.contains(&way)),
                true => {
                    let around = self.ways_around(self.nearest_pair(at)?);
                    !around.is_empty() && !around.contains(&way)
                }
            };
            if is_turned {
                return Some(WordProblem::Direction);
            }
        }
        None
    }

    /// `smaller buybacks`, where the statement has `an increase in repurchases`: a thing that a word of
    /// direction stands right at goes the other way there.
    fn moved_otherwise(&self) -> bool {
        let statement = &self.laid.statement;
        if statement.row.is_some() {
            return false;
        }
        let theirs = moved_things(&statement.terms);
        moved_things(self.claim).into_iter().any(|(at, way)| {
            let place = self.laid.pairs.get(at).copied().flatten();
            let mut told = theirs.iter().filter(|(other, _)| Some(*other) == place);
            told.next().is_some_and(|(_, told)| *told != way)
        })
    }

    /// For each stretch of the statement that speaks of what the claim's word of direction belongs to,
    /// the ways that it went there.
    fn ways_of(&self, at: usize) -> Vec<Vec<Direction>> {
        let statement = &self.laid.statement;
        if statement.row.is_some() {
            return Vec::new();
        }
        let text = cut(self.laid.source, statement.range.clone());
        let own = stretches(self.text, self.claim);
        let Some(clause) = own.iter().find(|stretch| stretch.contains(&at)) else {
            return Vec::new();
        };
        let terms = self.claim.get(clause.clone()).unwrap_or_default();
        let things = things_of(self.text, terms, at - clause.start);
        let measures = has_measure(self.text, terms);
        let stretches = stretches(text, &statement.terms);
        let plain = || terms.iter().filter(|term| term.kind == Kind::Light);
        // the most of the things first, then of the small words beside them, then the fewest others
        let shared = |range: &Range<usize>| {
            let theirs = statement.terms.get(range.clone()).unwrap_or_default();
            let has = |term: &Term| theirs.iter().any(|own| own.means(term));
            let is_other =
                |own: &&Term| is_thing(own) && !things.iter().any(|thing| own.means(thing));
            let met = things.iter().filter(|thing| has(thing)).count();
            let met = if has_measure(text, theirs) == measures {
                met
            } else {
                0
            };
            let others = theirs.iter().filter(is_other).count();
            (
                met,
                plain().filter(|term| has(term)).count(),
                Reverse(others),
            )
        };
        let most = stretches
            .iter()
            .map(shared)
            .max()
            .filter(|(met, ..)| *met > 0);
        let best = stretches
            .iter()
            .enumerate()
            .filter(|(_, range)| Some(shared(range)) == most);
        let told = best.map(|(place, _)| ways_from(&statement.terms, &stretches, place));
        told.filter(|ways| !ways.is_empty()).collect()
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
}

/// The clauses of a text: from a mark, a turn or a cause to the next.
fn stretches(text: &str, terms: &[Term]) -> Vec<Range<usize>> {
    let begins = |(at, term): (usize, &Term)| {
        let parts = matches!(
            term.mark,
            Some(Mark::Turn | Mark::CauseFollows | Mark::EffectFollows)
        );
        let word = cut(text, term.range.clone()).to_lowercase();
        (at > 0 && (term.opens_clause || parts || JOINING.contains(&word.as_str()))).then_some(at)
    };
    let starts = terms.iter().enumerate().filter_map(begins);
    let ends: Vec<usize> = starts.chain([terms.len()]).collect();
    let mut from = 0;
    let stretches = ends
        .into_iter()
        .map(|end| std::mem::replace(&mut from, end)..end);
    stretches.collect()
}

/// What a word of direction belongs to: `revenue rose`, `higher revenue`, `a rise in revenue`.
fn things_of<'t>(text: &str, clause: &'t [Term], at: usize) -> Vec<&'t Term> {
    let (before, behind) = clause.split_at(at.min(clause.len()));
    let word = behind
        .first()
        .map_or("", |term| cut(text, term.range.clone()));
    let compares =
        word.ends_with("er") || ["more", "less"].contains(&word) || moves_object(text, behind);
    let compares = compares || is_movement_of(text, behind);
    let before: Vec<&Term> = before.iter().filter(|term| is_thing(term)).collect();
    match before.is_empty() || compares {
        true => {
            let behind = behind.iter().skip(1).skip_while(|term| !is_thing(term));
            behind.take_while(|term| is_thing(term)).take(3).collect()
        }
        false => before,
    }
}

/// `reduced its debt`, and not `was reduced in May`: what is moved stands behind the word.
fn moves_object(text: &str, behind: &[Term]) -> bool {
    static MOVING: assay_domain::WordList = assay_domain::word_list!("wording/went/moving");
    static BEHIND: assay_domain::WordList = assay_domain::word_list!("wording/went/behind");
    let word = |at: usize| {
        let term = behind.get(at)?;
        Some(cut(text, term.range.clone()).to_lowercase())
    };
    let moves = word(0).is_some_and(|word| MOVING.contains(&word.as_str()));
    moves && word(1).is_some_and(|next| !BEHIND.contains(&next.as_str()))
}

/// `a decline in margins`: what moved stands behind the name of the movement.
fn is_movement_of(text: &str, behind: &[Term]) -> bool {
    static NAMES: assay_domain::WordList = assay_domain::word_list!("wording/went/names");
    let word = |at: usize| {
        behind
            .get(at)
            .map(|term| cut(text, term.range.clone()).to_lowercase())
    };
    let is_name = word(0).is_some_and(|word| NAMES.contains(&word.as_str()));
    is_name && word(1).is_some_and(|next| next == "in" || next == "of")
}

fn is_thing(term: &Term) -> bool {
    matches!(term.kind, Kind::Name | Kind::Word) && term.is_content() && term.mark.is_none()
}

fn has_measure(text: &str, terms: &[Term]) -> bool {
    terms.iter().any(|term| {
        let word = cut(text, term.range.clone()).to_lowercase();
        MEASURES.iter().any(|measure| match measure.is_ascii() {
            true => word
                .strip_suffix(measure)
                .is_some_and(|before| before.is_empty() || before.ends_with(' ')),
            false => word.ends_with(measure),
        })
    })
}

/// The ways that a stretch tells, or those behind it that tell of nothing else: `利润5亿元，同比下降8%`.
fn ways_from(terms: &[Term], stretches: &[Range<usize>], place: usize) -> Vec<Direction> {
    let ways = |range: &Range<usize>| -> Vec<Direction> {
        let terms = terms.get(range.clone()).unwrap_or_default().iter();
        terms
            .filter_map(|term| match term.mark {
                Some(Mark::Way(way)) => Some(way),
                _ => None,
            })
            .collect()
    };
    let names = |range: &Range<usize>| {
        let terms = terms.get(range.clone()).unwrap_or_default().iter();
        let mut ahead = terms.take_while(|term| !matches!(term.mark, Some(Mark::Way(_))));
        ahead.any(|term| term.is_content() && term.mark.is_none())
    };
    let Some(own) = stretches.get(place) else {
        return Vec::new();
    };
    let found = ways(own);
    if !found.is_empty() {
        return found;
    }
    let behind = stretches.iter().skip(place + 1);
    let mut tells_on = behind.take_while(|range| !names(range)).map(ways);
    tells_on.find(|ways| !ways.is_empty()).unwrap_or_default()
}

/// The things right behind a word of direction, `of` and the like apart: `lower rates`, `a decrease in the
/// rates`, `shrank the obligation`.
fn moved_things(terms: &[Term]) -> Vec<(usize, Direction)> {
    /// Small words that may stand between: `in the`, `of its`.
    const BETWEEN: usize = 3;
    let ways = terms
        .iter()
        .enumerate()
        .filter_map(|(at, term)| match term.mark {
            Some(Mark::Way(way)) => Some((at, way)),
            _ => None,
        });
    let moved = ways.filter_map(|(at, way)| {
        let behind = terms.iter().enumerate().skip(at + 1).take(BETWEEN + 1);
        let mut clause = behind.take_while(|(_, term)| !term.opens_clause && term.mark.is_none());
        let (thing, _) = clause.find(|(_, term)| is_thing(term))?;
        Some((thing, way))
    });
    moved.collect()
}
