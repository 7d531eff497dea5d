use std::sync::Arc;

use assay_domain::{DocumentId, PassageId};
use tantivy::columnar::{Column, StrColumn};
use tantivy::{DocId, Searcher, TantivyError};

use super::schema::{DOCUMENT, END, Fields, START};
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
        let columns = segment.fast_fields();
        Ok(Ids {
            documents: columns.str(DOCUMENT)?,
            starts: columns.u64(START)?,
            ends: columns.u64(END)?,
        })
    }
}

pub(super) struct Ids {
    /// `None` in a segment without passages.
    documents: Option<StrColumn>,
    starts: Column<u64>,
    ends: Column<u64>,
}

impl Ids {
    pub(super) fn at(&self, doc: DocId) -> Result<PassageId, TantivyError> {
        let mut document = String::new();
        if let Some(column) = &self.documents
            && let Some(ordinal) = column.term_ords(doc).next()
        {
            column.ord_to_str(ordinal, &mut document)?;
        }
        let at = |column: &Column<u64>| column.first(doc).unwrap_or_default() as usize;
        let (start, end) = (at(&self.starts), at(&self.ends));
        let document = DocumentId::new(document);
        Ok(PassageId::from_range(&document, start, end))
    }
}
