use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use assay_testkit::{Answer, RecordedRequest};

use crate::scribe::{self, Kind};
use crate::workbench::Model;

/// Only a failure waits this long.
const LIMIT: Duration = Duration::from_secs(90);

/// Holds a model's answer back until the test lets it go.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<Held>, Condvar)>);

#[derive(Default)]
struct Held {
    waiting: usize,
    is_open: bool,
}

impl Gate {
    /// A model that answers everything at once but what this gate is for.
    pub(crate) fn before(&self, kind: Kind) -> Model {
        let is_held = move |request: &RecordedRequest| scribe::kind(request) == kind;
        self.holding(is_held, scribe::answer)
    }

    /// A model that answers everything at once but what `is_held`.
    pub(crate) fn holding(
        &self,
        is_held: impl Fn(&RecordedRequest) -> bool + Send + Sync + 'static,
        answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static,
    ) -> Model {
        let gate = self.clone();
        Box::new(move |request: &RecordedRequest| -> Answer {
            if is_held(request) {
                // the thread is given up: nobody else's request waits behind this one
                tokio::task::block_in_place(|| gate.pass());
            }
            answer(request)
        })
    }

    fn pass(&self) {
        let (held, changed) = &*self.0;
        let mut state = held.lock().unwrap();
        state.waiting += 1;
        changed.notify_all();
        drop(changed.wait_timeout_while(state, 2 * LIMIT, |state| !state.is_open));
    }

    /// Returns once this many have come to the gate.
    pub(crate) fn wait_for(&self, arrivals: usize) {
        let (held, changed) = &*self.0;
        let state = held.lock().unwrap();
        let (state, late) = changed
            .wait_timeout_while(state, LIMIT, |state| state.waiting < arrivals)
            .unwrap();
        let waiting = state.waiting;
        assert!(!late.timed_out(), "only {waiting} of {arrivals} have come");
    }

    pub(crate) fn open(&self) {
        let (held, changed) = &*self.0;
        held.lock().unwrap().is_open = true;
        changed.notify_all();
    }
}
