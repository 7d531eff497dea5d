use anyhow::bail;
use assay_domain::RunId;
use assay_engine::{broken_files, is_delivered};
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
    let also = args.also.destination(&store)?;
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
    drive(app, &engine, &run, also.as_ref()).await
}

/// The newest run that is open; else the newest of all where the process died between the end of
/// the run and the last file of its report; else the newest whose report is no longer whole.
fn unfinished(store: &Store) -> anyhow::Result<RunId> {
    let runs = store.runs(usize::MAX)?;
    if let Some(open) = runs.iter().find(|row| row.status == RunStatus::Open) {
        return Ok(open.run.clone());
    }
    for (age, row) in runs.into_iter().enumerate() {
        let is_undelivered = age == 0 && !is_delivered(store, &row.run)?;
        if is_undelivered || !broken_files(store, &row.run)?.is_empty() {
            return Ok(row.run);
        }
    }
    bail!("no run is open; `assay list` shows how they ended")
}
