use assay_domain::{Passage, PassageId};

use super::Library;
use crate::EngineError;

/// Passages of a longer table on each side of one.
const REACH: usize = 4;

impl Library {
    /// The passages of the table that a passage is a part of, in order; empty if it is no part of one
    /// that goes on beyond it.
    pub(crate) fn table_around(&self, id: &PassageId) -> Result<Vec<PassageId>, EngineError> {
        let Some((document, range)) = id.parts() else {
            return Ok(Vec::new());
        };
        let Some(document) = self.document(&document)? else {
            return Ok(Vec::new());
        };
        let passages = self.passages(&document)?;
        let Some(at) = passages
            .iter()
            .position(|passage| passage.start == range.start)
        else {
            return Ok(Vec::new());
        };
        let goes_on = |place: usize| passages.get(place).is_some_and(continues_a_table);
        let mut first = at;
        while goes_on(first) && at - first < REACH {
            let Some(before) = first.checked_sub(1) else {
                break;
            };
            first = before;
        }
        let mut last = at;
        while goes_on(last + 1) && last - at < REACH {
            last += 1;
        }
        let parts = passages.iter().take(last + 1).skip(first);
        Ok(if first == last {
            Vec::new()
        } else {
            parts.map(|passage| passage.id.clone()).collect()
        })
    }
}

/// Such a passage carries the header of its table as its last heading.
fn continues_a_table(passage: &Passage) -> bool {
    let last = passage.headings.last();
    last.is_some_and(|heading| heading.starts_with('|'))
}
