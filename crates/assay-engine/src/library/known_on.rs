//! The library as it was known on a day: under everything that a run as of that day reads.

use assay_documents::{FACTS_FORM, facts_filed_by};
use assay_domain::{Date, Document, Evidence, PassageId};
use assay_evidence::Filter;

use super::Library;
use crate::EngineError;

impl Library {
    /// The same library as it was known on a day. What is dated later, or says of no day, is neither
    /// found nor quoted; a table whose rows say when each was filed is cut to the rows of that time.
    #[must_use]
    pub fn as_of(&self, day: Date) -> Self {
        Self {
            known_on: Some(day),
            ..self.clone()
        }
    }

    /// This library for a question as of a day, where one is given: of today all of it is known.
    #[must_use]
    pub fn looking_back(&self, day: Option<Date>, today: Date) -> Self {
        match day {
            Some(day) if day < today => self.as_of(day),
            _ => self.clone(),
        }
    }

    /// Whether a text had been published. One without a date cannot be shown to have been.
    pub(crate) fn knows(&self, document: &Document) -> bool {
        self.known_on
            .is_none_or(|day| document.date.is_some_and(|date| date <= day))
    }

    /// The documents that were there on the day of this view.
    pub fn known_documents(&self) -> Result<Vec<Document>, EngineError> {
        let mut documents = self.documents()?;
        documents.retain(|document| self.knows(document));
        Ok(documents)
    }

    /// A filter that lets nothing through from after the day of this view.
    pub(super) fn narrowed(&self, filter: &Filter) -> Filter {
        let asked = filter.until.into_iter();
        Filter {
            until: asked.chain(self.known_on).min(),
            ..filter.clone()
        }
    }

    /// What shows a data point. The point was known on the day, whatever else its table holds by now.
    pub(crate) fn evidence_of_point(
        &self,
        id: &PassageId,
    ) -> Result<Option<Evidence>, EngineError> {
        let Some(evidence) = self.stored_evidence(id)? else {
            return Ok(None);
        };
        let document = self.document(&evidence.document)?;
        Ok(
            match (self.known_on, document.filter(|one| is_extract(one))) {
                (Some(day), Some(_)) => filed_by(evidence, day),
                _ => Some(evidence),
            },
        )
    }
}

/// Whether a document lists tagged facts of all filings, each row with the day of its filing.
pub(crate) fn is_extract(document: &Document) -> bool {
    document.subject.form.as_deref() == Some(FACTS_FORM)
}

fn filed_by(evidence: Evidence, day: Date) -> Option<Evidence> {
    let (quote, newest) = facts_filed_by(&evidence.quote, day)?;
    Some(Evidence {
        quote,
        as_of: Some(newest),
        ..evidence
    })
}
