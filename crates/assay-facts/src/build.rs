//! One figure of the analysis as a data point.

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal, Language};

use crate::check::Check;
use crate::metric::{Attribution, UnitKind, derived_metric, metric};
use crate::note::Note;
use crate::point::{
    Accounting, DataPoint, Entity, Lineage, LineageKind, NormalizationNotes, PeriodKind,
    PointPeriod, PointScope, SourceRef, SourceValue,
};
use crate::series::{Figure, Observation, Origin};
use crate::{
    Analysis, Basis, Freshness, Operation, PER_SHARE_PLACES, PackageRequest, RATIO_PLACES, Scope,
};

const CODE_VERSION: &str = concat!("assay-facts ", env!("CARGO_PKG_VERSION"));

pub(crate) type Checks = BTreeMap<(&'static str, Basis, Date), Vec<Check>>;

impl Analysis<'_> {
    pub(crate) fn point(
        &self,
        figure: &Figure<'_>,
        entity: &Entity,
        checks: &Checks,
        request: &PackageRequest,
    ) -> DataPoint {
        let end = figure.period.end;
        let metric_name = match figure.basis {
            Basis::Ttm => format!("{}_ttm", figure.metric),
            _ => figure.metric.to_owned(),
        };
        let spec = metric(figure.metric);
        let known = figure.known_on();
        let key = (figure.metric, figure.basis, end);
        let sources = self.sources(figure);
        DataPoint {
            id: point_id(&entity.key, figure),
            entity: entity.clone(),
            metric: metric_name,
            canonical_metric: figure.metric.to_owned(),
            value: figure.value.normalize(),
            unit: figure.unit.to_string(),
            as_of_date: end,
            period: PointPeriod {
                kind: match figure.period.start {
                    None => PeriodKind::Instant,
                    Some(_) => PeriodKind::Duration,
                },
                start: figure.period.start,
                end,
                days: figure.period.days(),
                basis: figure.basis,
                fiscal_label: self.fiscal_label(figure.basis, end),
                fiscal_year_end: self.calendar.year_end_of(end),
            },
            concept_as_filed: match &figure.origin {
                Origin::Filed(observation) => Some(observation.fact.concept.to_string()),
                Origin::Derived { .. } => None,
            },
            statement: spec.map(|spec| spec.statement),
            scope: PointScope {
                consolidation: Scope::Consolidated,
                attribution: spec.map_or(Attribution::Whole, |spec| spec.attribution),
            },
            accounting: Accounting {
                standard: standard(&sources).to_owned(),
                gaap: "GAAP".to_owned(),
            },
            normalization_notes: self.normalization(figure, request.language),
            freshness: Freshness::new(
                end,
                known,
                self.view.day(),
                request.retrieved_at,
                self.calendar.year_end_of(end),
            ),
            lineage: lineage(&entity.key, figure),
            sources,
            reconciliation: self.reconcile(figure, request.language),
            checks: checks.get(&key).cloned().unwrap_or_default(),
            knowledge_time: known,
        }
    }

    fn normalization(&self, figure: &Figure<'_>, language: Language) -> NormalizationNotes {
        let label = |basis, end| self.fiscal_label(basis, end);
        let shown = |basis: Basis, end: Date| {
            label(basis, end).unwrap_or_else(|| format!("{} {end}", basis.code()))
        };
        let original = match &figure.origin {
            Origin::Filed(observation) => {
                let basis = Basis::of_length(observation.length).unwrap_or(figure.basis);
                shown(basis, observation.period.end)
            }
            Origin::Derived { inputs, .. } => {
                let mut all: Vec<String> = inputs
                    .iter()
                    .map(|(_, input)| shown(input.basis, input.period.end))
                    .collect();
                all.dedup();
                all.join(", ")
            }
        };
        let mut rules: Vec<Note> = figure.notes.clone();
        if let Origin::Filed(observation) = &figure.origin
            && let Some(series) = self.series.get(figure.metric)
            && let Some(first) = series.concepts.first()
            && first.concept != &*observation.fact.concept
        {
            rules.push(Note::ConceptSwitched {
                concept: observation.fact.concept.to_string(),
            });
        }
        NormalizationNotes {
            original_basis: original,
            converted_to: shown(figure.basis, figure.period.end),
            adjustments: rules.iter().map(|note| note.text(language)).collect(),
            gaap_vs_non_gaap: "GAAP".to_owned(),
            rules,
        }
    }

    fn sources(&self, figure: &Figure<'_>) -> Vec<SourceRef> {
        let cik = self.view.book().company.cik;
        let mut sources: Vec<SourceRef> = Vec::new();
        for observation in figure.observations() {
            let new = source_ref(observation, cik);
            let is_known = sources
                .iter()
                .any(|known| known.accession == new.accession && known.concept == new.concept);
            if !is_known {
                sources.push(new);
            }
        }
        sources
    }
}

