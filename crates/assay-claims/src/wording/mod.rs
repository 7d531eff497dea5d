//! The words of a claim against the statements of its evidence: names and content words must be
//! there, and nothing may be turned, made surer, widened or put in another order.

mod cause;
mod company_names;
mod compare;
mod conclude;
mod course;
mod cover;
mod cues;
mod ends;
mod force;
mod frame;
mod joined;
mod judged;
mod lexicon;
mod listed;
mod marks;
mod months;
mod names;
mod over_rows;
mod polarity;
mod reading;
mod roles;
mod statement;
mod term;
mod told;
mod went;

use std::ops::Range;

use assay_domain::EvidenceId;
use assay_figures::{Unit, cut};

use crate::numeral::{Kept, Page, PeriodFit, PeriodMark, Reading, fit_of};
use crate::settle::bases;
use crate::silence::says_missing;
use conclude::Missing;
use cover::{Laid, laid, weight_among};
use names::Names;

pub(crate) use marks::{Certainty, Mark};
pub(crate) use names::Ground;

pub(crate) use cover::weight;
pub(crate) use cues::Cues;
pub(crate) use force::stands_outside;
pub(crate) use joined::joined;
pub(crate) use judged::confirm;
pub(crate) use lexicon::{Class, Key, others_of, own_key, stem};
pub(crate) use listed::{WordList, Words};
pub(crate) use reading::{is_calendar, terms, terms_of_families};
pub(crate) use statement::{Statement, statements};
pub(crate) use term::{Kind, Term};

/// Most statements that one claim is put together from.
const MOST: usize = 4;

/// What a date that a statement shares with the claim weighs when statements are chosen.
const SAME_TIME: f64 = 0.25;

/// Share of the weight of one clause that need not be found where the others are.
const MOST_LOST: f64 = 0.5;

/// Fewest content words of a clause that is held by itself.
const LEAST_IN_CLAUSE: usize = 3;
/// In how many statements words are looked for that only come near those of the claim.
const MOST_WIDENED: usize = 6;

/// Why the words of a claim are not borne out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordProblem {
    /// No statement has these names.
    Names(Vec<String>),
    /// No statement has these words.
    NotStated(Vec<String>),
    /// The evidence says the opposite of this word.
    Opposite(String),
    Negation,
    /// The evidence is less sure; its word.
    Hedge(String),
    /// The claim is wider; its word.
    Quantifier(String),
    Direction,
    /// The statement is of another period.
    Time,
    Cause,
    Order,
    /// What is said to be missing is there.
    Present,
    /// Advice or certainty that no evidence bears; the word.
    Beyond(String),
    /// The clause or cell that a number stands in does not have these words.
    OfAnother(Vec<String>),
    /// The evidence has these numbers as something else: for another period or item, as the other end
    /// of a change, as a limit or a plan.
    Otherwise(Vec<String>),
}

/// What the evidence says of the words of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    pub problems: Vec<WordProblem>,
    /// The sentence marks itself as a conclusion.
    pub is_conclusion: bool,
    /// The sentence says what the evidence does not have.
    pub says_missing: bool,
    /// The statements that bear it.
    pub spans: Vec<(EvidenceId, Range<usize>)>,
}

pub(crate) struct Bound {
    pub(crate) page: usize,
    pub(crate) at: usize,
}

/// A claim as its words are held against evidence.
#[derive(Clone, Copy)]
pub(crate) struct Claim<'a> {
    pub(crate) text: &'a str,
    pub(crate) terms: &'a [Term],
    pub(crate) own: &'a Reading,
    /// One of its numbers is what is left of a whole, so that it may say `not` where the evidence
    /// does not.
    pub(crate) is_rest: bool,
    /// It marks itself as a conclusion.
    is_conclusion: bool,
    /// It says what the evidence does not have.
    says_missing: bool,
    /// A verifier found it stated.
    is_judged: bool,
}

impl<'a> Claim<'a> {
    pub(crate) fn of(text: &'a str, terms: &'a [Term], own: &'a Reading, is_rest: bool) -> Self {
        Self {
            text,
            terms,
            own,
            is_rest,
            is_conclusion: conclude::is_conclusion(text),
            says_missing: says_missing(text),
            is_judged: false,
        }
    }

