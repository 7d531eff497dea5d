use assay_domain::RunId;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refusal::Refusal;

/// The arguments of a call as the tool's own type, which takes no field that it does not know.
pub(crate) fn taken<T: DeserializeOwned>(
    tool: &'static str,
    arguments: JsonObject,
) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|cause| Refusal::Arguments { tool, cause })
}

/// The id of a run as it may stand in an address.
pub(crate) fn run_id(text: &str) -> Result<RunId, Refusal> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let run = RunId::new(text);
    if text.is_empty() || !text.chars().all(plain) || !run.is_run() {
        return Err(Refusal::told(format!(
            "`{text}` is no id of a run; ids look like r-20261115-1a2b3c4d"
        )));
    }
    Ok(run)
}

/// A text that somebody has to have written.
pub(crate) fn written<'a>(name: &str, text: &'a str) -> Result<&'a str, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::told(format!("`{name}` is empty; write something")));
    }
    Ok(text)
}
