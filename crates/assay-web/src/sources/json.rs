use serde::{Deserialize, Deserializer};

use super::SourceError;
use super::transport::Received;
use crate::media;

/// Reads a reply that has to be JSON of a known form.
pub(super) fn read<'a, T: Deserialize<'a>>(
    service: &'static str,
    what: &str,
    bytes: &'a [u8],
) -> Result<T, SourceError> {
    serde_json::from_slice(bytes).map_err(|error| SourceError::Malformed {
        service,
        what: what.to_owned(),
        problem: match error.classify() {
            // The text of a data error can repeat what the server sent.
            serde_json::error::Category::Data => {
                format!(
                    "its JSON has another form than expected, at {}",
                    place(&error)
                )
            }
            _ => format!("it is no JSON, at {}", place(&error)),
        },
    })
}

fn place(error: &serde_json::Error) -> String {
    format!("line {} column {}", error.line(), error.column())
}

/// A reply that says itself to be JSON.
pub(super) fn check_type(
    service: &'static str,
    what: &str,
    received: &Received,
) -> Result<(), SourceError> {
    let essence = media::essence(received.content_type.as_deref());
    if essence == "application/json" || essence.ends_with("+json") {
        return Ok(());
    }
    let shown: String = essence
        .chars()
        .filter(|c| !c.is_control())
        .take(40)
        .collect();
    Err(SourceError::Malformed {
        service,
        what: what.to_owned(),
        problem: format!("it is of the type `{shown}` instead of JSON"),
    })
}

/// A whole number that is written as one or as a text.
pub(super) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Text(String),
    }
    match Written::deserialize(from)? {
        Written::Number(number) => Ok(number),
        Written::Text(text) => text.trim().parse().map_err(serde::de::Error::custom),
    }
}