    fn states_numbers(&self) -> bool {
        self.own.values.iter().any(|value| !value.in_name)
    }

    /// The first word of the claim is none that the lists have: most likely a name.
    fn starts_with_name(&self, at: usize) -> bool {
        at == 0
            && self
                .terms
                .first()
                .is_some_and(|term| term.class().is_none())
    }

    /// It states something in words alone.
    fn is_plain(&self) -> bool {
        !self.states_numbers() && !self.is_conclusion && !self.says_missing
    }

    /// Its clauses, each with a thing and a verb of its own.
    fn parts(&self) -> Vec<Self> {
        let is_clause = |terms: &[Term]| {
            let weighty = terms.iter().filter(|term| term.is_content()).count();
            weighty >= LEAST_IN_CLAUSE && terms.iter().any(Term::may_be_verb)
        };
        let mut found = Vec::new();
        let mut start = 0;
        // `Although A, B`
        let is_turned = self
            .terms
            .first()
            .is_some_and(|term| term.mark == Some(Mark::Turn));
        for (at, term) in self.terms.iter().enumerate() {
            let (before, behind) = self.terms.split_at(at);
            let before = before.get(start..).unwrap_or_default();
            let is_second = is_turned && start == 0;
            let is_turn = term.mark == Some(Mark::Turn);
            let turns = is_turn || is_second || !term.is_latin(self.text);
            // `rose even though costs fell` needs no comma
            let opens = term.opens_clause || is_turn && cut(self.text, term.range.clone()) != "and";
            if opens && turns && is_clause(before) && is_clause(behind) {
                found.push(Self {
                    terms: before,
                    ..*self
                });
                start = at;
            }
        }
        let last = self.terms.get(start..).unwrap_or_default();
        found.push(Self {
            terms: last,
            ..*self
        });
        found
    }

    /// Share of the weight of its words that need not be found: writers join and vary, numbers say
    /// what words need not, and a conclusion is in words of its own.
    fn slack(&self) -> f64 {
        match () {
            () if self.says_missing => 1.0,
            () if self.is_conclusion => 0.85,
            () if self.states_numbers() => 0.4,
            () => 0.27,
        }
    }
}

/// A statement beside the claim, with the place of its page.
type Candidate<'s> = (usize, Laid<'s>);

/// Holds the words of a claim against the statements of its pages. `bound` are the places of the
/// evidence that its numbers were found at.
pub(crate) fn hold(claim: Claim<'_>, pages: &[&Page<'_>], bound: &[Bound]) -> Wording {
    if let Some(compared) = Some(claim)
        .filter(Claim::is_plain)
        .and_then(|claim| compare::of_rows(claim, pages))
    {
        return compared;
    }
    let mut whole = hold_whole(claim, pages, bound);
    if !claim.is_conclusion
        && !claim.says_missing
        && let Some(over) = over_rows::over_rows(claim, pages)
    {
        over.settle(claim, pages, &mut whole);
    }
    if whole.problems.is_empty()
        && claim.is_plain()
        && let Some(way) = course::way_of(claim)
        && over_rows::went_otherwise(claim, pages, way)
    {
        whole.problems.push(WordProblem::Direction);
    }
    let parts = claim.parts();
    if whole.problems.is_empty() || !claim.is_plain() || parts.len() < 2 {
        return whole;
    }
    // two statements may be told in one sentence
    let held: Vec<Wording> = parts
        .into_iter()
        .map(|part| hold_whole(part, pages, bound))
        .collect();
    match held.iter().all(|part| part.problems.is_empty()) {
        true => Wording {
            spans: held.into_iter().flat_map(|part| part.spans).collect(),
            problems: Vec::new(),
            ..whole
        },
        false => whole,
    }
}

