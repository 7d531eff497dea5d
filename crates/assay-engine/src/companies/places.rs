use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{Document, Evidence, PassageId};
use assay_facts::DataPoint;

use super::CompanyFile;
use super::shelf::Kind;
use crate::{EngineError, Library};

/// Where filed figures stand in the documents of the library: a figure's concept and period lead to
/// the passages that show it.
#[derive(Default)]
pub struct FactPlaces {
    /// By concept, last day and value.
    places: BTreeMap<(String, String, String), PassageId>,
}

impl FactPlaces {
    pub fn of(library: &Library, file: &CompanyFile) -> Result<Self, EngineError> {
        let mut places = Self::default();
        for document in &file.fact_documents {
            match library.kind_of(document)? {
                Some(Kind::Filing) if !library.knows(document) => {}
                Some(Kind::Filing) => places.add_filing(library, document)?,
                _ => places.add_tables(library, document)?,
            }
        }
        Ok(places)
    }

    /// The passages that show what a data point rests on, the nearest source first.
    pub fn evidence(
        &self,
        library: &Library,
        point: &DataPoint,
    ) -> Result<Vec<Evidence>, EngineError> {
        let mut found = Vec::new();
        let value = plain(&point.value.to_string());
        for source in &point.sources {
            let key = (
                source.concept.clone(),
                point.period.end.to_string(),
                value.clone(),
            );
            if let Some(passage) = self.places.get(&key)
                && let Some(evidence) = library.evidence(passage)?
            {
                found.push(evidence);
            }
        }
        found.dedup_by(|a, b| a.id == b.id);
        Ok(found)
    }

    /// Tables of the regulator's extract: the heading names the concept, a row period and value.
    fn add_tables(
        &mut self,
        library: &Library,
        document: &Arc<Document>,
    ) -> Result<(), EngineError> {
        for passage in library.passages(document)?.iter() {
            let above = passage.headings.iter().rev();
            let mut concept = above.filter_map(|line| concept_in(line)).next();
            for line in passage.text.lines() {
                if line.starts_with('#') {
                    concept = concept_in(line);
                }
                let mut cells = line.trim().trim_matches('|').split('|').map(str::trim);
                if let (Some(concept), Some(period), Some(value)) =
                    (concept, cells.next(), cells.next())
                {
                    let end = period.rsplit(' ').next().unwrap_or(period);
                    let key = (concept.to_owned(), end.to_owned(), plain(value));
                    self.places.entry(key).or_insert_with(|| passage.id.clone());
                }
            }
        }
        Ok(())
    }

    fn add_filing(
        &mut self,
        library: &Library,
        document: &Arc<Document>,
    ) -> Result<(), EngineError> {
        let tagged = library.filed_figures(document)?;
        let passages = library.passages(document)?;
        for fact in tagged.iter().filter(|fact| fact.dimensions.is_empty()) {
            let Some((start, end)) = fact.shown_at else {
                continue;
            };
            let shows = passages
                .iter()
                .find(|passage| passage.start <= start && end <= passage.end);
            if let Some(passage) = shows {
                let value = plain(&fact.value.to_string());
                let key = (fact.concept.clone(), fact.end.to_string(), value);
                self.places.entry(key).or_insert_with(|| passage.id.clone());
            }
        }
        Ok(())
    }
}

/// `Revenues (us-gaap:Revenues)` names the concept in its brackets.
fn concept_in(heading: &str) -> Option<&str> {
    let (_, rest) = heading.trim_end().rsplit_once('(')?;
    rest.strip_suffix(')').filter(|name| name.contains(':'))
}

/// A number without separators and trailing zeros, so that two spellings meet.
fn plain(number: &str) -> String {
    let digits = number.replace(',', "");
    match digits.parse::<assay_domain::Decimal>() {
        Ok(value) => value.normalize().to_string(),
        Err(_) => digits,
    }
}
