//! A run as a pure state machine.

mod graph;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::settings as test_settings;

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{
    Author, Event, Failure, IntegrationStep, Language, Outcome, Plan, PlanOrigin, PlannerQuestion,
    Request, RunSettings, TaskId,
};

use graph::Graph;

use crate::{ProfileSpec, Profiles, UnknownProfile};

/// Everything a driver needs to know to go on with a run: the fold of its events.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    profiles: Profiles,
    request: Option<Request>,
    settings: Option<RunSettings>,
    plan: Option<Plan>,
    graph: Graph,
    tasks: BTreeMap<TaskId, TaskState>,
    ready: BTreeSet<TaskId>,
    running: BTreeSet<TaskId>,
    unsettled: usize,
    shortfalls: Vec<Failure>,
    planning: bool,
    /// What the planner asked back, until it is answered.
    asked: Option<PlannerQuestion>,
    approved: bool,
    /// Whether this process has announced the integration.
    integrating: bool,
    /// Whether a step of the integration is under way.
    stepping: bool,
    /// The step that the one before it named.
    next_step: Option<IntegrationStep>,
    cancelled: Option<String>,
    finished: Option<(Outcome, Vec<String>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// `missing` direct dependencies are not finished yet.
    Waiting {
        missing: usize,
    },
    Ready,
    Running {
        attempt: u32,
    },
    Finished,
    Failed(Failure),
    Blocked {
        by: TaskId,
    },
}

/// What the driver should do now. Doing it produces events; applying them changes the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    MakePlan,
    StartTask {
        task: TaskId,
        attempt: u32,
    },
    /// All tasks are settled, and at least one has a section or the run judges a company.
    Integrate {
        step: IntegrationStep,
        outcome: Outcome,
        reasons: Vec<String>,
    },
    /// Nothing more can be done.
    Finish {
        outcome: Outcome,
        reasons: Vec<String>,
    },
}

