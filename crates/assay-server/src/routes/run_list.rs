use std::sync::Arc;

use assay_domain::Request;
use assay_store::RunRow;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::runs::state_of;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, RunWish, answer};

const SHOWN: usize = 50;
const MOST_SHOWN: usize = 1_000;
/// A longer question is a document; it belongs into the library.
pub(super) const LONGEST_QUESTION: usize = 20_000;

pub(crate) async fn list(call: Call) -> Answer {
    let limit = call.limit(SHOWN, MOST_SHOWN)?;
    let desk = call.desk;
    let shown = aside(move || {
        let rows = desk.store().runs(limit)?;
        let rows: Result<Vec<Value>, Problem> = rows.iter().map(|row| told(&desk, row)).collect();
        Ok(json!({"runs": rows?, "total": desk.store().count_runs()?}))
    });
    Ok(answer::ok(&shown.await?))
}

/// A row of the list, with the state in a word.
fn told(desk: &Desk, row: &RunRow) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(row)?;
    if let Value::Object(fields) = &mut value {
        fields.insert("state".to_owned(), json!(state_of(desk, row)?));
    }
    Ok(value)
}

pub(crate) async fn create(mut call: Call) -> Answer {
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
    wish.autonomy()?;
    let desk = Arc::clone(&call.desk);
    let begun = call.desk.supervisor.work(async move {
        let new = desk.host.new_run(wish).await?;
        let run = desk.host.engine()?.create(new).await?;
        desk.supervisor.start(&run);
        Ok(run)
    });
    let run = begun.await?;
    Ok(answer::json(StatusCode::CREATED, &json!({"run": run})))
}
