use std::sync::Arc;

use assay_domain::{Envelope, RunId};
use assay_steps::{EventId, StepEvent};
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use crate::call::{Call, aside};
use crate::route::Answer;
use crate::stream::follow;
use crate::{Problem, answer};

const JOURNAL_SHOWN: usize = 500;
const MOST_JOURNAL: usize = 5_000;

/// Every step event so far.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "hubs keep events as JSON that is written already")]
pub(crate) struct Steps {
    steps: Vec<ListedStep>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "hubs keep events as JSON that is written already")]
struct ListedStep {
    /// As the stream has it, for instance `12.0`.
    id: String,
    event: StepEvent,
}

/// Events of a run's journal.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Journal {
    events: Vec<Envelope>,
    /// The place of the last of them in the run; ask on after it.
    last: u64,
}

pub(crate) async fn events(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let after = place_asked_for(&call)?;
    let desk = Arc::clone(&call.desk);
    let hub = aside(move || {
        desk.row(&run)?;
        Ok(desk.hubs.open(&run))
    });
    let hub = hub.await?;
    let place = after.map_or(0, |after| hub.place_after(after));
    let pause = call.desk.limits.heartbeat;
    Ok(follow(hub, place, pause, call.desk.closing.clone()))
}

/// Where the client was: what it says when it comes back, or what its address says.
fn place_asked_for(call: &Call) -> Result<Option<EventId>, Problem> {
    let header = call.headers.get("last-event-id");
    let header = header.and_then(|value| value.to_str().ok());
    let Some(text) = header
        .filter(|text| !text.is_empty())
        .or_else(|| call.query("after"))
    else {
        return Ok(None);
    };
    let whole = || {
        // a place in the journal alone is after all that its event tells
        let run_seq = text.parse().ok()?;
        Some(EventId {
            run_seq,
            part: u32::MAX,
        })
    };
    let place = text.parse().ok().or_else(whole);
    place.map(Some).ok_or_else(|| {
        Problem::bad_request(format!("`{text}` is no id of an event; ids look like 12.0"))
    })
}

pub(crate) async fn list(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let list = aside(move || {
        desk.row(&run)?;
        Ok(desk.hubs.open(&run).list())
    });
    Ok(answer::whole(
        StatusCode::OK,
        "application/json",
        list.await?,
    ))
}

pub(crate) async fn journal(call: Call) -> Result<Journal, Problem> {
    let run = RunId::new(call.param("run"));
    let after = call.parsed::<u64>("after")?.unwrap_or_default();
    let limit = call.limit(JOURNAL_SHOWN, MOST_JOURNAL)?;
    let desk = call.desk;
    aside(move || {
        desk.row(&run)?;
        let events = desk.store().load_some(&run, after, limit)?;
        let last = events.last().map_or(after, |event| event.run_seq);
        Ok(Journal { events, last })
    })
    .await
}
