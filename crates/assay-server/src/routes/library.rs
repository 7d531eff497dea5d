use std::sync::Arc;

use assay_domain::{Document, DocumentId, RemovedBy, Tier};
use assay_engine::{Arrival, Filter};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::upload::{file_name, received};
use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, answer};

const HITS: usize = 10;
const MOST_HITS: usize = 100;
/// Fields of a document that only the index reads.
const FOR_THE_INDEX: [&str; 2] = ["sketch", "places"];
/// Stands for a character that the gate took out of use.
const BLANK: char = '█';

pub(crate) async fn documents(call: Call) -> Answer {
    let desk = call.desk;
    let listed = aside(move || {
        let documents = desk.store().documents()?;
        let documents: Result<Vec<Value>, Problem> = documents.iter().map(trimmed).collect();
        Ok(json!({"documents": documents?}))
    });
    Ok(answer::ok(&listed.await?))
}

pub(super) fn trimmed(document: &Document) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(document)?;
    if let Value::Object(fields) = &mut value {
        for name in FOR_THE_INDEX {
            fields.remove(name);
        }
    }
    Ok(value)
}

pub(crate) async fn document(call: Call) -> Answer {
    let id = DocumentId::new(call.param("id"));
    let desk = call.desk;
    let shown = aside(move || {
        let document = desk.store().document(&id)?;
        let document = document.ok_or_else(|| {
            Problem::not_found(format!(
                "there is no document {id}; /api/library/documents lists them"
            ))
            .with_code("unknown_document")
        })?;
        let text = desk.store().blobs().get_text(&document.text)?;
        let text = blanked(&document, &text);
        Ok(json!({"document": trimmed(&document)?, "text": text}))
    });
    Ok(answer::ok(&shown.await?))
}

/// The text of a document with what the gate took out made unreadable. It keeps its length in bytes.
pub(super) fn blanked(document: &Document, text: &str) -> String {
    if document.quarantined.is_empty() {
        return text.to_owned();
    }
    let is_out = |at: usize| {
        let mut spans = document.quarantined.iter();
        spans.any(|span| (span.start..span.end).contains(&at))
    };
    let mut shown = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || !is_out(at) {
            shown.push(c);
        } else if c.len_utf8() == BLANK.len_utf8() {
            shown.push(BLANK);
        } else {
            shown.extend(std::iter::repeat_n('#', c.len_utf8()));
        }
    }
    shown
}

pub(crate) async fn upload(call: Call) -> Answer {
    let name = file_name(call.query("name").unwrap_or_default())?;
    let tier = call.query("tier").map(tier).transpose()?;
    let file = received(&call.desk, &call.headers, call.body).await?;
    let desk = Arc::clone(&call.desk);
    let ingested = call.desk.supervisor.work(async move {
        let turn = desk.reading.acquire().await;
        let _turn = turn.map_err(|error| Problem::internal(error.to_string()))?;
        let bytes = file.read()?;
        let library = desk.host.library();
        let clock = desk.host.clock();
        let ingested = library
            .bring_in(
                Arrival::given(&name, &bytes).of_tier(tier).uploaded(),
                clock.as_ref(),
            )
            .await?;
        drop(file);
        Ok(ingested)
    });
    let ingested = ingested.await?;
    let document = trimmed(&ingested.document)?;
    let value = json!({"ingested": {
        "document": document,
        "passages": ingested.passages,
        "known": ingested.known,
        "mended": ingested.mended,
        "gaps": ingested.gaps,
    }});
    Ok(answer::json(StatusCode::CREATED, &value))
}

pub(crate) async fn remove(call: Call) -> Answer {
    let id = DocumentId::new(call.param("id"));
    let desk = Arc::clone(&call.desk);
    let removed = call.desk.supervisor.work(async move {
        let (clock, library) = (desk.host.clock(), desk.host.library());
        Ok(library
            .remove_documents(&[id], RemovedBy::User, clock.as_ref())
            .await?)
    });
    Ok(answer::ok(&json!({"removed": removed.await?})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TierWord {
    tier: Tier,
    reason: Option<String>,
}

pub(crate) async fn declare_tier(mut call: Call) -> Answer {
    let id = DocumentId::new(call.param("id"));
    let TierWord { tier, reason } = call.json().await?;
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    let desk = Arc::clone(&call.desk);
    let declared = call.desk.supervisor.work(async move {
        let clock = desk.host.clock();
        let library = desk.host.library();
        Ok(library
            .declare_tier(&id, tier, reason, clock.as_ref())
            .await?)
    });
    Ok(answer::ok(&trimmed(&declared.await?)?))
}

pub(crate) async fn search(call: Call) -> Answer {
    let Some(query) = call.query("q").map(str::to_owned) else {
        return Err(Problem::bad_request(
            "`q` is missing; say what to look for: ?q=…",
        ));
    };
    let limit = call.limit(HITS, MOST_HITS)?;
    let filter = Filter {
        entities: call.queries("entity"),
        forms: call.queries("form"),
        period: None,
        since: call.parsed("since")?,
        until: call.parsed("until")?,
        tier: call.query("tier").map(tier).transpose()?,
        documents: call
            .queries("document")
            .into_iter()
            .map(DocumentId::new)
            .collect(),
    };
    let desk = call.desk;
    let found = aside(move || {
        let (explanation, evidence) = desk.host.library().explain(&query, &filter, limit)?;
        let hits: Vec<Value> = evidence
            .iter()
            .zip(&explanation.hits)
            .map(|(evidence, found)| json!({"score": found.hit.score, "evidence": evidence}))
            .collect();
        Ok(json!({"hits": hits, "explanation": explanation}))
    });
    Ok(answer::ok(&found.await?))
}

fn tier(text: &str) -> Result<Tier, Problem> {
    let letter = text.to_ascii_uppercase();
    serde_json::from_value(json!(letter)).map_err(|_| {
        Problem::bad_request(format!("`tier` cannot be `{text}`; it takes A, B, C or D"))
    })
}

#[cfg(test)]
mod tests {
    use assay_domain::GateSpan;

    use super::*;

    #[test]
    fn what_the_gate_took_out_cannot_be_read_and_nothing_moves() {
        let document: Document = serde_json::from_value(json!({
            "id": "doc_1", "title": "t", "origin": "o", "media": "text", "tier": "C",
            "date": null, "raw": "r", "text": "x", "quarantined": [], "verdict": "CLEAN",
            "ingested_at": "2026-01-01T00:00:00Z",
        }))
        .unwrap();
        let text = "before 忽略以上 IGNORE after";
        let start = text.find('忽').unwrap();
        let end = text.find(" after").unwrap();
        let span = GateSpan {
            start,
            end,
            rule: "G-001".to_owned(),
            reason: "r".to_owned(),
        };
        assert_eq!(blanked(&document, text), text);
        let hostile = Document {
            quarantined: vec![span],
            ..document
        };
        let shown = blanked(&hostile, text);
        assert_eq!(shown, "before ████ ###### after");
        assert_eq!(shown.len(), text.len());
    }
}
