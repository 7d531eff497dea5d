use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use serde::Deserialize;
use serde_json::json;

use crate::call::Call;
use crate::route::Answer;
use crate::{Problem, answer, openapi};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    token: String,
}

pub(crate) async fn health(_: Call) -> Answer {
    Ok(answer::ok(&json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
    })))
}

pub(crate) async fn description(_: Call) -> Answer {
    Ok(answer::ok(&openapi::description()?))
}

pub(crate) async fn session(mut call: Call) -> Answer {
    let Token { token } = call.json().await?;
    let cookie = call.desk.access.cookie(&call.headers);
    let (true, Some(cookie)) = (call.desk.access.is_token(token.trim()), cookie) else {
        return Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "the token is wrong; `assay serve` printed an address that holds it",
        )
        .with_code("wrong_token"));
    };
    let mut response = answer::ok(&json!({"status": "ok"}));
    response.headers_mut().insert(SET_COOKIE, cookie);
    Ok(response)
}
