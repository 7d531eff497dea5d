use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::Date;
use serde_json::value::RawValue;

use super::companyfacts::parse_number;
use crate::period::{months_ending, parse_date};
use crate::{Fact, Period, Publisher, ReadError, Scope, metrics};

const WHAT: &str = "vendor statements";

/// Whose field names they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VendorKind {
    /// Financial Modeling Prep.
    Fmp,
}

/// Statements as a list of objects, one a period. Fields that carry no known metric are not read.
/// The vendor gives only the last day of a period: its first is a quarter or a year before.
pub fn read_vendor_statements(
    bytes: &[u8],
    vendor: VendorKind,
    retrieved_on: Date,
) -> Result<Vec<Fact>, ReadError> {
    let VendorKind::Fmp = vendor;
    let rows: Vec<BTreeMap<String, Box<RawValue>>> =
        serde_json::from_slice(bytes).map_err(|error| ReadError::json(WHAT, &error))?;
    if rows.is_empty() {
        return Err(ReadError::Empty { what: WHAT });
    }
    let mut facts = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        read_row(row, at + 1, retrieved_on, &mut facts)?;
    }
    Ok(facts)
}

fn read_row(
    row: &BTreeMap<String, Box<RawValue>>,
    number: usize,
    retrieved_on: Date,
    facts: &mut Vec<Fact>,
) -> Result<(), ReadError> {
    let text = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| row.get(*name))
            .map(|raw| raw.get().trim_matches('"'))
            .filter(|text| !text.is_empty() && *text != "null")
    };
    let need = |names: &[&str]| {
        let name = names.first().copied().unwrap_or_default();
        text(names).ok_or_else(|| ReadError::row(WHAT, number, format!("no `{name}`")))
    };
    let end = need(&["date"])?;
    let end = parse_date(end)
        .ok_or_else(|| ReadError::row(WHAT, number, format!("`{end}` is no date")))?;
    let currency = need(&["reportedCurrency"])?;
    let months = match need(&["period"])? {
        "FY" => 12,
        "Q1" | "Q2" | "Q3" | "Q4" => 3,
        other => {
            let reason = format!("`{other}` is no period that is known: FY, Q1 to Q4");
            return Err(ReadError::row(WHAT, number, reason));
        }
    };
    // Without a filing day the value is known only from the day it was fetched.
    let filed = text(&["fillingDate", "filingDate"]).and_then(parse_date);
    let filed = filed.unwrap_or(retrieved_on);
    let symbol = text(&["symbol"]).unwrap_or("unknown");
    let accession: Arc<str> = Arc::from(format!("fmp:{symbol}:{end}:{months}M"));
    for (name, raw) in row {
        let concept = format!("fmp:{}", spelled_as_in_table(name));
        let Some(spec) = metrics().find(|spec| {
            spec.concepts
                .iter()
                .any(|candidate| candidate.concept == concept)
        }) else {
            continue;
        };
        let shown = raw.get().trim_matches('"');
        if shown == "null" || shown.is_empty() {
            continue;
        }
        let value = parse_number(shown).ok_or_else(|| {
            ReadError::row(
                WHAT,
                number,
                format!("`{name}` is `{shown}`, which is no number"),
            )
        })?;
        facts.push(Fact {
            concept: Arc::from(concept),
            unit: Arc::from(spec.unit.unit_in(currency)),
            period: if spec.is_stock {
                Period::instant(end)
            } else {
                months_ending(end, months)
            },
            value,
            form: Arc::from("vendor"),
            accession: accession.clone(),
            filed,
            source: Arc::from("vendor:fmp"),
            publisher: Publisher::Vendor,
            tier: Publisher::Vendor.tier(),
            scope: Scope::Consolidated,
            decimals: None,
        });
    }
    Ok(())
}

/// The vendor has changed the spelling of some fields.
fn spelled_as_in_table(name: &str) -> &str {
    match name {
        "epsdiluted" => "epsDiluted",
        "netDividendsPaid" => "dividendsPaid",
        other => other,
    }
}
