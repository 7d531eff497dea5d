use std::collections::BTreeSet;
use std::sync::Arc;

use assay_domain::PassageId;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{
    DocAddress, DocId, DocSet, InvertedIndexReader, SegmentReader, TERMINATED, TantivyError, Term,
};

use super::need::{Concept, Need, Phrase};
use super::snapshot::Snapshot;
use super::statistics::{Statistics, WeightedField};

/// How soon a repeated word stops counting for more.
const SATURATION: f64 = 1.2;
/// What another name of a concept is worth beside the name that the query uses.
const OTHER_NAME: f64 = 0.5;

/// BM25F: the occurrences of a word in title, headings, row labels and body are weighed and added up
/// before they saturate. Statistics are taken over living passages and sums are made in one fixed
/// order, so that the result depends on what is in the index and not on how it lies in segments.
///
/// A concept that the query names is also found by its other names. The best of them that a passage
/// holds in full counts for half, is never rarer than the query's own, and only fills up what the
/// query's own words for the concept do not bring: the user's words always weigh more.
pub(super) struct Scores {
    /// By segment and passage; 0 where nothing was found.
    pub(super) by_segment: Vec<Vec<f64>>,
    /// Living passages that hold each term of the need.
    pub(super) holders: Vec<usize>,
    pub(super) rarities: Vec<f64>,
}

/// What a term brings to the passages of one segment.
type Parts = Vec<(DocId, f64)>;

pub(super) fn score(snapshot: &Snapshot, need: &Need) -> Result<Scores, TantivyError> {
    let segments = snapshot.searcher.segment_readers();
    let mut readers: Vec<TermReader<'_>> = segments
        .iter()
        .enumerate()
        .map(|(place, segment)| TermReader::new(place, segment, &snapshot.statistics))
        .collect::<Result<_, _>>()?;
    let mut scores = Scores {
        by_segment: readers
            .iter()
            .map(|reader| reader.weights.clone())
            .collect(),
        holders: Vec::with_capacity(need.terms.len()),
        rarities: Vec::with_capacity(need.terms.len()),
    };
    // by segment and term; empty where no concept asks for the term again
    let mut brought: Vec<Vec<Parts>> = vec![Vec::new(); segments.len()];
    let in_concepts: BTreeSet<usize> = need.concepts.iter().flat_map(Concept::all).collect();
    for (place, term) in need.terms.iter().enumerate() {
        let mut found = Vec::with_capacity(segments.len());
        for reader in &mut readers {
            found.push(reader.read(term)?);
        }
        let holders: usize = found.iter().map(Vec::len).sum();
        let rarity = rarity(snapshot.statistics.passages, holders as f64);
        scores.holders.push(holders);
        scores.rarities.push(rarity);
        let is_own = place < need.own;
        let is_kept = !is_own || in_concepts.contains(&place);
        let segments = scores.by_segment.iter_mut().zip(&mut brought);
        for ((scores, brought), mut parts) in segments.zip(found) {
            for (doc, weight) in &mut parts {
                *weight = rarity * saturated(*weight);
                if is_own && let Some(score) = scores.get_mut(*doc as usize) {
                    *score += *weight;
                }
            }
            if is_kept {
                parts.sort_unstable_by_key(|(doc, _)| *doc);
            } else {
                parts = Vec::new();
            }
            brought.push(parts);
        }
    }
    for concept in &need.concepts {
        let worths = worths(concept, &scores);
        for (by_passage, brought) in scores.by_segment.iter_mut().zip(&brought) {
            add_other_names(by_passage, concept, brought, &worths);
        }
    }
    Ok(scores)
}

fn rarity(passages: f64, holders: f64) -> f64 {
    (1.0 + (passages - holders + 0.5) / (holders + 0.5)).ln()
}

pub(super) fn saturated(weight: f64) -> f64 {
    weight / (SATURATION + weight)
}

/// The factors on what the words of other names bring. None brings more than the rarity of the name
/// that was asked by; where that occurs nowhere it says nothing, and the commonest of the others does:
/// a concept is no rarer than that, however rare the name that it goes by in a passage.
pub(super) fn worths(concept: &Concept, scores: &Scores) -> Vec<f64> {
    let rarity = |name: &Phrase| -> f64 {
        let terms = name.terms.iter();
        terms.filter_map(|term| scores.rarities.get(*term)).sum()
    };
    let occurs = |name: &&Phrase| {
        let mut terms = name.terms.iter();
        terms.all(|term| {
            scores
                .holders
                .get(*term)
                .is_some_and(|holders| *holders > 0)
        })
    };
    let asked = concept.used.iter().map(rarity).reduce(f64::max);
    let asked = asked.filter(|_| concept.used.iter().any(|name| occurs(&name)));
    let others = concept.others.iter().filter(occurs).map(rarity);
    let most = asked.or_else(|| others.reduce(f64::min)).unwrap_or(0.0);
    let worth = |name: &Phrase| most / rarity(name).max(f64::MIN_POSITIVE);
    let worths = concept.others.iter().map(worth);
    worths.map(|worth| OTHER_NAME * worth.min(1.0)).collect()
}

