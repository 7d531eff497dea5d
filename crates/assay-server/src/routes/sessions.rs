use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    token: String,
}

pub(crate) async fn open(mut call: Call) -> Answer {
    let Token { token } = call.json().await?;
    let desk = Arc::clone(&call.desk);
    if !desk.access.is_token(token.trim()) {
        return Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "the token is wrong; `assay serve` printed an address that holds it",
        )
        .with_code("wrong_token"));
    }
    let headers = call.headers;
    let (opened, cookie) = aside(move || {
        let now = desk.host.clock().now();
        let opened = desk.sessions.open(&desk.access, &headers, now)?;
        let cookie = desk.access.cookie(&headers, &opened.cookie);
        let cookie = cookie.ok_or_else(|| Problem::internal("the cookie is no header"))?;
        Ok((opened, cookie))
    })
    .await?;
    let mut response = answer::ok(&json!({"status": "ok", "key": opened.key}));
    response.headers_mut().insert(SET_COOKIE, cookie);
    Ok(response)
}

/// Ends the session that asks; with the token alone there is none.
pub(crate) async fn close(call: Call) -> Answer {
    let desk = call.desk;
    let Some(session) = desk.session_of(&call.headers)? else {
        return Err(Problem::not_found(
            "the request belongs to no session; it came with the token",
        )
        .with_code("no_session"));
    };
    ended(desk, session).await
}

pub(crate) async fn list(call: Call) -> Answer {
    let desk = call.desk;
    let own = desk.session_of(&call.headers)?;
    let listed = aside(move || {
        let now = desk.host.clock().now();
        let sessions = desk.sessions.list(now)?.into_iter();
        let sessions: Vec<Value> = sessions
            .map(|session| {
                json!({
                    "id": session.id,
                    "opened_at": session.opened_at,
                    "seen_at": session.seen_at,
                    "agent": session.agent,
                    "server": session.server,
                    "current": own.as_ref() == Some(&session.id),
                })
            })
            .collect();
        Ok(json!({"sessions": sessions}))
    });
    Ok(answer::ok(&listed.await?))
}

pub(crate) async fn end(call: Call) -> Answer {
    let id = call.param("id").to_owned();
    ended(call.desk, id).await
}

async fn ended(desk: Arc<crate::desk::Desk>, id: String) -> Answer {
    aside(move || match desk.sessions.end(&id)? {
        true => Ok(()),
        false => Err(Problem::not_found(format!(
            "there is no session {id}; /api/sessions lists them"
        ))
        .with_code("unknown_session")),
    })
    .await?;
    Ok(answer::ok(&json!({"status": "ok"})))
}
