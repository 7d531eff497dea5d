use std::collections::BTreeSet;
use std::sync::Arc;

use assay_domain::Language;
use assay_gates::{
    ConfiguredSecret, EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind, egress,
};
use rmcp::model::JsonObject;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{taken, written};
use crate::front::{Front, aside};
use crate::schema::{choice, flag, language, object, optional, required, text};

pub(super) const CHECK: &str = "gate_text";

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Report,
    Export,
    ToolReply,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    text: String,
    kind: Option<Kind>,
    language: Option<Language>,
    disclaimer_required: Option<bool>,
}

pub(super) fn schema() -> JsonObject {
    object(vec![
        required("text", text("Markdown or plain text.")),
        optional(
            "kind",
            choice(
                &["report", "export", "tool_reply"],
                "What it is to be; a report if absent.",
            ),
        ),
        optional("language", language()),
        optional(
            "disclaimer_required",
            flag("Whether a disclaimer must stand in it; for a report yes if absent."),
        ),
    ])
}

pub(super) async fn check(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    let asked: Asked = taken(CHECK, arguments)?;
    written("text", &asked.text)?;
    aside(move || judged(&front, &asked)).await
}

fn judged(front: &Front, asked: &Asked) -> Outcome {
    let kind = asked.kind.unwrap_or(Kind::Report);
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
            Kind::Report => OutputKind::Report,
            Kind::Export => OutputKind::Export,
            Kind::ToolReply => OutputKind::ToolReply,
        },
        text: &asked.text,
        language: asked
            .language
            .unwrap_or_else(|| Language::of_text(&asked.text)),
        disclaimer_required: asked
            .disclaimer_required
            .unwrap_or(matches!(kind, Kind::Report)),
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
