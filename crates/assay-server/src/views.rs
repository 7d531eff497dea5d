//! Where runs stand: folds of their journals, kept and brought up to date by what was appended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{Event, Finding, Language, PlanOrigin, RunId, Timestamp};
use assay_plan::{Dashboard, DashboardKind, RunState, TaskState};
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
    overall: Option<KeptDashboard>,
    current: Option<KeptDashboard>,
}

/// The newest state of a dashboard.
pub(crate) struct KeptDashboard {
    pub(crate) version: u32,
    pub(crate) at: Timestamp,
    pub(crate) dashboard: Dashboard,
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
                Event::ArtifactWritten {
                    artifact,
                    version,
                    body,
                    ..
                } => {
                    if let Some(kind) = DashboardKind::of_artifact(artifact.as_str()) {
                        let markdown = store.text_of(&body)?;
                        self.keep(kind, version, envelope.at, &markdown);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn keep(&mut self, kind: DashboardKind, version: u32, at: Timestamp, markdown: &str) {
        let settings = self.state.settings();
        let language = settings.map_or(Language::En, |settings| settings.language);
        let kept = Some(KeptDashboard {
            version,
            at,
            dashboard: Dashboard::read(kind, language, markdown),
        });
        match kind {
            DashboardKind::Overall => self.overall = kept,
            DashboardKind::Current => self.current = kept,
        }
    }

    pub(crate) fn dashboard(&self, kind: DashboardKind) -> Option<&KeptDashboard> {
        match kind {
            DashboardKind::Overall => self.overall.as_ref(),
            DashboardKind::Current => self.current.as_ref(),
        }
    }

    /// How many chapters of an autonomous research are written; null before its blueprint is.
    pub(crate) fn chapters(&self) -> Value {
        let progress = self.overall.as_ref().map(|kept| kept.dashboard.progress());
        progress.map_or(
            Value::Null,
            |progress| json!({"done": progress.done, "total": progress.total}),
        )
    }

    pub(crate) fn tasks(&self) -> Vec<Value> {
        let tasks = self.state.tasks().iter();
        tasks
            .map(|(task, state)| {
                let (code, needs) = match state {
                    TaskState::Failed(failure) => (Some(failure.code.code()), None),
                    TaskState::Blocked { by } => (None, Some(by)),
                    TaskState::Waiting { .. }
                    | TaskState::Ready
                    | TaskState::Running { .. }
                    | TaskState::Finished => (None, None),
                };
                json!({
                    "task": task, "state": word(state), "note": note(state),
                    "code": code, "needs": needs,
                })
            })
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

    /// Of a run that is gone nothing is kept.
    pub(crate) fn forget(&self, run: &RunId) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(run);
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
