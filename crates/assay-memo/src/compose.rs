use assay_exports::{Doc, MetaItem};
use assay_gates::OutputType;

use crate::dossier::Dossier;
use crate::error::MemoError;
use crate::page::Page;
use crate::{card, conflict, disclosure, failure, hypotheses, memo};

/// The document that the decision of the gates allows.
pub fn compose(dossier: &Dossier<'_>) -> Result<Doc, MemoError> {
    let mut page = Page::new(dossier);
    let meta = match dossier.decision.output_type {
        OutputType::Memo => memo::add(&mut page)?,
        OutputType::WatchlistCard => card::add(&mut page)?,
        OutputType::HypothesisList => hypotheses::add(&mut page)?,
        OutputType::ConflictReport => conflict::add(&mut page)?,
        OutputType::ErrorReport => failure::add(&mut page)?,
    };
    let doc = finish(page, meta);
    doc.check()?;
    Ok(doc)
}

fn finish(page: Page<'_>, meta: Vec<MetaItem>) -> Doc {
    let dossier = page.dossier;
    let (figures, sources) = page.ledger.finish();
    Doc {
        kind: disclosure::kind(dossier.decision.output_type, dossier.language).to_owned(),
        title: dossier.subject(),
        language: dossier.language,
        meta,
        blocks: page.blocks,
        figures,
        sources,
        disclaimer: disclosure::disclaimer(dossier.language).to_owned(),
    }
}
