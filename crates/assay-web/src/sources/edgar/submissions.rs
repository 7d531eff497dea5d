use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

use super::filing::ListedFiling;
use super::{Cik, Filer, Filing, SERVICE};
use crate::sources::{SourceError, json};

/// The SEC's description of a company, as far as it is needed to go on.
#[derive(Deserialize)]
pub(super) struct Submissions {
    #[serde(deserialize_with = "json::number")]
    cik: u64,
    name: String,
    #[serde(default)]
    tickers: Vec<String>,
    filings: Lists,
}

#[derive(Deserialize)]
struct Lists {
    recent: Columns,
    #[serde(default)]
    files: Vec<OlderList>,
}

#[derive(Deserialize)]
struct OlderList {
    name: String,
    #[serde(default, rename = "filingTo")]
    newest: String,
}

/// A list of filings, newest first, column by column.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Columns {
    accession_number: Vec<String>,
    filing_date: Vec<String>,
    report_date: Vec<String>,
    form: Vec<String>,
    primary_document: Vec<String>,
}

#[derive(Deserialize)]
struct CompanyFacts {
    #[serde(deserialize_with = "json::number")]
    cik: u64,
    #[serde(rename = "entityName")]
    _entity_name: String,
    #[serde(rename = "facts")]
    _facts: BTreeMap<String, IgnoredAny>,
}

fn malformed(what: &str, problem: &str) -> SourceError {
    SourceError::Malformed {
        service: SERVICE,
        what: what.to_owned(),
        problem: problem.to_owned(),
    }
}

fn check_owner(what: &str, cik: Cik, stated: u64) -> Result<(), SourceError> {
    match stated == cik.number() {
        true => Ok(()),
        false => Err(malformed(what, "it belongs to another company")),
    }
}

/// Whether these are facts of this company.
pub(super) fn check_facts(what: &str, cik: Cik, bytes: &[u8]) -> Result<(), SourceError> {
    let facts: CompanyFacts = json::read(SERVICE, what, bytes)?;
    check_owner(what, cik, facts.cik)
}

impl Submissions {
    pub(super) fn read(what: &str, cik: Cik, bytes: &[u8]) -> Result<Self, SourceError> {
        let read: Self = json::read(SERVICE, what, bytes)?;
        check_owner(what, cik, read.cik)?;
        Ok(read)
    }

    pub(super) fn filer(&self, cik: Cik) -> Filer {
        Filer {
            cik,
            tickers: self.tickers.clone(),
            title: Some(self.name.clone()),
        }
    }

    pub(super) fn recent(&self) -> &Columns {
        &self.filings.recent
    }

    /// The files with older filings, newest first.
    pub(super) fn older(&self, what: &str, cik: Cik) -> Result<Vec<String>, SourceError> {
        let prefix = format!("{cik}-submissions-");
        let is_own = |name: &str| {
            let number = name.strip_prefix(&prefix);
            let number = number.and_then(|rest| rest.strip_suffix(".json"));
            number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        };
        let mut files: Vec<&OlderList> = self.filings.files.iter().collect();
        if !files.iter().all(|file| is_own(&file.name)) {
            return Err(malformed(what, "it names a file that is not the company's"));
        }
        files.sort_by(|a, b| b.newest.cmp(&a.newest).then_with(|| a.name.cmp(&b.name)));
        Ok(files.into_iter().map(|file| file.name.clone()).collect())
    }
}

impl Columns {
    pub(super) fn read(what: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        json::read(SERVICE, what, bytes)
    }

    /// The filings of these forms; of all where none is named.
    pub(super) fn of_forms(
        &self,
        what: &str,
        filer: &Filer,
        forms: &[&str],
    ) -> Result<Vec<Filing>, SourceError> {
        let rows = self.accession_number.len();
        let columns = [
            &self.filing_date,
            &self.report_date,
            &self.form,
            &self.primary_document,
        ];
        if columns.iter().any(|column| column.len() != rows) {
            return Err(malformed(what, "its columns differ in length"));
        }
        let rows = self.accession_number.iter().zip(&self.form);
        let rows = rows.zip(self.filing_date.iter().zip(&self.report_date));
        let rows = rows.zip(&self.primary_document);
        let rows = rows.map(
            |(((accession, form), (filed, report_date)), document)| ListedFiling {
                form,
                accession,
                filed,
                report_date,
                primary_document: document,
            },
        );
        let is_wanted = |form: &str| {
            forms.is_empty() || forms.iter().any(|wanted| wanted.eq_ignore_ascii_case(form))
        };
        let wanted = rows.filter(|row| is_wanted(row.form));
        let filings: Result<Vec<Filing>, &str> = wanted.map(|row| row.read(filer)).collect();
        filings.map_err(|problem| malformed(what, problem))
    }
}
