//! Why something went as it did: told by sentences that say of the thing itself that it did and why, or by
//! what goes on from them. The reason of another thing is none.

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{WordList, word_list};
use assay_figures::{Direction, direction_in_han, direction_word, ideas_in};

use super::narrowed::Held;
use super::quoted::points_back;
use crate::frame::{Frame, Wanted};
use crate::kindred::groups_in;
use crate::measure::{is_in_a_name, metrics_in, names};
use crate::passage::{Asked, Candidate, cause_in};

/// By which a cause stands before what it brought about.
static EFFECT_BEHIND: WordList = word_list!("answer/reasons/effect_behind");
static CAUSES_BESIDE: WordList = word_list!("answer/reasons/causes_beside");
/// What goes on about the change before it.
static CHANGES: WordList = word_list!("answer/reasons/changes");
/// What tells of what weighed on a figure or lifted it.
static COMPARES: WordList = word_list!("answer/reasons/compares");
/// Words from the beginning of a sentence among which one of those stands.
const OPENING: usize = 3;
/// A cause that stands so near the beginning, in bytes, stands before what it brought about.
const FRONT: usize = 12;

/// What a question says went up or down.
struct Moved<'q> {
    /// What tells it apart: the part, the place, the product.
    things: Vec<usize>,
    metrics: Vec<&'static str>,
    way: Direction,
    asked: &'q Asked<'q>,
    topic: &'q str,
}

/// Leaves the sentences that may say why a figure went as it did. Where it is asked why something rose or
/// fell, those are sentences that say so of it; of two things that are called alike the whole is meant.
pub(super) fn keep_what_may_explain(frame: &Frame, asked: &Asked<'_>, held: &mut Held<'_>) {
    if frame.wanted != Wanted::Cause {
        return;
    }
    let Some(moved) = Moved::of(frame, asked) else {
        let metrics = metrics_in(&frame.topic);
        let explains = |one: &Candidate<'_>| {
            !one.is_row && metrics.iter().any(|(_, metric)| names(&one.shown, metric))
        };
        if held.all.iter().any(explains) {
            held.retain(explains);
        }
        return;
    };
    let all = &held.all;
    let says = |place: usize| moved.is_said_by(all, place);
    let said: Vec<usize> = (0..all.len()).filter(|place| says(*place)).collect();
    let is_whole = |place: &usize| {
        let text = all.get(*place).map_or("", |one| one.shown.as_str());
        moved.is_of_the_whole(text)
    };
    let is_wanted = |place: &usize| moved.things.is_empty() && is_whole(place);
    let only_whole = said.iter().any(is_wanted);
    let kept: Vec<usize> = said
        .into_iter()
        .filter(|place| !only_whole || is_whole(place))
        .collect();
    let mut place = 0..all.len();
    held.retain(|_| {
        place.next().is_some_and(|place| {
            let goes_on_from = place.checked_sub(1);
            kept.contains(&place) || goes_on_from.is_some_and(|before| kept.contains(&before))
        })
    });
}

impl<'q> Moved<'q> {
    fn of(frame: &'q Frame, asked: &'q Asked<'q>) -> Option<Self> {
        let way = *directions(&frame.question).first()?;
        let found = metrics_in(&frame.topic);
        let terms = asked.terms.iter().enumerate();
        let things = terms.filter(|(place, term)| {
            let is_in_metric = found
                .iter()
                .any(|(at, _)| at.start < term.range.end && term.range.start < at.end);
            let word = frame.topic.get(term.range.clone()).unwrap_or_default();
            // `margins` is said of everything, and yet names what went up
            (term.kind >= MeaningKind::Thing || !term.ideas().is_empty())
                && !term.is_unread()
                && !term.is_way()
                && directions(word).is_empty()
                && !asked.lighter.contains(place)
                && !is_in_metric
        });
        let things: Vec<usize> = things.map(|(place, _)| place).collect();
        let metrics: Vec<&'static str> = found.into_iter().map(|(_, metric)| metric).collect();
        (!things.is_empty() || !metrics.is_empty()).then_some(Self {
            things,
            metrics,
            way,
            asked,
            topic: &frame.topic,
        })
    }

