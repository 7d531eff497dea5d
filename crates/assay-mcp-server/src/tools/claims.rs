use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{DataBlock, Event, Evidence, EvidenceId, Language, RunId, cited_evidence};
use assay_engine::{BearingSpan, SentenceFormula, TextToCheck, Uncited};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{run_id, written};
use crate::front::{Front, aside};
use crate::refusal::Refusal;

pub(super) const CHECK: &str = "check_claims";

/// Longest text that is checked, in bytes: a whole report and more.
const LONGEST: usize = 1 << 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CitingText {
    /// Markdown; each factual sentence cites its evidence as [[ev_…]].
    text: String,
    /// Ids of evidence or passages that sentences without a citation are held against.
    #[serde(default)]
    evidence: Vec<String>,
    /// Hold sentences without a citation against the best passages of the library: for texts of other
    /// tools.
    #[serde(default)]
    search: bool,
    /// How figures that stand in no passage were computed.
    #[serde(default)]
    formulas: Vec<SentenceFormula>,
    /// A run whose evidence may be cited too.
    run: Option<String>,
    /// Language of explanations; that of the text if absent.
    language: Option<Language>,
}

pub(super) async fn check(front: Arc<Front>, asked: CitingText) -> Outcome {
    written("text", &asked.text)?;
    if asked.text.len() > LONGEST {
        return Err(Refusal::told(format!(
            "the text is longer than {LONGEST} bytes; check it in parts"
        )));
    }
    let run = asked.run.as_deref().map(run_id).transpose()?;
    aside(move || judged(&front, &asked, run.as_ref())).await
}

fn judged(front: &Front, asked: &CitingText, run: Option<&RunId>) -> Outcome {
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
        // others are looked for in the library, all of them in one go
        if !known.contains_key(&id)
            && let Some(passage) = front.handed_out(&id)
            && let Some(evidence) = library.evidence(&passage)?
        {
            known.insert(id, evidence);
        }
    }
    let evidence: Vec<Evidence> = known.into_values().collect();
    let language = asked
        .language
        .unwrap_or_else(|| Language::of_text(&asked.text));
    let checked = library.check_text(&TextToCheck {
        markdown: &asked.text,
        language,
        evidence: &evidence,
        uncited: match asked.search && common.is_empty() {
            true => Uncited::Search(&[]),
            false => Uncited::Against(&common),
        },
        formulas: &asked.formulas,
    })?;
    let mut told = serde_json::to_value(&checked)?;
    let sentences = told.get_mut("sentences").and_then(Value::as_array_mut);
    for (value, sentence) in sentences.into_iter().flatten().zip(&checked.sentences) {
        if let Value::Object(fields) = value
            && !sentence.spans.is_empty()
        {
            let spans: Vec<Value> = sentence.spans.iter().map(shown).collect();
            fields.insert("spans".to_owned(), json!(spans));
        }
    }
    Ok(told)
}

/// A span as it leaves: what the document says is fenced.
fn shown(span: &BearingSpan) -> Value {
    let headings = span.headings.join(" > ");
    let words = DataBlock::new(
        &[
            ("id", span.evidence.as_str()),
            ("source", &span.source),
            ("heading", &headings),
        ],
        &span.text,
    );
    json!({
        "evidence_id": span.evidence,
        "passage": span.passage,
        "place": span.place,
        "untrusted_data": words.as_str(),
    })
}
