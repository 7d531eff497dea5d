use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{DocumentId, PassageId};
use tantivy::columnar::Column;
use tantivy::{DocAddress, SegmentOrdinal, TantivyError};

use super::filter::Filter;
use super::need::Need;
use super::ranking::{Ranked, Scores, best, score};
use super::schema::{DATE, TIER, WORDING};
use super::snapshot::{Ids, Snapshot};

/// What a search found, and what it was found by.
pub(super) struct Findings {
    pub(super) scores: Scores,
    pub(super) found: Vec<Ranked>,
}

/// The best passages that the filter lets through. Of passages with the same wording in several
/// documents only that of the best tier is kept, and of those the newest; in one document the best
/// ranked.
pub(super) fn find(
    snapshot: &Snapshot,
    need: &Need,
    filter: &Filter,
    limit: usize,
) -> Result<Findings, TantivyError> {
    let mut scores = score(snapshot, need)?;
    for (segment, scores) in scores.by_segment.iter_mut().enumerate() {
        let Some(allowed) = filter.allowed(snapshot, segment)? else {
            continue;
        };
        for (score, allowed) in scores.iter_mut().zip(allowed) {
            if !allowed {
                *score = 0.0;
            }
        }
    }
    let mut copies = Copies::new(snapshot, &scores);
    let mut depth = limit;
    let found = loop {
        let candidates = best(snapshot, &scores, depth)?;
        let is_all = candidates.len() < depth || depth == 0;
        let mut kept = Vec::with_capacity(limit);
        let mut said = BTreeSet::new();
        for candidate in candidates {
            if kept.len() < limit && copies.is_kept(&candidate, &mut said)? {
                kept.push(candidate);
            }
        }
        if kept.len() == limit || is_all {
            break kept;
        }
        depth *= 2;
    };
    Ok(Findings { scores, found })
}

/// Lower is better: the tier, the newest date, and the id so that there is always one.
type Standing = (u64, Reverse<Option<i64>>, DocumentId);

/// Passages that say the same.
pub(super) struct Copies<'a> {
    snapshot: &'a Snapshot,
    scores: &'a Scores,
    best: BTreeMap<u64, Option<Standing>>,
    /// By segment, opened when a passage of it is first asked about.
    wordings: BTreeMap<SegmentOrdinal, Column<u64>>,
}

impl<'a> Copies<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, scores: &'a Scores) -> Self {
        Self {
            snapshot,
            scores,
            best: BTreeMap::new(),
            wordings: BTreeMap::new(),
        }
    }

    /// Whether a passage is shown beside those that `said` the wordings before it.
    fn is_kept(
        &mut self,
        passage: &Ranked,
        said: &mut BTreeSet<u64>,
    ) -> Result<bool, TantivyError> {
        let Some(wording) = self.repeated_wording(passage.address)? else {
            return Ok(true);
        };
        if !self.best.contains_key(&wording) {
            let mut best = None;
            for (id, address) in self.alike(wording)? {
                let standing = self.standing(&id, address)?;
                best = best.into_iter().chain(standing).min();
            }
            self.best.insert(wording, best);
        }
        let best = self.best.get(&wording).cloned().flatten();
        let document = passage.id.parts().map(|(document, _)| document);
        let is_of_best = best.is_none_or(|(_, _, kept)| Some(kept) == document);
        Ok(is_of_best && said.insert(wording))
    }

    /// The passages that were left out for one that is shown, in order of their ids.
    pub(super) fn of(&mut self, passage: &Ranked) -> Result<Vec<PassageId>, TantivyError> {
        let Some(wording) = self.repeated_wording(passage.address)? else {
            return Ok(Vec::new());
        };
        let alike = self.alike(wording)?.into_iter().map(|(id, _)| id);
        let mut others: Vec<PassageId> = alike.filter(|id| *id != passage.id).collect();
        others.sort();
        Ok(others)
    }

    fn repeated_wording(&mut self, address: DocAddress) -> Result<Option<u64>, TantivyError> {
        let column = match self.wordings.entry(address.segment_ord) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(closed) => {
                let segment = self.snapshot.searcher.segment_reader(address.segment_ord);
                closed.insert(segment.fast_fields().u64(WORDING)?)
            }
        };
        let wording = column.first(address.doc_id);
        let is_repeated = |wording: &u64| self.snapshot.statistics.alike(*wording).next().is_some();
        Ok(wording.filter(is_repeated))
    }

    /// Passages of a wording that the query and the filter let through.
    fn alike(&self, wording: u64) -> Result<Vec<(PassageId, DocAddress)>, TantivyError> {
        let is_found = |address: &DocAddress| {
            let segment = self.scores.by_segment.get(address.segment_ord as usize);
            let score = segment.and_then(|scores| scores.get(address.doc_id as usize));
            score.is_some_and(|score| *score > 0.0)
        };
        let alike = self.snapshot.statistics.alike(wording).filter(is_found);
        let mut open: Option<(u32, Ids)> = None;
        let mut named = Vec::new();
        for address in alike {
            let ids = match open.take() {
                Some((segment, ids)) if segment == address.segment_ord => ids,
                _ => self.snapshot.ids(address.segment_ord as usize)?,
            };
            named.push((ids.at(address.doc_id)?, address));
            open = Some((address.segment_ord, ids));
        }
        Ok(named)
    }

    fn standing(
        &self,
        id: &PassageId,
        address: DocAddress,
    ) -> Result<Option<Standing>, TantivyError> {
        let segment = self.snapshot.searcher.segment_reader(address.segment_ord);
        let columns = segment.fast_fields();
        let tier = columns.u64(TIER)?.first(address.doc_id);
        let date = columns.i64(DATE)?.first(address.doc_id);
        let document = id.parts().map(|(document, _)| document);
        Ok(tier
            .zip(document)
            .map(|(tier, document)| (tier, Reverse(date), document)))
    }
}
