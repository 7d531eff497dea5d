use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_domain::PassageId;
use tantivy::columnar::StrColumn;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{
    DocAddress, DocId, DocSet, InvertedIndexReader, Searcher, SegmentReader, TERMINATED,
    TantivyError, Term,
};

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

/// Weights of words that are kept for the queries to come, at most.
const MOST_KEPT: usize = 1 << 16;

/// BM25F: the occurrences of a word in title, headings and body are weighed and added up before they
/// saturate. Statistics are taken over living passages and sums are made in one fixed order, so that
/// the result depends on what is in the index and not on how it lies in segments.
pub(super) struct Ranking<'s> {
    searcher: &'s Searcher,
    fields: Vec<WeightedField>,
    /// The names of passages, by segment.
    names: Vec<Option<StrColumn>>,
    /// Words that were looked up, and how many weights they hold together.
    words: BTreeMap<String, WeightedWord>,
    kept: usize,
    ids: BTreeMap<DocAddress, PassageId>,
}

struct WeightedWord {
    rarity: f64,
    /// By segment: the living passages that hold the word, each with its weight in it.
    found: Vec<Vec<(DocId, f64)>>,
}

impl<'s> Ranking<'s> {
    pub(super) fn new(searcher: &'s Searcher, fields: &Fields) -> Result<Self, TantivyError> {
        let segments = searcher.segment_readers().iter();
        Ok(Self {
            searcher,
            fields: weighted(searcher, fields)?,
            names: segments
                .map(|segment| segment.fast_fields().str(ID))
                .collect::<Result<_, _>>()?,
            words: BTreeMap::new(),
            kept: 0,
            ids: BTreeMap::new(),
        })
    }

    /// The best passages for a query of these words.
    pub(super) fn rank(
        &mut self,
        terms: &BTreeSet<String>,
        limit: usize,
    ) -> Result<Vec<Ranked>, TantivyError> {
        let segments = self.searcher.segment_readers();
        let mut scores: Vec<Vec<f64>> = segments
            .iter()
            .map(|segment| vec![0.0; segment.max_doc() as usize])
            .collect();
        for term in terms {
            self.look_up(term)?;
            let Some(word) = self.words.get(term) else {
                continue;
            };
            for (scores, found) in scores.iter_mut().zip(&word.found) {
                for (doc, weight) in found {
                    if let Some(score) = scores.get_mut(*doc as usize) {
                        *score += word.rarity * weight / (SATURATION + weight);
                    }
                }
            }
        }
        self.best(&scores, limit)
    }

    fn look_up(&mut self, term: &str) -> Result<(), TantivyError> {
        if self.words.contains_key(term) {
            return Ok(());
        }
        if self.kept > MOST_KEPT {
            self.words.clear();
            self.kept = 0;
        }
        let segments = self.searcher.segment_readers().iter().enumerate();
        let found = segments
            .map(|(place, segment)| weights_in(place, segment, &self.fields, term))
            .collect::<Result<Vec<_>, _>>()?;
        let holders: usize = found.iter().map(Vec::len).sum();
        self.kept += holders;
        let rarity = rarity(self.searcher.num_docs() as f64, holders as f64);
        let word = WeightedWord { rarity, found };
        self.words.insert(term.to_owned(), word);
        Ok(())
    }

    fn best(&mut self, scores: &[Vec<f64>], limit: usize) -> Result<Vec<Ranked>, TantivyError> {
        let threshold = threshold(scores, limit);
        let mut found = Vec::new();
        for (segment, scores) in scores.iter().enumerate() {
            for (doc, score) in scores.iter().enumerate() {
                if *score <= 0.0 || *score < threshold {
                    continue;
                }
                let address = DocAddress::new(segment as u32, doc as DocId);
                found.push((*score, self.id_of(address)?, address));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        found.truncate(limit);
        let ranked = found.into_iter().map(|(score, id, address)| Ranked {
            id,
            address,
            score: score as f32,
        });
        Ok(ranked.collect())
    }

    fn id_of(&mut self, address: DocAddress) -> Result<PassageId, TantivyError> {
        if let Some(known) = self.ids.get(&address) {
            return Ok(known.clone());
        }
        let mut id = String::new();
        if let Some(Some(names)) = self.names.get(address.segment_ord as usize)
            && let Some(ordinal) = names.term_ords(address.doc_id).next()
        {
            names.ord_to_str(ordinal, &mut id)?;
        }
        let id = PassageId::new(id);
        self.ids.insert(address, id.clone());
        Ok(id)
    }
}

struct WeightedField {
    field: Field,
    weight: f64,
    mean_length: f64,
    /// By segment.
    postings: Vec<Arc<InvertedIndexReader>>,
    lengths: Vec<FieldNormReader>,
}

fn weighted(searcher: &Searcher, fields: &Fields) -> Result<Vec<WeightedField>, TantivyError> {
    let weights = [
        (fields.title, 1.0),
        (fields.headings, 1.5),
        (fields.body, 1.0),
    ];
    let weigh = |(field, weight)| {
        let segments = searcher.segment_readers();
        let postings = segments.iter().map(|segment| segment.inverted_index(field));
        let lengths = segments
            .iter()
            .map(|segment| segment.get_fieldnorms_reader(field))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(WeightedField {
            field,
            weight,
            mean_length: mean_length(searcher, &lengths),
            postings: postings.collect::<Result<_, _>>()?,
            lengths,
        })
    };
    weights.into_iter().map(weigh).collect()
}

fn mean_length(searcher: &Searcher, lengths: &[FieldNormReader]) -> f64 {
    let mut total: u64 = 0;
    for (segment, lengths) in searcher.segment_readers().iter().zip(lengths) {
        let living = segment.doc_ids_alive();
        total += living
            .map(|doc| u64::from(lengths.fieldnorm(doc)))
            .sum::<u64>();
    }
    (total as f64 / searcher.num_docs().max(1) as f64).max(1.0)
}

/// The living passages of the segment at `place` that hold a word, each with the word's weight in it.
fn weights_in(
    place: usize,
    segment: &SegmentReader,
    fields: &[WeightedField],
    word: &str,
) -> Result<Vec<(DocId, f64)>, TantivyError> {
    let mut weights: Vec<(DocId, f64)> = Vec::new();
    for field in fields {
        let (Some(index), Some(lengths)) = (field.postings.get(place), field.lengths.get(place))
        else {
            continue;
        };
        let term = Term::from_field_text(field.field, word);
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::WithFreqs)? else {
            continue;
        };
        while postings.doc() != TERMINATED {
            let doc = postings.doc();
            if !segment.is_deleted(doc) {
                let weight = field.weight_of(doc, postings.term_freq(), lengths);
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
