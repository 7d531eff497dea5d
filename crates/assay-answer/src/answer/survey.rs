//! A matter of many sides, told by the documents that are about it.
//!
//! No single sentence speaks of all that such a question names, and those that name most of it only
//! repeat it. So the documents are weighed first, by how much of the question each speaks of as a
//! whole; then each of the best has its share of the answer, in which it tells what it has to report:
//! figures and dates from the passages that are nearest to the question, with what goes on from them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{DocumentId, Place};

use super::quoted::{quote, words_in};
use super::{Answer, Given};
use crate::frame::Frame;
use crate::known::names_a_stranger;
use crate::passage::{Candidate, Passage, candidates};

/// Words of the whole.
const ROOM: usize = 600;
/// Documents that have a share of it.
const MOST_DOCUMENTS: usize = 12;
/// Share of a question that the best document must speak of.
const LEAST_COVER: f64 = 0.4;
/// How much of what the best document speaks of another must speak of.
const LEAST_OF_BEST: f64 = 0.45;
/// How much of a document's standing is its best passage's.
const BEST_PASSAGE: f64 = 0.3;
/// How much of it is its title's: what is about a matter says so there, and a box of messages, which
/// is about many, has none.
const TITLE: f64 = 0.3;
/// Share of the question that a sentence of a message must speak of itself: the next may be about
/// something else.
const LEAST_OF_MESSAGE: f64 = 0.15;
/// The same of any sentence that has neither figure nor day, where there are few that have.
const LEAST_OF_WORDS: f64 = 0.2;
/// A sentence with more words is not read in a summary, one with fewer is a greeting.
const LENGTHS: RangeInclusive<usize> = 6..=80;

/// Tells what the documents say that a broad question is about; `false` where it is not broad, or no
/// document speaks of enough of it.
pub(super) fn tell(frame: &Frame, given: &Given<'_>, answer: &mut Answer) -> bool {
    let Some(survey) = Survey::of(frame, given) else {
        return false;
    };
    for sentences in survey.told() {
        answer.paragraph(sentences.iter().map(quote).collect());
    }
    answer.says_something()
}

/// The documents that a broad question is about, best first; none where it is not broad. Whoever
/// reads more of them tells more.
pub fn documents_about(frame: &Frame, given: &Given<'_>) -> Vec<DocumentId> {
    let sources = Survey::of(frame, given).map(|survey| survey.sources);
    let sources = sources.into_iter().flatten();
    sources.map(|source| source.document.clone()).collect()
}

struct Survey<'g> {
    /// Best first.
    sources: Vec<Source<'g>>,
}

/// A document and what was found of it.
struct Source<'g> {
    document: &'g DocumentId,
    passages: Vec<Read<'g>>,
    standing: f64,
}

struct Read<'g> {
    sentences: Vec<Sentence<'g>>,
    /// Which terms its text has.
    met: Vec<bool>,
    /// Which terms stand above it.
    headed: Vec<bool>,
    /// Which terms the title of its document has.
    titled: Vec<bool>,
    /// By which share of the question.
    cover: f64,
}

struct Sentence<'g> {
    said: Candidate<'g>,
    /// Share of the question that it speaks of in words of its own.
    cover: f64,
    is_told: bool,
}

