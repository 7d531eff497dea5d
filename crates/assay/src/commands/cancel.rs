use assay_domain::Outcome;

use crate::app::{App, find_run};
use crate::exit::Exit;

pub(crate) async fn run(app: &App, run: &str) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, run)?;
    let end = app
        .engine(&store)?
        .cancel(&run, "cancelled by the user")
        .await?;
    let status = match &end {
        None => "cancelling",
        Some(end) if end.outcome == Outcome::Cancelled => "cancelled",
        Some(_) => "ended before; nothing to cancel",
    };
    if app.output.json {
        app.output
            .value(&serde_json::json!({"run": run, "status": status}))?;
    } else {
        app.output.data(&format!("{run}: {status}"))?;
    }
    Ok(Exit::Fine)
}
