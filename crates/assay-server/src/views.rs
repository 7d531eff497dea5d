//! Where runs stand: folds of their journals, kept and brought up to date by what was appended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{Event, Finding, PlanOrigin, RunId};
use assay_plan::{RunState, TaskState};
use assay_steps::Evaluation;
use assay_store::Store;
use serde_json::{Value, json};

use crate::Problem;

/// Runs whose fold is kept. One that is dropped is folded again when it is asked for.
const MOST_KEPT: usize = 1_000;

/// A run as its journal tells it, up to an event.
#[derive(Default)]
pub(crate) struct RunView {
    last: u64,
    pub(crate) state: RunState,
    pub(crate) origin: Option<PlanOrigin>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) evaluation: Evaluation,
}

impl RunView {
    fn advance(&mut self, store: &Store, run: &RunId) -> Result<(), Problem> {
        for envelope in store.load(run, self.last)? {
            self.last = envelope.run_seq;
            self.state.apply(&envelope.event);
            self.evaluation.apply(&envelope.event);
            match envelope.event {
                Event::PlanAccepted { origin, .. } => self.origin = Some(origin),
                Event::FindingRecorded { finding } => self.findings.push(finding),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn tasks(&self) -> Vec<Value> {
        let tasks = self.state.tasks().iter();
        tasks
            .map(|(task, state)| json!({"task": task, "state": word(state), "note": note(state)}))
            .collect()
    }
}

#[derive(Default)]
pub(crate) struct RunViews {
    kept: Mutex<BTreeMap<RunId, Arc<Mutex<RunView>>>>,
}

impl RunViews {
    /// Lets `look` see a run as it stands now. Blocks on the disk.
    pub(crate) fn of<T>(
        &self,
        store: &Store,
        run: &RunId,
        look: impl FnOnce(&RunView) -> T,
    ) -> Result<T, Problem> {
        let view = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= MOST_KEPT && !kept.contains_key(run) {
                kept.pop_first();
            }
            Arc::clone(kept.entry(run.clone()).or_default())
        };
        let mut view = view.lock().unwrap_or_else(PoisonError::into_inner);
        view.advance(store, run)?;
        Ok(look(&view))
    }
}

fn word(state: &TaskState) -> &'static str {
    match state {
        TaskState::Waiting { .. } => "waiting",
        TaskState::Ready => "ready",
        TaskState::Running { .. } => "running",
        TaskState::Finished => "finished",
        TaskState::Failed(_) => "failed",
        TaskState::Blocked { .. } => "blocked",
    }
}

fn note(state: &TaskState) -> String {
    match state {
        TaskState::Failed(failure) => failure.to_string(),
        TaskState::Blocked { by } => format!("needs task {by}"),
        TaskState::Waiting { missing } => format!("waits for {missing}"),
        TaskState::Ready | TaskState::Running { .. } | TaskState::Finished => String::new(),
    }
}
