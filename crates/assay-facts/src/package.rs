//! Data points, and the package that the Data Integrity agent hands on.

use std::collections::BTreeMap;

use assay_domain::{Date, Language, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::metric::{derived_metric, metric};
use crate::note::{Missing, Refusal};
use crate::point::{DataPoint, Entity};
use crate::{Analysis, Basis, Staleness};

/// Which points are wanted, and from when they are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageRequest {
    /// Canonical names; `None` is all.
    pub metrics: Option<Vec<String>>,
    /// `None` is all.
    pub bases: Option<Vec<Basis>>,
    /// Only periods that end on this day or later.
    pub since: Option<Date>,
    pub retrieved_at: Timestamp,
    pub language: Language,
}

impl PackageRequest {
    pub fn everything(retrieved_at: Timestamp, language: Language) -> Self {
        Self {
            metrics: None,
            bases: None,
            since: None,
            retrieved_at,
            language,
        }
    }

    fn wants(&self, name: &str, basis: Basis) -> bool {
        let named = |names: &Vec<String>| names.iter().any(|wanted| wanted == name);
        self.metrics.as_ref().is_none_or(named)
            && self
                .bases
                .as_ref()
                .is_none_or(|bases| bases.contains(&basis))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataPackage {
    pub agent: String,
    pub version: String,
    pub as_of: Date,
    pub data_points: Vec<DataPoint>,
    pub normalization_summary: NormalizationSummary,
    pub freshness_summary: FreshnessSummary,
    /// What was asked for by name and is not there, and why.
    pub missing: Vec<MissingMetric>,
    /// Values that arithmetic could give and soundness forbids.
    pub refusals: Vec<Refusal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NormalizationSummary {
    pub base_currency: Option<String>,
    pub share_count_basis: String,
    /// For instance `September 28`.
    pub fiscal_year_end: Option<String>,
    pub gaap_basis: bool,
    pub one_time_items_excluded: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FreshnessSummary {
    /// Among the newest points of all metrics.
    pub oldest_data_point: Option<Date>,
    pub newest_data_point: Option<Date>,
    pub overall_staleness: Option<Staleness>,
    pub stale_metrics: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingMetric {
    pub metric: String,
    pub basis: Option<Basis>,
    pub why: Missing,
    pub text: String,
}

/// Metrics whose age is the age of the whole package.
const CORE: &[&str] = &["revenue", "net_income", "total_assets", "equity", "ocf"];
const AGENT: &str = "data_integrity";
const VERSION: &str = "1.1";
impl Analysis<'_> {
    /// The points that a request asks for, in order of metric, basis and period.
    pub fn points(&self, request: &PackageRequest) -> Vec<DataPoint> {
        let checks = self.checks_by_point();
        let entity = self.entity();
        let mut points = Vec::new();
        for ((name, basis), figures) in &self.table {
            if !request.wants(name, *basis) {
                continue;
            }
            for (end, figure) in figures {
                if request.since.is_none_or(|since| *end >= since) {
                    points.push(self.point(figure, &entity, &checks, request));
                }
            }
        }
        points
    }

    pub fn package(&self, request: &PackageRequest) -> DataPackage {
        let data_points = self.points(request);
        let year_end = self.calendar.year_end_of(self.view.day());
        DataPackage {
            agent: AGENT.to_owned(),
            version: VERSION.to_owned(),
            as_of: self.view.day(),
            normalization_summary: NormalizationSummary {
                base_currency: self.currency.clone(),
                share_count_basis: "diluted".to_owned(),
                fiscal_year_end: year_end.map(|day| day.strftime("%B %-d").to_string()),
                gaap_basis: true,
                one_time_items_excluded: Vec::new(),
            },
            freshness_summary: freshness_summary(&data_points),
            missing: self.missing(request),
            refusals: self
                .refusals
                .iter()
                .filter(|refusal| request.wants(&refusal.metric, refusal.basis))
                .filter(|refusal| request.since.is_none_or(|since| refusal.end >= since))
                .cloned()
                .collect(),
            data_points,
        }
    }

    fn missing(&self, request: &PackageRequest) -> Vec<MissingMetric> {
        let mut missing = Vec::new();
        for name in request.metrics.iter().flatten() {
            let is_stock = metric(name).map_or_else(
                || derived_metric(name).is_some_and(|spec| spec.is_stock),
                |spec| spec.is_stock,
            );
            let bases = match &request.bases {
                _ if is_stock => vec![Basis::Instant],
                Some(bases) => bases.clone(),
                None => vec![Basis::Fy],
            };
            for basis in bases {
                if let Err(why) = self.newest(name, basis) {
                    missing.push(MissingMetric {
                        metric: name.clone(),
                        basis: Some(basis),
                        text: why.text(request.language),
                        why,
                    });
                }
            }
        }
        missing
    }

    fn entity(&self) -> Entity {
        let company = &self.view.book().company;
        Entity {
            key: company.key(),
            name: company.name.clone(),
            cik: company.cik,
            ticker: company.tickers.first().cloned(),
        }
    }

    /// For instance `FY2026 Q3`, `FY2025`, `TTM FY2026 Q3`.
    pub fn fiscal_label(&self, basis: Basis, end: Date) -> Option<String> {
        let (year, quarter) = self.calendar.year_and_quarter(end)?;
        Some(match basis {
            Basis::Fy => format!("FY{year}"),
            Basis::Q | Basis::Instant => format!("FY{year} Q{quarter}"),
            Basis::H1 => format!("FY{year} H1"),
            Basis::NineMonths => format!("FY{year} 9M"),
            Basis::Ttm => format!("TTM FY{year} Q{quarter}"),
        })
    }
}

fn freshness_summary(points: &[DataPoint]) -> FreshnessSummary {
    let mut newest: BTreeMap<&str, &DataPoint> = BTreeMap::new();
    for point in points {
        let entry = newest.entry(&point.canonical_metric).or_insert(point);
        if point.as_of_date > entry.as_of_date {
            *entry = point;
        }
    }
    let is_stale = |point: &DataPoint| point.freshness.staleness_status >= Staleness::Stale;
    let core = CORE.iter().filter_map(|name| newest.get(name));
    let all = newest
        .values()
        .map(|point| point.freshness.staleness_status);
    FreshnessSummary {
        oldest_data_point: newest.values().map(|point| point.as_of_date).min(),
        newest_data_point: newest.values().map(|point| point.as_of_date).max(),
        overall_staleness: core
            .map(|point| point.freshness.staleness_status)
            .max()
            .or_else(|| all.max()),
        stale_metrics: newest
            .iter()
            .filter(|(_, point)| is_stale(point))
            .map(|(name, _)| (*name).to_owned())
            .collect(),
    }
}
