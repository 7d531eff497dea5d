use schemars::JsonSchema;
use serde::Serialize;

use crate::call::Call;
use crate::route::Answer;
use crate::{Problem, answer, openapi};

/// That all is well; anything else is told as a problem.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AllIsWell {
    Ok,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    status: AllIsWell,
    /// Of the program.
    version: &'static str,
}

pub(crate) async fn health(_: Call) -> Result<Health, Problem> {
    Ok(Health {
        status: AllIsWell::Ok,
        version: env!("CARGO_PKG_VERSION"),
    })
}

pub(crate) async fn description(_: Call) -> Answer {
    Ok(answer::ok(&openapi::description()?))
}
