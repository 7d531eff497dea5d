use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use assay_claims::{ReadSource, Source, SourceReading};
use assay_domain::{DocumentSubject, Evidence, EvidenceId};

/// Passages whose numbers are kept in memory, about 10 kB each.
const MOST: usize = 512;

/// The numbers of the passages that were asked for last: sections, and runs over the same library,
/// cite the same passages again and again.
#[derive(Default)]
pub(super) struct Readings(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    readings: BTreeMap<EvidenceId, (Evidence, Arc<SourceReading>)>,
    /// In the order in which they came.
    order: VecDeque<EvidenceId>,
}

impl Readings {
    /// The passage as a source of claims. `subject` is that of its document, which never changes.
    pub(super) fn of<'a>(
        &self,
        evidence: &'a Evidence,
        subject: Option<&'a DocumentSubject>,
    ) -> ReadSource<'a> {
        let source = Source::of(evidence, subject);
        if let Some(known) = self.known(evidence) {
            return ReadSource::known(source, known);
        }
        let read = ReadSource::of(source);
        self.keep(evidence, read.reading());
        read
    }

    /// A passage out of which the gate's findings were released has other words under the same id.
    fn known(&self, evidence: &Evidence) -> Option<Arc<SourceReading>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (as_read, reading) = kept.readings.get(&evidence.id)?;
        (as_read == evidence).then(|| Arc::clone(reading))
    }

    fn keep(&self, evidence: &Evidence, reading: Arc<SourceReading>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = &evidence.id;
        let entry = (evidence.clone(), reading);
        if kept.readings.insert(id.clone(), entry).is_none() {
            kept.order.push_back(id.clone());
        }
        if kept.order.len() > MOST
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.readings.remove(&oldest);
        }
    }
}
