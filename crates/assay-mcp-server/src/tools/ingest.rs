use std::path::PathBuf;
use std::sync::Arc;

use assay_domain::DocumentId;
use assay_engine::{Arrival, Ingested};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::written;
use crate::files::read_below;
use crate::front::{Front, aside};
use crate::refusal::Refusal;

pub(super) const TEXT: &str = "ingest_text";
pub(super) const FILE: &str = "ingest_file";

/// Longest text that is taken, in bytes. A longer one is a file.
const LONGEST_TEXT: usize = 1 << 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewText {
    /// Plain text or Markdown, at most 1 MiB.
    text: String,
    /// What it is to be called.
    title: Option<String>,
}

pub(super) async fn text(front: Arc<Front>, asked: NewText) -> Outcome {
    let body = written("text", &asked.text)?;
    if body.len() > LONGEST_TEXT {
        return Err(Refusal::told(format!(
            "the text is longer than {LONGEST_TEXT} bytes; bring it in as a file"
        )));
    }
    let title = asked.title.as_deref().map(str::trim).unwrap_or_default();
    let title = title.replace(char::is_control, " ");
    let whole = if title.is_empty() {
        body.to_owned()
    } else {
        format!("# {title}\n\n{body}")
    };
    let origin = format!("mcp:text/{}", DocumentId::of_bytes(whole.as_bytes()));
    came_in(
        &front,
        Arrival::handed_in(&origin, "text.md", whole.as_bytes()),
    )
    .await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewFile {
    /// The file: absolute, or as seen from an allowed folder.
    path: PathBuf,
}

pub(super) async fn file(front: Arc<Front>, NewFile { path }: NewFile) -> Outcome {
    let reader = Arc::clone(&front);
    let (origin, bytes) = aside(move || read_below(&reader.allowed, &path)).await?;
    came_in(&front, Arrival::given(&origin, &bytes)).await
}

async fn came_in(front: &Front, arrival: Arrival<'_>) -> Outcome {
    let clock = front.host.clock();
    let library = front.host.library();
    let ingested = library.bring_in(arrival, clock.as_ref());
    Ok(told(&ingested.await?))
}

fn told(ingested: &Ingested) -> Value {
    let document = &ingested.document;
    let spans = document.quarantined.iter();
    let spans = spans.map(|span| (&span.rule, &span.reason));
    // what no reader sees is in no passage either
    let hidden = document.hidden.iter();
    let hidden = hidden.map(|found| (&found.rule, &found.reason));
    let quarantined: Vec<Value> = spans
        .chain(hidden)
        .map(|(rule, reason)| json!({"rule": rule, "reason": reason}))
        .collect();
    json!({
        "document": document.id,
        "tier": document.tier,
        "date": document.date,
        "passages_added": ingested.passages,
        "known_before": ingested.known,
        "mended": ingested.mended,
        "gate": document.verdict,
        "quarantined": quarantined,
        "not_read": ingested.gaps,
        "says_nearly_what": document.near_duplicate_of,
    })
}
