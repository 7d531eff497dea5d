use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::Evidence;

use assay_figures::{Above, Figure, figures_under};

/// Passages whose figures are kept, at most; then it starts anew.
const MOST_PASSAGES: usize = 1_024;

/// The figures of passages that were read before: documents never change, so most of what a run reads
/// was read by the run before it.
#[derive(Default)]
pub struct KnownFigures {
    read: Mutex<HashMap<Reading, Arc<[Figure]>>>,
}

/// All that the figures of a passage depend on.
#[derive(PartialEq, Eq, Hash)]
struct Reading {
    quote: String,
    headings: Vec<String>,
    above: Above,
    currency: Option<&'static str>,
}

impl KnownFigures {
    pub(crate) fn of(
        &self,
        evidence: &Evidence,
        above: Above,
        currency: Option<&'static str>,
    ) -> Arc<[Figure]> {
        let reading = Reading {
            quote: evidence.quote.clone(),
            headings: evidence.headings.clone(),
            above,
            currency,
        };
        let lock = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&reading) {
            return Arc::clone(known);
        }
        let figures = figures_under(&reading.quote, &reading.headings, &reading.above, currency);
        let figures: Arc<[Figure]> = figures.into();
        let mut known = lock();
        if known.len() >= MOST_PASSAGES {
            known.clear();
        }
        known.insert(reading, Arc::clone(&figures));
        figures
    }
}
