use anyhow::Context as _;
use assay_store::RunStatus;

use super::drive::{drive, preflight};
use crate::app::{App, find_run};
use crate::args::ResumeArgs;
use crate::config::RunFlags;
use crate::exit::Exit;

pub(crate) async fn run(app: &App, args: ResumeArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = match &args.run {
        Some(text) => find_run(&store, text)?,
        None => {
            let open = store
                .runs(usize::MAX)?
                .into_iter()
                .find(|row| row.status == RunStatus::Open);
            open.context("no run is open; `assay list` shows how they ended")?
                .run
        }
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
