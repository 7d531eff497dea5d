//! Which sentences and rows answer.

use std::collections::BTreeSet;

use assay_claims::{Meaning, MeaningKind};
use assay_figures::{Figure, Unit};

use super::candidate::Candidate;
use super::fit::{fits_form, fits_label, fits_time, fits_wanted, has_wanted, is_of};
use super::nearby::Nearby;
use crate::frame::{Kind, Wanted, When};
use crate::kindred::Group;

/// What is to be met.
pub(crate) struct Asked<'q> {
    pub(crate) terms: &'q [Meaning],
    /// Of each term, the groups of words of the same matter.
    pub(crate) kin: Vec<BTreeSet<Group>>,
    pub(crate) when: &'q When,
    pub(crate) wanted: Wanted,
    pub(crate) kind: Kind,
    /// Numbers that the question itself states.
    pub(crate) numbers: &'q [String],
    /// Places of the terms that weigh less.
    pub(crate) lighter: &'q [usize],
    /// What else the question says, in words that only ask: of two that answer, the one that uses
    /// them answers better.
    pub(crate) spoken: Vec<Meaning>,
    /// Names of whom it asks about: `3M` is no number.
    pub(crate) names: &'q [String],
}

impl Asked<'_> {
    /// Places of the terms that name what is spoken of.
    fn things(&self) -> impl Iterator<Item = usize> {
        let terms = self.terms.iter().enumerate();
        let things = terms.filter(|(_, term)| term.kind >= MeaningKind::Thing);
        things.map(|(place, _)| place)
    }

    fn least_cover(&self) -> f64 {
        match (self.kind, self.wanted) {
            (Kind::LookUp, Wanted::Anything) => LEAST_OF_ANYTHING,
            (Kind::HowTo | Kind::Explain, _) => LEAST_OF_TEXT,
            _ => LEAST_COVER,
        }
    }

    /// A question for a number or a day is not answered by a sentence without one.
    fn needs_a_figure(&self) -> bool {
        let is_told = matches!(
            self.wanted,
            Wanted::Money | Wanted::Count | Wanted::Percent | Wanted::Figure | Wanted::Date
        );
        is_told && matches!(self.kind, Kind::LookUp | Kind::Compare)
    }
}

/// A candidate and how well it answers.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) place: usize,
    pub(crate) score: f64,
    /// Which share of what is asked it speaks of, by weight.
    pub(crate) cover: f64,
}

/// Share of the weight of a question that an answer must speak of.
const LEAST_COVER: f64 = 0.5;
/// The same where the question says nothing of what kind of thing would answer it.
const LEAST_OF_ANYTHING: f64 = 0.66;
/// The same of explanations and advice, which say things in many words.
const LEAST_OF_TEXT: f64 = 0.42;
/// A further sentence must bring this share of what the ones before it leave open.
const LEAST_MORE: f64 = 0.5;
/// A sentence that only fills a gap must still be this good.
const LEAST_SCORE: f64 = 0.25;
/// How much less of the question than the best a further sentence may speak of.
const LESS_COVER: f64 = 0.15;
/// How much worse than the best a further sentence may be; advice is spread over many.
const NEAR_BEST: f64 = 0.18;