/// As [`hold`], of a claim that one statement is to bear.
fn hold_whole(claim: Claim<'_>, pages: &[&Page<'_>], bound: &[Bound]) -> Wording {
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        let statements = page.statements().iter();
        candidates.extend(
            statements.map(|statement| (place, laid(claim.terms, page.source.text, statement))),
        );
    }
    widen(claim, &mut candidates);
    let mut names = Names::of(claim, pages);
    let chosen = choose(claim, &candidates, bound, &names);
    let way = course::way_of(claim);
    let shown = chosen
        .first()
        .and_then(|(place, laid)| course::way_of_row(claim, laid.statement, pages.get(*place)?));
    let is_shown = way.is_some() && way == shown;
    let mut problems = missing(claim, &chosen, &mut names, is_shown);
    if way.is_some() && shown.is_some() && !is_shown && !claim.is_conclusion {
        problems.push(WordProblem::Direction);
    } else if way.is_some() && !is_shown && claim.is_plain() {
        problems.extend(course::untold(claim, &chosen));
    }
    if !claim.is_conclusion && !claim.states_numbers() {
        problems.extend(other_time(claim.own, &chosen, pages));
        let stated = chosen.iter().map(|(_, laid)| laid);
        problems.extend(months::other_month(claim.text, stated));
    }
    let laids: Vec<&Laid<'_>> = chosen.iter().map(|(_, laid)| laid).collect();
    let held = chosen
        .iter()
        .take_while(|one| holds_any(one, bound))
        .count();
    if !claim.is_conclusion && !claim.says_missing {
        problems.extend(polarity::problems(claim, &laids, held));
        let main = laids.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
        if let Some(main) = main {
            problems.extend(roles::problem(claim, main, &names));
            problems.extend(ends::changed(claim.text, claim.terms, main));
        }
    }
    if claim.states_numbers() && !claim.is_conclusion && !claim.says_missing {
        problems.extend(course::turned_level(claim, &candidates, bound, pages));
        problems.extend(compare::of_own_numbers(claim));
        problems.extend(went::turned_clause(claim, pages));
    }
    problems.extend(beyond(claim, &laids));
    if claim.says_missing && candidates.iter().any(|one| fills_gap(claim, one, pages)) {
        problems.push(WordProblem::Present);
    }
    let spans = chosen.iter().filter_map(|(place, laid)| {
        let page = pages.get(*place)?;
        Some((page.source.evidence.clone(), laid.statement.range.clone()))
    });
    Wording {
        problems,
        is_conclusion: claim.is_conclusion,
        says_missing: claim.says_missing,
        spans: spans.collect(),
    }
}

