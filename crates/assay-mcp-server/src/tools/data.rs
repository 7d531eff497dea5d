use std::sync::Arc;

use assay_domain::{Date, Language};
use assay_facts::{PackageRequest, newest_points};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{taken, written};
use crate::front::{Front, aside};
use crate::schema::{choice, count, language, object, optional, required, text};

pub(super) const POINTS: &str = "data_points";

/// Periods of one metric and basis that are told.
const PERIODS: usize = 4;
const MOST_PERIODS: usize = 40;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    company: String,
    metric: Option<String>,
    basis: Option<String>,
    as_of: Option<Date>,
    periods: Option<usize>,
    language: Option<Language>,
}

pub(super) fn schema() -> JsonObject {
    object(vec![
        required(
            "company",
            text("Name, ticker or CIK, as the library knows it."),
        ),
        optional(
            "metric",
            text("Canonical name, e.g. revenue or net_income; every metric if absent."),
        ),
        optional(
            "basis",
            choice(
                &["Q", "H1", "9M", "FY", "TTM", "INSTANT"],
                "Kind of period; every kind if absent.",
            ),
        ),
        optional(
            "as_of",
            text("Only what was known on this day: YYYY-MM-DD; today if absent."),
        ),
        optional(
            "periods",
            count(
                1,
                40,
                "Newest periods of each metric and basis; 4 if absent.",
            ),
        ),
        optional("language", language()),
    ])
}

pub(super) async fn points(front: Arc<Front>, arguments: JsonObject) -> Outcome {
    let asked: Asked = taken(POINTS, arguments)?;
    aside(move || told(&front, &asked)).await
}

fn told(front: &Front, asked: &Asked) -> Outcome {
    let name = written("company", &asked.company)?;
    let now = front.host.clock().now();
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let as_of = asked.as_of.unwrap_or(today);
    let file = front.host.library().companies()?.open(name)?;
    let ingested = file.fact_documents.iter();
    let retrieved_at = ingested.map(|document| document.ingested_at).max();
    let language = asked.language.unwrap_or_else(|| Language::of_text(name));
    let request = PackageRequest::everything(retrieved_at.unwrap_or(now), language)
        .of_metric(asked.metric.as_deref())?
        .of_basis(asked.basis.as_deref())?;
    let view = file.book.as_of(as_of);
    let package = view.analyse().package(&request);
    let most = asked.periods.unwrap_or(PERIODS).clamp(1, MOST_PERIODS);
    let outages: Vec<Value> = file
        .book
        .outages()
        .iter()
        .map(|outage| json!({"source": outage.source, "reason": outage.reason}))
        .collect();
    Ok(json!({
        "company": {"name": file.company.name, "key": file.company.key()},
        "as_of": as_of,
        "data_points": newest_points(package.data_points, most),
        "missing": package.missing,
        "outages": outages,
    }))
}
