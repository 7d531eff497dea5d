use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::installation::AllIsWell;
use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, Session, answer};

/// The token of the server.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Token {
    token: String,
}

/// A session that was opened; its cookie is in the header.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OpenedSession {
    status: AllIsWell,
    /// To be sent with the cookie, as X-Assay-Session.
    key: String,
}

/// Who is signed in with a browser.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Sessions")]
pub(crate) struct ListedSessions {
    sessions: Vec<ListedSession>,
}

#[derive(Serialize, JsonSchema)]
struct ListedSession {
    #[serde(flatten)]
    session: Session,
    /// Whether it is the one that asks.
    current: bool,
}

/// That it was done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Done {
    status: AllIsWell,
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
    let mut response = answer::ok(&OpenedSession {
        status: AllIsWell::Ok,
        key: opened.key,
    });
    response.headers_mut().insert(SET_COOKIE, cookie);
    Ok(response)
}

/// Ends the session that asks; with the token alone there is none.
pub(crate) async fn close(call: Call) -> Result<Done, Problem> {
    let desk = call.desk;
    let Some(session) = desk.session_of(&call.headers)? else {
        return Err(Problem::not_found(
            "the request belongs to no session; it came with the token",
        )
        .with_code("no_session"));
    };
    ended(desk, session).await
}

pub(crate) async fn list(call: Call) -> Result<ListedSessions, Problem> {
    let desk = call.desk;
    let own = desk.session_of(&call.headers)?;
    aside(move || {
        let now = desk.host.clock().now();
        let sessions = desk.sessions.list(now)?.into_iter();
        let sessions = sessions.map(|session| ListedSession {
            current: own.as_ref() == Some(&session.id),
            session,
        });
        Ok(ListedSessions {
            sessions: sessions.collect(),
        })
    })
    .await
}

pub(crate) async fn end(call: Call) -> Result<Done, Problem> {
    let id = call.param("id").to_owned();
    ended(call.desk, id).await
}

async fn ended(desk: Arc<crate::desk::Desk>, id: String) -> Result<Done, Problem> {
    aside(move || match desk.sessions.end(&id)? {
        true => Ok(()),
        false => Err(Problem::not_found(format!(
            "there is no session {id}; /api/sessions lists them"
        ))
        .with_code("unknown_session")),
    })
    .await?;
    Ok(Done {
        status: AllIsWell::Ok,
    })
}
