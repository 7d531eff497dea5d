//! Where the evidence of a run may come from.

use anyhow::bail;
use assay_domain::{Profile, Role, RunSettings};
use assay_engine::Library;

use crate::config::Settings;
use crate::inquiry::Refusal;

/// With nothing in the library and nobody else to ask there is no evidence, and so no report.
pub(crate) fn refuse_without_sources(
    settings: &Settings,
    library: &Library,
    run: &RunSettings,
    profile: Profile,
) -> anyhow::Result<()> {
    let has_sources = !library.documents()?.is_empty()
        || asks_the_web(settings, run, profile)?
        || asks_servers(settings, run, profile)?;
    if !has_sources {
        bail!(Refusal::NothingToCite);
    }
    Ok(())
}

/// A section's writer and an autonomous agent search the web where they are models; the steps of a
/// deep research do so in any case.
fn asks_the_web(settings: &Settings, run: &RunSettings, profile: Profile) -> anyhow::Result<bool> {
    let has_searcher = profile == Profile::Deep || has_model(run);
    Ok(run.web && has_searcher && !settings.search_engines()?.is_empty())
}

/// The tools of MCP servers are given to the model that writes a section.
fn asks_servers(settings: &Settings, run: &RunSettings, profile: Profile) -> anyhow::Result<bool> {
    Ok(profile == Profile::Plain && has_model(run) && settings.mcp_servers()?.may_be_used()?)
}

fn has_model(run: &RunSettings) -> bool {
    run.models.contains_key(&Role::Search)
}
