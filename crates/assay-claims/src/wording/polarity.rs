//! Negation, certainty, width, direction, cause and order of a claim against those of the statement
//! that bears it.

use assay_figures::cut;

use super::cover::{Laid, weight};
use super::frame::{Clauses, Frame, is_attitude};
use super::lexicon::Class;
use super::marks::{Certainty, Mark};
use super::roles::is_denied;
use super::term::{Kind, Term};
use super::{Claim, WordProblem};

/// How many terms a negation or a hedge reaches.
const REACH: usize = 12;

/// How many terms `potential` reaches where it says of which kind a thing is.
const NOUN_REACH: usize = 2;

/// Share of a claim's weight that a statement must bear to be compared with it.
const LEAST_SHARED: f64 = 0.3;
/// The same for one clause of several, which must be said there.
const MOST_SHARED: f64 = 0.6;

/// What begins a word by which a statement denies without a `not`: `restricted from general use`.
static RESTRICTING: assay_domain::WordList =
    assay_domain::word_list!("wording/polarity/restricting");

/// Words of width that name a place: only the like of them bears them out.
const PLACES: [&str; 5] = ["worldwide", "everywhere", "globally", "nationwide", "全球"];

/// What a party to a dispute does, whose word is no more than its word.
static ALLEGING: assay_domain::WordList = assay_domain::word_list!("wording/polarity/alleging");

/// How far from its noun a word like `all` is looked for, in terms.
const NEAR: usize = 6;

/// What the marks of a clause make of one of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) is_negated: bool,
    certainty: Certainty,
}

