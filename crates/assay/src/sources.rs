//! Where the evidence of a run may come from.

use anyhow::bail;
use assay_domain::{Role, RunSettings};
use assay_engine::Library;
use assay_plan::profiles::WorkerKind;

use crate::config::Settings;
use crate::inquiry::Refusal;

/// With nothing in the library and nobody else to ask there is no evidence, and so no report.
pub(crate) fn refuse_without_sources(
    settings: &Settings,
    library: &Library,
    run: &RunSettings,
    worker: WorkerKind,
) -> anyhow::Result<()> {
    let has_sources = !library.documents()?.is_empty()
        || asks_the_web(settings, run, worker)?
        || asks_servers(settings, run)?;
    if !has_sources {
        bail!(Refusal::NothingToCite);
    }
    Ok(())
}

/// Where no model is asked, not every worker searches the web.
fn asks_the_web(
    settings: &Settings,
    run: &RunSettings,
    worker: WorkerKind,
) -> anyhow::Result<bool> {
    let has_searcher = worker.searches_by_itself() || has_model(run);
    Ok(run.web && has_searcher && !settings.search_engines()?.is_empty())
}

/// The tools of MCP servers are for models alone.
fn asks_servers(settings: &Settings, run: &RunSettings) -> anyhow::Result<bool> {
    Ok(has_model(run) && settings.mcp_servers()?.may_be_used()?)
}

fn has_model(run: &RunSettings) -> bool {
    run.models.contains_key(&Role::Search)
}