fn source_ref(observation: &Observation<'_>, cik: Option<u64>) -> SourceRef {
    let fact = observation.fact;
    let before = observation
        .vintages
        .iter()
        .rev()
        .find(|vintage| vintage.fact.accession != fact.accession);
    // Only the SEC's own numbers lead anywhere on its site.
    let is_sec = fact.accession.len() == 20
        && fact
            .accession
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'-');
    SourceRef {
        source: fact.source.to_string(),
        tier: fact.tier,
        form: fact.form.to_string(),
        accession: fact.accession.to_string(),
        filed: fact.filed,
        concept: fact.concept.to_string(),
        vintage_no: observation.vintages.len(),
        supersedes: before.map(|vintage| vintage.fact.accession.to_string()),
        url: cik.filter(|_| is_sec).map(|cik| {
            let folder = fact.accession.replace('-', "");
            format!("https://www.sec.gov/Archives/edgar/data/{cik}/{folder}/")
        }),
    }
}

/// The standard that the concepts of the sources belong to.
fn standard(sources: &[SourceRef]) -> &'static str {
    let prefix = sources
        .first()
        .and_then(|source| source.concept.split(':').next());
    match prefix {
        Some("us-gaap" | "dei" | "srt") => "US-GAAP",
        Some("ifrs-full") => "IFRS",
        Some("cas") => "CAS",
        _ => "VENDOR",
    }
}

fn lineage(entity: &str, figure: &Figure<'_>) -> Lineage {
    let bound = figure.rounding_error();
    match &figure.origin {
        Origin::Filed(_) => Lineage {
            kind: LineageKind::Raw,
            derivation_formula: None,
            source_values: BTreeMap::new(),
            transformation_applied: None,
            rounded_to: None,
            rounding_error_bound: bound.normalize(),
            same_vintage: true,
            code_version: CODE_VERSION.to_owned(),
        },
        Origin::Derived {
            operation,
            formula,
            inputs,
        } => {
            let unit = derived_metric(figure.metric).map(|spec| spec.unit);
            let rounded_to = match unit {
                Some(UnitKind::Ratio) => Some(RATIO_PLACES),
                _ if figure.notes.contains(&Note::EpsByShares) => Some(PER_SHARE_PLACES),
                _ => None,
            };
            Lineage {
                kind: LineageKind::Derived,
                derivation_formula: Some(formula.clone()),
                source_values: inputs
                    .iter()
                    .map(|(name, input)| {
                        let source = SourceValue {
                            value: input.value.normalize(),
                            source: format!("{} {}", input.form(), input.period.end),
                            point: point_id(entity, input),
                        };
                        (name.clone(), source)
                    })
                    .collect(),
                transformation_applied: Some(
                    match operation {
                        Operation::Sum => "SUM",
                        Operation::Difference => "DIFFERENCE",
                        Operation::Formula => "FORMULA",
                    }
                    .to_owned(),
                ),
                rounded_to,
                rounding_error_bound: match rounded_to {
                    Some(places) => Decimal::new(5, places + 1),
                    None => bound.normalize(),
                },
                same_vintage: is_of_one_vintage(*operation, figure),
                code_version: CODE_VERSION.to_owned(),
            }
        }
    }
}

/// No part of a sum or difference was changed by a filing that another part has not followed.
fn is_of_one_vintage(operation: Operation, figure: &Figure<'_>) -> bool {
    if operation == Operation::Formula {
        return true;
    }
    let parts = figure.observations();
    parts.iter().enumerate().all(|(at, part)| {
        parts
            .iter()
            .skip(at + 1)
            .all(|other| part.is_of_one_vintage_with(other))
    })
}

/// From what the point states and rests on, so that the same figure has the same id in every run.
fn point_id(entity: &str, figure: &Figure<'_>) -> String {
    let mut hash = blake3::Hasher::new();
    let mut part = |text: &str| {
        hash.update(text.as_bytes());
        hash.update(&[0]);
    };
    part(entity);
    part(figure.metric);
    part(figure.basis.code());
    part(&figure.period.end.to_string());
    part(
        &figure
            .period
            .start
            .map(|day| day.to_string())
            .unwrap_or_default(),
    );
    part(&figure.unit);
    part(&figure.value.normalize().to_string());
    if let Origin::Derived { formula, .. } = &figure.origin {
        part(formula);
    }
    for observation in figure.observations() {
        part(&observation.fact.accession);
        part(&observation.fact.concept);
    }
    let hex = hash.finalize().to_hex();
    format!("dp_{}", hex.get(..16).unwrap_or_default())
}