/// Names and words of the claim that none of the chosen statements bears; `is_shown` is what went up or
/// down by the figures of a row.
fn missing(
    claim: Claim<'_>,
    chosen: &[&Candidate<'_>],
    names: &mut Names<'_>,
    is_shown: bool,
) -> Vec<WordProblem> {
    let (mut strange, mut words, mut subject) = (Vec::new(), Vec::new(), Vec::new());
    // how much is to be found and how much is lost, clause by clause
    let parts = claim.parts();
    let mut shares = vec![(0.0, 0.0); parts.len()];
    let ends = parts.iter().scan(0, |end, part| {
        *end += part.terms.len();
        Some(*end)
    });
    let ends: Vec<usize> = ends.collect();
    for (at, term) in claim.terms.iter().enumerate() {
        let part = ends.iter().filter(|end| **end <= at).count();
        let weight = weight_among(term, claim.states_numbers());
        let is_way = matches!(term.mark, Some(Mark::Way(_)));
        let is_covered = is_shown && is_way || chosen.iter().any(|(_, laid)| laid.covers(at));
        // whose document it is says nothing about what is said
        let is_owner = term.kind == Kind::Name || claim.starts_with_name(at);
        if weight == 0.0 || is_owner && (names.bears(term) || !is_covered && names.grants(at)) {
            continue;
        }
        let written = cut(claim.text, term.range.clone()).to_owned();
        if !is_covered && frame::is_relational(&written, claim.states_numbers()) {
            continue;
        }
        let is_known = names.bears(term) || names.is_self(at);
        let lacks = !(is_covered || is_known || names.grants(at));
        if let Some((all, lost)) = shares.get_mut(part) {
            *all += weight;
            *lost += if lacks { weight } else { 0.0 };
        }
        if !lacks {
            continue;
        }
        if term.class() == Some(Class::Noun) && is_subject(claim, at) {
            subject.push(written.clone());
        }
        let is_possessor = written.ends_with("'s") || written.ends_with("’s");
        if term.kind == Kind::Name || (is_possessor && term.class().is_none()) {
            strange.push(written);
        } else {
            words.push(written);
        }
    }
    let mut problems = Vec::new();
    if !strange.is_empty() {
        problems.push(WordProblem::Names(strange));
    }
    let (all, lost) = shares.iter().fold((0.0, 0.0), |(all, lost), share| {
        (all + share.0, lost + share.1)
    });
    let is_bare = shares.len() > 1
        && claim.is_plain()
        && shares.iter().any(|(all, lost)| *lost > all * MOST_LOST);
    let is_short = lost > all * claim.slack() || is_bare;
    if is_short && !words.is_empty() {
        problems.push(WordProblem::NotStated(words));
    } else if !subject.is_empty() && !claim.is_conclusion && !claim.says_missing {
        problems.push(WordProblem::NotStated(subject));
    }
    problems
}

/// A statement that has all that the claim says is missing: each of its words, and a figure of the kind.
fn fills_gap(claim: Claim<'_>, candidate: &Candidate<'_>, pages: &[&Page<'_>]) -> bool {
    let (place, laid) = candidate;
    let content = || {
        claim
            .terms
            .iter()
            .enumerate()
            .filter(|(_, term)| weight(term) > 0.0)
    };
    let statement = cut(laid.source, laid.statement.range.clone());
    let is_left_open = statement
        .split(['|', '\n'])
        .any(|cell| conclude::stands_for_nothing(cell.trim()));
    let is_there =
        content().count() > 0 && content().all(|(at, _)| laid.covers(at)) && !is_left_open;
    let figures = pages
        .get(*place)
        .map(|page| page.reading.values.as_slice())
        .unwrap_or_default();
    let mut inside = figures
        .iter()
        .filter(|value| laid.statement.range.contains(&value.range.start) && !value.in_name);
    let is_share = |unit: &Unit| matches!(unit, Unit::Percent | Unit::PercentagePoint);
    is_there
        && match conclude::kind_of_gap(claim.text) {
            Missing::Money => inside.any(|value| !is_share(&value.unit)),
            Missing::Share => inside.any(|value| is_share(&value.unit)),
            Missing::Figure => inside.next().is_some(),
            Missing::Other => true,
        }
}

/// Advice, or a certainty in a conclusion, that the statements do not have themselves.
fn beyond(claim: Claim<'_>, laids: &[&Laid<'_>]) -> Vec<WordProblem> {
    let advises = |laid: &&Laid<'_>| {
        conclude::advice(cut(laid.source, laid.statement.range.clone())).is_some()
    };
    let advice = conclude::advice(claim.text).filter(|_| !laids.iter().any(advises));
    let sure = match claim.is_conclusion {
        true => conclude::overclaims(claim.text),
        false => conclude::certifies(claim.text).filter(|word| {
            let says = |laid: &&Laid<'_>| {
                let statement = cut(laid.source, laid.statement.range.clone());
                statement.to_lowercase().contains(word.as_str())
            };
            !laids.iter().any(says)
        }),
    };
    advice
        .into_iter()
        .chain(sure)
        .map(WordProblem::Beyond)
        .collect()
}

/// Looks for further words in the statements that have most of the claim.
fn widen(claim: Claim<'_>, candidates: &mut [Candidate<'_>]) {
    let mut weights: Vec<f64> = candidates.iter().map(|(_, laid)| laid.weight).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    let least = weights.get(MOST_WIDENED - 1).copied().unwrap_or_default();
    let best = candidates
        .iter_mut()
        .filter(|(_, laid)| laid.weight >= least && laid.weight > 0.0);
    for (_, laid) in best.take(2 * MOST_WIDENED) {
        laid.widen(claim.terms);
    }
}

