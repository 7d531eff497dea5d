use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::deep_agent::DeepAgent;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, Setting, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    value: String,
}

pub(crate) async fn show(call: Call) -> Answer {
    let desk = call.desk;
    let shown = aside(move || {
        let settings = shown_settings(&desk)?;
        let deep_agent = DeepAgent::of(&settings)?;
        Ok(json!({"values": settings, "deepAgent": deep_agent}))
    });
    Ok(answer::ok(&shown.await?))
}

/// The settings without the value of any secret, should a host have told one.
fn shown_settings(desk: &Desk) -> Result<Vec<Setting>, Problem> {
    let mut settings = desk.host.settings()?;
    for setting in settings.iter_mut().filter(|setting| setting.secret) {
        setting.value = None;
    }
    Ok(settings)
}

pub(crate) async fn set(mut call: Call) -> Answer {
    let key = call.param("key").to_owned();
    let Value { value } = call.json().await?;
    changed(call.desk, key, Some(value)).await
}

pub(crate) async fn unset(call: Call) -> Answer {
    let key = call.param("key").to_owned();
    changed(call.desk, key, None).await
}

async fn changed(desk: Arc<Desk>, key: String, value: Option<String>) -> Answer {
    let setting = aside(move || {
        refuse_closed(&desk.host.settings()?, &key)?;
        desk.host.set(&key, value.as_deref())?;
        let settings = shown_settings(&desk)?;
        Ok(settings.into_iter().find(|setting| setting.key == key))
    });
    Ok(answer::ok(&setting.await?))
}

/// Settings that name programs, places or servers are for the one who started the server.
fn refuse_closed(settings: &[Setting], key: &str) -> Result<(), Problem> {
    let known = settings.iter().find(|setting| setting.key == key);
    if known.is_some_and(|setting| !setting.writable) {
        return Err(Problem::new(
            axum::http::StatusCode::FORBIDDEN,
            format!("`{key}` cannot be changed from here; use `assay config set {key} VALUE`"),
        )
        .with_code("set_at_the_machine"));
    }
    Ok(())
}

pub(crate) async fn set_deep_agent(mut call: Call) -> Answer {
    let wanted: DeepAgent = call.json().await?;
    let desk = call.desk;
    let stored = aside(move || {
        wanted.store(desk.host.as_ref())?;
        DeepAgent::of(&desk.host.settings()?)
    });
    Ok(answer::ok(&stored.await?))
}