/// The state of each term: a mark reaches the terms behind it up to the end of its clause.
pub(super) fn states(terms: &[Term]) -> Vec<State> {
    let plain = State {
        is_negated: false,
        certainty: Certainty::Fact,
    };
    let mut found = vec![plain; terms.len()];
    if let Some(at) = terms
        .iter()
        .position(|term| term.mark == Some(Mark::Condition))
    {
        // `A, and B if C` says A without a condition
        let turns = |term: &Term| term.mark == Some(Mark::Turn) && term.opens_clause;
        let before = terms.get(..at).unwrap_or_default();
        let start = before.iter().rposition(turns).unwrap_or(0);
        for state in found.iter_mut().skip(start) {
            state.certainty = Certainty::Possible;
        }
    }
    for (at, term) in terms.iter().enumerate() {
        let Some(mark) = term.mark else {
            continue;
        };
        if !matches!(mark, Mark::Not | Mark::Hedge(_)) {
            continue;
        }
        let reach = match term.is_attribute {
            true => NOUN_REACH,
            false => REACH,
        };
        for (offset, behind) in terms.iter().enumerate().skip(at).take(reach + 1) {
            // `alleging A and seeking B`: B is sought, and not alleged
            let before = offset.checked_sub(1).and_then(|before| terms.get(before));
            let is_own = matches!(behind.mark, Some(Mark::Hedge(_)))
                && before.is_some_and(|before| before.mark == Some(Mark::Turn));
            let ends = offset > at
                && (is_own
                    || behind.opens_clause && !(behind.hangs_on && matches!(mark, Mark::Hedge(_)))
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

/// What the statement that bears most of the claim has against it. The first `held` of the statements
/// have its numbers, and say whether it is so at all.
pub(super) fn problems(claim: Claim<'_>, laids: &[&Laid<'_>], held: usize) -> Vec<WordProblem> {
    let all: f64 = claim.terms.iter().map(weight).sum();
    let own = states(claim.terms);
    let main = |laids: &[&Laid<'_>]| {
        let places = 0..laids.len();
        let weighed = places.filter_map(|place| Some((place, laids.get(place)?.weight)));
        let heaviest = weighed.max_by(|a, b| a.1.total_cmp(&b.1));
        heaviest
            .filter(|(_, weight)| *weight >= all * LEAST_SHARED)
            .map(|(place, _)| place)
    };
    let sides_of = |place: usize| {
        let laid = *laids.get(place)?;
        Some(Sides {
            text: claim.text,
            has_numbers: claim.states_numbers(),
            is_judged: claim.is_judged,
            claim: claim.terms,
            own: &own,
            laid,
            theirs: states(&laid.statement.terms),
        })
    };
    let Some(sides) = main(laids).and_then(sides_of) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if !claim.is_rest {
        let with_number = main(laids.get(..held).unwrap_or_default()).and_then(sides_of);
        found.extend(with_number.as_ref().unwrap_or(&sides).negation());
    }
    if !claim.states_numbers() && found.is_empty() {
        found.extend(deed_turned(claim, &own, laids));
    }
    found.extend(sides.width());
    found.extend(sides.narrowness());
    found.extend(sides.unrestricted());
    // what numbers say of certainty, direction and opposites is held against the figures themselves
    if !claim.states_numbers() {
        found.extend(sides.certainty());
        found.extend(sides.opposite(laids));
        found.extend(sides.direction());
    }
    found.extend(sides.cause(laids));
    if !claim.states_numbers() {
        found.extend(sides.compared());
        found.extend(sides.other_year());
        found.extend(sides.taken_out());
        found.extend(sides.to_come());
    }
    found.extend(sides.necessity());
    found.extend(sides.unconditional());
    found.extend(sides.other_limit());
    found
}

/// What the claim says is done, every statement that speaks of it says is not done, or the other way round.
/// What is only expected or feared is denied in many ways, and not looked at here.
fn deed_turned(claim: Claim<'_>, own: &[State], laids: &[&Laid<'_>]) -> Option<WordProblem> {
    let denied = |clauses: &Clauses<'_>, states: &[State], frame: &Frame| {
        let is_fact = |state: &State| state.certainty == Certainty::Fact;
        let is_done = !frame.is_infinitive && !frame.is_copula;
        let is_stated = is_done && states.get(frame.verb).is_some_and(is_fact);
        is_stated.then(|| is_denied(clauses, states, frame))
    };
    let has_not = |terms: &[Term]| terms.iter().any(|term| term.mark == Some(Mark::Not));
    if !has_not(claim.terms) && !laids.iter().any(|laid| has_not(&laid.statement.terms)) {
        return None;
    }
    let clauses = Clauses::of(claim.text, claim.terms);
    let is_turned = |frame: &Frame| {
        let told = laids.iter().filter_map(|laid| {
            let place = laid.pairs.get(frame.verb).copied().flatten()?;
            let statement = cut(laid.source, laid.statement.range.clone());
            let theirs = Clauses::of(statement, &laid.statement.terms);
            let mut deeds = theirs.frames().into_iter();
            let deed = deeds.find(|deed| deed.verb == place)?;
            denied(&theirs, &states(&laid.statement.terms), &deed)
        });
        let mut told = told.peekable();
        let asked = denied(&clauses, own, frame);
        told.peek().is_some() && asked.is_some_and(|asked| told.all(|denied| denied != asked))
    };
    clauses
        .frames()
        .iter()
        .any(is_turned)
        .then_some(WordProblem::Negation)
}

/// A clause of a claim that states no number, by the statement that bears most of it: whether it says
/// that something went the other way.
pub(super) fn turned(clause: Claim<'_>, laid: &Laid<'_>) -> Option<WordProblem> {
    let all: f64 = clause.terms.iter().map(weight).sum();
    if laid.weight < all * MOST_SHARED {
        return None;
    }
    let own = states(clause.terms);
    let sides = Sides {
        text: clause.text,
        has_numbers: false,
        is_judged: clause.is_judged,
        claim: clause.terms,
        own: &own,
        laid,
        theirs: states(&laid.statement.terms),
    };
    sides.direction()
}

/// A claim beside the statement that bears it.
pub(super) struct Sides<'a> {
    pub(super) text: &'a str,
    pub(super) has_numbers: bool,
    /// A verifier found the claim stated: causes are told in many words that no list has.
    pub(super) is_judged: bool,
    pub(super) claim: &'a [Term],
    own: &'a [State],
    pub(super) laid: &'a Laid<'a>,
    theirs: Vec<State>,
}

