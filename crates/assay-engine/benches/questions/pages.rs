//! Whether a search finds the page of a filing on which the answer to a question stands.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use assay_domain::{DocumentId, Evidence, Language, Place};
use assay_engine::{Library, passages_for};
use assay_measure::{Figure, Measured, Scratch, data_folder};
use serde::Deserialize;

use super::ingested;

/// Passages among which the page must be.
const BEST: usize = 10;

/// A question over the filings, with the pages that answer it.
#[derive(Deserialize)]
struct Sought {
    question: String,
    file: String,
    pages: Vec<u32>,
}

pub(crate) fn page_recall() -> Result<Measured> {
    let root = match data_folder("pdf") {
        Ok(root) => root,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let rows = include_str!("pages.jsonl").lines();
    let questions: Vec<Sought> = rows.map(serde_json::from_str).collect::<Result<_, _>>()?;
    let scratch = Scratch::new("pages")?;
    let library = ingested(&scratch.path().join("home"), &root, &["filings".to_owned()])?;
    let files = by_file(&library)?;
    let (mut known, mut pooled) = (0, 0);
    for sought in &questions {
        let document = files.get(&sought.file).context(sought.file.clone())?;
        let told = [document.clone()];
        known += usize::from(sought.is_found(&library, &told, document)?);
        pooled += usize::from(sought.is_found(&library, &[], document)?);
    }
    Ok(Measured::Figures(vec![
        Figure::share("page among ten, document known", known, questions.len()).at_least(80.0),
        Figure::share("page among ten, all filings", pooled, questions.len()).at_least(60.0),
    ]))
}

impl Sought {
    fn is_found(
        &self,
        library: &Library,
        among: &[DocumentId],
        document: &DocumentId,
    ) -> Result<bool> {
        let language = Language::of_text(&self.question);
        let day = "2026-11-15".parse()?;
        let found = passages_for(library, &self.question, language, day, among, BEST)?;
        let is_page = |evidence: &Evidence| {
            let Some(Place::Page(page)) = evidence.place else {
                return false;
            };
            evidence.document == *document && self.pages.contains(&page)
        };
        Ok(found.iter().any(is_page))
    }
}

/// The documents of a library by the names of their files.
fn by_file(library: &Library) -> Result<BTreeMap<String, DocumentId>> {
    let mut files = BTreeMap::new();
    for document in library.documents()? {
        let name = document.origin.rsplit(['/', '\\']).next();
        files.insert(name.unwrap_or_default().to_owned(), document.id);
    }
    Ok(files)
}
