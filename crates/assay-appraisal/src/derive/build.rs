use std::collections::BTreeMap;

use assay_domain::{Decimal, Language};
use assay_facts::{
    Basis, CheckId, DataPoint, Lineage, LineageKind, NormalizationNotes, RATIO_PLACES,
    Reconciliation, ReconciliationVerdict, SourceRef, SourceValue, evaluate,
};

/// A figure to compute: its formula is what a reader sees and what is computed.
pub(super) struct Derivation<'a> {
    pub(super) metric: String,
    pub(super) formula: String,
    pub(super) inputs: Vec<(String, &'a DataPoint)>,
    /// The point whose period and basis the result has.
    pub(super) of: &'a DataPoint,
    pub(super) counts: Counts,
    pub(super) note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    Ratio,
    /// In the unit of the inputs, which must be one.
    Amount,
}

const CODE_VERSION: &str = concat!("assay-appraisal ", env!("CARGO_PKG_VERSION"));
const RULE: &str = "computed from the data points it names";

impl Derivation<'_> {
    /// `None` where the arithmetic has no result, or an input is of doubtful scale.
    pub(super) fn point(self, language: Language) -> Option<DataPoint> {
        // Two currencies have no ratio and no sum.
        let (_, first) = self.inputs.first()?;
        let is_one_unit = self
            .inputs
            .iter()
            .all(|(_, input)| input.unit == first.unit);
        let fits = self.counts == Counts::Ratio || first.unit == self.of.unit;
        if self.inputs.iter().any(|(_, input)| is_suspect(input)) || !is_one_unit || !fits {
            return None;
        }
        let values: BTreeMap<String, Decimal> = self
            .inputs
            .iter()
            .map(|(name, input)| (name.clone(), input.value))
            .collect();
        let value = evaluate(&self.formula, &values).ok()?;
        let (value, rounded_to, bound) = match self.counts {
            Counts::Ratio => (
                value.round_dp(RATIO_PLACES).normalize(),
                Some(RATIO_PLACES),
                Decimal::new(5, RATIO_PLACES + 1),
            ),
            Counts::Amount => (
                value.normalize(),
                None,
                self.inputs
                    .iter()
                    .map(|(_, input)| input.lineage.rounding_error_bound)
                    .sum(),
            ),
        };
        let mut point = self.of.clone();
        point.id = self.id(value);
        point.metric = match self.of.period.basis {
            Basis::Ttm => format!("{}_ttm", self.metric),
            _ => self.metric.clone(),
        };
        point.canonical_metric = self.metric.clone();
        point.value = value;
        if self.counts == Counts::Ratio {
            point.unit = "pure".to_owned();
        }
        point.concept_as_filed = None;
        point.statement = None;
        point.checks = Vec::new();
        point.reconciliation = Reconciliation {
            verdict: ReconciliationVerdict::SingleSource,
            chosen_by_rule: RULE.to_owned(),
            peers: Vec::new(),
        };
        point.sources = self.sources();
        let known = self.inputs.iter().map(|(_, input)| input.knowledge_time);
        point.knowledge_time = known.max().unwrap_or(self.of.knowledge_time);
        point.freshness.source_updated_at = point.knowledge_time;
        point.normalization_notes = self.notes(language);
        point.lineage = Lineage {
            kind: LineageKind::Derived,
            derivation_formula: Some(self.formula),
            source_values: self
                .inputs
                .iter()
                .map(|(name, input)| (name.clone(), source_value(input)))
                .collect(),
            transformation_applied: Some("FORMULA".to_owned()),
            rounded_to,
            rounding_error_bound: bound,
            same_vintage: self.inputs.iter().all(|(_, i)| i.lineage.same_vintage),
            code_version: CODE_VERSION.to_owned(),
        };
        Some(point)
    }

    fn sources(&self) -> Vec<SourceRef> {
        let mut sources: Vec<SourceRef> = Vec::new();
        for source in self.inputs.iter().flat_map(|(_, input)| &input.sources) {
            let is_known = sources.iter().any(|known| {
                known.accession == source.accession && known.concept == source.concept
            });
            if !is_known {
                sources.push(source.clone());
            }
        }
        sources
    }

    fn notes(&self, language: Language) -> NormalizationNotes {
        let label = |point: &DataPoint| match &point.period.fiscal_label {
            Some(label) => label.clone(),
            None => point.as_of_date.to_string(),
        };
        let mut from: Vec<String> = self.inputs.iter().map(|(_, input)| label(input)).collect();
        from.dedup();
        NormalizationNotes {
            original_basis: from.join(language.pick(", ", "、")),
            converted_to: label(self.of),
            adjustments: self.note.iter().cloned().collect(),
            gaap_vs_non_gaap: self.of.normalization_notes.gaap_vs_non_gaap.clone(),
            rules: Vec::new(),
        }
    }

    /// From what it states and rests on, so that the same figure has the same id in every run.
    fn id(&self, value: Decimal) -> String {
        let mut parts = vec![
            self.metric.clone(),
            self.of.period.basis.code().to_owned(),
            self.of.as_of_date.to_string(),
            value.to_string(),
            self.formula.clone(),
        ];
        parts.extend(self.inputs.iter().map(|(_, input)| input.id.clone()));
        point_id(&self.of.entity.key, &parts)
    }
}

pub(super) fn point_id(entity: &str, parts: &[String]) -> String {
    let mut hash = blake3::Hasher::new();
    for part in std::iter::once(entity).chain(parts.iter().map(String::as_str)) {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    let hex = hash.finalize().to_hex();
    format!("dp_{}", hex.get(..16).unwrap_or_default())
}

fn source_value(input: &DataPoint) -> SourceValue {
    let source = input.sources.first();
    let form = source.map_or("", |source| source.form.as_str());
    SourceValue {
        value: input.value,
        source: format!("{form} {}", input.as_of_date).trim().to_owned(),
        point: input.id.clone(),
    }
}

/// Its size fits no neighbour: it is shown and never computed with.
fn is_suspect(point: &DataPoint) -> bool {
    point
        .checks
        .iter()
        .any(|check| check.id == CheckId::OrderOfMagnitude && !check.pass)
}
