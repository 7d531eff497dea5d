use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use assay_domain::{Event, Failure, FailureCode, IntegrationStep, Outcome, Plan, Section, TaskId};
use assay_plan::{Action, RunState, TaskState};
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::workshop::{Done, IntegrateJob, PlanJob, TaskJob, WorkError, Workshop};
use crate::{EngineError, RunContext};

/// How a driven run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEnd {
    pub outcome: Outcome,
    pub reasons: Vec<String>,
}

/// Performs what the run machine asks for, and nothing else.
///
/// Workers are owned by `work`: when the driver ends for whatever reason, they end with it. A worker
/// that panics is a failed task. A worker dropped in the middle has no effect but the calls it
/// journaled, which the next process will find.
pub(crate) struct Driver {
    context: Arc<RunContext>,
    workshop: Arc<dyn Workshop>,
    state: RunState,
    plan: Option<Arc<Plan>>,
    sections: BTreeMap<TaskId, Arc<Section>>,
    work: JoinSet<Result<Done, WorkError>>,
    owners: HashMap<Id, Owner>,
}

#[derive(Clone, Copy, Debug)]
enum Owner {
    Plan,
    Task(TaskId),
    Integration,
}

type Joined = Result<(Id, Result<Done, WorkError>), JoinError>;

impl Driver {
    pub(crate) fn new(
        context: Arc<RunContext>,
        workshop: Arc<dyn Workshop>,
        state: RunState,
        sections: BTreeMap<TaskId, Arc<Section>>,
    ) -> Self {
        let plan = state.plan().map(|plan| Arc::new(plan.clone()));
        let (work, owners) = (JoinSet::new(), HashMap::new());
        Self {
            context,
            workshop,
            state,
            plan,
            sections,
            work,
            owners,
        }
    }

