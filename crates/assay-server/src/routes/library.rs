use std::sync::Arc;

use assay_domain::{Document, DocumentId, Evidence, RemovedBy, Tier};
use assay_engine::{Arrival, Explanation, Filter, Ingested, RemovalReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::upload::{file_name, received};
use crate::Problem;
use crate::call::{Call, aside};

const HITS: usize = 10;
const MOST_HITS: usize = 100;
/// Stands for a character that the gate took out of use.
const BLANK: char = '█';

/// The documents of the library.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Documents {
    documents: Vec<Document>,
}

/// A document with its text, in which what the gate took out is made unreadable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DocumentView {
    document: Document,
    text: String,
}

/// A document that came in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Upload {
    ingested: Ingested,
}

/// What was taken out.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Removal {
    pub(super) removed: RemovalReport,
}

/// Passages that answer a query, the best first, and why they were found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SearchResult {
    hits: Vec<SearchHit>,
    explanation: Explanation,
}

#[derive(Serialize, JsonSchema)]
struct SearchHit {
    /// Orders the hits of one query and means nothing between two.
    score: f32,
    evidence: Evidence,
}

pub(crate) async fn documents(call: Call) -> Result<Documents, Problem> {
    let desk = call.desk;
    aside(move || {
        let documents = desk.store().documents()?.into_iter();
        Ok(Documents {
            documents: documents.map(trimmed).collect(),
        })
    })
    .await
}

/// Without what only the index reads.
pub(super) fn trimmed(mut document: Document) -> Document {
    document.sketch.clear();
    document.places.clear();
    document
}

pub(crate) async fn document(call: Call) -> Result<DocumentView, Problem> {
    let id = DocumentId::new(call.param("id"));
    let desk = call.desk;
    aside(move || {
        let document = desk.store().document(&id)?;
        let document = document.ok_or_else(|| {
            Problem::not_found(format!(
                "there is no document {id}; /api/library/documents lists them"
            ))
            .with_code("unknown_document")
        })?;
        let text = desk.store().blobs().get_text(&document.text)?;
        let text = blanked(&document, &text);
        Ok(DocumentView {
            document: trimmed(document),
            text,
        })
    })
    .await
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

pub(crate) async fn upload(call: Call) -> Result<Upload, Problem> {
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
    let mut ingested = ingested.await?;
    ingested.document = trimmed(ingested.document);
    Ok(Upload { ingested })
}

pub(crate) async fn remove(call: Call) -> Result<Removal, Problem> {
    let id = DocumentId::new(call.param("id"));
    let desk = Arc::clone(&call.desk);
    let removed = call.desk.supervisor.work(async move {
        let (clock, library) = (desk.host.clock(), desk.host.library());
        Ok(library
            .remove_documents(&[id], RemovedBy::User, clock.as_ref())
            .await?)
    });
    Ok(Removal {
        removed: removed.await?,
    })
}

/// A person's word on how far a document can be trusted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TierWord {
    tier: Tier,
    reason: Option<String>,
}

pub(crate) async fn declare_tier(mut call: Call) -> Result<Document, Problem> {
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
    Ok(trimmed(declared.await?))
}

pub(crate) async fn search(call: Call) -> Result<SearchResult, Problem> {
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
    aside(move || {
        let (explanation, evidence) = desk.host.library().explain(&query, &filter, limit)?;
        let hits = evidence.into_iter().zip(&explanation.hits);
        let hits = hits.map(|(evidence, found)| SearchHit {
            score: found.hit.score,
            evidence,
        });
        Ok(SearchResult {
            hits: hits.collect(),
            explanation,
        })
    })
    .await
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
