use std::sync::Arc;

use assay_domain::ReviewDecision;
use serde::Deserialize;
use serde_json::json;

use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    decision: ReviewDecision,
    reason: String,
}

pub(crate) async fn list(call: Call) -> Answer {
    let desk = call.desk;
    let listed = aside(move || Ok(desk.host.library().quarantined()?)).await?;
    Ok(answer::ok(&json!({"quarantined": listed})))
}

pub(crate) async fn show(call: Call) -> Answer {
    let id = call.param("id").to_owned();
    let desk = call.desk;
    let shown = aside(move || Ok(desk.host.library().quarantined_text(&id)?)).await?;
    Ok(answer::ok(&shown))
}

pub(crate) async fn review(mut call: Call) -> Answer {
    let id = call.param("id").to_owned();
    let Review { decision, reason } = call.json().await?;
    if reason.trim().is_empty() {
        return Err(
            Problem::unusable("a decision needs a reason; it is journaled with it")
                .with_code("no_reason"),
        );
    }
    let desk = Arc::clone(&call.desk);
    let reviewed = call.desk.supervisor.work(async move {
        let clock = desk.host.clock();
        let library = desk.host.library();
        Ok(library
            .review(&id, decision, reason, clock.as_ref())
            .await?)
    });
    let item = reviewed.await?;
    Ok(answer::ok(&json!({"reviewed": item, "decision": decision})))
}
