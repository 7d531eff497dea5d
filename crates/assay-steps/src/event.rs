use std::fmt;
use std::str::FromStr;

use assay_domain::Outcome;
use assay_plan::Step;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "StepStatus")]
pub enum Status {
    Start,
    Progress,
    Complete,
    Error,
}

/// One message of the protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepEvent {
    pub step_id: String,
    pub step_type: Step,
    pub status: Status,
    /// Of the whole run, from 0 to 1; it never falls.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    pub label: String,
    pub payload: StepPayload,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepPayload {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<String>,
    /// Present, though null, where a step failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
}

impl StepPayload {
    /// `reasons` in one text; nothing came of the step.
    pub(crate) fn failed(outcome: Outcome, reasons: &[String]) -> Self {
        let error = if reasons.is_empty() {
            outcome.name().to_owned()
        } else {
            reasons.join("; ")
        };
        Self {
            result: Some(Value::Null),
            error: Some(error),
            ..Self::default()
        }
    }
}

/// The place of a step event: that of the journal event it comes from, and its number among what
/// that event tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    pub run_seq: u64,
    pub part: u32,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.run_seq, self.part)
    }
}

/// A text that is no id of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEventId;

impl FromStr for EventId {
    type Err = NoEventId;

    fn from_str(text: &str) -> Result<Self, NoEventId> {
        let (run_seq, part) = text.split_once('.').ok_or(NoEventId)?;
        Ok(Self {
            run_seq: run_seq.parse().map_err(|_| NoEventId)?,
            part: part.parse().map_err(|_| NoEventId)?,
        })
    }
}

/// A step event with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    pub id: EventId,
    pub event: StepEvent,
}