/// The candidates that answer, best first, at most `most`; empty where none covers what is asked. What stands
/// `beside` them is no answer and says what their passages are about.
pub(crate) fn choose(
    asked: &Asked<'_>,
    all: &[Candidate<'_>],
    beside: &[Candidate<'_>],
    most: usize,
) -> Vec<Chosen> {
    let context: Vec<&Candidate<'_>> = all.iter().chain(beside).collect();
    if asked.needs_a_figure() && names_what_nobody_does(asked, &context) {
        return Vec::new();
    }
    let weights = weights(asked, &context);
    let ranked = ranked(asked, all, &context, &weights);
    let answers = |chosen: &&Chosen| {
        let candidate = all.get(chosen.place);
        chosen.cover >= asked.least_cover()
            && candidate.is_some_and(|one| may_be_best(asked, &weights, one))
    };
    let Some(best) = ranked.iter().find(answers) else {
        return Vec::new();
    };
    let best = *best;
    let mut chosen = vec![best];
    let mut met: Vec<bool> = met_by(asked, all.get(best.place));
    let total: f64 = weights.iter().sum();
    // what the best one leaves open first, then what is as good; causes stand close together
    let order = match asked.kind {
        Kind::Explain | Kind::HowTo => [false, true],
        Kind::LookUp | Kind::Compare | Kind::List | Kind::Judge => [true, false],
    };
    for period in &asked.when.periods {
        let says = |chosen: &Chosen| {
            all.get(chosen.place)
                .is_some_and(|one| one.periods.iter().any(|own| is_of(*own, *period)))
        };
        let is_open = asked.kind == Kind::Compare && !chosen.iter().any(says);
        let next = ranked.iter().filter(|next| is_open && says(next));
        let next = next.filter(|next| next.cover >= LEAST_COVER.max(best.cover - 2.0 * LESS_COVER));
        chosen.extend(next.take(1).copied());
    }
    for is_filling in order {
        for next in &ranked {
            let repeats = chosen
                .iter()
                .any(|known| is_same(all, known.place, next.place));
            let speaks_of_it = || {
                let candidate = all.get(next.place);
                candidate.is_some_and(|one| may_follow(asked, all.get(best.place), one))
            };
            if chosen.len() >= most || repeats || !speaks_of_it() {
                continue;
            }
            let more = met_by(asked, all.get(next.place));
            let brings: f64 = weights
                .iter()
                .zip(met.iter().zip(&more))
                .filter(|(_, (old, new))| !**old && **new)
                .map(|(weight, _)| weight)
                .sum();
            let left = open_weight(&weights, &met);
            let fills =
                left > 0.08 * total && brings >= LEAST_MORE * left && next.score >= LEAST_SCORE;
            let (less, worse) = match asked.kind {
                Kind::HowTo => (2.0 * LESS_COVER, 1.5 * NEAR_BEST),
                _ => (LESS_COVER, NEAR_BEST),
            };
            let is_near = next.cover >= asked.least_cover().max(best.cover - less)
                && next.score >= best.score - worse;
            if (is_filling && fills) || (!is_filling && is_near) {
                chosen.push(*next);
                for (old, new) in met.iter_mut().zip(more) {
                    *old |= new;
                }
            }
        }
    }
    chosen
}

fn may_be_best(asked: &Asked<'_>, weights: &[f64], candidate: &Candidate<'_>) -> bool {
    may_answer(asked, candidate)
        && is_together(asked, candidate)
        && names_the_rarest(asked, weights, candidate)
}

fn may_follow(asked: &Asked<'_>, best: Option<&Candidate<'_>>, next: &Candidate<'_>) -> bool {
    speaks_itself(asked, next) && is_beside(asked, best, next)
}

/// Whether a candidate speaks of that thing of a question for a number of which fewest speak: what others have
/// in common with it, that something cost or fell, is no sign of it.
fn names_the_rarest(asked: &Asked<'_>, weights: &[f64], candidate: &Candidate<'_>) -> bool {
    let is_one = asked.needs_a_figure() && asked.kind == Kind::LookUp;
    let read = asked.things().filter(|place| {
        let term = asked.terms.get(*place);
        term.is_some_and(|term| !term.is_unread()) && !asked.lighter.contains(place)
    });
    let weight = |place: &usize| weights.get(*place).copied().unwrap_or_default();
    let rarest = read.max_by(|a, b| weight(a).total_cmp(&weight(b)));
    !is_one || rarest.is_none_or(|place| touch(asked, place, candidate) > 0.0)
}

/// Bytes of a sentence within which the words of a question belong together.
const REACH: usize = 240;

/// Whether a long sentence has the words of a question in one place: a contract of a page has most words
/// somewhere.
fn is_together(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    if candidate.is_row || candidate.shown.len() <= 2 * REACH || asked.kind != Kind::LookUp {
        return true;
    }
    let places = |place: usize| {
        let term = asked.terms.get(place);
        let own = candidate.own.iter();
        let same = own.filter(move |word| term.is_some_and(|term| word.is_same_as(term)));
        same.map(|word| word.range.start).collect::<Vec<usize>>()
    };
    let mut found = asked.things().map(places).filter(|found| !found.is_empty());
    let Some(first) = found.next() else {
        return true;
    };
    let rest: Vec<Vec<usize>> = found.collect();
    first.iter().any(|at| {
        let is_near = |other: &usize| other.abs_diff(*at) <= REACH;
        rest.iter().all(|places| places.iter().any(is_near))
    })
}

/// Whether a candidate has what is wanted: a figure where one is asked for, and of the things that are counted.
fn may_answer(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    (!asked.needs_a_figure() || has_wanted(asked, candidate))
        && (asked.wanted != Wanted::Count || names_a_thing(asked, candidate))
        && (candidate.is_row || says_something(&candidate.shown))
}

/// Words from which on a text without a sentence in it is told by its capitals.
const MANY_WORDS: usize = 12;

/// Whether a text is more than names in a row, as a list of subsidiaries is that lost its table.
fn says_something(text: &str) -> bool {
    let words = || {
        let words = text.split_whitespace();
        words.filter(|word| word.starts_with(char::is_alphabetic))
    };
    let small = words().filter(|word| word.starts_with(char::is_lowercase));
    let all = words().filter(|word| word.is_ascii()).count();
    all < MANY_WORDS || 3 * small.count() >= all
}

/// Whether a candidate, its columns or its headings use a word for what is counted: that something is of the
/// same matter does not say how many there are.
fn names_a_thing(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    let mut things = asked.things().peekable();
    let all = [&candidate.own, &candidate.heads, &candidate.around];
    let is_named = |place: usize| {
        let term = asked.terms.get(place);
        term.is_some_and(|term| {
            let mut words = all.iter().flat_map(|words| words.iter());
            words.any(|word| word.is_same_as(term))
        })
    };
    things.peek().is_none() || things.any(is_named)
}

/// Whether the figure of a thing is asked for that none of the candidates speaks of, in whatever words: a
/// figure of something else is no answer.
fn names_what_nobody_does(asked: &Asked<'_>, all: &[&Candidate<'_>]) -> bool {
    let mut things = asked.things().filter(|place| {
        let is_read = asked
            .terms
            .get(*place)
            .is_some_and(|term| !term.is_unread());
        is_read && !asked.lighter.contains(place)
    });
    things.any(|place| {
        all.iter()
            .all(|candidate| touch(asked, place, candidate) <= 0.0)
    })
}

/// The best candidate even where it does not answer, for whoever wants to know what is nearest.
pub(crate) fn nearest(asked: &Asked<'_>, all: &[Candidate<'_>]) -> Option<Chosen> {
    let context: Vec<&Candidate<'_>> = all.iter().collect();
    let weights = weights(asked, &context);
    let ranked = ranked(asked, all, &context, &weights);
    ranked.into_iter().next()
}

