use assay_domain::{Evidence, EvidenceId, Place};
use assay_ecosystem::EdgeEvidence;
use assay_exports::{Cite, SourceNote};

use super::Ledger;
use crate::error::MemoError;
use crate::words;

impl Ledger<'_> {
    /// A citation of a passage, which goes to the list of sources once.
    pub(crate) fn cite(&mut self, place: &str, id: &EvidenceId) -> Result<Cite, MemoError> {
        if let Some(known) = self.cited(id) {
            return Ok(known);
        }
        let evidence = self.dossier.evidence;
        let Some(evidence) = evidence.get(id) else {
            return Err(MemoError::UnknownEvidence {
                place: place.to_owned(),
                id: id.to_string(),
            });
        };
        let note = self.source_note(evidence);
        Ok(self.add_source(note))
    }

    /// A sentence that states a relation. It quotes itself where the dossier lacks the passage.
    pub(crate) fn cite_edge(&mut self, evidence: &EdgeEvidence) -> Cite {
        if let Some(known) = self.cited(&evidence.evidence) {
            return known;
        }
        let known = self.dossier.evidence.get(&evidence.evidence);
        let note = match known {
            Some(known) => self.source_note(known),
            None => SourceNote {
                number: self.next_number(),
                evidence: evidence.evidence.clone(),
                title: evidence.passage.to_string(),
                detail: format!(
                    "{} · {}",
                    words::tier(evidence.tier, self.language()),
                    evidence.as_of
                ),
                quote: Some(evidence.quote.clone()),
                url: None,
            },
        };
        self.add_source(note)
    }

    fn cited(&self, id: &EvidenceId) -> Option<Cite> {
        let note = self.sources.iter().find(|note| note.evidence == *id)?;
        Some(Cite {
            evidence: id.clone(),
            number: note.number,
        })
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.sources.len()).map_or(u32::MAX, |count| count + 1)
    }

    fn add_source(&mut self, note: SourceNote) -> Cite {
        let cite = Cite {
            evidence: note.evidence.clone(),
            number: note.number,
        };
        self.sources.push(note);
        cite
    }

    fn source_note(&self, evidence: &Evidence) -> SourceNote {
        let language = self.language();
        let mut detail = vec![words::tier(evidence.tier, language).to_owned()];
        detail.extend(evidence.as_of.map(|day| day.to_string()));
        detail.extend(
            evidence
                .place
                .as_ref()
                .map(|place| place_text(place, language)),
        );
        if !evidence.headings.is_empty() {
            detail.push(evidence.headings.join(" › "));
        }
        let is_web = ["http://", "https://"]
            .iter()
            .any(|scheme| evidence.origin.starts_with(scheme));
        if !is_web {
            detail.push(evidence.origin.clone());
        }
        SourceNote {
            number: self.next_number(),
            evidence: evidence.id.clone(),
            title: evidence.source.clone(),
            detail: detail.join(" · "),
            quote: Some(evidence.quote.clone()),
            url: is_web.then(|| evidence.origin.clone()),
        }
    }
}

fn place_text(place: &Place, language: assay_domain::Language) -> String {
    match place {
        Place::Page(page) => language.pick(format!("page {page}"), format!("第 {page} 页")),
        Place::Slide(slide) => language.pick(format!("slide {slide}"), format!("第 {slide} 张")),
        Place::Sheet(name) => language.pick(format!("sheet {name}"), format!("工作表 {name}")),
        Place::Item(item) => item.clone(),
        Place::Message(number) => {
            language.pick(format!("message {number}"), format!("第 {number} 条消息"))
        }
    }
}
