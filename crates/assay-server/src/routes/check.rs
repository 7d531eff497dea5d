use assay_domain::{DocumentId, Language};
use assay_engine::{SentenceFormula, TextToCheck, Uncited};
use serde::Deserialize;

use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    text: String,
    /// Documents that sentences without a citation are held against; all of them if none is named.
    #[serde(default)]
    documents: Vec<DocumentId>,
    #[serde(default)]
    formulas: Vec<SentenceFormula>,
    language: Option<Language>,
}

pub(crate) async fn text(mut call: Call) -> Answer {
    let asked: Asked = call.json().await?;
    if asked.text.trim().is_empty() {
        return Err(
            Problem::unusable("`text` is empty; send the text to check").with_code("empty_text")
        );
    }
    let desk = call.desk;
    let checked = aside(move || {
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
    });
    Ok(answer::ok(&checked.await?))
}
