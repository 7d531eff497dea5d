use assay_engine::audit;

use crate::app::{App, find_run};
use crate::args::RunRef;
use crate::exit::Exit;

pub(crate) fn run(app: &App, args: &RunRef) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, &args.run)?;
    let audit = audit(&store, &app.library(&store)?, &run)?;
    if app.output.json {
        app.output.value(&audit)?;
    } else {
        for check in &audit.checks {
            let mark = if check.pass { "ok  " } else { "FAIL" };
            app.output
                .data(&format!("{mark}  {}: {}", check.name, check.detail))?;
        }
    }
    if audit.is_passed() {
        return Ok(Exit::Fine);
    }
    anyhow::bail!("{run} does not stand up to its own archive; do not rely on its report")
}