impl Sides<'_> {
    pub(super) fn written(&self, term: &Term) -> String {
        cut(self.text, term.range.clone()).to_owned()
    }

    /// The content terms of the claim with their counterparts in the statement.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
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
            let statement = cut(self.laid.source, self.laid.statement.range.clone());
            let restricts = |term: &Term| {
                let word = cut(statement, term.range.clone()).to_lowercase();
                RESTRICTING.iter().any(|start| word.starts_with(start))
            };
            let mut terms = self.laid.statement.terms.iter();
            let statement_has_not =
                terms.any(|term| term.mark == Some(Mark::Not) || restricts(term));
            let is_verb =
                |(at, _): &&(usize, usize)| self.claim.get(*at).is_some_and(Term::may_be_verb);
            let denies =
                claims_not.len() >= 2 || claims_not.iter().any(is_verb) || self.denies_number();
            return (denies && !agrees && !opposed && !statement_has_not)
                .then_some(WordProblem::Negation);
        }
        let is_denied = says_not * 2 > pairs.len() && says_not > 0 || self.denies_deed(&pairs);
        is_denied.then_some(WordProblem::Negation)
    }

    /// `no decision has been taken` of a claim that it was decided: right before what the first verb of
    /// the claim says, the statement has a denial.
    fn denies_deed(&self, pairs: &[(usize, usize)]) -> bool {
        let is_verb = |term: &Term| term.is_content() && term.may_be_verb() && term.mark.is_none();
        let Some(verb) = self.claim.iter().position(is_verb) else {
            return false;
        };
        let place = pairs.iter().find(|(at, _)| *at == verb);
        let terms = &self.laid.statement.terms;
        place.is_some_and(|(_, place)| {
            let mut before = terms.iter().take(*place).rev().take(1);
            before.any(|term| term.mark == Some(Mark::Not))
        })
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

    /// From where on a claim says what something is done for, which is not said to be done: `built to
    /// comply`.
    fn aim(&self) -> usize {
        let is_aim = |term: &Term| {
            let before = cut(self.text, 0..term.range.start).trim_end();
            term.may_be_verb() && (before.ends_with(" to") || before.ends_with("以便"))
        };
        let mut terms = self.claim.iter();
        terms.position(is_aim).unwrap_or(self.claim.len())
    }

    fn certainty(&self) -> Option<WordProblem> {
        let aim = self.aim();
        let mut pairs = self.pairs();
        pairs.retain(|(at, _)| *at < aim);
        let of = |states: &[State], at: usize| {
            states
                .get(at)
                .map_or(Certainty::Fact, |state| state.certainty)
        };
        let own = self.own.iter().map(|state| state.certainty).min();
        let told_as_view = self
            .claim
            .iter()
            .any(|term| is_attitude(&self.written(term)));
        let alleges = |term: &Term| ALLEGING.contains(&self.written(term).as_str());
        let view = match told_as_view {
            true if self.claim.iter().any(alleges) => Certainty::Possible,
            true => Certainty::Expected,
            false => Certainty::Fact,
        };
        let least = own.unwrap_or(Certainty::Fact).min(view);
        let surer = pairs
            .iter()
            .filter(|(_, place)| of(&self.theirs, *place) < least);
        let is_verb = |at: usize| {
            let term = self.claim.get(at);
            term.is_some_and(Term::may_be_verb)
        };
        // of most of the words, or of what is done
        let is_verb_surer = surer.clone().any(|(at, _)| is_verb(*at));
        if surer.count() * 2 < pairs.len().max(1) && !is_verb_surer {
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

    /// `only some of it` where the statement has all of it.
    fn narrowness(&self) -> Option<WordProblem> {
        static NARROW: assay_domain::WordList = assay_domain::word_list!("wording/polarity/narrow");
        let lower = self.text.to_lowercase();
        let narrow = NARROW.iter().find(|words| lower.contains(**words))?;
        let has = |mark: Mark| {
            let mut terms = self.laid.statement.terms.iter();
            terms.any(|term| term.mark == Some(mark))
        };
        let is_whole = has(Mark::Universal) && !has(Mark::Partial) && !has(Mark::Not);
        is_whole.then(|| WordProblem::Quantifier((*narrow).to_owned()))
    }

    fn width(&self) -> Option<WordProblem> {
        let is_wide = |(at, term): &(usize, &Term)| {
            let before = at.checked_sub(1).and_then(|before| self.claim.get(before));
            let is_rough = before.is_some_and(|before| {
                ["nearly", "almost", "not", "virtually"]
                    .contains(&self.written(before).to_lowercase().as_str())
            });
            let mut behind = self.claim.iter().skip(at + 1).take(3);
            // `every one of them` counts nothing
            let is_count = |term: &Term| {
                term.kind == Kind::Number && !self.written(term).eq_ignore_ascii_case("one")
            };
            let counts = behind.any(|term| is_count(term) || term.mark == Some(Mark::Partial));
            let is_place = PLACES.contains(&self.written(term).to_lowercase().as_str());
            term.mark == Some(Mark::Universal)
                && !is_rough
                && !self.is_of_number(*at, term)
                && (is_place && !self.has_numbers || !counts)
        };
        let wides = || self.claim.iter().enumerate().filter(is_wide);
        let is_place = |(_, term): &(usize, &Term)| {
            PLACES.contains(&self.written(term).to_lowercase().as_str())
        };
        let (at, wide) = wides().find(is_place).or_else(|| wides().next())?;
        // it belongs to what follows it, or to what stands before it
        let place = self.pair_behind(at).or_else(|| self.nearest_pair(at));
        let around = [place, self.nearest_pair(at)];
        let terms = &self.laid.statement.terms;
        let is_near = |other: usize| {
            let mut places = around.iter().flatten();
            place.is_none() || places.any(|place| other.abs_diff(*place) <= NEAR)
        };
        let has = |mark: Mark| {
            let mut terms = terms.iter().enumerate();
            terms.any(|(other, term)| term.mark == Some(mark) && is_near(other))
        };
        let says_same = terms
            .iter()
            .any(|term| term.means(wide) && term.mark == wide.mark);
        let nearest = |mark: Mark| {
            let marked = terms
                .iter()
                .enumerate()
                .filter(|(_, term)| term.mark == Some(mark));
            marked
                .map(|(other, _)| place.map_or(0, |place| other.abs_diff(place)))
                .min()
        };
        // `all debts of some holders`
        let is_partial = nearest(Mark::Partial).is_some_and(|partial| {
            nearest(Mark::Universal).is_none_or(|universal| partial < universal)
        });
        let is_everywhere = PLACES.contains(&self.written(wide).to_lowercase().as_str());
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        let is_worldwide = |term: &Term| {
            let word = cut(statement, term.range.clone()).to_lowercase();
            PLACES.contains(&word.as_str()) || term.means(wide)
        };
        // `均`, `都` only point back at the several that were named
        let points_back = ["均", "都"].contains(&self.written(wide).as_str());
        let is_wider = match is_everywhere {
            true => !terms.iter().any(is_worldwide),
            false if points_back => is_partial,
            false => is_partial || !says_same && !has(Mark::Universal) && !has(Mark::Not),
        };
        is_wider.then(|| WordProblem::Quantifier(self.written(wide)))
    }

    /// `330 each`, `38% of all tickets`, `all other markets`: says what a number is for one of, or what
    /// the whole is, or what is left, and widens nothing.
    fn is_of_number(&self, at: usize, term: &Term) -> bool {
        let word = self.written(term).to_lowercase();
        let beside = |place: Option<usize>| {
            let term = place.and_then(|place| self.claim.get(place));
            term.map(|term| self.written(term).to_lowercase())
                .unwrap_or_default()
        };
        let before = beside(at.checked_sub(1));
        let next = beside(Some(at + 1));
        let is_joint = |term: &Term| {
            let statement = cut(self.laid.source, self.laid.statement.range.clone());
            let word = cut(statement, term.range.clone()).to_lowercase();
            ["together", "combined", "aggregate", "collectively"].contains(&word.as_str())
        };
        let are_joint = self.laid.statement.terms.iter().any(is_joint);
        let behind = self.claim.get(at + 1);
        let is_thing =
            behind.is_some_and(|term| term.kind == Kind::Name || term.class() == Some(Class::Noun));
        let is_mean = self.text.contains("average");
        match word.as_str() {
            "each" | "every" if next == "dollar" => true,
            "each" => self.has_numbers && !are_joint && (!is_thing || is_mean),
            "all" => next == "other" || before == "in" || self.has_numbers && before == "of",
            _ => false,
        }
    }

    /// The counterpart of the content word nearest to a place of the claim, before it where possible.
    pub(super) fn nearest_pair(&self, at: usize) -> Option<usize> {
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

    fn pair_behind(&self, at: usize) -> Option<usize> {
        let mut behind = (at + 1..self.claim.len()).take(3);
        behind.find_map(|place| {
            let term = self.claim.get(place).filter(|term| term.is_content());
            term.and_then(|_| self.laid.pairs.get(place).copied().flatten())
        })
    }
}
