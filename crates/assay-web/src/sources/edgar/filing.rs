use assay_domain::Date;
use serde::{Deserialize, Serialize};

use super::directory::file_part;
use super::{Cik, Filer, SERVICE};
use crate::sources::SourceError;

/// A filing as the SEC lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filing {
    pub cik: Cik,
    /// The stem of the filer's files.
    pub filer: String,
    pub form: String,
    /// `0000320193-24-000123`.
    pub accession: String,
    /// The day it was filed.
    pub filed: Date,
    /// The end of the period reported on, where the form has one.
    pub report_date: Option<Date>,
    /// A path below the filing's folder; none where the SEC lists none.
    pub primary_document: Option<String>,
}

/// A company files each of these once for a period.
const PERIODIC: &[&str] = &["10-K", "10-Q", "20-F", "40-F"];

impl Filing {
    /// `nvda-10-k-2025-02-26.html`. Forms of which several can be filed on one day carry the
    /// accession number as well.
    pub fn file_name(&self, extension: &str) -> String {
        let filer = file_part(&self.filer).to_ascii_lowercase();
        let form = file_part(&self.form).to_ascii_lowercase();
        let filed = self.filed;
        match PERIODIC.contains(&self.form.as_str()) {
            true => format!("{filer}-{form}-{filed}.{extension}"),
            false => format!("{filer}-{form}-{filed}-{}.{extension}", self.accession),
        }
    }

    pub(super) fn shown(&self) -> String {
        format!("the {} of {} ({})", self.form, self.filed, self.accession)
    }

    /// The path of its primary document on the SEC's server. What the list says goes into an
    /// address only if it cannot lead anywhere else.
    pub(super) fn document_path(&self) -> Result<Vec<String>, SourceError> {
        let none = |problem| SourceError::NoDocument {
            service: SERVICE,
            what: self.shown(),
            problem,
        };
        let document = self.primary_document.as_deref().unwrap_or_default();
        if document.is_empty() {
            return Err(none("the SEC lists no document of it"));
        }
        if document.ends_with(".paper") {
            return Err(none("it was filed on paper"));
        }
        if !is_accession(&self.accession) || !document.split('/').all(is_file_name) {
            return Err(SourceError::Malformed {
                service: SERVICE,
                what: self.shown(),
                problem: "its number or the name of its document is none of the SEC's".to_owned(),
            });
        }
        let mut path: Vec<String> = ["Archives", "edgar", "data"].map(str::to_owned).into();
        path.push(self.cik.number().to_string());
        path.push(self.accession.replace('-', ""));
        path.extend(document.split('/').map(str::to_owned));
        Ok(path)
    }
}

/// Ten digits, two and six.
pub(super) fn is_accession(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_digits = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    parts.iter().map(|part| part.len()).eq([10, 2, 6]) && parts.iter().all(is_digits)
}

/// Old filings have documents with all kinds of names; none of them leaves its folder.
fn is_file_name(segment: &str) -> bool {
    let is_harmless = |c: char| {
        let is_visible = c.is_ascii_graphic() || c == ' ';
        is_visible
            && !matches!(
                c,
                '\\' | '?' | '#' | '%' | ':' | '@' | '<' | '>' | '"' | '|'
            )
    };
    !segment.is_empty() && !segment.starts_with('.') && segment.chars().all(is_harmless)
}

/// A row of a list of filings, before anyone looked at it.
pub(super) struct ListedFiling<'a> {
    pub(super) form: &'a str,
    pub(super) accession: &'a str,
    pub(super) filed: &'a str,
    pub(super) report_date: &'a str,
    pub(super) primary_document: &'a str,
}

impl ListedFiling<'_> {
    pub(super) fn read(&self, filer: &Filer) -> Result<Filing, &'static str> {
        if !is_accession(self.accession) {
            return Err("an accession number is none");
        }
        let filed = self.filed.parse();
        let report_date = match self.report_date.is_empty() {
            true => None,
            false => Some(
                self.report_date
                    .parse()
                    .map_err(|_| "a report date is no date")?,
            ),
        };
        let document = Some(self.primary_document).filter(|name| !name.is_empty());
        Ok(Filing {
            cik: filer.cik,
            filer: filer.stem(),
            form: self.form.to_owned(),
            accession: self.accession.to_owned(),
            filed: filed.map_err(|_| "a filing date is no date")?,
            report_date,
            primary_document: document.map(str::to_owned),
        })
    }
}