/// The statements that the claim's numbers stand in, and those that add the most words to them. A
/// claim without numbers is said by one statement.
fn choose<'c, 's>(
    claim: Claim<'_>,
    candidates: &'c [Candidate<'s>],
    bound: &[Bound],
    names: &Names<'_>,
) -> Vec<&'c Candidate<'s>> {
    let weigh = |(at, term): (usize, &Term)| match term.kind {
        // everything in a document is its owner's
        _ if names.may_own(at) => None,
        // of two statements that say the same, the one of the same time
        Kind::Number if !claim.states_numbers() => Some((at, SAME_TIME)),
        _ => Some((at, weight(term))),
    };
    let terms = claim.terms.iter().enumerate();
    let weights: Vec<(usize, f64)> = terms.filter_map(weigh).collect();
    let holds_number = |candidate: &&Candidate<'s>| holds_any(candidate, bound);
    let mut chosen: Vec<&Candidate<'s>> = candidates.iter().filter(holds_number).collect();
    // what has digits in its name is found in the rows of tables, one to each
    let most = match claim.own.values.is_empty() {
        true => 1,
        false => MOST.max(chosen.len() + 1),
    };
    while chosen.len() < most {
        let gain = |candidate: &Candidate<'s>| -> f64 {
            let is_new = |at: usize| {
                !chosen.iter().any(|(_, laid)| laid.covers(at)) && candidate.1.covers(at)
            };
            // what a statement says itself counts for more than what it inherits
            let worth = |at: usize| if candidate.1.says(at) { 1.0 } else { 0.5 };
            let added = weights.iter().filter(|(at, _)| is_new(*at));
            added.map(|(at, weight)| weight * worth(*at)).sum()
        };
        let gains = candidates
            .iter()
            .map(|candidate| (gain(candidate), candidate));
        match gains.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((gain, candidate)) if gain > 0.0 || chosen.is_empty() => chosen.push(candidate),
            _ => break,
        }
    }
    chosen
}

/// A number of the claim was found in the statement.
fn holds_any((place, laid): &Candidate<'_>, bound: &[Bound]) -> bool {
    let mut places = bound.iter();
    places.any(|bound| bound.page == *place && laid.statement.range.contains(&bound.at))
}

/// It stands before the first verb and before any number: what the sentence is about.
fn is_subject(claim: Claim<'_>, at: usize) -> bool {
    let is_verb = |term: &Term| {
        term.class() == Some(Class::Verb)
            || term.mark.is_some()
            || term.kind == Kind::Number
            || frame::is_relational(cut(claim.text, term.range.clone()), claim.states_numbers())
    };
    claim.terms.iter().take(at + 1).all(|term| !is_verb(term))
}

/// A period of the claim that its statements do not name, where they name others.
fn other_time(
    own: &Reading,
    chosen: &[&Candidate<'_>],
    pages: &[&Page<'_>],
) -> Option<WordProblem> {
    let mut stated = Vec::new();
    for (place, laid) in chosen {
        let Some(page) = pages.get(*place) else {
            continue;
        };
        if laid.statement.row.is_some() {
            return None;
        }
        let inside = page
            .reading
            .periods
            .iter()
            .filter(|mark| laid.statement.range.contains(&mark.range.start));
        let marks: Vec<PeriodMark> = inside.cloned().collect();
        // `fell compared with 2018` tells of the other year that it names
        let with = bases(page.source.text, &marks);
        let told = marks.iter().map(|mark| mark.period);
        let told: Vec<_> = told.filter(|period| !with.contains(period)).collect();
        match told.is_empty() {
            true => stated.extend(with),
            false => stated.extend(told),
        }
    }
    if stated.is_empty() {
        return None;
    }
    let asked = own.periods.iter();
    let strange = asked.filter(|mark| {
        !stated.iter().any(|period| {
            fit_of(Some(mark.period), Some(*period), Kept::AtMoment) != PeriodFit::Conflict
        })
    });
    let is_all = !own.periods.is_empty() && strange.clone().count() == own.periods.len();
    is_all.then_some(WordProblem::Time)
}
