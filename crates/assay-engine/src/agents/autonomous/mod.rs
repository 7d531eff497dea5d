//! The autonomous profile: one agent, its dashboards, its files. It decides what to do next; what it
//! may do, what it saw and what stands in the report is decided by code.

mod actions;
mod agent;
mod browsing;
mod chapter;
mod desk;
mod files;
mod history;
mod offline;

use std::sync::Arc;

use assay_domain::{Autonomy, Role, Section};

pub use desk::workspace_folder;
pub use history::{FileChange, FileRecord, FileVersion, file_history};

use super::{Researchers, may_stand_in};
use crate::workshop::{Done, IntegrateJob, TaskJob, WorkError};

/// Lets the agent work until it is done, stopped or stuck.
pub(super) async fn task(
    researchers: &Researchers,
    job: &TaskJob,
    autonomy: Autonomy,
) -> Result<Done, WorkError> {
    let Some(brain) = researchers.brain(&job.context, Role::Search)? else {
        return offline::pass(researchers, job, None).await;
    };
    match agent::work(researchers, job, autonomy, &brain).await {
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => {
            offline::pass(researchers, job, Some((brain.label, failure))).await
        }
        result => result,
    }
}

/// The chapters that the agent wrote, as sections.
pub(super) fn chapters(job: &IntegrateJob) -> Result<Vec<Arc<Section>>, WorkError> {
    let store = job.context.store();
    let journal = store.load(&job.context.run, 0)?;
    let sections = crate::engine::sections(store, &journal)?;
    Ok(sections.into_values().collect())
}
