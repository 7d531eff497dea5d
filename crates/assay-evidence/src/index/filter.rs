use assay_domain::{Date, DocumentId, Tier};
use schemars::JsonSchema;
use serde::Serialize;
use tantivy::columnar::Column;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED, TantivyError, Term};

use super::schema::{DATE, PERIOD, TIER, day, form_key, ordinal, terms_of};
use super::snapshot::Snapshot;

/// What a passage's document must be. Every part that is given must hold; an empty filter lets
/// everything through. A document that does not state what is asked for is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SearchFilter")]
pub struct Filter {
    /// Any of these companies or bodies, by words of their names: `tesla` is `Tesla, Inc.`. A document
    /// that names none is known by its title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    /// Any of these kinds of filing, amendments included: `10-K` is also `10-K/A`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The period reported on ends on one of these days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Days>,
    /// Dated on this day or later. A document without a date has that of its period's end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Date>,
    /// Dated on this day or earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    /// Of this tier or a better one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// One of these documents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<DocumentId>,
}

/// From the first day to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Days {
    pub first: Date,
    pub last: Date,
}

impl Filter {
    pub fn of_document(document: &DocumentId) -> Self {
        Self {
            documents: vec![document.clone()],
            ..Self::default()
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Which passages of a segment may be found; `None` for all of them.
    pub(super) fn allowed(
        &self,
        snapshot: &Snapshot,
        place: usize,
    ) -> Result<Option<Vec<bool>>, TantivyError> {
        if self.is_empty() {
            return Ok(None);
        }
        let segment = snapshot.searcher.segment_reader(place as u32);
        let fields = &snapshot.fields;
        let mut allowed = vec![true; segment.max_doc() as usize];
        if !self.entities.is_empty() {
            let names = self.entities.iter();
            let names = names.map(|name| terms_of(name).into_iter().collect::<Vec<_>>());
            let entities = &snapshot.statistics.entities;
            keep_any(&mut allowed, names, |word| {
                let held = entities.holding(word, place);
                Ok(held.flat_map(|held| held.passages).collect())
            })?;
        }
        if !self.forms.is_empty() {
            let forms = self.forms.iter().map(|form| vec![form_key(form)]);
            keep_any(&mut allowed, forms, |form| {
                holders(segment, fields.form, form)
            })?;
        }
        if !self.documents.is_empty() {
            let ids = self.documents.iter().map(|id| vec![id.to_string()]);
            keep_any(&mut allowed, ids, |id| {
                holders(segment, fields.document, id)
            })?;
        }
        let columns = segment.fast_fields();
        if let Some(period) = self.period {
            let days = day(period.first)..=day(period.last);
            keep(&mut allowed, &columns.i64(PERIOD)?, |found| {
                days.contains(&found)
            });
        }
        if self.since.is_some() || self.until.is_some() {
            let (since, until) = (self.since.map(day), self.until.map(day));
            keep(&mut allowed, &columns.i64(DATE)?, |found| {
                since.is_none_or(|since| since <= found) && until.is_none_or(|until| found <= until)
            });
        }
        if let Some(tier) = self.tier {
            let worst = ordinal(tier);
            keep(&mut allowed, &columns.u64(TIER)?, |found| found <= worst);
        }
        Ok(Some(allowed))
    }
}

fn holders(segment: &SegmentReader, field: Field, word: &str) -> Result<Vec<DocId>, TantivyError> {
    let mut holders = Vec::new();
    let term = Term::from_field_text(field, word);
    let index = segment.inverted_index(field)?;
    if let Some(mut postings) = index.read_postings(&term, IndexRecordOption::Basic)? {
        while postings.doc() != TERMINATED {
            holders.push(postings.doc());
            postings.advance();
        }
    }
    Ok(holders)
}

fn keep<T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static>(
    allowed: &mut [bool],
    column: &Column<T>,
    holds: impl Fn(T) -> bool,
) {
    for (doc, allowed) in (0_u32..).zip(allowed) {
        *allowed = *allowed && column.first(doc).is_some_and(&holds);
    }
}

/// Keeps the passages that hold every word of one of the names. A name without words names nothing.
fn keep_any(
    allowed: &mut [bool],
    names: impl Iterator<Item = Vec<String>>,
    holders: impl Fn(&str) -> Result<Vec<DocId>, TantivyError>,
) -> Result<(), TantivyError> {
    let mut named = vec![false; allowed.len()];
    for name in names.filter(|name| !name.is_empty()) {
        let mut words = vec![0_usize; allowed.len()];
        for word in &name {
            for doc in holders(word)? {
                if let Some(words) = words.get_mut(doc as usize) {
                    *words += 1;
                }
            }
        }
        for (named, words) in named.iter_mut().zip(words) {
            *named = *named || words == name.len();
        }
    }
    for (allowed, named) in allowed.iter_mut().zip(named) {
        *allowed = *allowed && named;
    }
    Ok(())
}
