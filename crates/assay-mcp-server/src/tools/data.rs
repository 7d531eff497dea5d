use std::sync::Arc;

use assay_domain::{Date, Language};
use assay_facts::{PackageRequest, newest_points};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::written;
use crate::front::{Front, aside};

pub(super) const POINTS: &str = "data_points";

/// Periods of one metric and basis that are told.
const PERIODS: usize = 4;
const MOST_PERIODS: usize = 40;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedPoints {
    /// Name, ticker or CIK, as the library knows it.
    company: String,
    /// Canonical name, e.g. revenue or net_income; every metric if absent.
    metric: Option<String>,
    /// Kind of period: Q, H1, 9M, FY, TTM or INSTANT; every kind if absent.
    #[schemars(extend("enum" = ["Q", "H1", "9M", "FY", "TTM", "INSTANT"]))]
    basis: Option<String>,
    /// Only what was known on this day: YYYY-MM-DD; today if absent.
    as_of: Option<Date>,
    /// Newest periods of each metric and basis; 4 if absent.
    #[schemars(range(min = 1, max = MOST_PERIODS))]
    periods: Option<usize>,
    /// Language of explanations; that of the text if absent.
    language: Option<Language>,
}

pub(super) async fn points(front: Arc<Front>, asked: WantedPoints) -> Outcome {
    aside(move || told(&front, &asked)).await
}

fn told(front: &Front, asked: &WantedPoints) -> Outcome {
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