    /// Whether a sentence says of the thing that it moved this way, and why; or what follows says why.
    fn is_said_by(&self, all: &[Candidate<'_>], place: usize) -> bool {
        let Some(one) = all.get(place).filter(|one| !one.is_row) else {
            return false;
        };
        clauses_of(&one.shown).into_iter().any(|clause| {
            let effect = effect_of(clause);
            let ways = directions(effect);
            let is_this_way = ways.is_empty() || ways.contains(&self.way);
            let is_explained = reason_in(clause).is_some() || explains_next(all, place).is_some();
            is_this_way && is_explained && self.is_named_in(effect)
        })
    }

    /// Whether words name all that tells the thing apart; where nothing does, the figure.
    fn is_named_in(&self, text: &str) -> bool {
        let (own, ideas, kin) = (meanings(text), ideas_in(text), groups_in(text));
        let is_named = |place: &usize| {
            let Some(term) = self.asked.terms.get(*place) else {
                return false;
            };
            // another figure is of the same matter, and not the same
            let word = self.topic.get(term.range.clone()).unwrap_or_default();
            let of_kin = self.asked.kin.get(*place).filter(|_| !is_in_a_name(word));
            own.iter().any(|word| word.is_same_as(term))
                || term.ideas().iter().any(|idea| ideas.contains(idea))
                || of_kin.is_some_and(|groups| !groups.is_disjoint(&kin))
        };
        match self.things.is_empty() {
            true => self.metrics.iter().any(|metric| names(text, metric)),
            false => self.things.iter().all(is_named),
        }
    }

    /// Whether a sentence speaks of the figure of the whole company: `Sales rose`, not `Pump sales rose`.
    fn is_of_the_whole(&self, text: &str) -> bool {
        let named = metrics_in(text).into_iter();
        let mut own = named.filter(|(_, metric)| self.metrics.contains(metric));
        own.any(|(at, _)| {
            let before = text.get(..at.start).unwrap_or_default();
            let is_clean = |c: char| !c.is_alphabetic();
            let word = before.split_whitespace().next_back().unwrap_or_default();
            let words: Vec<Meaning> = meanings(word);
            let narrows = words.iter().any(|word| word.kind >= MeaningKind::Thing);
            before.ends_with(is_clean) && !before.ends_with('-') && !narrows || before.is_empty()
        })
    }
}

/// The sentence behind one that gives no reason itself, where it is the reason.
pub(super) fn explains_next(all: &[Candidate<'_>], place: usize) -> Option<usize> {
    let (this, next) = (all.get(place)?, all.get(place + 1)?);
    let is_near = this.passage.evidence.id == next.passage.evidence.id && !next.is_row;
    let mut words = next.shown.split(|c: char| !c.is_alphanumeric());
    let opening: Vec<String> = words
        .by_ref()
        .filter(|word| !word.is_empty())
        .take(OPENING)
        .map(str::to_lowercase)
        .collect();
    let opens_with = |list: &WordList| opening.iter().any(|word| list.contains(&word.as_str()));
    let goes_on = points_back(&next.shown) || goes_on_about_change(&next.shown);
    let is_reason = goes_on && reason_in(&next.shown).is_some()
        || reason_in(&this.shown).is_none() && opens_with(&COMPARES);
    (is_near && is_reason).then_some(place + 1)
}

/// The parts of a sentence that stand by themselves: one that opens with `the increase` goes on from the one
/// before it.
fn clauses_of(sentence: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = vec![0];
    for (at, mark) in sentence.match_indices(['；', ';']) {
        let next = at + mark.len();
        let clause = sentence.get(next..).unwrap_or_default();
        if !goes_on_about_change(clause) {
            starts.push(next);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([sentence.len()]);
    let clauses = starts.iter().zip(ends);
    clauses
        .filter_map(|(start, end)| sentence.get(*start..end))
        .collect()
}

/// `The decrease was due to …`, `this improvement …`.
fn goes_on_about_change(text: &str) -> bool {
    let lower = text.trim_start().to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let opens = matches!(words.next(), Some("the" | "this" | "these" | "both"));
    opens && words.take(OPENING).any(|word| CHANGES.contains(&word))
}

/// Where a text about a change begins to say why.
fn reason_in(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let beside = CAUSES_BESIDE.iter().filter_map(|words| {
        let at = lower.find(words)?;
        // `since 2021` is a time
        let behind = lower.get(at + words.len()..)?.trim_start();
        (!behind.starts_with(|c: char| c.is_ascii_digit())).then_some(at)
    });
    cause_in(text).into_iter().chain(beside).min()
}

/// What a clause says came about, without why.
fn effect_of(clause: &str) -> &str {
    let is_behind = EFFECT_BEHIND.iter().any(|words| clause.contains(words));
    match reason_in(clause).filter(|at| *at > FRONT && !is_behind) {
        Some(at) => clause.get(..at).unwrap_or(clause),
        None => clause,
    }
}

/// Which ways a text says that something went.
fn directions(text: &str) -> Vec<Direction> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphabetic());
    let mut found: Vec<Direction> = words.filter_map(direction_word).collect();
    let mut rest = text;
    while let Some((_, end, way)) = direction_in_han(rest) {
        found.push(way);
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}