impl RunState {
    /// Nothing has happened yet, and the run may have one of these profiles.
    pub fn among(profiles: Profiles) -> Self {
        Self {
            profiles,
            ..Self::default()
        }
    }

    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut state = Self::default();
        for event in events {
            state.apply(event);
        }
        state
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::RunCreated {
                request, settings, ..
            } => {
                self.request = Some(request.clone());
                self.settings = Some((**settings).clone());
            }
            Event::RunResumed { .. } => self.forget_work_in_flight(),
            Event::ModelsChanged { models } => {
                if let Some(settings) = &mut self.settings {
                    settings.models.clone_from(models);
                }
            }
            Event::PlanAccepted { plan, origin, .. } => self.accept(plan, origin),
            Event::PlannerAsked { asked } => {
                self.planning = false;
                self.asked = Some(asked.clone());
            }
            Event::PlannerAnswered { .. } => self.asked = None,
            Event::PlanApproved => self.approved = true,
            Event::TaskStarted { task, attempt } => self.start(*task, *attempt),
            Event::TaskReused { task, .. } => self.finish_task(*task),
            Event::TaskFinished { task, author, .. } => {
                if let Author::Fallback { because, .. } = author {
                    self.shortfalls.push(because.clone());
                }
                self.finish_task(*task);
            }
            Event::TaskFailed { task, failure } => {
                self.settle(*task, TaskState::Failed(failure.clone()));
            }
            Event::TaskBlocked { task, by } => self.settle(*task, TaskState::Blocked { by: *by }),
            Event::Degraded { reason } => self.shortfalls.push(reason.clone()),
            Event::IntegrationStarted => {
                self.integrating = true;
                self.stepping = true;
            }
            Event::StepFinished { next, .. } => {
                self.stepping = false;
                self.next_step = Some(*next);
            }
            Event::CancelRequested { reason } => self.cancelled = Some(reason.clone()),
            Event::RunFinished { outcome, reasons } => {
                self.finished = Some((*outcome, reasons.clone()));
            }
            _ => {}
        }
    }

    /// What to start now. Tasks start the moment their dependencies are done; there are no waves.
    pub fn next_actions(&self) -> Vec<Action> {
        if self.finished.is_some() {
            return Vec::new();
        }
        if let Some(reason) = &self.cancelled {
            let outcome = Outcome::Cancelled;
            return vec![Action::Finish {
                outcome,
                reasons: vec![reason.clone()],
            }];
        }
        if self.plan.is_none() {
            return if self.planning || self.asked.is_some() {
                Vec::new()
            } else {
                vec![Action::MakePlan]
            };
        }
        if self.is_held() {
            return Vec::new();
        }
        if self.unsettled > 0 {
            return self.startable();
        }
        if self.stepping {
            return Vec::new();
        }
        // what an unknown profile asks for, nobody here can tell
        let Some(profile) = self.profile().and_then(Result::ok) else {
            return Vec::new();
        };
        let first = profile.steps.first().map(|step| step.step);
        let (outcome, reasons) = self.verdict();
        vec![match self.next_step.or(first) {
            Some(step) if outcome != Outcome::Failed || !profile.needs_section => {
                Action::Integrate {
                    step,
                    outcome,
                    reasons,
                }
            }
            _ => Action::Finish { outcome, reasons },
        }]
    }

    /// Whether nothing can be done before its user says something: to a plan or to its planner.
    pub fn waits_for_user(&self) -> bool {
        self.is_held() || self.open_question().is_some()
    }

    /// What its planner asked back and nobody has answered yet.
    pub fn open_question(&self) -> Option<&PlannerQuestion> {
        let is_open = self.plan.is_none() && self.cancelled.is_none() && self.finished.is_none();
        self.asked.as_ref().filter(|_| is_open)
    }

    /// Whether there is a plan that its user has not let run yet. Until then it may be replaced.
    pub fn is_held(&self) -> bool {
        let holds = |settings: &RunSettings| settings.hold_plan;
        self.plan.is_some()
            && !self.approved
            && self.cancelled.is_none()
            && self.finished.is_none()
            && self.settings.as_ref().is_some_and(holds)
    }

    /// Events that follow from a task's failure and belong in the same transaction: every task that
    /// needs it, directly or not, is blocked by it.
    pub fn blocked_by(&self, failed: TaskId) -> Vec<Event> {
        self.graph
            .downstream(failed)
            .into_iter()
            .filter(|task| !self.is_settled(*task))
            .map(|task| Event::TaskBlocked { task, by: failed })
            .collect()
    }

    /// How the run stands if it ended now: the outcome and every reason for it.
    pub fn verdict(&self) -> (Outcome, Vec<String>) {
        let settings = self.settings.as_ref();
        let language = settings.map_or(Language::En, |settings| settings.language);
        let mut reasons = Vec::new();
        let mut finished = 0;
        for (task, state) in &self.tasks {
            match state {
                TaskState::Finished => finished += 1,
                TaskState::Failed(failure) => {
                    let why = failure.told(language);
                    reasons.push(
                        language.pick(format!("task {task}: {why}"), format!("任务 {task}：{why}")),
                    );
                }
                TaskState::Blocked { by } => reasons.push(language.pick(
                    format!("task {task} was not started because task {by} failed"),
                    format!("任务 {task} 未开始，因为任务 {by} 失败"),
                )),
                TaskState::Waiting { .. } | TaskState::Ready | TaskState::Running { .. } => {
                    reasons.push(language.pick(
                        format!("task {task} did not finish"),
                        format!("任务 {task} 未完成"),
                    ));
                }
            }
        }
        let outcome = match (finished, reasons.is_empty(), self.shortfalls.is_empty()) {
            (0, _, _) => Outcome::Failed,
            (_, false, _) => Outcome::Partial,
            (_, true, false) => Outcome::Degraded,
            (_, true, true) => Outcome::Completed,
        };
        let mut seen = BTreeSet::new();
        for shortfall in &self.shortfalls {
            let text = shortfall.told(language);
            if seen.insert(text.clone()) {
                reasons.push(text);
            }
        }
        (outcome, reasons)
    }

    /// The driver has begun to plan: do not ask for it twice.
    pub fn planning_started(&mut self) {
        self.planning = true;
    }

    /// The driver has begun a step of the integration. Comes back with the event that announces the
    /// integration, if this process has not announced it.
    pub fn step_started(&mut self) -> Option<Event> {
        self.stepping = true;
        let is_first = !std::mem::replace(&mut self.integrating, true);
        is_first.then_some(Event::IntegrationStarted)
    }

    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    pub fn settings(&self) -> Option<&RunSettings> {
        self.settings.as_ref()
    }

    /// What its settings say that it is made of; nothing before it has any.
    pub fn profile(&self) -> Option<Result<ProfileSpec, UnknownProfile>> {
        let settings = self.settings.as_ref()?;
        Some(self.profiles.of(settings))
    }

    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub fn tasks(&self) -> &BTreeMap<TaskId, TaskState> {
        &self.tasks
    }

    pub fn outcome(&self) -> Option<&(Outcome, Vec<String>)> {
        self.finished.as_ref()
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.is_some()
    }

    fn startable(&self) -> Vec<Action> {
        let limit = self
            .settings
            .as_ref()
            .map_or(1, |settings| settings.concurrency.max(1));
        let free = limit.saturating_sub(self.running.len());
        self.ready
            .iter()
            .take(free)
            .map(|task| Action::StartTask {
                task: *task,
                attempt: 1,
            })
            .collect()
    }

    fn accept(&mut self, plan: &Plan, origin: &PlanOrigin) {
        if let PlanOrigin::Fallback { because, .. } = origin {
            self.shortfalls.push(because.clone());
        }
        self.graph = Graph::of(plan);
        self.unsettled = plan.tasks.len();
        self.tasks.clear();
        self.ready.clear();
        for task in &plan.tasks {
            let missing = task.dependencies.len();
            let state = if missing == 0 {
                TaskState::Ready
            } else {
                TaskState::Waiting { missing }
            };
            if missing == 0 {
                self.ready.insert(task.id);
            }
            self.tasks.insert(task.id, state);
        }
        self.plan = Some(plan.clone());
    }

    fn start(&mut self, task: TaskId, attempt: u32) {
        self.ready.remove(&task);
        self.running.insert(task);
        self.tasks.insert(task, TaskState::Running { attempt });
    }

    fn finish_task(&mut self, task: TaskId) {
        self.settle(task, TaskState::Finished);
        for dependant in self.graph.dependants(task) {
            let Some(TaskState::Waiting { missing }) = self.tasks.get_mut(dependant) else {
                continue;
            };
            *missing = missing.saturating_sub(1);
            if *missing == 0 {
                self.tasks.insert(*dependant, TaskState::Ready);
                self.ready.insert(*dependant);
            }
        }
    }

    fn settle(&mut self, task: TaskId, state: TaskState) {
        if !self.is_settled(task) {
            self.unsettled = self.unsettled.saturating_sub(1);
        }
        self.ready.remove(&task);
        self.running.remove(&task);
        self.tasks.insert(task, state);
    }

    fn is_settled(&self, task: TaskId) -> bool {
        matches!(
            self.tasks.get(&task),
            Some(TaskState::Finished | TaskState::Failed(_) | TaskState::Blocked { .. })
        )
    }

    /// Work that a dead process had begun is to be begun again; its journaled replies are not lost.
    fn forget_work_in_flight(&mut self) {
        self.planning = false;
        self.integrating = false;
        self.stepping = false;
        for task in std::mem::take(&mut self.running) {
            self.tasks.insert(task, TaskState::Ready);
            self.ready.insert(task);
        }
    }
}
