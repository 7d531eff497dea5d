use anyhow::Context as _;
use assay_engine::RunRecord;
use assay_engine::artifacts::QUALITY_GATE;
use assay_gates::{Decision, explain, metric_table};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, find_run};
use crate::company_args::GateCommand;
use crate::exit::Exit;

#[derive(Deserialize)]
struct Recorded {
    decision: Decision,
}

pub(crate) fn run(app: &App, command: &GateCommand) -> anyhow::Result<Exit> {
    match command {
        GateCommand::Explain { run } => explain_run(app, run),
        GateCommand::Metrics => {
            let text = metric_table(app.settings.language(""));
            app.output.text(&text, &json!({"text": text}))?;
            Ok(Exit::Fine)
        }
    }
}

fn explain_run(app: &App, run: &str) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, run)?;
    let record = RunRecord::load(&store, &run)?;
    let language = record.language();
    let recorded = record.artifacts().read(QUALITY_GATE.seen_as::<Value>())?;
    let recorded = recorded.with_context(|| {
        format!(
            "{run} has no quality gate: it was no research about one company, or it has not ended"
        )
    })?;
    if app.output.json {
        app.output.value(&recorded)?;
        return Ok(Exit::Fine);
    }
    let recorded: Recorded = serde_json::from_value(recorded)?;
    app.output.data(&explain(&recorded.decision, language))?;
    Ok(Exit::Fine)
}
