//! Which function stands for what a profile names. Nothing else here asks for a profile.

use std::sync::Arc;

use assay_domain::{Evidence, Failure, FailureCode, IntegrationStep, Investment, Role, Section};
use assay_plan::profiles::{PlannerKind, ReportKind, WorkerKind};
use assay_report::Layout;

use super::integrator::{Found, join_sections};
use super::{
    Researchers, answer_writer, answering, autonomous, deep, examination, investment, planner,
    section_writer,
};
use crate::RunContext;
use crate::workshop::{Done, IntegrateJob, PlanJob, TaskJob, WorkError};

pub(super) async fn plan(researchers: &Researchers, job: PlanJob) -> Result<Done, WorkError> {
    match job.context.profile.planner {
        PlannerKind::Workflow => planner::plan(researchers, job).await,
        PlannerKind::Question => Ok(planner::of_question(&job.context)),
    }
}

pub(super) async fn task(researchers: &Researchers, job: &TaskJob) -> Result<Done, WorkError> {
    match job.context.profile.worker {
        WorkerKind::Writer => section_writer::work(researchers, job).await,
        WorkerKind::Answerer => match researchers.brain(&job.context, Role::Search)? {
            Some(brain) => answer_writer::task(researchers, job, &brain).await,
            None => answering::task(researchers, job).await,
        },
        WorkerKind::NoteTaker => deep::task(researchers, job).await,
        WorkerKind::Agent => {
            let autonomy = job.context.settings.profile.autonomy;
            let autonomy = autonomy.ok_or_else(|| broken("the run has an agent without limits"))?;
            autonomous::task(researchers, job, autonomy).await
        }
    }
}

/// Does one step of what follows the tasks. No step adds a fact that no section has.
pub(super) async fn step(researchers: &Researchers, job: &IntegrateJob) -> Result<Done, WorkError> {
    match job.step {
        IntegrationStep::ReadOn => deep::read_on(researchers, job).await,
        IntegrationStep::Model => deep::model(researchers, job).await,
        IntegrationStep::Examine => job.done(examination::examine(researchers, job)?),
        IntegrationStep::Judge => investment::judge(researchers, job, judged(job)?).await,
        IntegrationStep::Value => investment::value(researchers, job, judged(job)?).await,
        IntegrationStep::Compose => compose(researchers, job).await,
    }
}

/// Writes the report and ends the run.
async fn compose(researchers: &Researchers, job: &IntegrateJob) -> Result<Done, WorkError> {
    let found = || Found::of(&job.context);
    match job.context.profile.report {
        ReportKind::Sections => join_sections(researchers, job, found(), Layout::Sections).await,
        ReportKind::Answer => join_sections(researchers, job, found(), Layout::Answer).await,
        ReportKind::Chapters => deep::compose(researchers, job, found()).await,
        ReportKind::Judgement => investment::compose(researchers, job, judged(job)?).await,
    }
}

/// What the tasks wrote; an agent on its own writes more than one section.
pub(super) fn sections(job: &IntegrateJob) -> Result<Vec<Arc<Section>>, WorkError> {
    match job.context.profile.worker {
        WorkerKind::Agent => autonomous::chapters(job),
        WorkerKind::Writer | WorkerKind::Answerer | WorkerKind::NoteTaker => {
            Ok(job.sections.clone())
        }
    }
}

/// What the run looked through.
pub(super) fn seen(
    researchers: &Researchers,
    context: &RunContext,
) -> Result<Vec<Evidence>, WorkError> {
    match context.profile.report {
        // an answer is warned of what it rests on, not of all that was looked through
        ReportKind::Answer => Ok(context.memory().examined().into_values().collect()),
        ReportKind::Sections | ReportKind::Chapters | ReportKind::Judgement => {
            examination::retrieved(researchers, context)
        }
    }
}

fn judged(job: &IntegrateJob) -> Result<&Investment, WorkError> {
    let judged = job.context.settings.investment.as_deref();
    judged.ok_or_else(|| {
        broken("the journal goes on with a judgement, and the run is about no company")
    })
}

fn broken(what: &'static str) -> WorkError {
    WorkError::Failed(Failure::new(FailureCode::WorkerCrashed, what))
}