impl<'g> Survey<'g> {
    fn of(frame: &Frame, given: &Given<'g>) -> Option<Self> {
        let is_of_stranger = frame.subjects.is_empty()
            && !given.known.is_empty()
            && names_a_stranger(&frame.question);
        if !frame.is_broad() || is_of_stranger {
            return None;
        }
        let mut terms = frame.terms();
        terms.retain(|term| term.kind > MeaningKind::Light);
        let mut sources: Vec<Source<'g>> = Vec::new();
        for passage in given.passages.iter().filter(|passage| !passage.is_extract) {
            let document = &passage.evidence.document;
            let read = Read::of(passage, &terms);
            match sources
                .iter_mut()
                .find(|source| source.document == document)
            {
                Some(source) => source.passages.push(read),
                None => sources.push(Source {
                    document,
                    passages: vec![read],
                    standing: 0.0,
                }),
            }
        }
        let weights = weights(terms.len(), &sources);
        for source in &mut sources {
            source.weigh(&terms, &weights);
        }
        let titles = sources.iter().map(|source| source.titled(&weights));
        let most = titles.fold(f64::MIN_POSITIVE, f64::max);
        for source in &mut sources {
            let titled = source.titled(&weights) / most;
            source.standing *= TITLE.mul_add(titled - 1.0, 1.0);
        }
        sources.sort_by(|a, b| b.standing.total_cmp(&a.standing));
        let best = sources.first().map_or(0.0, |best| best.standing);
        sources.retain(|source| source.standing >= LEAST_OF_BEST * best);
        sources.truncate(MOST_DOCUMENTS);
        // also of what no document speaks of
        let alike = vec![1.0; terms.len()];
        let is_covered =
            |source: &Source<'_>| share_of(&alike, |term| source.speaks_of(term)) >= LEAST_COVER;
        sources.iter().any(is_covered).then_some(Self { sources })
    }

    /// What is told, passage by passage: from each document in turn the best that it has still to
    /// tell, until there is no room.
    fn told(mut self) -> Vec<Vec<Candidate<'g>>> {
        let mut left = ROOM;
        let mut told = BTreeSet::new();
        for by_words in [false, true] {
            let is_enough = by_words && left < ROOM / 2;
            let mut goes_on = !is_enough;
            while goes_on {
                goes_on = false;
                for source in &mut self.sources {
                    if let Some(next) = source.tell_next(left, by_words, &told) {
                        left = left.saturating_sub(words_in(&next));
                        told.insert(next);
                        goes_on = true;
                    }
                }
            }
        }
        let passages = self.sources.into_iter().flat_map(|source| source.passages);
        let told = passages.map(|passage| {
            let told = passage.sentences.into_iter().filter(|one| one.is_told);
            told.map(|one| one.said).collect::<Vec<_>>()
        });
        told.filter(|told| !told.is_empty()).collect()
    }
}

