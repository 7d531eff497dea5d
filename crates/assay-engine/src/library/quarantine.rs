use assay_domain::{Document, DocumentId, Event, GateSpan, ReviewDecision, RunId, SpanReview};
use schemars::JsonSchema;
use serde::Serialize;

use super::Library;
use crate::{Clock, EngineError};

/// Text around a quarantined span that a reviewer is shown, in bytes on each side.
const AROUND: usize = 200;

/// A span that the gate took out of use.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Quarantined {
    /// Names the span: document and byte range.
    pub id: String,
    pub document: DocumentId,
    pub title: String,
    pub origin: String,
    pub span: GateSpan,
    /// A person looked at it and left it out of use.
    pub confirmed: bool,
    /// What a person last decided; absent while it waits for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewDecision>,
}

/// A quarantined span with its words. For a person's eyes; it goes into no prompt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QuarantinedText {
    #[serde(flatten)]
    pub item: Quarantined,
    pub before: String,
    pub text: String,
    pub after: String,
}

impl Library {
    /// Everything that is out of use, in the order of documents and text.
    pub fn quarantined(&self) -> Result<Vec<Quarantined>, EngineError> {
        let documents = self.documents()?;
        Ok(documents.iter().flat_map(items).collect())
    }

    /// Everything that the gate ever took out, with what people put back into use.
    pub fn reviewable(&self) -> Result<Vec<Quarantined>, EngineError> {
        let documents = self.documents()?;
        Ok(documents.iter().flat_map(all_items).collect())
    }

    /// A quarantined span as a reviewer sees it.
    pub fn quarantined_text(&self, id: &str) -> Result<QuarantinedText, EngineError> {
        let (item, document) = self.quarantined_span(id)?;
        let text = self.store.blobs().get_text(&document.text)?;
        let (start, end) = (item.span.start, item.span.end);
        let from = text.floor_char_boundary(start.saturating_sub(AROUND));
        let to = text.ceil_char_boundary((end + AROUND).min(text.len()));
        let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
        Ok(QuarantinedText {
            before: cut(from, start),
            text: cut(start, end),
            after: cut(end, to),
            item,
        })
    }

    /// Journals a person's decision. A released span can be searched and cited from then on, until
    /// it is rejected.
    pub async fn review(
        &self,
        id: &str,
        decision: ReviewDecision,
        reason: String,
        clock: &dyn Clock,
    ) -> Result<Quarantined, EngineError> {
        let (mut item, document) = self.quarantined_span(id)?;
        if item.review == Some(decision) {
            return Err(EngineError::AlreadyReviewed {
                id: id.to_owned(),
                decision: match decision {
                    ReviewDecision::Released => "released",
                    ReviewDecision::Rejected => "rejected",
                },
            });
        }
        let event = Event::QuarantineReviewed {
            document: document.id,
            review: SpanReview {
                span: item.span.clone(),
                decision,
                reason,
            },
        };
        self.store
            .append(&RunId::library(), clock.now(), vec![event])
            .await?;
        self.known().catch_up(&self.store)?;
        self.index()?;
        item.review = Some(decision);
        item.confirmed = decision == ReviewDecision::Rejected;
        Ok(item)
    }

    fn quarantined_span(&self, id: &str) -> Result<(Quarantined, Document), EngineError> {
        for document in self.documents()? {
            let found = all_items(&document).find(|item| item.id == id);
            if let Some(item) = found {
                return Ok((item, document));
            }
        }
        Err(EngineError::NotQuarantined { id: id.to_owned() })
    }
}

fn items(document: &Document) -> impl Iterator<Item = Quarantined> {
    let spans = document.quarantined.iter();
    spans.map(|span| item(document, span))
}

fn all_items(document: &Document) -> impl Iterator<Item = Quarantined> {
    let mut spans: Vec<&GateSpan> = document.quarantined.iter().collect();
    spans.extend(document.released());
    spans.sort_by_key(|span| (span.start, span.end));
    spans.into_iter().map(|span| item(document, span))
}

fn item(document: &Document, span: &GateSpan) -> Quarantined {
    let review = document.last_review(span);
    Quarantined {
        id: format!("{}:{}-{}", document.id, span.start, span.end),
        document: document.id.clone(),
        title: document.title.clone(),
        origin: document.origin.clone(),
        confirmed: review == Some(ReviewDecision::Rejected),
        span: span.clone(),
        review,
    }
}
