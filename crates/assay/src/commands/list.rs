use assay_domain::Outcome;
use assay_store::{RunRow, RunStatus, Store};
use serde_json::{Value, json};

use crate::app::App;
use crate::args::ListArgs;
use crate::exit::Exit;
use crate::table::{shorten, table};

pub(crate) fn run(app: &App, args: &ListArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let rows = store.runs(if args.all { usize::MAX } else { args.limit })?;
    if app.output.json {
        let rows: Result<Vec<Value>, _> = rows.iter().map(|row| value(&store, row)).collect();
        app.output.value(&rows?)?;
        return Ok(Exit::Fine);
    }
    let total = store.count_runs()?;
    if total == 0 {
        app.output
            .say("no runs yet; start one with `assay research \"…\"` or `assay demo`");
        return Ok(Exit::Fine);
    }
    if !rows.is_empty() {
        let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(&store, row)).collect();
        app.output.data(&table(
            &[
                "RUN", "STATUS", "TASKS", "TOKENS", "COST", "CREATED", "QUESTION",
            ],
            &cells,
        ))?;
    }
    if total > u64::try_from(rows.len())? {
        app.output.say(format!(
            "{} of {total} runs; `assay list --all` shows the rest",
            rows.len()
        ));
    }
    Ok(Exit::Fine)
}

/// The row, and where its process stands still which one that is.
fn value(store: &Store, row: &RunRow) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(row)?;
    if let (Some(process), Some(fields)) = (standing_still(store, row), value.as_object_mut()) {
        fields.insert("stands_still".to_owned(), json!({"process": process}));
    }
    Ok(value)
}

fn cells(store: &Store, row: &RunRow) -> Vec<String> {
    vec![
        row.run.to_string(),
        status(store, row).to_owned(),
        format!("{}/{}", row.tasks_finished, row.tasks),
        row.tokens.to_string(),
        row.cost.to_string(),
        row.created_at
            .to_string()
            .get(..16)
            .unwrap_or_default()
            .replace('T', " "),
        shorten(&row.title, 48),
    ]
}

/// The process that drives an open run and has been stopped, if there is one.
pub(super) fn standing_still(store: &Store, row: &RunRow) -> Option<u32> {
    let is_open = row.status == RunStatus::Open;
    is_open.then(|| store.standing_still(&row.run)).flatten()
}

/// The status in a word or two.
pub(super) fn status(store: &Store, row: &RunRow) -> &'static str {
    if standing_still(store, row).is_some() {
        return "standing still";
    }
    match row.status {
        RunStatus::Open if row.cancel_requested => "cancelling",
        RunStatus::Open if row.held => "held",
        RunStatus::Open => "open",
        RunStatus::Finished(Outcome::Completed) if row.tasks_finished == 0 => "planned",
        RunStatus::Finished(outcome) => outcome.name(),
    }
}
