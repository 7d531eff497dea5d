use std::sync::Arc;

use assay_domain::PassageId;
use tantivy::columnar::StrColumn;
use tantivy::{DocId, Searcher, TantivyError};

use super::schema::{Fields, ID};
use super::statistics::Statistics;

/// The index as one search sees it.
pub(super) struct Snapshot {
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    pub(super) statistics: Arc<Statistics>,
}

impl Snapshot {
    /// The names of a segment's passages.
    pub(super) fn ids(&self, segment: usize) -> Result<Ids, TantivyError> {
        let segment = self.searcher.segment_reader(segment as u32);
        Ok(Ids {
            column: segment.fast_fields().str(ID)?,
        })
    }
}

pub(super) struct Ids {
    /// `None` in a segment without passages.
    column: Option<StrColumn>,
}

impl Ids {
    pub(super) fn at(&self, doc: DocId) -> Result<PassageId, TantivyError> {
        let mut id = String::new();
        if let Some(column) = &self.column
            && let Some(ordinal) = column.term_ords(doc).next()
        {
            column.ord_to_str(ordinal, &mut id)?;
        }
        Ok(PassageId::new(id))
    }
}
