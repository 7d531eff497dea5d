use std::collections::BTreeSet;

use assay_domain::{
    CallKind, Claim, ClaimId, Document, DocumentId, Event, Evidence, EvidenceId, PassageId, RunId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::library::{blanked, trimmed};
use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// Text shown on each side of a passage, in bytes.
const AROUND: usize = 1_200;

/// What a run states and cites, in the order it came; a later version takes the earlier's place.
struct Record {
    claims: Vec<Claim>,
    evidence: Vec<Evidence>,
}

impl Record {
    fn load(desk: &Desk, run: &RunId) -> Result<Self, Problem> {
        desk.row(run)?;
        let mut record = Self {
            claims: Vec::new(),
            evidence: Vec::new(),
        };
        for envelope in desk.store().load(run, 0)? {
            for evidence in envelope.event.evidence() {
                keep(&mut record.evidence, evidence.clone(), |a, b| a.id == b.id);
            }
            if let Event::ClaimRegistered { claim } = envelope.event {
                keep(&mut record.claims, claim, |a, b| a.id == b.id);
            }
        }
        Ok(record)
    }
}

fn keep<T>(all: &mut Vec<T>, new: T, same: impl Fn(&T, &T) -> bool) {
    match all.iter_mut().find(|old| same(old, &new)) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}

/// What a run states.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Claims {
    claims: Vec<Claim>,
}

/// A claim with what it rests on.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClaimView {
    claim: Claim,
    evidence: Vec<Evidence>,
}

/// What a run cites.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EvidenceList {
    evidence: Vec<Evidence>,
}

/// A piece of evidence in its document.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EvidenceView {
    evidence: Evidence,
    /// Null where the id of the passage names no bytes.
    passage: Option<PassageRange>,
    context: PassageContext,
    /// The claims of the run that cite it.
    claims: Vec<ClaimId>,
    /// Whether the document was taken out of the library since the run cited it.
    removed: bool,
    document: Option<Document>,
}

/// Bytes of a document's text.
#[derive(Serialize, JsonSchema)]
struct PassageRange {
    document: DocumentId,
    start: usize,
    end: usize,
}

/// A passage and the text on each side of it.
#[derive(Serialize, JsonSchema)]
struct PassageContext {
    before: String,
    text: String,
    after: String,
}

pub(crate) async fn list(call: Call) -> Result<Claims, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let Record { claims, .. } = aside(move || Record::load(&desk, &run)).await?;
    Ok(Claims { claims })
}

pub(crate) async fn show(call: Call) -> Result<ClaimView, Problem> {
    let run = RunId::new(call.param("run"));
    let id = ClaimId::new(call.param("claim"));
    let desk = call.desk;
    aside(move || {
        let mut record = Record::load(&desk, &run)?;
        let claim = record.claims.into_iter().find(|claim| claim.id == id);
        let claim = claim.ok_or_else(|| {
            Problem::not_found(format!("run {run} has no claim {id}")).with_code("unknown_claim")
        })?;
        record
            .evidence
            .retain(|evidence| claim.evidence_ids.contains(&evidence.id));
        Ok(ClaimView {
            claim,
            evidence: record.evidence,
        })
    })
    .await
}

pub(crate) async fn evidence_list(call: Call) -> Result<EvidenceList, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let Record { evidence, .. } = aside(move || Record::load(&desk, &run)).await?;
    Ok(EvidenceList { evidence })
}

pub(crate) async fn evidence(call: Call) -> Result<EvidenceView, Problem> {
    let run = RunId::new(call.param("run"));
    let id = EvidenceId::new(call.param("id"));
    let desk = call.desk;
    aside(move || {
        let record = Record::load(&desk, &run)?;
        let attached = record.evidence.into_iter().find(|item| item.id == id);
        let found = match attached {
            Some(item) => Some(item),
            None => come_across(&desk, &run, &id)?,
        };
        let item = found.ok_or_else(|| {
            Problem::not_found(format!("run {run} has no evidence {id}"))
                .with_code("unknown_evidence")
        })?;
        let claims = record.claims.into_iter();
        let claims = claims.filter(|claim| claim.evidence_ids.contains(&id));
        in_its_document(&desk, item, claims.map(|claim| claim.id).collect())
    })
    .await
}

/// What a search of the journal returns: ids of passages. Answers of other tools have none.
#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    passages: Vec<PassageId>,
}

/// Evidence that a search of the run came across and no finished text has cited yet: the working files
/// of an autonomous agent name it already.
fn come_across(desk: &Desk, run: &RunId, id: &EvidenceId) -> Result<Option<Evidence>, Problem> {
    let mut tools = BTreeSet::new();
    for envelope in desk.store().load(run, 0)? {
        let reply = match envelope.event {
            Event::CallStarted {
                key,
                call: CallKind::Tool { .. },
                ..
            } => {
                tools.insert(key);
                continue;
            }
            Event::CallReplied { key, reply, .. } if tools.contains(&key) => reply,
            _ => continue,
        };
        let Ok(found) = serde_json::from_str::<Found>(&desk.store().text_of(&reply)?) else {
            continue;
        };
        let mut passages = found.passages.iter();
        if let Some(passage) = passages.find(|passage| EvidenceId::of_passage(passage) == *id) {
            return Ok(desk.host.library().evidence(passage)?);
        }
    }
    Ok(None)
}

fn in_its_document(
    desk: &Desk,
    item: Evidence,
    claims: Vec<ClaimId>,
) -> Result<EvidenceView, Problem> {
    let document = desk.store().document(&item.document)?;
    let range = item.passage.parts().map(|(_, range)| range);
    let mut context = PassageContext {
        before: String::new(),
        text: item.quote.clone(),
        after: String::new(),
    };
    if let (Some(document), Some(range)) = (&document, &range) {
        let text = blanked(document, &desk.store().blobs().get_text(&document.text)?);
        let from = text.floor_char_boundary(range.start.saturating_sub(AROUND));
        let to = text.ceil_char_boundary(range.end.saturating_add(AROUND).min(text.len()));
        let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
        context.before = cut(from, range.start);
        context.after = cut(range.end, to);
    }
    Ok(EvidenceView {
        passage: range.map(|range| PassageRange {
            document: item.document.clone(),
            start: range.start,
            end: range.end,
        }),
        evidence: item,
        context,
        claims,
        // every source of a run was in the library: one that is not there was taken out
        removed: document.is_none(),
        document: document.map(trimmed),
    })
}
