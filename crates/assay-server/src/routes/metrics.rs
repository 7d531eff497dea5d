use std::sync::Arc;

use axum::http::StatusCode;

use crate::call::{Call, aside};
use crate::monitor::Figures;
use crate::route::Answer;
use crate::{Problem, answer};

pub(crate) async fn monitor(call: Call) -> Result<Figures, Problem> {
    let desk = call.desk;
    aside(move || desk.monitor.figures(&desk)).await
}

pub(crate) async fn prometheus(call: Call) -> Answer {
    let desk = Arc::clone(&call.desk);
    let figures = aside(move || desk.monitor.figures(&desk)).await?;
    let media = "text/plain; version=0.0.4; charset=utf-8";
    Ok(answer::whole(
        StatusCode::OK,
        media,
        figures.to_prometheus(),
    ))
}
