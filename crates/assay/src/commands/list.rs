use assay_domain::Outcome;
use assay_store::{RunRow, RunStatus};

use crate::app::App;
use crate::args::ListArgs;
use crate::exit::Exit;
use crate::table::{shorten, table};

pub(crate) fn run(app: &App, args: &ListArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let rows = store.runs(if args.all { usize::MAX } else { args.limit })?;
    if app.output.json {
        app.output.value(&rows)?;
        return Ok(Exit::Fine);
    }
    let total = store.count_runs()?;
    if total == 0 {
        app.output
            .say("no runs yet; start one with `assay research \"…\"` or `assay demo`");
        return Ok(Exit::Fine);
    }
    if !rows.is_empty() {
        let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
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

fn cells(row: &RunRow) -> Vec<String> {
    vec![
        row.run.to_string(),
        status(row).to_owned(),
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

/// The status in a word.
pub(super) fn status(row: &RunRow) -> &'static str {
    match row.status {
        RunStatus::Open if row.cancel_requested => "cancelling",
        RunStatus::Open if row.held => "held",
        RunStatus::Open => "open",
        RunStatus::Finished(Outcome::Completed) if row.tasks_finished == 0 => "planned",
        RunStatus::Finished(outcome) => outcome.name(),
    }
}