fn add_other_names(scores: &mut [f64], concept: &Concept, brought: &[Parts], worths: &[f64]) {
    let mut best = vec![0.0_f64; scores.len()];
    let mut is_any = false;
    for (other, worth) in concept.others.iter().zip(worths) {
        for (doc, sum) in in_all(&other.terms, brought) {
            is_any = true;
            if let Some(best) = best.get_mut(doc as usize) {
                *best = best.max(worth * sum);
            }
        }
    }
    if !is_any {
        return;
    }
    let mut own = vec![0.0_f64; scores.len()];
    for place in concept.own() {
        for (doc, part) in brought.get(place).into_iter().flatten() {
            if let Some(own) = own.get_mut(*doc as usize) {
                *own += part;
            }
        }
    }
    for ((score, best), own) in scores.iter_mut().zip(best).zip(own) {
        if best > own {
            *score += best - own;
        }
    }
}

/// The passages that hold all the terms, in order, with the sum of what these bring.
fn in_all(terms: &[usize], brought: &[Parts]) -> Parts {
    let mut lists = terms.iter().filter_map(|term| brought.get(*term));
    let mut found = lists.next().cloned().unwrap_or_default();
    for list in lists {
        let mut rest = list.iter().peekable();
        found.retain_mut(|(doc, sum)| {
            while rest.next_if(|(other, _)| other < doc).is_some() {}
            let same = rest.next_if(|(other, _)| other == doc);
            if let Some((_, part)) = same {
                *sum += part;
            }
            same.is_some()
        });
    }
    found
}

/// Reads the weight of a term in each passage of a segment.
struct TermReader<'a> {
    /// The segment's place among all.
    place: usize,
    statistics: &'a Statistics,
    segment: &'a SegmentReader,
    fields: Vec<OpenField<'a>>,
    /// All 0 between two terms.
    weights: Vec<f64>,
}

/// A field of a segment, opened once for all terms of a query.
struct OpenField<'a> {
    weighted: &'a WeightedField,
    index: Arc<InvertedIndexReader>,
    lengths: FieldNormReader,
}

impl<'a> TermReader<'a> {
    fn new(
        place: usize,
        segment: &'a SegmentReader,
        statistics: &'a Statistics,
    ) -> Result<Self, TantivyError> {
        let open = |weighted: &'a WeightedField| {
            Ok(OpenField {
                weighted,
                index: segment.inverted_index(weighted.field)?,
                lengths: segment.get_fieldnorms_reader(weighted.field)?,
            })
        };
        let fields = statistics.fields.iter();
        Ok(Self {
            place,
            statistics,
            segment,
            fields: fields.map(open).collect::<Result<_, TantivyError>>()?,
            weights: vec![0.0; segment.max_doc() as usize],
        })
    }

    /// Each living passage that holds the term, once, with the term's weight in it.
    fn read(&mut self, word: &str) -> Result<Parts, TantivyError> {
        let living = self.segment.alive_bitset();
        let is_alive = |doc: DocId| living.is_none_or(|living| living.is_alive(doc));
        let mut touched: Parts = Vec::new();
        for held in self.statistics.titles.holding(word, self.place) {
            let in_title = self.statistics.title.of(held.occurrences, held.length);
            for doc in held.passages.filter(|doc| is_alive(*doc)) {
                if let Some(weight) = self.weights.get_mut(doc as usize) {
                    *weight = in_title;
                    touched.push((doc, 0.0));
                }
            }
        }
        for field in &self.fields {
            let term = Term::from_field_text(field.weighted.field, word);
            let postings = field
                .index
                .read_postings(&term, IndexRecordOption::WithFreqs)?;
            let Some(mut postings) = postings else {
                continue;
            };
            loop {
                let doc = postings.doc();
                if doc == TERMINATED {
                    break;
                }
                if is_alive(doc)
                    && let Some(weight) = self.weights.get_mut(doc as usize)
                {
                    if *weight == 0.0 {
                        touched.push((doc, 0.0));
                    }
                    let length = field.lengths.fieldnorm_id(doc);
                    *weight += field.weighted.weight(postings.term_freq(), length);
                }
                postings.advance();
            }
        }
        for (doc, sum) in &mut touched {
            if let Some(weight) = self.weights.get_mut(*doc as usize) {
                *sum = std::mem::take(weight);
            }
        }
        Ok(touched)
    }
}

/// A passage and its score. The better of two stands first; equal scores go by id.
pub(super) struct Ranked {
    pub(super) id: PassageId,
    pub(super) address: DocAddress,
    pub(super) score: f64,
}

/// The passages of the highest scores, at least `count` of them where there are so many.
pub(super) fn best(
    snapshot: &Snapshot,
    scores: &Scores,
    count: usize,
) -> Result<Vec<Ranked>, TantivyError> {
    let threshold = threshold(&scores.by_segment, count);
    let mut found = Vec::new();
    for (segment, scores) in scores.by_segment.iter().enumerate() {
        let ids = snapshot.ids(segment)?;
        for (doc, score) in scores.iter().enumerate() {
            if *score <= 0.0 || *score < threshold {
                continue;
            }
            let address = DocAddress::new(segment as u32, doc as DocId);
            found.push(Ranked {
                id: ids.at(doc as DocId)?,
                address,
                score: *score,
            });
        }
    }
    found.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then_with(|| one.id.cmp(&other.id))
    });
    Ok(found)
}

/// The score of the last passage that makes the list; those equal to it are told apart by their ids.
fn threshold(scores: &[Vec<f64>], count: usize) -> f64 {
    let positive = scores
        .iter()
        .flatten()
        .copied()
        .filter(|score| *score > 0.0);
    let mut all: Vec<f64> = positive.collect();
    match count.checked_sub(1) {
        Some(last) if last < all.len() => {
            let (_, score, _) = all.select_nth_unstable_by(last, |one, other| other.total_cmp(one));
            *score
        }
        Some(_) => 0.0,
        None => f64::INFINITY,
    }
}
