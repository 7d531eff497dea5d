use assay_domain::Date;
use serde::{Deserialize, Serialize};

use crate::period::parse_date;
use crate::{Company, ReadError};

const WHAT: &str = "submissions";

/// A company as the SEC describes it, and what it has filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submissions {
    pub company: Company,
    /// Newest first, as the SEC lists them.
    pub filings: Vec<FilingRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilingRecord {
    pub form: String,
    pub accession: String,
    pub filed: Date,
    /// The end of the period reported on, where the form has one.
    pub report_date: Option<Date>,
    pub primary_document: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw {
    cik: serde_json::Value,
    name: String,
    #[serde(default)]
    tickers: Vec<String>,
    #[serde(default)]
    exchanges: Vec<Option<String>>,
    #[serde(default)]
    sic: Option<String>,
    #[serde(default)]
    sic_description: Option<String>,
    #[serde(default)]
    fiscal_year_end: Option<String>,
    #[serde(default)]
    former_names: Vec<FormerName>,
    #[serde(default)]
    filings: Option<RawFilings>,
}

#[derive(Deserialize)]
struct FormerName {
    name: String,
}

#[derive(Deserialize)]
struct RawFilings {
    recent: Recent,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recent {
    accession_number: Vec<String>,
    filing_date: Vec<String>,
    #[serde(default)]
    report_date: Vec<String>,
    form: Vec<String>,
    #[serde(default)]
    primary_document: Vec<String>,
}

pub fn read_submissions(bytes: &[u8]) -> Result<Submissions, ReadError> {
    let raw: Raw = serde_json::from_slice(bytes).map_err(|error| ReadError::json(WHAT, &error))?;
    let cik = match &raw.cik {
        serde_json::Value::Number(number) => number.as_u64(),
        serde_json::Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let company = Company {
        name: raw.name,
        cik,
        uscc: None,
        tickers: raw.tickers,
        exchanges: raw.exchanges.into_iter().flatten().collect(),
        other_names: raw.former_names.into_iter().map(|old| old.name).collect(),
        sic: raw.sic.and_then(|sic| sic.parse().ok()),
        sic_description: raw.sic_description.filter(|text| !text.is_empty()),
        fiscal_year_end: raw.fiscal_year_end.as_deref().and_then(month_and_day),
        ..Company::default()
    };
    let filings = raw
        .filings
        .map_or_else(|| Ok(Vec::new()), |all| filings(&all.recent))?;
    Ok(Submissions { company, filings })
}

/// `0927` is 27 September.
fn month_and_day(text: &str) -> Option<(i8, i8)> {
    let month = text.get(..2)?.parse().ok()?;
    let day = text.get(2..)?.parse().ok()?;
    Date::new(2024, month, day).ok().map(|_| (month, day))
}

fn filings(recent: &Recent) -> Result<Vec<FilingRecord>, ReadError> {
    if recent.accession_number.len() != recent.filing_date.len()
        || recent.form.len() != recent.filing_date.len()
    {
        return Err(ReadError::row(
            WHAT,
            recent.form.len(),
            "the lists of accession numbers, dates and forms are of different lengths",
        ));
    }
    let rows = recent
        .accession_number
        .iter()
        .zip(&recent.filing_date)
        .zip(&recent.form);
    rows.enumerate()
        .map(|(at, ((accession, filed), form))| {
            let day = parse_date(filed)
                .ok_or_else(|| ReadError::row(WHAT, at + 1, format!("`{filed}` is no date")))?;
            let document = recent.primary_document.get(at);
            Ok(FilingRecord {
                form: form.clone(),
                accession: accession.clone(),
                filed: day,
                report_date: recent.report_date.get(at).and_then(|text| parse_date(text)),
                primary_document: document.filter(|name| !name.is_empty()).cloned(),
            })
        })
        .collect()
}
