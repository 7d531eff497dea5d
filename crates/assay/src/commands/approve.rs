use super::drive::drive;
use super::run::read_plan;
use crate::app::{App, find_run};
use crate::exit::Exit;
use crate::plan_args::ApproveArgs;

pub(crate) async fn run(app: &App, args: ApproveArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, &args.run)?;
    let also = args.also.destination(&store)?;
    let engine = app.engine(&store)?;
    if let Some(file) = &args.plan {
        engine
            .replace_plan(&run, read_plan(file)?, Vec::new())
            .await?;
    }
    engine.approve(&run).await?;
    drive(app, &engine, &run, also.as_ref()).await
}
