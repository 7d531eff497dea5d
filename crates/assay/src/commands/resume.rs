use anyhow::bail;
use assay_domain::RunId;
use assay_engine::is_delivered;
use assay_store::{RunStatus, Store};

use super::drive::{drive, preflight};
use crate::app::{App, find_run};
use crate::args::ResumeArgs;
use crate::config::RunFlags;
use crate::exit::Exit;

pub(crate) async fn run(app: &App, args: ResumeArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = match &args.run {
        Some(text) => find_run(&store, text)?,
        None => unfinished(&store)?,
    };
    let engine = app.engine(&store)?;
    if args.model.is_some() || args.offline {
        let flags = RunFlags {
            model: args.model,
            offline: args.offline,
            ..RunFlags::default()
        };
        let settings = app.settings.for_run("", &flags)?;
        preflight(app, &app.brains()?, &settings).await?;
        engine.change_models(&run, settings.models).await?;
    }
    drive(app, &engine, &run, args.out.as_deref()).await
}

/// The newest run that is open, else the newest of all where the process died between the end of
/// the run and the last file of its report.
fn unfinished(store: &Store) -> anyhow::Result<RunId> {
    let mut runs = store.runs(usize::MAX)?;
    let open = runs.iter().position(|row| row.status == RunStatus::Open);
    let at = match (open, runs.first()) {
        (Some(at), _) => at,
        (None, Some(newest)) if !is_delivered(store, &newest.run)? => 0,
        (None, _) => bail!("no run is open; `assay list` shows how they ended"),
    };
    Ok(runs.swap_remove(at).run)
}
