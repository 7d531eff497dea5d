//! What the regulator's interface returns about a company: its tagged facts and its filings.
//!
//! The facts become tables, one for each concept, so that a figure has a place that a reader can
//! open. A value that later filings repeat stands there once, under the first filing that has it.

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Date, DocumentSubject};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Body, ReadError};

/// The form under which the library keeps tagged facts of all filings.
pub const FACTS_FORM: &str = "companyfacts";
/// The form under which it keeps the list of a company's filings.
pub const SUBMISSIONS_FORM: &str = "submissions";

#[derive(Deserialize)]
struct CompanyFacts<'a> {
    #[serde(rename = "entityName")]
    entity_name: String,
    #[serde(borrow)]
    facts: BTreeMap<String, BTreeMap<String, Concept<'a>>>,
}

#[derive(Deserialize)]
struct Concept<'a> {
    label: Option<String>,
    #[serde(borrow)]
    units: BTreeMap<String, Vec<Fact<'a>>>,
}

#[derive(Deserialize)]
struct Fact<'a> {
    start: Option<Date>,
    end: Date,
    /// As it was written: a float would not keep it.
    #[serde(borrow)]
    val: &'a RawValue,
    accn: String,
    form: String,
    filed: Date,
}

#[derive(Deserialize)]
struct Submissions {
    name: String,
    #[serde(default)]
    tickers: Vec<String>,
    #[serde(rename = "sicDescription")]
    industry: Option<String>,
    #[serde(rename = "fiscalYearEnd")]
    fiscal_year_end: Option<String>,
    filings: Filings,
}

#[derive(Deserialize)]
struct Filings {
    recent: Recent,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recent {
    accession_number: Vec<String>,
    filing_date: Vec<String>,
    report_date: Vec<String>,
    form: Vec<String>,
}

/// `None` for JSON that is neither.
pub(super) fn read(source: &str) -> Option<Result<Body, ReadError>> {
    let head = source.get(..source.floor_char_boundary(4096))?;
    if head.contains("\"entityName\"") && head.contains("\"facts\"") {
        return Some(facts(source));
    }
    if head.contains("\"cik\"") && source.contains("\"accessionNumber\"") {
        return Some(submissions(source));
    }
    None
}

fn malformed(format: &'static str) -> impl Fn(serde_json::Error) -> ReadError {
    move |error| ReadError::Malformed {
        format,
        reason: error.to_string(),
    }
}

fn facts(source: &str) -> Result<Body, ReadError> {
    let company: CompanyFacts<'_> =
        serde_json::from_str(source).map_err(malformed("company facts"))?;
    let mut text = format!("# {}: tagged facts of all filings\n", company.entity_name);
    let mut newest: Option<Date> = None;
    for (taxonomy, concepts) in &company.facts {
        for (name, concept) in concepts {
            let label = concept.label.as_deref().unwrap_or(name);
            for (unit, facts) in &concept.units {
                newest = newest.max(facts.iter().map(|fact| fact.filed).max());
                table(
                    &mut text,
                    &format!("{label} ({taxonomy}:{name})"),
                    unit,
                    facts,
                );
            }
        }
    }
    Ok(Body {
        title: Some(format!(
            "{}: tagged facts of all filings",
            company.entity_name
        )),
        text,
        subject: DocumentSubject {
            entity: Some(company.entity_name),
            form: Some(FACTS_FORM.to_owned()),
            ..DocumentSubject::default()
        },
        date: newest,
        ..Body::default()
    })
}

fn table(text: &mut String, heading: &str, unit: &str, facts: &[Fact<'_>]) {
    let mut rows: Vec<&Fact<'_>> = facts.iter().collect();
    rows.sort_by_key(|fact| (std::cmp::Reverse(fact.end), fact.start, fact.filed));
    let mut seen = BTreeSet::new();
    rows.retain(|fact| seen.insert((fact.start, fact.end, fact.val.get())));
    text.push_str(&format!(
        "\n## {heading}\n\n| Period | {unit} | Form | Filed | Accession |\n|---|---|---|---|---|\n"
    ));
    for fact in rows {
        let period = match fact.start {
            Some(start) => format!("{start} to {}", fact.end),
            None => fact.end.to_string(),
        };
        let (value, form, filed, accession) =
            (grouped(fact.val.get()), &fact.form, fact.filed, &fact.accn);
        text.push_str(&format!(
            "| {period} | {value} | {form} | {filed} | {accession} |\n"
        ));
    }
}

/// What a piece of such tables held on a day, and the last day on which any of it was filed: rows that
/// were filed later, or on a day that cannot be read, are left out. `None` where no row is left.
pub fn facts_filed_by(piece: &str, day: Date) -> Option<(String, Date)> {
    let mut newest = None;
    let is_known = |line: &&str| match FactLine::of(line) {
        FactLine::Heading => true,
        FactLine::Undated => false,
        FactLine::Filed(filed) if filed > day => false,
        FactLine::Filed(filed) => {
            newest = newest.max(Some(filed));
            true
        }
    };
    let kept: Vec<&str> = piece.lines().filter(is_known).collect();
    Some((kept.join("\n"), newest?))
}

/// A line of the tables that [`table`] writes.
enum FactLine {
    /// A heading, the names of the columns, the rule below them, or nothing.
    Heading,
    Filed(Date),
    Undated,
}

impl FactLine {
    fn of(line: &str) -> Self {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let is_fact = cells
            .next()
            .is_some_and(|period| period.starts_with(|char: char| char.is_ascii_digit()));
        if !is_fact {
            return Self::Heading;
        }
        match cells.nth(2).map(str::parse) {
            Some(Ok(filed)) => Self::Filed(filed),
            _ => Self::Undated,
        }
    }
}

/// `-1234567.5` as `-1,234,567.5`. Anything that is no plain number stays as it is.
fn grouped(number: &str) -> String {
    let (sign, rest) = match number.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", number),
    };
    let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut grouped = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

fn submissions(source: &str) -> Result<Body, ReadError> {
    let company: Submissions = serde_json::from_str(source).map_err(malformed("submissions"))?;
    let recent = &company.filings.recent;
    let mut text = format!("# {}: list of filings\n\n", company.name);
    if !company.tickers.is_empty() {
        text.push_str(&format!("Tickers: {}\n", company.tickers.join(", ")));
    }
    if let Some(industry) = &company.industry {
        text.push_str(&format!("Industry: {industry}\n"));
    }
    if let Some(end) = &company.fiscal_year_end {
        text.push_str(&format!("Fiscal year end (month and day): {end}\n"));
    }
    text.push_str("\n| Form | Period | Filed | Accession |\n|---|---|---|---|\n");
    let rows = recent
        .form
        .iter()
        .zip(&recent.report_date)
        .zip(&recent.filing_date)
        .zip(&recent.accession_number);
    for (((form, period), filed), accession) in rows {
        text.push_str(&format!("| {form} | {period} | {filed} | {accession} |\n"));
    }
    let newest = recent.filing_date.iter().filter_map(|day| day.parse().ok());
    Ok(Body {
        title: Some(format!("{}: list of filings", company.name)),
        date: newest.max(),
        text,
        subject: DocumentSubject {
            entity: Some(company.name.clone()),
            form: Some(SUBMISSIONS_FORM.to_owned()),
            ..DocumentSubject::default()
        },
        ..Body::default()
    })
}
