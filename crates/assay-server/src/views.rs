//! Where runs stand: folds of their journals, kept and brought up to date by what was appended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{Event, Finding, Language, PlanOrigin, RunId, TaskId, Timestamp};
use assay_plan::{Dashboard, DashboardKind, RunState, TaskState};
use assay_steps::Evaluation;
use assay_store::Store;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Problem;

/// Runs whose fold is kept. One that is dropped is folded again when it is asked for.
const MOST_KEPT: usize = 1_000;

/// A run as its journal tells it, up to an event.
#[derive(Default)]
pub(crate) struct RunFold {
    last: u64,
    pub(crate) state: RunState,
    pub(crate) origin: Option<PlanOrigin>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) evaluation: Evaluation,
    overall: Option<KeptDashboard>,
    current: Option<KeptDashboard>,
}

/// Chapters of the blueprint of an autonomous research.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Chapters {
    done: usize,
    total: usize,
}

/// How far a task is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TaskStanding {
    task: TaskId,
    state: TaskWord,
    /// Why it failed or waits; empty otherwise.
    note: String,
    /// Why a task failed: E-001 and the like.
    code: Option<&'static str>,
    /// The task whose failure blocks this one.
    needs: Option<TaskId>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TaskWord {
    Waiting,
    Ready,
    Running,
    Finished,
    Failed,
    Blocked,
}

/// The newest state of a dashboard.
pub(crate) struct KeptDashboard {
    pub(crate) version: u32,
    pub(crate) at: Timestamp,
    pub(crate) dashboard: Dashboard,
}

impl RunFold {
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
                    if let Some(kind) = DashboardKind::of_artifact(&artifact) {
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

    /// How many chapters of an autonomous research are written; nothing before its blueprint is.
    pub(crate) fn chapters(&self) -> Option<Chapters> {
        let progress = self.overall.as_ref().map(|kept| kept.dashboard.progress());
        progress.map(|progress| Chapters {
            done: progress.done,
            total: progress.total,
        })
    }

    pub(crate) fn tasks(&self) -> Vec<TaskStanding> {
        let tasks = self.state.tasks().iter();
        tasks
            .map(|(task, state)| TaskStanding::of(*task, state))
            .collect()
    }
}

#[derive(Default)]
pub(crate) struct RunViews {
    kept: Mutex<BTreeMap<RunId, Arc<Mutex<RunFold>>>>,
}

impl RunViews {
    /// Lets `look` see a run as it stands now. Blocks on the disk.
    pub(crate) fn of<T>(
        &self,
        store: &Store,
        run: &RunId,
        look: impl FnOnce(&RunFold) -> T,
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

impl TaskStanding {
    fn of(task: TaskId, state: &TaskState) -> Self {
        let (word, note) = match state {
            TaskState::Waiting { missing } => (TaskWord::Waiting, format!("waits for {missing}")),
            TaskState::Ready => (TaskWord::Ready, String::new()),
            TaskState::Running { .. } => (TaskWord::Running, String::new()),
            TaskState::Finished => (TaskWord::Finished, String::new()),
            TaskState::Failed(failure) => (TaskWord::Failed, failure.to_string()),
            TaskState::Blocked { by } => (TaskWord::Blocked, format!("needs task {by}")),
        };
        let mut standing = Self {
            task,
            state: word,
            note,
            code: None,
            needs: None,
        };
        match state {
            TaskState::Failed(failure) => standing.code = Some(failure.code.code()),
            TaskState::Blocked { by } => standing.needs = Some(*by),
            TaskState::Waiting { .. }
            | TaskState::Ready
            | TaskState::Running { .. }
            | TaskState::Finished => {}
        }
        standing
    }
}
