use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::deep_agent::DeepAgent;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::{Problem, Setting};

/// What a setting is to be.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingValue {
    value: String,
}

/// Every setting, and those of the search panel as one object.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Config {
    values: Vec<Setting>,
    deep_agent: DeepAgent,
}

pub(crate) async fn show(call: Call) -> Result<Config, Problem> {
    let desk = call.desk;
    aside(move || {
        let values = shown_settings(&desk)?;
        let deep_agent = DeepAgent::of(&values)?;
        Ok(Config { values, deep_agent })
    })
    .await
}

/// The settings without the value of any secret, should a host have told one.
fn shown_settings(desk: &Desk) -> Result<Vec<Setting>, Problem> {
    let mut settings = desk.host.settings()?;
    for setting in settings.iter_mut().filter(|setting| setting.secret) {
        setting.value = None;
    }
    Ok(settings)
}

pub(crate) async fn set(mut call: Call) -> Result<Option<Setting>, Problem> {
    let key = call.param("key").to_owned();
    let SettingValue { value } = call.json().await?;
    changed(call.desk, key, Some(value)).await
}

pub(crate) async fn unset(call: Call) -> Result<Option<Setting>, Problem> {
    let key = call.param("key").to_owned();
    changed(call.desk, key, None).await
}

/// The setting as it is now; nothing where a key that is not always listed was put back.
async fn changed(
    desk: Arc<Desk>,
    key: String,
    value: Option<String>,
) -> Result<Option<Setting>, Problem> {
    aside(move || {
        refuse_closed(&desk.host.settings()?, &key)?;
        desk.host.set(&key, value.as_deref())?;
        let settings = shown_settings(&desk)?;
        Ok(settings.into_iter().find(|setting| setting.key == key))
    })
    .await
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

pub(crate) async fn set_deep_agent(mut call: Call) -> Result<DeepAgent, Problem> {
    let wanted: DeepAgent = call.json().await?;
    let desk = call.desk;
    aside(move || {
        wanted.store(desk.host.as_ref())?;
        DeepAgent::of(&desk.host.settings()?)
    })
    .await
}
