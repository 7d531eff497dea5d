use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use assay_domain::{
    Author, Event, Failure, FailureCode, IntegrationStep, Language, Outcome, Plan, PlanOrigin,
    Request, RunId, RunSettings, Section, TaskId,
};
use assay_engine::{
    Done, Engine, EngineError, FixedClock, IntegrateJob, NewRun, Notices, PlanJob, RunEnd, TaskJob,
    Work, WorkError, Workshop,
};
use assay_store::Store;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// What a worker does with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Finish,
    Fail,
    Panic,
    /// Comes back without a word about the task.
    ReturnNothing,
    /// The run cannot go on, as with a wrong key.
    Stop,
    /// Never comes back.
    Hang,
}

/// Workers that do as they are told and note what they did.
#[derive(Clone, Default)]
pub(crate) struct Workers {
    deeds: Arc<Mutex<BTreeMap<u32, Deed>>>,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    busy: Arc<Mutex<BTreeSet<u32>>>,
    pub(crate) most_at_once: Arc<Mutex<usize>>,
    integrates: Arc<Mutex<Option<Deed>>>,
    /// What follows each step but the last, which alone does as it is told.
    steps: Arc<Mutex<BTreeMap<IntegrationStep, IntegrationStep>>>,
}

impl Workers {
    pub(crate) fn with(task: u32, deed: Deed) -> Self {
        let workers = Self::default();
        workers.deeds.lock().unwrap().insert(task, deed);
        workers
    }

    pub(crate) fn integrating(deed: Deed) -> Self {
        let workers = Self::default();
        *workers.integrates.lock().unwrap() = Some(deed);
        workers
    }

    /// Whose integration has steps, and fails in the last.
    pub(crate) fn stepping(deed: Deed, steps: &[IntegrationStep]) -> Self {
        let workers = Self::integrating(deed);
        let pairs = steps.iter().copied().zip(steps.iter().copied().skip(1));
        workers.steps.lock().unwrap().extend(pairs);
        workers
    }