/// The largest share of what is asked that any candidate speaks of which speaks of a thing in it:
/// that somebody writes or sells is said everywhere.
pub(crate) fn best_cover(asked: &Asked<'_>, all: &[Candidate<'_>]) -> f64 {
    let context: Vec<&Candidate<'_>> = all.iter().collect();
    let weights = weights(asked, &context);
    let names_things = asked.things().next().is_some();
    let speaks_of_one = |chosen: &Chosen| {
        let mut things = asked.things();
        all.get(chosen.place)
            .is_some_and(|candidate| things.any(|place| touch(asked, place, candidate) > 0.0))
    };
    ranked(asked, all, &context, &weights)
        .into_iter()
        .filter(|chosen| !names_things || speaks_of_one(chosen))
        .map(|chosen| chosen.cover)
        .fold(0.0, f64::max)
}

fn ranked(
    asked: &Asked<'_>,
    all: &[Candidate<'_>],
    context: &[&Candidate<'_>],
    weights: &[f64],
) -> Vec<Chosen> {
    let nearby = Nearby::of(asked.terms, context);
    let mut ranked: Vec<Chosen> = all
        .iter()
        .enumerate()
        .map(|(place, candidate)| scored(asked, candidate, place, weights, &nearby))
        .filter(|chosen| chosen.cover > 0.0)
        .collect();
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.place.cmp(&b.place))
    });
    ranked
}

/// What a word that only asks adds where a candidate uses it, and how many may.
const SPOKEN: f64 = 0.08;
const MOST_SPOKEN: usize = 3;

/// How fully a term is spoken of that another sentence of the same passage has.
const NEARBY: f64 = 0.5;

fn open_weight(weights: &[f64], met: &[bool]) -> f64 {
    let open = weights.iter().zip(met).filter(|(_, met)| !**met);
    open.map(|(weight, _)| weight).sum()
}

