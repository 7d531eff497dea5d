use serde_json::json;

use crate::call::Call;
use crate::route::Answer;
use crate::{answer, openapi};

pub(crate) async fn health(_: Call) -> Answer {
    Ok(answer::ok(&json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
    })))
}

pub(crate) async fn description(_: Call) -> Answer {
    Ok(answer::ok(&openapi::description()?))
}
