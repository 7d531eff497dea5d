use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{
    ClaimCheck, Event, Evidence, EvidenceId, Language, RunId, Standing, cited_evidence,
};
use assay_engine::CheckedSentence;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{run_id, taken, written};
use crate::front::{Front, aside};
use crate::refusal::Refusal;
use crate::schema::{language, object, optional, required, text, texts};

pub(super) const CHECK: &str = "check_claims";

/// Longest text that is checked, in bytes: a whole report and more.
const LONGEST: usize = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    text: String,
    #[serde(default)]
    evidence: Vec<String>,
    run: Option<String>,
    language: Option<Language>,
}

pub(super) fn schema() -> JsonObject {
    object(vec![
        required(
            "text",
            text("Markdown; each factual sentence cites its evidence as [[ev_…]]."),
        ),
        optional(
            "evidence",
            texts(
                "Ids of evidence or passages that sentences without a citation are held against.",
            ),
        ),
        optional("run", text("A run whose evidence may be cited too.")),
        optional("language", language()),
    ])
}

pub(super) async fn check(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    let asked: Asked = taken(CHECK, arguments)?;
    written("text", &asked.text)?;
    if asked.text.len() > LONGEST {
        return Err(Refusal::told(format!(
            "the text is longer than {LONGEST} bytes; check it in parts"
        )));
    }
    let run = asked.run.as_deref().map(run_id).transpose()?;
    aside(move || judged(&front, &asked, run.as_ref())).await
}

fn judged(front: &Front, asked: &Asked, run: Option<&RunId>) -> Outcome {
    let library = front.host.library();
    let mut known = BTreeMap::new();
    if let Some(run) = run {
        front.is_known(run)?;
        for envelope in front.host.store().load(run, 0)? {
            if let Event::EvidenceAttached { evidence } = envelope.event {
                known.insert(evidence.id.clone(), evidence);
            }
        }
    }
    let mut common = Vec::new();
    for id in &asked.evidence {
        if let Some(evidence) = known.get(&EvidenceId::new(id)) {
            common.push(evidence.id.clone());
            continue;
        }
        let passage = front.passage(&library, id)?;
        let evidence = library.evidence(&passage)?;
        let evidence = evidence
            .ok_or_else(|| Refusal::told(format!("`{id}` names no text that is in use")))?;
        common.push(evidence.id.clone());
        known.insert(evidence.id.clone(), evidence);
    }
    for id in cited_evidence(&asked.text) {
        if known.contains_key(&id) {
            continue;
        }
        // an id that nobody knows is the verdict of its sentence, not a failure of the call
        if let Ok(passage) = front.passage(&library, id.as_str())
            && let Some(evidence) = library.evidence(&passage)?
        {
            known.insert(id, evidence);
        }
    }
    let evidence: Vec<Evidence> = known.into_values().collect();
    let language = asked
        .language
        .unwrap_or_else(|| Language::of_text(&asked.text));
    let sentences = library.check_text(&asked.text, &evidence, &common, language)?;
    let told: Vec<Value> = sentences.iter().map(told).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for sentence in &sentences {
        *counts.entry(verdict(sentence)).or_default() += 1;
    }
    let passes = ["unsupported", "unknown_evidence", "uncited"]
        .iter()
        .all(|bad| !counts.contains_key(bad));
    Ok(json!({"passes": passes, "counts": counts, "sentences": told}))
}

fn verdict(sentence: &CheckedSentence) -> &'static str {
    match &sentence.check {
        _ if !sentence.unknown.is_empty() => "unknown_evidence",
        None => "uncited",
        Some(ClaimCheck::Unsupported { .. }) => "unsupported",
        Some(ClaimCheck::Supported { standing, .. }) => match standing {
            Some(Standing::Quoted) => "quoted",
            Some(Standing::Computed) | None => "computed",
            Some(Standing::Judged { .. }) => "judged",
            Some(Standing::Wording) => "wording",
            Some(Standing::Conclusion) => "conclusion",
            Some(Standing::Gap) => "says_what_is_missing",
        },
    }
}

fn told(sentence: &CheckedSentence) -> Value {
    let mut value = json!({
        "text": sentence.text,
        "verdict": verdict(sentence),
        "evidence": sentence.evidence,
    });
    if let Value::Object(fields) = &mut value {
        if !sentence.unknown.is_empty() {
            fields.insert("unknown".to_owned(), json!(sentence.unknown));
        }
        match &sentence.check {
            Some(ClaimCheck::Supported { figures, .. }) if !figures.is_empty() => {
                fields.insert("figures".to_owned(), json!(figures));
            }
            Some(ClaimCheck::Unsupported { problems }) => {
                fields.insert("problems".to_owned(), json!(problems));
            }
            _ => {}
        }
    }
    value
}
