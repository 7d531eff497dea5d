use assay_domain::{DocumentId, Language};
use assay_engine::{CheckedText, SentenceFormula, TextToCheck, Uncited};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Problem;
use crate::call::{Call, aside};

/// A text to be checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SentText {
    /// Markdown or plain text.
    text: String,
    /// Ids of the documents that sentences without a citation are held against; the whole library if
    /// none is named.
    #[serde(default)]
    documents: Vec<DocumentId>,
    #[serde(default)]
    formulas: Vec<SentenceFormula>,
    language: Option<Language>,
}

pub(crate) async fn text(mut call: Call) -> Result<CheckedText, Problem> {
    let asked: SentText = call.json().await?;
    if asked.text.trim().is_empty() {
        return Err(
            Problem::unusable("`text` is empty; send the text to check").with_code("empty_text")
        );
    }
    let desk = call.desk;
    aside(move || {
        let library = desk.host.library();
        for id in &asked.documents {
            library.document(id)?.ok_or_else(|| {
                Problem::not_found(format!(
                    "there is no document {id}; /api/library/documents lists them"
                ))
                .with_code("unknown_document")
            })?;
        }
        let language = asked
            .language
            .unwrap_or_else(|| Language::of_text(&asked.text));
        let checked = library.check_text(&TextToCheck {
            markdown: &asked.text,
            language,
            evidence: &[],
            uncited: Uncited::Search(&asked.documents),
            formulas: &asked.formulas,
        })?;
        Ok(checked)
    })
    .await
}
