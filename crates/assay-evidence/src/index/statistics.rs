use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::Field;
use tantivy::{DocAddress, DocId, Searcher, TantivyError};

use super::answers::Answers;
use super::names::Names;
use super::schema::{ENTITY, Fields, TITLE, WORDING};

/// How much a field's length counts: 0 not at all, 1 in full.
const LENGTH_WEIGHT: f64 = 0.75;
const TITLE_WEIGHT: f64 = 1.0;

/// What ranking knows of the whole index: over living passages, so that it does not depend on how
/// they lie in segments. Good for one generation of the searcher.
pub(super) struct Statistics {
    pub(super) generation: u64,
    pub(super) passages: f64,
    pub(super) titles: Names,
    pub(super) title: Weight,
    /// Whom passages are about: where a document does not say so, it is known by its title.
    pub(super) entities: Names,
    pub(super) fields: Vec<WeightedField>,
    /// Passages whose wording another one has too, by wording and place.
    repeated: Vec<(u64, DocAddress)>,
    /// What was found in this generation.
    pub(super) answers: Answers,
}

/// What an occurrence in a field weighs.
pub(super) struct Weight {
    at_mean_length: f64,
    mean_length: f64,
}

impl Weight {
    pub(super) fn of(&self, occurrences: u32, length: u32) -> f64 {
        let length = f64::from(length) / self.mean_length;
        let at_length = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length;
        f64::from(occurrences) * self.at_mean_length / at_length
    }
}

pub(super) struct WeightedField {
    pub(super) name: &'static str,
    pub(super) field: Field,
    /// What one occurrence weighs, by the code of the field's length.
    weights: Vec<f64>,
}

impl WeightedField {
    pub(super) fn weight(&self, occurrences: u32, length_code: u8) -> f64 {
        let weight = self.weights.get(usize::from(length_code));
        f64::from(occurrences) * weight.copied().unwrap_or(0.0)
    }
}

impl Statistics {
    pub(super) fn of(searcher: &Searcher, fields: &Fields) -> Result<Self, TantivyError> {
        let weights = [
            ("headings", fields.headings, 1.5),
            ("labels", fields.labels, 0.5),
            ("body", fields.body, 1.0),
        ];
        let weigh = |(name, field, weight)| {
            let weight = Weight {
                at_mean_length: weight,
                mean_length: mean_length(searcher, field)?,
            };
            let weight_at = |code| weight.of(1, FieldNormReader::id_to_fieldnorm(code));
            Ok(WeightedField {
                name,
                field,
                weights: (0..=u8::MAX).map(weight_at).collect(),
            })
        };
        let fields: Result<_, TantivyError> = weights.into_iter().map(weigh).collect();
        let titles = Names::of(searcher, &[TITLE])?;
        Ok(Self {
            generation: searcher.generation().generation_id(),
            passages: searcher.num_docs() as f64,
            title: Weight {
                at_mean_length: TITLE_WEIGHT,
                mean_length: mean_length_of_names(searcher, &titles),
            },
            titles,
            entities: Names::of(searcher, &[ENTITY, TITLE])?,
            fields: fields?,
            repeated: repeated(searcher)?,
            answers: Answers::default(),
        })
    }

    /// The living passages of a wording; none where only one has it.
    pub(super) fn alike(&self, wording: u64) -> impl Iterator<Item = DocAddress> {
        let first = self.repeated.partition_point(|(other, _)| *other < wording);
        let from_first = self.repeated.iter().skip(first);
        let alike = from_first.take_while(move |(other, _)| *other == wording);
        alike.map(|(_, address)| *address)
    }
}

/// The mean over the passages that have the field at all.
fn mean_length(searcher: &Searcher, field: Field) -> Result<f64, TantivyError> {
    let (mut total, mut holders): (u64, u64) = (0, 0);
    for segment in searcher.segment_readers() {
        let lengths = segment.get_fieldnorms_reader(field)?;
        for doc in segment.doc_ids_alive() {
            let length = u64::from(lengths.fieldnorm(doc));
            total += length;
            holders += u64::from(length > 0);
        }
    }
    Ok(mean(total, holders))
}

fn mean_length_of_names(searcher: &Searcher, names: &Names) -> f64 {
    let (mut total, mut holders): (u64, u64) = (0, 0);
    for (place, segment) in searcher.segment_readers().iter().enumerate() {
        let living = segment.alive_bitset();
        let is_alive = |doc: &DocId| living.is_none_or(|living| living.is_alive(*doc));
        for (passages, length) in names.lengths(place).filter(|(_, length)| *length > 0) {
            let count = passages.filter(is_alive).count() as u64;
            total += count * u64::from(length);
            holders += count;
        }
    }
    mean(total, holders)
}

fn mean(total: u64, holders: u64) -> f64 {
    (total as f64 / holders.max(1) as f64).max(1.0)
}

fn repeated(searcher: &Searcher) -> Result<Vec<(u64, DocAddress)>, TantivyError> {
    let mut all = Vec::new();
    for (ordinal, segment) in (0_u32..).zip(searcher.segment_readers()) {
        let wordings = segment.fast_fields().u64(WORDING)?;
        let living = segment.doc_ids_alive();
        all.extend(living.filter_map(|doc| {
            let wording = wordings.first(doc)?;
            Some((wording, DocAddress::new(ordinal, doc)))
        }));
    }
    all.sort_unstable();
    let runs = all.chunk_by(|(one, _), (other, _)| one == other);
    let repeated = runs.filter(|run| run.len() > 1).flatten();
    Ok(repeated.copied().collect())
}
