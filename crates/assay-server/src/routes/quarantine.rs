use std::sync::Arc;

use assay_domain::ReviewDecision;
use assay_engine::{Quarantined, QuarantinedText};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::call::{Call, aside};

/// A person's decision about a span that the gate took out.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Review {
    decision: ReviewDecision,
    /// It is journaled with the decision.
    reason: String,
}

/// A span about which a person has decided.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reviewed {
    reviewed: Quarantined,
    decision: ReviewDecision,
}

/// What the ingest gate took out.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuarantineList {
    quarantined: Vec<Quarantined>,
}

pub(crate) async fn list(call: Call) -> Result<QuarantineList, Problem> {
    let desk = call.desk;
    let quarantined = aside(move || Ok(desk.host.library().quarantined()?)).await?;
    Ok(QuarantineList { quarantined })
}

pub(crate) async fn show(call: Call) -> Result<QuarantinedText, Problem> {
    let id = call.param("id").to_owned();
    let desk = call.desk;
    aside(move || Ok(desk.host.library().quarantined_text(&id)?)).await
}

pub(crate) async fn review(mut call: Call) -> Result<Reviewed, Problem> {
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
    Ok(Reviewed {
        reviewed: reviewed.await?,
        decision,
    })
}
