//! What stands around a sentence: which words its passage, its rows and its documents have.

use std::collections::BTreeMap;

use assay_claims::Meaning;
use assay_domain::{DocumentId, EvidenceId};

use super::candidate::Candidate;
use super::choose::to_float;

/// Share of the documents that have a name from which on it says nothing of one of them: the house
/// whose papers they are.
const COMMON: f64 = 0.3;

/// Which terms each passage speaks of anywhere.
pub(super) struct Nearby<'e> {
    passages: BTreeMap<&'e EvidenceId, Vec<bool>>,
    /// Terms that rows of a document have in their own cells.
    rows: BTreeMap<&'e DocumentId, Vec<bool>>,
    /// Terms that many documents have.
    common: Vec<bool>,
}

impl<'e> Nearby<'e> {
    pub(super) fn of(terms: &[Meaning], all: &[&'e Candidate<'_>]) -> Self {
        let mut passages: BTreeMap<&EvidenceId, Vec<bool>> = BTreeMap::new();
        let mut documents: BTreeMap<&DocumentId, Vec<bool>> = BTreeMap::new();
        let mut rows: BTreeMap<&DocumentId, Vec<bool>> = BTreeMap::new();
        for candidate in all {
            let evidence = candidate.passage.evidence;
            let of_passage = passages
                .entry(&evidence.id)
                .or_insert_with(|| vec![false; terms.len()]);
            let of_document = documents
                .entry(&evidence.document)
                .or_insert_with(|| vec![false; terms.len()]);
            for (place, term) in terms.iter().enumerate() {
                let says = candidate.own.iter().any(|word| word.is_same_as(term));
                if let Some(known) = of_passage.get_mut(place) {
                    *known |= says;
                }
                if let Some(known) = of_document.get_mut(place) {
                    *known |= says;
                }
                if says && candidate.is_row {
                    let of_rows = rows.entry(&evidence.document).or_default();
                    of_rows.resize(terms.len(), false);
                    if let Some(known) = of_rows.get_mut(place) {
                        *known = true;
                    }
                }
            }
        }
        let least = COMMON * to_float(documents.len());
        let is_common = |place: usize| {
            let holders = documents
                .values()
                .filter(|said| said.get(place) == Some(&true));
            documents.len() >= FEW && to_float(holders.count()) >= least
        };
        Self {
            common: (0..terms.len()).map(is_common).collect(),
            passages,
            rows,
        }
    }

    pub(super) fn says(&self, candidate: &Candidate<'_>, place: usize) -> bool {
        let said = self.passages.get(&candidate.passage.evidence.id);
        said.and_then(|said| said.get(place)) == Some(&true)
    }

    /// Whether rows of the same document are told apart by a term.
    pub(super) fn names_rows(&self, candidate: &Candidate<'_>, place: usize) -> bool {
        let said = self.rows.get(&candidate.passage.evidence.document);
        said.and_then(|said| said.get(place)) == Some(&true)
    }

    pub(super) fn is_common(&self, place: usize) -> bool {
        self.common.get(place) == Some(&true)
    }
}

/// Of fewer documents nothing is common.
const FEW: usize = 4;
