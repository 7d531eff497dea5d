//! The deep profile: notes from every dimension of the plan, further rounds for what they leave open
//! ([`rounds`]), one model of what drives what, one
//! report. Models choose and word; what stands is decided here by code, the same for a model's text
//! and the offline analyst's.

mod headed;
mod measures;
mod modeling;
mod notes;
mod record;
mod report;
mod report_model;
mod rounds;
mod search;
mod servers;
mod strategy;

use assay_domain::Role;

use super::integrator::Found;
use super::{Researchers, may_stand_in};
use crate::workshop::{Done, IntegrateJob, TaskJob, WorkError};
pub(crate) use record::Dimension;

/// Works one dimension: strategy, searches, notes.
pub(super) async fn task(researchers: &Researchers, job: &TaskJob) -> Result<Done, WorkError> {
    let Some(brain) = researchers.brain(&job.context, Role::Search)? else {
        return notes::offline(researchers, job, None).await;
    };
    match notes::with_model(researchers, job, &brain).await {
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => {
            notes::offline(researchers, job, Some((brain.label, failure))).await
        }
        result => result,
    }
}

/// Reads on while the notes of all dimensions leave something open, and joins them.
pub(super) async fn read_on(
    researchers: &Researchers,
    job: &IntegrateJob,
) -> Result<Done, WorkError> {
    let rounds = rounds::read_on(researchers, job).await?;
    let notes = record::search_notes(job).await?;
    let events = rounds.into_iter().chain(notes).collect();
    job.done(events)
}

/// Makes the model of what the dimensions brought.
pub(super) async fn model(
    researchers: &Researchers,
    job: &IntegrateJob,
) -> Result<Done, WorkError> {
    let gathered = record::gathered(job)?;
    job.done(modeling::model(researchers, job, &gathered).await?)
}

/// Writes the report of the notes and the model.
pub(super) async fn compose(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: Found,
) -> Result<Done, WorkError> {
    let gathered = record::gathered(job)?;
    let modelled = modeling::Modelled::of(&job.context)?;
    report::report(researchers, job, found, gathered, modelled).await
}