    /// From now on every task is done well, and the integration.
    pub(crate) fn mend(&self) {
        self.deeds.lock().unwrap().clear();
        *self.integrates.lock().unwrap() = None;
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

impl Workshop for Workers {
    fn plan(&self, _job: PlanJob) -> Work {
        let plan = diamond();
        Box::pin(async move {
            let events = vec![Event::PlanAccepted {
                plan,
                origin: PlanOrigin::Template,
                repairs: Vec::new(),
            }];
            Ok(Done {
                events,
                section: None,
            })
        })
    }

    fn task(&self, job: TaskJob) -> Work {
        let this = self.clone();
        Box::pin(async move {
            let id = job.task.id.0;
            for dependency in &job.task.dependencies {
                assert!(
                    this.log().contains(&format!("{dependency} done")),
                    "task {id} was started before task {dependency} was done"
                );
            }
            {
                let mut busy = this.busy.lock().unwrap();
                busy.insert(id);
                let mut most = this.most_at_once.lock().unwrap();
                *most = busy.len().max(*most);
            }
            this.log.lock().unwrap().push(format!("{id} begun"));
            tokio::task::yield_now().await;
            let deed = this
                .deeds
                .lock()
                .unwrap()
                .get(&id)
                .copied()
                .unwrap_or(Deed::Finish);
            let result = perform(deed, || finished(job.task.id)).await;
            this.busy.lock().unwrap().remove(&id);
            this.log.lock().unwrap().push(format!("{id} done"));
            result
        })
    }

    fn integrate(&self, job: IntegrateJob) -> Work {
        let deed = self.integrates.lock().unwrap().unwrap_or(Deed::Finish);
        let next = self.steps.lock().unwrap().get(&job.step).copied();
        let log = Arc::clone(&self.log);
        Box::pin(async move {
            if let Some(next) = next {
                log.lock().unwrap().push(format!("{:?} done", job.step));
                return Ok(Done::step(Vec::new(), job.step, next, Vec::new()));
            }
            let failed: Vec<u32> = job.failed.iter().map(|(task, _)| task.0).collect();
            let blocked: Vec<u32> = job.blocked.iter().map(|(task, _)| task.0).collect();
            let sections: Vec<u32> = job.sections.iter().map(|section| section.task.0).collect();
            log.lock().unwrap().push(format!(
                "joined {sections:?}, failed {failed:?}, blocked {blocked:?}"
            ));
            perform(deed, || Done {
                events: vec![Event::RunFinished {
                    outcome: job.outcome,
                    reasons: job.reasons.clone(),
                }],
                section: None,
            })
            .await
        })
    }
}

async fn perform(deed: Deed, good: impl FnOnce() -> Done) -> Result<Done, WorkError> {
    match deed {
        Deed::Finish => Ok(good()),
        Deed::Fail => Err(WorkError::Failed(Failure::new(
            FailureCode::NoEvidence,
            "nothing there",
        ))),
        Deed::Panic => panic!("a worker's bug"),
        Deed::ReturnNothing => Ok(Done::default()),
        Deed::Stop => Err(WorkError::Stop(EngineError::Configuration(Failure::new(
            FailureCode::ModelAuth,
            "the key is refused",
        )))),
        Deed::Hang => {
            let never = Semaphore::new(0);
            drop(never.acquire().await);
            Ok(good())
        }
    }
}

fn finished(task: TaskId) -> Done {
    let section = Section {
        task,
        title: format!("Part {task}"),
        markdown: String::new(),
        language: Language::En,
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
        left_out: Vec::new(),
        labels: Vec::new(),
    };
    let events = vec![Event::TaskFinished {
        task,
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
    }];
    Done {
        events,
        section: Some(section),
    }
}

/// 2 needs 1; 4 needs 2 and 3.
pub(crate) fn diamond() -> Plan {
    let task = |id: u32, dependencies: &[u32]| json!({"id": id, "description": format!("Part {id}"), "dependencies": dependencies});
    serde_json::from_value(json!({
        "research_type": "company", "topic": "Acme", "objectives": ["Understand Acme"],
        "tasks": [task(1, &[]), task(2, &[1]), task(3, &[]), task(4, &[2, 3])],
    }))
    .unwrap()
}

/// An engine over a fresh store.
pub(crate) struct Shop {
    pub(crate) engine: Engine,
    pub(crate) workers: Workers,
    _folder: TempDir,
}

impl Shop {
    pub(crate) fn new(workers: Workers) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let clock = FixedClock("2026-11-15T12:00:00Z".parse().unwrap());
        let engine = Engine::new(store, Arc::new(clock), Arc::new(workers.clone()));
        Self {
            engine,
            workers,
            _folder: folder,
        }
    }

    /// A run of `plan`, or one that plans for itself.
    pub(crate) async fn create(&self, plan: Option<Plan>, concurrency: usize) -> RunId {
        let settings: RunSettings = serde_json::from_value(json!({
            "language": "en", "models": {}, "sampling": {"temperature": 0.3, "top_p": 0.85},
            "concurrency": concurrency, "section_length": {"min": 400, "max": 900},
            "budget": {"max_tokens": null, "max_cost": null, "reserve_percent": 20},
            "max_steps": 8, "max_attempts": 3, "stream": true, "tool_mode": "native",
            "max_output_tokens": 3000, "stand_in": true,
        }))
        .unwrap();
        let request = Request {
            question: "How is Acme?".to_owned(),
            research_type: None,
        };
        let plan = plan.map(|plan| (plan, PlanOrigin::User, Vec::new()));
        let new = NewRun {
            request,
            settings,
            plan,
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        };
        self.engine.create(new).await.unwrap()
    }

    pub(crate) async fn drive(&self, run: &RunId) -> Result<Option<RunEnd>, EngineError> {
        self.engine
            .drive(run, Notices::nobody(), &CancellationToken::new())
            .await
    }

    pub(crate) fn events(&self, run: &RunId) -> Vec<Event> {
        let journal = self.engine.store().load(run, 0).unwrap();
        journal.into_iter().map(|envelope| envelope.event).collect()
    }

    pub(crate) fn assert_sound(&self) {
        let report = self.engine.store().check().unwrap();
        assert!(report.is_sound(), "{report:?}");
    }
}

pub(crate) fn outcome(end: &Option<RunEnd>) -> Option<Outcome> {
    end.as_ref().map(|end| end.outcome)
}
