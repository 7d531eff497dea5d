use std::collections::{BTreeMap, BTreeSet};

use assay_appraisal::{Dossier, Part, Thesis};
use assay_domain::{Evidence, EvidenceId};

use crate::{CompanyFile, EngineError, FactPlaces, Library};

/// Puts passages of the library in the place of filings that a thesis cites by name: a reader opens a
/// row of a table, not a list of filings. What was put in comes back.
pub(super) fn ground(
    thesis: &mut Thesis,
    dossier: &Dossier,
    library: &Library,
    file: &CompanyFile,
    places: &FactPlaces,
) -> Result<Vec<Evidence>, EngineError> {
    let mut grounds = Grounds {
        dossier,
        library,
        places,
        any: first_passage(library, file)?,
        used: BTreeMap::new(),
    };
    for claim in &mut thesis.claims {
        let mut shown = grounds.of_figures(&claim.figures)?;
        let cited: Vec<EvidenceId> = claim.evidence.iter().map(|(id, _)| id.clone()).collect();
        grounds.add_filings(&cited, &mut shown)?;
        for (id, _) in &mut claim.evidence {
            grounds.replace(id, &shown);
        }
        let mut seen = BTreeSet::new();
        claim.evidence.retain(|(id, _)| seen.insert(id.clone()));
        grounds.replace_in(&mut claim.text, &shown);
    }
    for driver in &mut thesis.drivers {
        let shown = grounds.of_figures(&driver.figures)?;
        for id in &mut driver.evidence {
            grounds.replace(id, &shown);
        }
        driver.evidence.dedup();
        grounds.replace_in(&mut driver.description, &shown);
    }
    for mechanism in &mut thesis.mechanisms {
        let figures = figures_in(&mechanism.text);
        let shown = grounds.of_figures(&figures)?;
        grounds.replace_in(&mut mechanism.text, &shown);
    }
    Ok(grounds.used.into_values().collect())
}

/// Filings by the id a thesis has for them, and the passage that shows the figure.
type Shown = BTreeMap<EvidenceId, Evidence>;

struct Grounds<'a> {
    dossier: &'a Dossier,
    library: &'a Library,
    places: &'a FactPlaces,
    /// Where a figure has no place of its own.
    any: Option<Evidence>,
    used: BTreeMap<EvidenceId, Evidence>,
}

impl Grounds<'_> {
    fn of_figures(&self, figures: &[String]) -> Result<Shown, EngineError> {
        let mut shown = Shown::new();
        let mut open: Vec<&str> = figures.iter().map(String::as_str).collect();
        let mut done = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(point) = self
                .dossier
                .point(id)
                .filter(|_| done.insert(id.to_owned()))
            else {
                continue;
            };
            let inputs = point.lineage.source_values.values();
            open.extend(inputs.map(|input| input.point.as_str()));
            let found = self.places.evidence(self.library, point)?;
            let any = found.first().or(self.any.as_ref());
            for source in self.dossier.sources_of(point) {
                if let Some(evidence) = any {
                    shown.entry(source.id).or_insert_with(|| evidence.clone());
                }
            }
        }
        Ok(shown)
    }

    /// Filings that a sentence cites for figures of the valuation: any figure of theirs shows them.
    fn add_filings(&self, cited: &[EvidenceId], shown: &mut Shown) -> Result<(), EngineError> {
        let mut open: BTreeSet<&EvidenceId> =
            cited.iter().filter(|id| !shown.contains_key(*id)).collect();
        for point in &self.dossier.package().data_points {
            if open.is_empty() {
                break;
            }
            for source in self.dossier.sources_of(point) {
                if open.contains(&source.id)
                    && let Some(evidence) = self
                        .places
                        .evidence(self.library, point)?
                        .into_iter()
                        .next()
                {
                    open.remove(&source.id);
                    shown.insert(source.id, evidence);
                }
            }
        }
        // a filing whose figures were all adjusted, for a split for instance, shows none as it is
        for id in open {
            let is_filing = self.dossier.package().data_points.iter().any(|point| {
                let sources = self.dossier.sources_of(point);
                sources.iter().any(|source| source.id == *id)
            });
            if let Some(any) = self.any.as_ref().filter(|_| is_filing) {
                shown.insert(id.clone(), any.clone());
            }
        }
        Ok(())
    }

    fn replace(&mut self, id: &mut EvidenceId, shown: &Shown) {
        if let Some(evidence) = shown.get(id) {
            self.used.insert(evidence.id.clone(), evidence.clone());
            id.clone_from(&evidence.id);
        }
    }

    fn replace_in(&mut self, parts: &mut Vec<Part>, shown: &Shown) {
        for part in parts.iter_mut() {
            if let Part::Cite { evidence } = part {
                self.replace(evidence, shown);
            }
        }
        parts.dedup_by(|later, earlier| matches!((later, earlier), (Part::Cite { evidence: a }, Part::Cite { evidence: b }) if a == b));
    }
}

fn figures_in(parts: &[Part]) -> Vec<String> {
    let ids = parts.iter().filter_map(|part| match part {
        Part::Figure { id, .. } => Some(id.clone()),
        Part::Text { .. } | Part::Cite { .. } => None,
    });
    ids.collect()
}

fn first_passage(library: &Library, file: &CompanyFile) -> Result<Option<Evidence>, EngineError> {
    for document in &file.fact_documents {
        if let Some(passage) = library.passages(document)?.first() {
            return library.evidence(&passage.id);
        }
    }
    Ok(None)
}
