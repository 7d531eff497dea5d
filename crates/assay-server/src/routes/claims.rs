use std::collections::BTreeSet;

use assay_domain::{CallKind, Claim, ClaimId, Event, Evidence, EvidenceId, PassageId, RunId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::library::{blanked, trimmed};
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

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

pub(crate) async fn list(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let record = aside(move || Record::load(&desk, &run)).await?;
    Ok(answer::ok(&json!({"claims": record.claims})))
}

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let id = ClaimId::new(call.param("claim"));
    let desk = call.desk;
    let shown = aside(move || {
        let mut record = Record::load(&desk, &run)?;
        let claim = record.claims.into_iter().find(|claim| claim.id == id);
        let claim = claim.ok_or_else(|| {
            Problem::not_found(format!("run {run} has no claim {id}")).with_code("unknown_claim")
        })?;
        record
            .evidence
            .retain(|evidence| claim.evidence_ids.contains(&evidence.id));
        Ok(json!({"claim": claim, "evidence": record.evidence}))
    });
    Ok(answer::ok(&shown.await?))
}

pub(crate) async fn evidence_list(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let record = aside(move || Record::load(&desk, &run)).await?;
    Ok(answer::ok(&json!({"evidence": record.evidence})))
}

pub(crate) async fn evidence(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let id = EvidenceId::new(call.param("id"));
    let desk = call.desk;
    let shown = aside(move || {
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
        let claims = record.claims.iter();
        let claims: Vec<&ClaimId> = claims
            .filter(|claim| claim.evidence_ids.contains(&id))
            .map(|claim| &claim.id)
            .collect();
        in_its_document(&desk, &item, &claims)
    });
    Ok(answer::ok(&shown.await?))
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

fn in_its_document(desk: &Desk, item: &Evidence, claims: &[&ClaimId]) -> Result<Value, Problem> {
    let document = desk.store().document(&item.document)?;
    let range = item.passage.parts().map(|(_, range)| range);
    let mut context = json!({"before": "", "text": item.quote, "after": ""});
    if let (Some(document), Some(range)) = (&document, &range) {
        let text = blanked(document, &desk.store().blobs().get_text(&document.text)?);
        let from = text.floor_char_boundary(range.start.saturating_sub(AROUND));
        let to = text.ceil_char_boundary(range.end.saturating_add(AROUND).min(text.len()));
        let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        context = json!({
            "before": cut(from, range.start),
            "text": item.quote,
            "after": cut(range.end, to),
        });
    }
    Ok(json!({
        "evidence": item,
        "passage": range.map(|range| json!({
            "document": item.document, "start": range.start, "end": range.end,
        })),
        "context": context,
        "claims": claims,
        // every source of a run was in the library: one that is not there was taken out
        "removed": document.is_none(),
        "document": document.map(|document| trimmed(&document)).transpose()?,
    }))
}
