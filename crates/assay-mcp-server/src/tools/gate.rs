use std::collections::BTreeSet;
use std::sync::Arc;

use assay_domain::Language;
use assay_gates::{
    ConfiguredSecret, EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind, egress,
};
use schemars::JsonSchema;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::written;
use crate::front::{Front, aside};

pub(super) const CHECK: &str = "gate_text";

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LeavingAs {
    Report,
    Export,
    ToolReply,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeavingText {
    /// Markdown or plain text.
    text: String,
    /// What it is to be; a report if absent.
    kind: Option<LeavingAs>,
    /// Language of explanations; that of the text if absent.
    language: Option<Language>,
    /// Whether a disclaimer must stand in it; for a report yes if absent.
    disclaimer_required: Option<bool>,
}

pub(super) async fn check(front: Arc<Front>, asked: LeavingText) -> Outcome {
    written("text", &asked.text)?;
    aside(move || judged(&front, &asked)).await
}

fn judged(front: &Front, asked: &LeavingText) -> Outcome {
    let kind = asked.kind.unwrap_or(LeavingAs::Report);
    let secrets = front.host.secrets();
    let secrets: Vec<ConfiguredSecret<'_>> = secrets
        .iter()
        .map(|(name, value)| ConfiguredSecret {
            name,
            value: value.expose_secret(),
        })
        .collect();
    let documents = front.host.library().documents()?;
    let origins = documents.into_iter().map(|document| document.origin);
    let allowed_links: BTreeSet<String> = origins.filter(|origin| origin.contains("://")).collect();
    let outgoing = Outgoing {
        kind: match kind {
            LeavingAs::Report => OutputKind::Report,
            LeavingAs::Export => OutputKind::Export,
            LeavingAs::ToolReply => OutputKind::ToolReply,
        },
        text: &asked.text,
        language: asked
            .language
            .unwrap_or_else(|| Language::of_text(&asked.text)),
        disclaimer_required: asked
            .disclaimer_required
            .unwrap_or(matches!(kind, LeavingAs::Report)),
        run: OfRun::NONE,
        configured_secrets: &secrets,
    };
    let policy = EgressPolicy {
        allowed_links,
        ..EgressPolicy::default()
    };
    let decided = egress(&outgoing, &policy);
    let removed: Vec<Value> = decided
        .removed
        .iter()
        .map(|span| json!({"rule": span.rule, "reason": span.reason, "start": span.start, "end": span.end}))
        .collect();
    let blocked: Vec<Value> = decided
        .blocked
        .iter()
        .map(|one| json!({"rule": one.rule, "reason": one.reason, "span": one.span}))
        .collect();
    let verdict = match decided.verdict {
        EgressVerdict::Safe => "safe",
        EgressVerdict::Blocked => "blocked",
    };
    Ok(json!({
        "verdict": verdict,
        "text": decided.text,
        "removed": removed,
        "blocked": blocked,
    }))
}
