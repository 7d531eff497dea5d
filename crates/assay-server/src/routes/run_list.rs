use std::sync::Arc;

use assay_domain::{Request, RunId};
use assay_store::RunRow;
use schemars::JsonSchema;
use serde::Serialize;

use super::runs::{StateName, state_of};
use crate::call::{Call, aside};
use crate::{Problem, RunWish};

const SHOWN: usize = 50;
const MOST_SHOWN: usize = 1_000;
/// A longer question is a document; it belongs into the library.
pub(super) const LONGEST_QUESTION: usize = 20_000;

/// The newest runs, and how many there are in all.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Runs {
    runs: Vec<ListedRun>,
    total: u64,
}

/// A row of the list, with the state in a word.
#[derive(Serialize, JsonSchema)]
struct ListedRun {
    #[serde(flatten)]
    row: RunRow,
    state: StateName,
}

/// A run by its id.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RunRef {
    run: RunId,
}

pub(crate) async fn list(call: Call) -> Result<Runs, Problem> {
    let limit = call.limit(SHOWN, MOST_SHOWN)?;
    let desk = call.desk;
    aside(move || {
        let rows = desk.store().runs(limit)?.into_iter();
        let runs = rows.map(|row| {
            let state = state_of(&desk, &row)?;
            Ok(ListedRun { row, state })
        });
        Ok(Runs {
            runs: runs.collect::<Result<_, Problem>>()?,
            total: desk.store().count_runs()?,
        })
    })
    .await
}

pub(crate) async fn create(mut call: Call) -> Result<RunRef, Problem> {
    let mut wish: RunWish = call.json().await?;
    wish.question = wish.question.trim().to_owned();
    if !Request::asks(&wish.question) {
        return Err(Problem::unusable(
            "the question is empty: it has no letter and no digit; write one",
        )
        .with_code("empty_question"));
    }
    let purpose = wish.purpose.as_deref().map_or(0, str::len);
    if wish.question.len() + purpose > LONGEST_QUESTION {
        return Err(Problem::unusable(format!(
            "the question is longer than {LONGEST_QUESTION} bytes; put the material into the library and ask about it"
        ))
        .with_code("long_question"));
    }
    if wish.sources.as_ref().is_some_and(Vec::is_empty) {
        return Err(
            Problem::unusable("no source is chosen; name library, web or both")
                .with_code("no_source"),
        );
    }
    wish.agent()?;
    let desk = Arc::clone(&call.desk);
    let begun = call.desk.supervisor.work(async move {
        let new = desk.host.new_run(wish).await?;
        let run = desk.host.engine()?.create(new).await?;
        desk.supervisor.start(&run);
        Ok(run)
    });
    Ok(RunRef { run: begun.await? })
}
