//! Lines of the bridge that are filed under few concepts and are no metric of their own.

use assay_domain::Date;
use assay_facts::{
    Basis, DataPoint, Fact, FormClass, Lineage, LineageKind, Reconciliation, ReconciliationVerdict,
    Scope, SourceRef, View,
};

use super::build::point_id;
use crate::days::days_between;
use crate::dossier::Dossier;

const LINES: &[(&str, &[&str])] = &[
    (
        "pension_deficit",
        &[
            "us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
            "us-gaap:DefinedBenefitPensionPlanLiabilitiesNoncurrent",
            "us-gaap:PensionAndOtherPostretirementAndPostemploymentBenefitPlansLiabilitiesNoncurrent",
            "ifrs-full:NetDefinedBenefitLiability",
            "cas:长期应付职工薪酬",
        ],
    ),
    (
        "associates",
        &[
            "us-gaap:EquityMethodInvestments",
            "ifrs-full:InvestmentsInAssociatesAndJointVentures",
            "ifrs-full:InvestmentAccountedForUsingEquityMethod",
            "cas:长期股权投资",
        ],
    ),
];

/// A line that annual reports state is still the newest one a year later.
const NEWEST_WITHIN_DAYS: i64 = 400;

/// The newest value of each such line that is known on the day of the view.
pub(crate) fn reported_points(dossier: &Dossier, view: &View<'_>) -> Vec<DataPoint> {
    let Some(sheet) = dossier.newest("total_assets", Basis::Instant) else {
        return Vec::new();
    };
    let found = LINES.iter().filter_map(|(metric, concepts)| {
        let fact = concepts
            .iter()
            .find_map(|concept| newest(view, concept, &sheet.unit, sheet.as_of_date))?;
        Some(raw(metric, fact, sheet))
    });
    found.collect()
}

fn newest<'a>(view: &View<'a>, concept: &str, unit: &str, day: Date) -> Option<&'a Fact> {
    view.of_concept(concept)
        .filter(|fact| &*fact.unit == unit && fact.period.start.is_none())
        .filter(|fact| fact.scope == Scope::Consolidated && !fact.is_forward())
        .filter(|fact| fact.class() == FormClass::Periodic)
        .filter(|fact| (0..=NEWEST_WITHIN_DAYS).contains(&days_between(fact.period.end, day)))
        .max_by_key(|fact| (fact.period.end, fact.filed))
}

/// A data point of the fact, with the company and calendar of another.
fn raw(metric: &str, fact: &Fact, like: &DataPoint) -> DataPoint {
    let mut point = like.clone();
    let value = fact.value.normalize();
    point.id = point_id(
        &like.entity.key,
        &[
            metric.to_owned(),
            fact.concept.to_string(),
            fact.period.end.to_string(),
            value.to_string(),
            fact.accession.to_string(),
        ],
    );
    point.metric = metric.to_owned();
    point.canonical_metric = metric.to_owned();
    point.value = value;
    point.as_of_date = fact.period.end;
    if fact.period.end != like.period.end {
        point.period.end = fact.period.end;
        point.period.fiscal_label = None;
        point.period.fiscal_year_end = None;
    }
    point.concept_as_filed = Some(fact.concept.to_string());
    point.knowledge_time = fact.filed;
    point.freshness.data_as_of = fact.period.end;
    point.freshness.source_updated_at = fact.filed;
    let apart = days_between(fact.period.end, like.as_of_date);
    point.freshness.staleness_days += i32::try_from(apart).unwrap_or(i32::MAX);
    point.checks = Vec::new();
    point.lineage = Lineage {
        kind: LineageKind::Raw,
        derivation_formula: None,
        source_values: std::collections::BTreeMap::new(),
        transformation_applied: None,
        rounded_to: None,
        rounding_error_bound: like.lineage.rounding_error_bound,
        same_vintage: true,
        code_version: like.lineage.code_version.clone(),
    };
    let url = like
        .sources
        .iter()
        .find(|source| source.accession == *fact.accession);
    point.sources = vec![SourceRef {
        source: fact.source.to_string(),
        tier: fact.tier,
        form: fact.form.to_string(),
        accession: fact.accession.to_string(),
        filed: fact.filed,
        concept: fact.concept.to_string(),
        vintage_no: 1,
        supersedes: None,
        url: url.and_then(|source| source.url.clone()),
    }];
    point.normalization_notes.adjustments = Vec::new();
    point.normalization_notes.rules = Vec::new();
    point.reconciliation = Reconciliation {
        verdict: ReconciliationVerdict::SingleSource,
        chosen_by_rule: "newest balance sheet, latest filed".to_owned(),
        peers: Vec::new(),
    };
    point
}
