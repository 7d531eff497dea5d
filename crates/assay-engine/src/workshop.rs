use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use assay_domain::{
    Event, Failure, FailureCode, IntegrationStep, Outcome, PassageId, Plan, Section, Task, TaskId,
};

use crate::{EngineError, RunContext};

/// Work under way.
pub type Work = Pin<Box<dyn Future<Output = Result<Done, WorkError>> + Send>>;

/// What a worker hands back: events that are appended together, as one step.
#[derive(Debug, Default)]
pub struct Done {
    pub events: Vec<Event>,
    /// The section among the events, so that it need not be read back.
    pub section: Option<Section>,
}

impl Done {
    /// A step of the integration with all its effects, and what it found out is to be done now.
    pub fn step(
        mut events: Vec<Event>,
        step: IntegrationStep,
        next: IntegrationStep,
        brought: Vec<PassageId>,
    ) -> Self {
        events.push(Event::StepFinished {
            step,
            next,
            brought,
        });
        Self {
            events,
            section: None,
        }
    }

    /// The last step of the integration, which ends the run.
    pub fn end(mut events: Vec<Event>, outcome: Outcome, reasons: Vec<String>) -> Self {
        events.push(Event::RunFinished { outcome, reasons });
        Self {
            events,
            section: None,
        }
    }
}

#[derive(Debug)]
pub enum WorkError {
    /// This piece of work failed; the run goes on without it.
    Failed(Failure),
    /// The run itself cannot go on; it stays open and can be resumed.
    Stop(EngineError),
}

impl<E: Into<EngineError>> From<E> for WorkError {
    fn from(error: E) -> Self {
        Self::Stop(error.into())
    }
}

pub struct PlanJob {
    pub context: Arc<RunContext>,
}

pub struct TaskJob {
    pub context: Arc<RunContext>,
    pub plan: Arc<Plan>,
    pub task: Task,
    pub attempt: u32,
    /// The sections of the tasks it directly depends on, in the order it names them.
    pub earlier: Vec<Arc<Section>>,
}

/// One step of what follows the tasks.
pub struct IntegrateJob {
    pub context: Arc<RunContext>,
    pub step: IntegrationStep,
    pub plan: Arc<Plan>,
    pub sections: Vec<Arc<Section>>,
    pub failed: Vec<(TaskId, Failure)>,
    pub blocked: Vec<(TaskId, TaskId)>,
    pub outcome: Outcome,
    pub reasons: Vec<String>,
}

impl IntegrateJob {
    /// The step is done with these effects; what follows is for the profile to say.
    pub(crate) fn done(&self, events: Vec<Event>) -> Result<Done, WorkError> {
        let next = self.context.profile.step_after(self.step);
        let next = next.ok_or_else(|| {
            let message = format!(
                "nothing follows the step {:?}, and no report is made",
                self.step
            );
            WorkError::Failed(Failure::new(FailureCode::WorkerCrashed, message))
        })?;
        Ok(Done::step(events, self.step, next, Vec::new()))
    }
}

/// Who does the work. The driver decides when, the workshop knows how.
pub trait Workshop: Send + Sync + 'static {
    /// Ends with a `PlanAccepted` among its events, or with a `PlannerAsked`.
    fn plan(&self, job: PlanJob) -> Work;
    /// Ends with a `TaskFinished` among its events, or fails.
    fn task(&self, job: TaskJob) -> Work;
    /// Ends with a `StepFinished` among its events, the last step with a `RunFinished`.
    fn integrate(&self, job: IntegrateJob) -> Work;
}