    /// Drives the run to its end. `None`: it stays open, because `stop` came first or because it
    /// waits for its user.
    pub(crate) async fn run(
        mut self,
        resumed: Vec<Event>,
        stop: &CancellationToken,
        cancel: &CancellationToken,
    ) -> Result<Option<RunEnd>, EngineError> {
        resumed.iter().for_each(|event| self.state.apply(event));
        let mut news = resumed;
        loop {
            let actions = self.note_starts(&mut news);
            if !news.is_empty() {
                self.context.append(std::mem::take(&mut news)).await?;
            }
            if let Some((outcome, reasons)) = self.state.outcome() {
                return Ok(Some(RunEnd {
                    outcome: *outcome,
                    reasons: reasons.clone(),
                }));
            }
            actions.into_iter().for_each(|action| self.begin(action));
            if self.work.is_empty() && self.state.waits_for_user() {
                return Ok(None);
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    self.work.shutdown().await;
                    return Ok(None);
                }
                () = cancel.cancelled(), if !self.state.is_cancelled() => {
                    self.work.shutdown().await;
                    self.state.apply(&Event::CancelRequested { reason: "cancelled by the user".to_owned() });
                }
                joined = self.work.join_next_with_id() => news = self.collect(joined)?,
            }
        }
    }

    /// Turns the next actions into the events that announce them.
    fn note_starts(&mut self, news: &mut Vec<Event>) -> Vec<Action> {
        let actions = self.state.next_actions();
        for action in &actions {
            let event = match action {
                Action::MakePlan => {
                    self.state.planning_started();
                    continue;
                }
                Action::StartTask { task, attempt } => Event::TaskStarted {
                    task: *task,
                    attempt: *attempt,
                },
                Action::Integrate { .. } => match self.state.step_started() {
                    Some(announced) => announced,
                    None => continue,
                },
                Action::Finish { outcome, reasons } => Event::RunFinished {
                    outcome: *outcome,
                    reasons: reasons.clone(),
                },
            };
            self.state.apply(&event);
            news.push(event);
        }
        actions
    }

    fn begin(&mut self, action: Action) {
        let context = Arc::clone(&self.context);
        let (owner, work) = match action {
            Action::MakePlan => (Owner::Plan, self.workshop.plan(PlanJob { context })),
            Action::StartTask { task, attempt } => {
                let Some(job) = self.task_job(context, task, attempt) else {
                    return;
                };
                (Owner::Task(task), self.workshop.task(job))
            }
            Action::Integrate {
                step,
                outcome,
                reasons,
            } => {
                let Some(job) = self.integrate_job(context, step, (outcome, reasons)) else {
                    return;
                };
                (Owner::Integration, self.workshop.integrate(job))
            }
            Action::Finish { .. } => return,
        };
        let handle = self.work.spawn(work);
        self.owners.insert(handle.id(), owner);
    }

    fn task_job(&self, context: Arc<RunContext>, task: TaskId, attempt: u32) -> Option<TaskJob> {
        let plan = Arc::clone(self.plan.as_ref()?);
        let task = plan.task(task)?.clone();
        let earlier = task
            .dependencies
            .iter()
            .filter_map(|dependency| self.sections.get(dependency).cloned())
            .collect();
        Some(TaskJob {
            context,
            plan,
            task,
            attempt,
            earlier,
        })
    }

    fn integrate_job(
        &self,
        context: Arc<RunContext>,
        step: IntegrationStep,
        (outcome, reasons): (Outcome, Vec<String>),
    ) -> Option<IntegrateJob> {
        let plan = Arc::clone(self.plan.as_ref()?);
        let (mut failed, mut blocked) = (Vec::new(), Vec::new());
        for (task, state) in self.state.tasks() {
            match state {
                TaskState::Failed(failure) => failed.push((*task, failure.clone())),
                TaskState::Blocked { by } => blocked.push((*task, *by)),
                _ => {}
            }
        }
        let sections = self.sections.values().cloned().collect();
        Some(IntegrateJob {
            context,
            step,
            plan,
            sections,
            failed,
            blocked,
            outcome,
            reasons,
        })
    }

    /// Takes in every worker that is done by now, so that they share one commit.
    fn collect(&mut self, first: Option<Joined>) -> Result<Vec<Event>, EngineError> {
        let mut news = Vec::new();
        let mut next = first;
        while let Some(joined) = next {
            self.settle(joined, &mut news)?;
            next = self.work.try_join_next_with_id();
        }
        Ok(news)
    }

    fn settle(&mut self, joined: Joined, news: &mut Vec<Event>) -> Result<(), EngineError> {
        let (id, result) = match joined {
            Ok((id, result)) => (id, result),
            Err(error) => (error.id(), Err(WorkError::Failed(crash(error)))),
        };
        let Some(owner) = self.owners.remove(&id) else {
            return Ok(());
        };
        let events = match result {
            Ok(done) if owner.is_answered_by(&done.events) => self.absorb(done),
            Ok(_) => self.failed(owner, nothing_returned()),
            Err(WorkError::Failed(failure)) if self.can_be_finished_later(owner, &failure) => {
                return Err(EngineError::Unfinished(failure));
            }
            Err(WorkError::Failed(failure)) => self.failed(owner, failure),
            Err(WorkError::Stop(error)) => return Err(error),
        };
        let journaled = self.context.take_on_the_way();
        for event in journaled.iter().chain(&events) {
            self.state.apply(event);
        }
        if news.is_empty() {
            *news = events;
        } else {
            news.extend(events);
        }
        Ok(())
    }

    fn absorb(&mut self, done: Done) -> Vec<Event> {
        if let Some(section) = done.section {
            self.sections.insert(section.task, Arc::new(section));
        }
        for event in &done.events {
            if let Event::PlanAccepted { plan, .. } = event {
                self.plan = Some(Arc::new(plan.clone()));
            }
        }
        done.events
    }

    /// Whether a report that failed may be written by whoever takes the run up again: its sections are
    /// there, and the trouble passes by itself.
    fn can_be_finished_later(&self, owner: Owner, failure: &Failure) -> bool {
        let has_sections = !self.sections.is_empty();
        matches!(owner, Owner::Integration) && has_sections && failure.code.is_transient()
    }

    fn failed(&self, owner: Owner, failure: Failure) -> Vec<Event> {
        match owner {
            Owner::Task(task) => {
                let mut events = self.state.blocked_by(task);
                events.insert(0, Event::TaskFailed { task, failure });
                events
            }
            Owner::Plan | Owner::Integration => {
                let reasons = vec![failure.told(self.context.settings.language)];
                vec![Event::RunFinished {
                    outcome: Outcome::Failed,
                    reasons,
                }]
            }
        }
    }
}

impl Owner {
    /// Whether a worker brought what its kind of work ends with. Without it the run would wait for
    /// ever.
    fn is_answered_by(self, events: &[Event]) -> bool {
        events.iter().any(|event| match (self, event) {
            (Self::Plan, Event::PlanAccepted { .. } | Event::PlannerAsked { .. }) => true,
            (Self::Task(owned), Event::TaskFinished { task, .. }) => owned == *task,
            (Self::Integration, Event::StepFinished { .. } | Event::RunFinished { .. }) => true,
            _ => false,
        })
    }
}

fn nothing_returned() -> Failure {
    Failure::new(
        FailureCode::WorkerCrashed,
        "the worker came back without a result",
    )
}

fn crash(error: JoinError) -> Failure {
    let what = match error.try_into_panic() {
        Ok(panic) => panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned()),
        Err(error) => error.to_string(),
    };
    Failure::new(
        FailureCode::WorkerCrashed,
        format!("the worker crashed: {what}"),
    )
}
