//! The data point as it goes over the wire.

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::check::Check;
use crate::formula::{FormulaError, evaluate};
use crate::metric::{Attribution, Statement};
use crate::note::Note;
use crate::{Basis, ChangeClass, Freshness, Scope};

/// One figure with everything a reader needs to trust or reject it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataPoint {
    /// `dp_` and 16 hex digits of what it states and rests on. The day it is looked at is no part
    /// of it.
    pub id: String,
    pub entity: Entity,
    /// The canonical name, with `_ttm` for the last four quarters.
    pub metric: String,
    pub canonical_metric: String,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub value: Decimal,
    pub unit: String,
    /// The last day of the period, or the moment.
    pub as_of_date: Date,
    pub period: PointPeriod,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept_as_filed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Statement>,
    pub scope: PointScope,
    pub accounting: Accounting,
    pub normalization_notes: NormalizationNotes,
    pub freshness: Freshness,
    pub lineage: Lineage,
    pub sources: Vec<SourceRef>,
    pub reconciliation: Reconciliation,
    pub checks: Vec<Check>,
    /// The day from which it could be known.
    pub knowledge_time: Date,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entity {
    pub key: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cik: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointPeriod {
    pub kind: PeriodKind,
    pub start: Option<Date>,
    pub end: Date,
    /// 0 for a moment.
    pub days: i32,
    pub basis: Basis,
    /// For instance `FY2026 Q3`.
    pub fiscal_label: Option<String>,
    pub fiscal_year_end: Option<Date>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PeriodKind {
    Instant,
    Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointScope {
    pub consolidation: Scope,
    pub attribution: Attribution,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accounting {
    /// `US-GAAP`, `IFRS`, `CAS`, or the vendor's own.
    pub standard: String,
    pub gaap: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NormalizationNotes {
    pub original_basis: String,
    pub converted_to: String,
    /// In words, in the reader's language.
    pub adjustments: Vec<String>,
    pub gaap_vs_non_gaap: String,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Note>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum LineageKind {
    Raw,
    Derived,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lineage {
    #[serde(rename = "type")]
    pub kind: LineageKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derivation_formula: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub source_values: BTreeMap<String, SourceValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transformation_applied: Option<String>,
    /// Places after the point to which the result is rounded; `None` is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded_to: Option<u32>,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub rounding_error_bound: Decimal,
    /// Sums and differences only: no operand was changed by a filing that another has not followed.
    pub same_vintage: bool,
    pub code_version: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceValue {
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub value: Decimal,
    /// The form and period, for instance `10-Q 2024-07-28`.
    pub source: String,
    /// The data point that states it.
    pub point: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceRef {
    pub source: String,
    pub tier: Tier,
    pub form: String,
    pub accession: String,
    pub filed: Date,
    pub concept: String,
    /// Which filing of the period this is, counted from 1.
    pub vintage_no: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReconciliationVerdict {
    Match,
    Explained,
    Conflict,
    SingleSource,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reconciliation {
    pub verdict: ReconciliationVerdict,
    pub chosen_by_rule: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<ReconciliationPeer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReconciliationPeer {
    pub source: String,
    pub form: String,
    pub filed: Date,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub value: Decimal,
    #[serde(with = "exact_number")]
    #[schemars(with = "serde_json::Number")]
    pub diff_abs: Decimal,
    /// In percent of the chosen value; `None` where that is nothing.
    pub diff_pct: Option<Decimal>,
    /// `None` where the values are the same.
    pub diff_class: Option<ChangeClass>,
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecomputeError {
    #[error("{id}: a derived value without a formula; it cannot be used")]
    NoFormula { id: String },
    #[error("{id}: {error}")]
    Formula { id: String, error: FormulaError },
    #[error("{id}: the formula gives {computed} and the point says {stated}; it cannot be used")]
    Differs {
        id: String,
        computed: Decimal,
        stated: Decimal,
    },
}

impl DataPoint {
    /// Computes a derived value again from its source values. A raw value has nothing to compute.
    pub fn recompute(&self) -> Result<Decimal, RecomputeError> {
        if self.lineage.kind == LineageKind::Raw {
            return Ok(self.value);
        }
        let id = || self.id.clone();
        let formula = self.lineage.derivation_formula.as_deref();
        let formula = formula.ok_or_else(|| RecomputeError::NoFormula { id: id() })?;
        let values = self
            .lineage
            .source_values
            .iter()
            .map(|(name, source)| (name.clone(), source.value))
            .collect();
        let computed = evaluate(formula, &values)
            .map_err(|error| RecomputeError::Formula { id: id(), error })?;
        let computed = match self.lineage.rounded_to {
            Some(places) => computed.round_dp(places),
            None => computed,
        };
        if computed == self.value {
            Ok(computed)
        } else {
            Err(RecomputeError::Differs {
                id: id(),
                computed,
                stated: self.value,
            })
        }
    }
}

/// A JSON number with exactly the digits of the decimal, or a text where JSON numbers of other
/// programs could not hold them.
pub(crate) mod exact_number {
    use super::{Decimal, Deserializer, Serializer};
    use rust_decimal::prelude::ToPrimitive as _;

    /// Whole numbers up to here survive in a double.
    const LARGEST_SAFE: i64 = 1 << 53;

    pub(crate) fn serialize<S: Serializer>(value: &Decimal, to: S) -> Result<S::Ok, S::Error> {
        let value = value.normalize();
        if value.scale() == 0
            && let Some(whole) = value.to_i64()
            && whole.abs() <= LARGEST_SAFE
        {
            return to.serialize_i64(whole);
        }
        // The double is only a carrier: it is used where it prints the same digits.
        let carrier = value.to_f64().filter(|double| {
            double
                .to_string()
                .parse::<Decimal>()
                .is_ok_and(|same| same == value)
        });
        match carrier {
            Some(double) => to.serialize_f64(double),
            None => to.collect_str(&value),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
        struct Number;
        impl serde::de::Visitor<'_> for Number {
            type Value = Decimal;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E>(self, value: i64) -> Result<Decimal, E> {
                Ok(Decimal::from(value))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Decimal, E> {
                Ok(Decimal::from(value))
            }

            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Decimal, E> {
                self.visit_str(&value.to_string())
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Decimal, E> {
                text.parse()
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        from.deserialize_any(Number)
    }
}
