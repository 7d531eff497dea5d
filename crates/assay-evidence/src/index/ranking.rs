use std::collections::BTreeSet;

use assay_domain::PassageId;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, Searcher, SegmentReader, TERMINATED, TantivyError, Term};

use super::schema::{Fields, ID};

/// How soon a repeated word stops counting for more.
const SATURATION: f64 = 1.2;
/// How much a field's length counts: 0 not at all, 1 in full.
const LENGTH_WEIGHT: f64 = 0.75;

pub(super) struct Ranked {
    pub(super) id: PassageId,
    pub(super) address: DocAddress,
    pub(super) score: f32,
}

/// BM25F: the occurrences of a word in title, headings and body are weighed and added up before they
/// saturate. Statistics are taken over living passages and sums are made in one fixed order, so that
/// the result depends on what is in the index and not on how it lies in segments.
pub(super) fn rank(
    searcher: &Searcher,
    fields: &Fields,
    terms: &BTreeSet<String>,
    limit: usize,
) -> Result<Vec<Ranked>, TantivyError> {
    let fields = weighted(searcher, fields)?;
    let segments = searcher.segment_readers();
    let mut scores: Vec<Vec<f64>> = segments
        .iter()
        .map(|segment| vec![0.0; segment.max_doc() as usize])
        .collect();
    for term in terms {
        let mut found = Vec::with_capacity(segments.len());
        for segment in segments {
            found.push(weights_in(segment, &fields, term)?);
        }
        let holders: usize = found.iter().map(Vec::len).sum();
        let rarity = rarity(searcher.num_docs() as f64, holders as f64);
        for (scores, found) in scores.iter_mut().zip(found) {
            for (doc, weight) in found {
                if let Some(score) = scores.get_mut(doc as usize) {
                    *score += rarity * weight / (SATURATION + weight);
                }
            }
        }
    }
    best(searcher, &scores, limit)
}

struct WeightedField {
    field: Field,
    weight: f64,
    mean_length: f64,
}

fn weighted(searcher: &Searcher, fields: &Fields) -> Result<Vec<WeightedField>, TantivyError> {
    let weights = [
        (fields.title, 1.0),
        (fields.headings, 1.5),
        (fields.body, 1.0),
    ];
    let weigh = |(field, weight)| {
        let mean_length = mean_length(searcher, field)?;
        Ok(WeightedField {
            field,
            weight,
            mean_length,
        })
    };
    weights.into_iter().map(weigh).collect()
}

fn mean_length(searcher: &Searcher, field: Field) -> Result<f64, TantivyError> {
    let mut total: u64 = 0;
    for segment in searcher.segment_readers() {
        let lengths = segment.get_fieldnorms_reader(field)?;
        let living = segment.doc_ids_alive();
        total += living
            .map(|doc| u64::from(lengths.fieldnorm(doc)))
            .sum::<u64>();
    }
    Ok((total as f64 / searcher.num_docs().max(1) as f64).max(1.0))
}

/// The living passages of a segment that hold a word, each with the word's weight in it.
fn weights_in(
    segment: &SegmentReader,
    fields: &[WeightedField],
    word: &str,
) -> Result<Vec<(DocId, f64)>, TantivyError> {
    let mut weights: Vec<(DocId, f64)> = Vec::new();
    for field in fields {
        let term = Term::from_field_text(field.field, word);
        let index = segment.inverted_index(field.field)?;
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::WithFreqs)? else {
            continue;
        };
        let lengths = segment.get_fieldnorms_reader(field.field)?;
        while postings.doc() != TERMINATED {
            let doc = postings.doc();
            if !segment.is_deleted(doc) {
                let weight = field.weight_of(doc, postings.term_freq(), &lengths);
                weights.push((doc, weight));
            }
            postings.advance();
        }
    }
    // stable: a passage's fields are added up in the order of `fields`
    weights.sort_by_key(|(doc, _)| *doc);
    weights.dedup_by(|(doc, weight), (kept, sum)| {
        let is_same = doc == kept;
        if is_same {
            *sum += *weight;
        }
        is_same
    });
    Ok(weights)
}

impl WeightedField {
    fn weight_of(&self, doc: DocId, occurrences: u32, lengths: &FieldNormReader) -> f64 {
        let length = f64::from(lengths.fieldnorm(doc)) / self.mean_length;
        self.weight * f64::from(occurrences) / (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length)
    }
}

fn rarity(passages: f64, holders: f64) -> f64 {
    (1.0 + (passages - holders + 0.5) / (holders + 0.5)).ln()
}

fn best(
    searcher: &Searcher,
    scores: &[Vec<f64>],
    limit: usize,
) -> Result<Vec<Ranked>, TantivyError> {
    let threshold = threshold(scores, limit);
    let mut found = Vec::new();
    for (segment, scores) in scores.iter().enumerate() {
        let ids = searcher
            .segment_reader(segment as u32)
            .fast_fields()
            .str(ID)?;
        for (doc, score) in scores.iter().enumerate() {
            if *score <= 0.0 || *score < threshold {
                continue;
            }
            let mut id = String::new();
            if let Some(ids) = &ids
                && let Some(ordinal) = ids.term_ords(doc as DocId).next()
            {
                ids.ord_to_str(ordinal, &mut id)?;
            }
            let address = DocAddress::new(segment as u32, doc as DocId);
            found.push((*score, id, address));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(limit);
    let ranked = found.into_iter().map(|(score, id, address)| Ranked {
        id: PassageId::new(id),
        address,
        score: score as f32,
    });
    Ok(ranked.collect())
}

/// The score of the last passage that makes the list; those equal to it are told apart by their ids.
fn threshold(scores: &[Vec<f64>], limit: usize) -> f64 {
    let positive = scores
        .iter()
        .flatten()
        .copied()
        .filter(|score| *score > 0.0);
    let mut all: Vec<f64> = positive.collect();
    match limit.checked_sub(1) {
        Some(last) if last < all.len() => {
            let (_, score, _) = all.select_nth_unstable_by(last, |one, other| other.total_cmp(one));
            *score
        }
        Some(_) => 0.0,
        None => f64::INFINITY,
    }
}
