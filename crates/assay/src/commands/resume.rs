use anyhow::Context as _;
use assay_store::RunStatus;

use super::drive::drive;
use crate::app::{App, find_run};
use crate::args::ResumeArgs;
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
    drive(app, &engine, &run, args.out.as_deref()).await
}