fn is_same(all: &[Candidate<'_>], a: usize, b: usize) -> bool {
    match (all.get(a), all.get(b)) {
        (Some(a), Some(b)) => a.shown == b.shown,
        _ => true,
    }
}

/// What is left of the weight of a word that stands beside the question.
const LIGHTER: f64 = 0.3;

/// What each term weighs: things and names more than what is said of them, what few have more than
/// what all have.
fn weights(asked: &Asked<'_>, all: &[&Candidate<'_>]) -> Vec<f64> {
    let count = to_float(all.len());
    let things = || {
        asked
            .terms
            .iter()
            .filter(|term| term.kind >= MeaningKind::Thing)
    };
    let is_read = 2 * things().filter(|term| term.is_unread()).count() < things().count();
    let weight = |place: usize, term: &Meaning| {
        let base = match term.kind {
            MeaningKind::Name => 1.4,
            MeaningKind::Thing => 1.0,
            MeaningKind::Said => 0.5,
            MeaningKind::Light => 0.45,
        };
        let kin = asked.kin.get(place);
        let holders = all.iter().filter(|candidate| {
            candidate.own.iter().any(|own| own.is_same_as(term))
                || kin.is_some_and(|kin| !kin.is_disjoint(&candidate.kin))
        });
        let holders = holders.count();
        // writers vary their verbs, and a word that cannot be read can be met nowhere: one that
        // nobody uses is no sign that nobody speaks of it
        let is_open = term.kind <= MeaningKind::Said || (is_read && term.is_unread());
        let base = if holders == 0 && is_open {
            base * 0.3
        } else {
            base
        };
        let rarity = ((count + 1.0) / (to_float(holders) + 0.5)).ln() / (count + 2.0).ln();
        base * 0.5f64.mul_add(rarity.clamp(0.0, 1.0), 0.5)
    };
    let all = asked.terms.iter().enumerate().map(|(place, term)| {
        let is_lighter = asked.lighter.contains(&place);
        weight(place, term) * if is_lighter { LIGHTER } else { 1.0 }
    });
    all.collect()
}

pub(super) fn to_float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// How fully a candidate speaks of a term: itself, by what stands around it, by its document.
fn cover(term: &Meaning, candidate: &Candidate<'_>) -> f64 {
    let holds = |words: &[Meaning]| words.iter().any(|word| word.is_same_as(term));
    let shares_idea = || {
        term.ideas()
            .iter()
            .any(|idea| candidate.ideas.contains(idea))
    };
    let goes_same_way = || candidate.own.iter().any(|word| word.goes_same_way(term));
    match () {
        () if holds(&candidate.own) => 1.0,
        () if shares_idea() || holds(&candidate.heads) => 0.9,
        () if goes_same_way() => 0.8,
        () if holds(&candidate.around) => 0.75,
        () if holds(&candidate.title) => 0.5,
        () => 0.0,
    }
}

/// How fully a candidate speaks of a term by a word of the same matter.
const OF_KIN: f64 = 0.75;
/// The same where only what stands around it has the word.
const OF_KIN_AROUND: f64 = 0.55;

/// What is left of that where it must be said that the question is covered.
const IN_OTHER_WORDS: f64 = 0.75;

/// How fully a candidate speaks of the matter of a term, be it in other words.
fn touch(asked: &Asked<'_>, place: usize, candidate: &Candidate<'_>) -> f64 {
    let covered = asked
        .terms
        .get(place)
        .map_or(0.0, |term| cover(term, candidate));
    let of_kin = match asked.kin.get(place) {
        Some(kin) if !kin.is_disjoint(&candidate.kin) => OF_KIN,
        Some(kin) if !kin.is_disjoint(&candidate.kin_around) => OF_KIN_AROUND,
        _ => 0.0,
    };
    covered.max(of_kin)
}

/// Whether a sentence or row has a thing that is asked about in words of its own, and not only the
/// passage around it; where no thing is asked about, anything does.
fn speaks_itself(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    let mut things = asked.things().peekable();
    things.peek().is_none() || things.any(|place| touch(asked, place, candidate) >= 0.75)
}

