//! The library as it was known on a day: under everything that a run as of that day reads.

use assay_documents::{FACTS_FORM, facts_filed_by};
use assay_domain::{Date, Document, Evidence, MediaType};
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

    /// A passage as it was on the day of this view. A table of data dates its rows: no search finds one
    /// that is of later or of no day, and a data point that leads to it was known.
    pub(super) fn as_known(&self, document: &Document, evidence: Evidence) -> Option<Evidence> {
        let Some(day) = self.known_on else {
            return Some(evidence);
        };
        match document.media {
            _ if is_extract(document) => filed_by(evidence, day),
            MediaType::Csv | MediaType::Xlsx | MediaType::Json => Some(evidence),
            _ => self.knows(document).then_some(evidence),
        }
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
