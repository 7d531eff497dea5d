//! Runs whose tasks do nothing but wait and leave a section: what is left is the engine itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use assay_domain::{
    ArtifactName, Author, Body, Event, Language, Outcome, Plan, PlanOrigin, Request, ResearchType,
    RunId, RunSettings, SchemaVersion, Section, Task, TaskId,
};
use assay_engine::{
    Done, Engine, IntegrateJob, NewRun, Notices, PlanJob, SystemClock, TaskJob, Work, Workshop,
};
use assay_store::Store;
use assay_testkit::run_settings;
use tokio_util::sync::CancellationToken;

/// An engine whose tasks only wait, each as long as it is told.
pub(crate) struct Idle {
    engine: Engine,
    watch: Arc<Watch>,
}

/// What the tasks of all runs saw.
#[derive(Default)]
struct Watch {
    finished: Mutex<BTreeMap<RunId, Vec<bool>>>,
    out_of_order: AtomicUsize,
}

struct Idlers {
    watch: Arc<Watch>,
    /// By topic of the plan, how long each of its tasks takes. Absent: no time at all.
    times: BTreeMap<String, BTreeMap<TaskId, Duration>>,
}

impl Idle {
    pub(crate) fn new(
        home: &Path,
        times: BTreeMap<String, BTreeMap<TaskId, Duration>>,
    ) -> Result<Self> {
        let watch = Arc::new(Watch::default());
        let workshop = Arc::new(Idlers {
            watch: Arc::clone(&watch),
            times,
        });
        let engine = Engine::new(Store::open(home)?, Arc::new(SystemClock), workshop);
        Ok(Self { engine, watch })
    }

    pub(crate) async fn create(&self, plan: Plan) -> Result<RunId> {
        let new = NewRun {
            request: Request {
                question: plan.topic.clone(),
                research_type: None,
            },
            settings: settings(),
            plan: Some((plan, PlanOrigin::User, Vec::new())),
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        };
        Ok(self.engine.create(new).await?)
    }

    pub(crate) async fn drive(&self, run: &RunId) -> Result<()> {
        let stop = CancellationToken::new();
        let end = self.engine.drive(run, Notices::nobody(), &stop).await?;
        let end = end.context("the run was stopped")?;
        if end.outcome != Outcome::Completed {
            bail!("{run} ended {}: {:?}", end.outcome.name(), end.reasons);
        }
        Ok(())
    }

    /// Tasks that began before one they depend on had ended.
    pub(crate) fn out_of_order(&self) -> usize {
        self.watch.out_of_order.load(Ordering::Relaxed)
    }
}

impl Watch {
    fn begins(&self, run: &RunId, task: &Task) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        let finished = finished.entry(run.clone()).or_default();
        let is_done = |id: &TaskId| finished.get(id.0 as usize).copied().unwrap_or(false);
        if !task.dependencies.iter().all(is_done) {
            self.out_of_order.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn ends(&self, run: &RunId, task: TaskId) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        let finished = finished.entry(run.clone()).or_default();
        let place = task.0 as usize;
        if finished.len() <= place {
            finished.resize(place + 1, false);
        }
        if let Some(done) = finished.get_mut(place) {
            *done = true;
        }
    }
}

impl Workshop for Idlers {
    fn plan(&self, _: PlanJob) -> Work {
        Box::pin(async { Ok(Done::default()) })
    }

    fn task(&self, job: TaskJob) -> Work {
        let watch = Arc::clone(&self.watch);
        let times = self.times.get(&job.plan.topic);
        let time = times.and_then(|times| times.get(&job.task.id).copied());
        watch.begins(&job.context.run, &job.task);
        Box::pin(async move {
            if let Some(time) = time {
                tokio::time::sleep(time).await;
            }
            let done = finished(&job.task)?;
            watch.ends(&job.context.run, job.task.id);
            Ok(done)
        })
    }

    fn integrate(&self, job: IntegrateJob) -> Work {
        Box::pin(async move {
            let events = vec![Event::RunFinished {
                outcome: job.outcome,
                reasons: job.reasons,
            }];
            Ok(Done {
                events,
                section: None,
            })
        })
    }
}

/// A short section and the end of its task.
fn finished(task: &Task) -> serde_json::Result<Done> {
    let author = Author::OfflineAnalyst;
    let section = Section {
        task: task.id,
        title: task.description.clone(),
        markdown: String::new(),
        language: Language::En,
        author: author.clone(),
        notes: Vec::new(),
        left_out: Vec::new(),
        labels: Vec::new(),
    };
    let written = Event::ArtifactWritten {
        artifact: ArtifactName::section(task.id),
        version: 1,
        schema: SchemaVersion::default(),
        agent: "idle".to_owned(),
        claim_ids: Vec::new(),
        body: Body::Inline(serde_json::to_string(&section)?),
    };
    let ended = Event::TaskFinished {
        task: task.id,
        author,
        notes: Vec::new(),
    };
    Ok(Done {
        events: vec![written, ended],
        section: Some(section),
    })
}

/// A plan of tasks that are known by number and dependencies alone.
pub(crate) fn plan(topic: &str, dependencies: Vec<Vec<TaskId>>) -> Plan {
    let tasks = dependencies
        .into_iter()
        .zip(1..)
        .map(|(dependencies, id)| Task {
            id: TaskId(id),
            description: format!("task {id}"),
            dependencies,
            hints: None,
        });
    Plan {
        research_type: ResearchType::Quantitative,
        topic: topic.to_owned(),
        objectives: Vec::new(),
        tasks: tasks.collect(),
    }
}

fn settings() -> RunSettings {
    RunSettings {
        concurrency: usize::MAX,
        ..run_settings()
    }
}