/// Whether a further sentence speaks of all that the best one does, or of what that leaves out, where one number
/// is asked for: another number is of something else.
fn is_beside(asked: &Asked<'_>, best: Option<&Candidate<'_>>, next: &Candidate<'_>) -> bool {
    let is_one =
        asked.needs_a_figure() && asked.kind == Kind::LookUp && asked.when.periods.len() < 2;
    let Some(best) = best.filter(|_| is_one) else {
        return true;
    };
    let speaks = |place: usize, one: &Candidate<'_>| touch(asked, place, one) >= 0.75;
    let things: Vec<usize> = asked.things().collect();
    let brings = |place: &usize| speaks(*place, next) && !speaks(*place, best);
    let lacks = |place: &usize| speaks(*place, best) && !speaks(*place, next);
    things.iter().any(brings) || !things.iter().any(lacks)
}

fn met_by(asked: &Asked<'_>, candidate: Option<&Candidate<'_>>) -> Vec<bool> {
    let is_met = |term: &Meaning| {
        candidate.is_some_and(|candidate| {
            // a document that is named after something speaks of it throughout
            let is_of_document = candidate.title.iter().any(|word| word.is_same_as(term));
            is_of_document || cover(term, candidate) > 0.8
        })
    };
    asked.terms.iter().map(is_met).collect()
}

fn scored(
    asked: &Asked<'_>,
    candidate: &Candidate<'_>,
    place: usize,
    weights: &[f64],
    nearby: &Nearby<'_>,
) -> Chosen {
    let total: f64 = weights.iter().sum();
    let near = |place: usize| match nearby.says(candidate, place) {
        true => NEARBY,
        false => 0.0,
    };
    let weighed = |met: &dyn Fn(usize) -> f64| -> f64 {
        let all = weights.iter().enumerate();
        all.map(|(place, weight)| weight * met(place).max(near(place)))
            .sum()
    };
    let met = weighed(&|place| touch(asked, place, candidate));
    // what leads to a sentence proves less than what it says
    let said = weighed(&|place| {
        let strict = asked
            .terms
            .get(place)
            .map_or(0.0, |term| cover(term, candidate));
        strict.max(IN_OTHER_WORDS * touch(asked, place, candidate))
    });
    let names = || {
        let terms = asked.terms.iter().enumerate();
        terms.filter(|(_, term)| term.kind == MeaningKind::Name)
    };
    let lacks_name = names().any(|(place, term)| {
        cover(term, candidate) == 0.0 && near(place) == 0.0 && !nearby.is_common(place)
    });
    // what stands around a sentence is of the same name, a row beside it may be of another
    let is_of_another = candidate.is_row
        && names().any(|(place, term)| {
            let is_own = || candidate.own.iter().any(|word| word.is_same_as(term));
            nearby.names_rows(candidate, place) && !is_own()
        });
    let of_all = |met: f64| if total > 0.0 { met / total } else { 0.0 };
    let (share, said) = (of_all(met), of_all(said));
    let cover = match () {
        () if is_of_another => 0.0,
        () if lacks_name => said * 0.6,
        () => said,
    };
    let same_numbers = asked.numbers.iter().filter(|number| {
        let mut figures = candidate.figures.iter();
        figures.any(|figure| figure.raw.contains(number.as_str()))
    });
    let spoken = asked
        .spoken
        .iter()
        .filter(|word| candidate.own.iter().any(|own| own.is_same_as(word)));
    let score = 0.15 * to_float(same_numbers.count())
        + SPOKEN * to_float(spoken.count().min(MOST_SPOKEN))
        + share
        + fits_wanted(asked, candidate)
        + fits_time(asked, candidate)
        + fits_label(asked, candidate)
        + fits_form(candidate);
    Chosen {
        place,
        score,
        cover,
    }
}

/// The figure of a candidate that the words ask for, of the period that is asked for.
pub(crate) fn figure_of<'c>(
    candidate: &'c Candidate<'_>,
    terms: &[Meaning],
    when: &When,
) -> Option<&'c Figure> {
    let things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
    if things.clone().any(|term| cover(term, candidate) == 0.0) {
        return None;
    }
    let levels = || {
        let figures = candidate.figures.iter();
        figures.filter(|figure| {
            !figure.subject.is_change
                && !matches!(figure.unit, Unit::Percent | Unit::PercentagePoint)
        })
    };
    let Some(wanted) = when.periods.first() else {
        return levels().next();
    };
    let of_time = levels().find(|figure| figure.period.is_some_and(|own| is_of(own, *wanted)));
    let undated = || {
        let in_document =
            candidate.passage.year == Some(wanted.year) && candidate.periods.is_empty();
        levels().next().filter(|_| in_document)
    };
    of_time.or_else(undated)
}