/// What each term weighs: what few of the documents speak of tells them apart, and what none does
/// cannot.
fn weights(terms: usize, sources: &[Source<'_>]) -> Vec<f64> {
    let float = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    let weight = |term: usize| {
        let holders = sources.iter().filter(|source| source.speaks_of(term));
        match holders.count() {
            0 => 0.0,
            holders => ((float(sources.len()) + 1.0) / (float(holders) + 0.5)).ln() + 0.1,
        }
    };
    (0..terms).map(weight).collect()
}

fn share_of(weights: &[f64], is_met: impl Fn(usize) -> bool) -> f64 {
    let total: f64 = weights.iter().sum();
    let met = weights.iter().enumerate().filter(|(term, _)| is_met(*term));
    let met: f64 = met.map(|(_, weight)| weight).sum();
    if total > 0.0 { met / total } else { 0.0 }
}

impl<'g> Read<'g> {
    fn of(passage: &'g Passage<'g>, terms: &[Meaning]) -> Self {
        let sentences = candidates(passage);
        let says =
            |words: &[Meaning], term: &Meaning| words.iter().any(|word| word.is_same_as(term));
        let holds = |term: &Meaning| {
            let mut all = sentences.iter();
            all.any(|one| says(&one.own, term) || says(&one.heads, term))
        };
        let is_headed = |term: &Meaning| sentences.iter().any(|one| says(&one.around, term));
        let title = meanings(&passage.evidence.source);
        let met = terms.iter().map(holds).collect();
        let headed = terms.iter().map(is_headed).collect();
        let sentence = |said| Sentence {
            said,
            cover: 0.0,
            is_told: false,
        };
        Self {
            met,
            headed,
            titled: terms.iter().map(|term| says(&title, term)).collect(),
            sentences: sentences.into_iter().map(sentence).collect(),
            cover: 0.0,
        }
    }

    fn holds(&self, term: usize) -> bool {
        self.met.get(term) == Some(&true)
    }

    /// Whether it, or what stands above it, speaks of a term.
    fn speaks_of(&self, term: usize) -> bool {
        let above = [&self.headed, &self.titled];
        self.holds(term) || above.iter().any(|met| met.get(term) == Some(&true))
    }
}

impl<'g> Source<'g> {
    fn speaks_of(&self, term: usize) -> bool {
        self.passages.iter().any(|passage| passage.speaks_of(term))
    }

    fn weigh(&mut self, terms: &[Meaning], weights: &[f64]) {
        // rare words tell documents apart; within one, what all of them speak of is the matter itself
        let alike: Vec<f64> = weights
            .iter()
            .map(|weight| if *weight > 0.0 { 1.0 } else { 0.0 })
            .collect();
        for passage in &mut self.passages {
            passage.cover = share_of(&alike, |term| passage.holds(term));
            for one in &mut passage.sentences {
                let own = &one.said.own;
                let says = |term: &Meaning| own.iter().any(|word| word.is_same_as(term));
                one.cover = share_of(&alike, |term| terms.get(term).is_some_and(says));
            }
        }
        let whole = share_of(weights, |term| self.speaks_of(term));
        let covers = self.passages.iter();
        let covers = covers.map(|passage| share_of(weights, |term| passage.speaks_of(term)));
        let best = covers.fold(0.0, f64::max);
        self.standing = BEST_PASSAGE.mul_add(best - whole, whole);
    }

    /// Share of the question that its title has.
    fn titled(&self, weights: &[f64]) -> f64 {
        let titled = self.passages.first().map(|passage| &passage.titled);
        share_of(weights, |term| {
            titled.and_then(|terms| terms.get(term)) == Some(&true)
        })
    }

    fn is_talk(&self) -> bool {
        let sentences = self.passages.iter().flat_map(|passage| &passage.sentences);
        let mut places = sentences.map(|one| &one.said.passage.evidence.place);
        places.any(|place| matches!(place, Some(Place::Message(_))))
    }

    /// Tells the best sentence that is new and has room, the earliest of equals.
    fn tell_next(
        &mut self,
        room: usize,
        by_words: bool,
        known: &BTreeSet<String>,
    ) -> Option<String> {
        let is_talk = self.is_talk();
        let mut best: Option<(f64, &mut Sentence<'g>)> = None;
        for passage in &mut self.passages {
            let cover = passage.cover;
            let reported = |one: &Sentence<'_>| one.is_told && one.reports();
            let told: Vec<bool> = passage.sentences.iter().map(reported).collect();
            for (at, one) in passage.sentences.iter_mut().enumerate() {
                let words = words_in(&one.said.shown);
                let near = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
                let goes_on = near.filter_map(|at| told.get(at)).any(|is_told| *is_told);
                let least = if is_talk { LEAST_OF_MESSAGE } else { 0.0 };
                let tells = one.reports() || goes_on || (by_words && one.cover >= LEAST_OF_WORDS);
                let has_room = words <= room && LENGTHS.contains(&words);
                let is_new = !known.contains(&one.said.shown);
                let worth = one.worth(cover, goes_on);
                let is_best = best.as_ref().is_none_or(|(most, _)| worth > *most);
                if is_new && tells && has_room && one.cover >= least && is_best {
                    best = Some((worth, one));
                }
            }
        }
        let (_, one) = best?;
        one.is_told = true;
        Some(one.said.shown.clone())
    }
}

impl Sentence<'_> {
    fn has_figure(&self) -> bool {
        let mut figures = self.said.figures.iter();
        figures.any(|figure| self.said.shown.contains(&figure.raw))
    }

    /// Whether it has a figure or a day.
    fn reports(&self) -> bool {
        self.has_figure() || !self.said.periods.is_empty()
    }

    /// What it is worth to somebody who asks about a matter: what stands near the question, has a
    /// figure or a day, and goes on from what is told.
    fn worth(&self, cover: f64, goes_on: bool) -> f64 {
        let has = |is: bool, worth: f64| if is { worth } else { 0.0 };
        cover
            + 0.5 * self.cover
            + has(self.has_figure(), 0.4)
            + has(!self.said.periods.is_empty(), 0.1)
            + has(goes_on, 0.15)
    }
}
