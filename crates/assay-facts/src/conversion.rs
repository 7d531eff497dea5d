use assay_domain::{Date, Decimal};
use thiserror::Error;

use crate::metric::UnitKind;
use crate::note::Note;
use crate::{DataPoint, LineageKind, SourceValue};

/// Units of `to` for one unit of `from` on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FxRate {
    pub from: String,
    pub to: String,
    pub rate: Decimal,
    pub on: Date,
    /// Where the rate comes from.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConversionRefused {
    #[error("{metric} is in {unit}, which is no currency; leave it as it is")]
    NoCurrency { metric: String, unit: String },
    #[error("{metric} is in {unit} and the rate is from {from}; give a rate from {unit}")]
    OtherCurrency {
        metric: String,
        unit: String,
        from: String,
    },
    #[error("{metric}: the converted value leaves the range of decimals")]
    Range { metric: String },
}

impl DataPoint {
    /// The point in another currency, derived from this one. Shares and ratios have no currency.
    pub fn converted(&self, rate: &FxRate) -> Result<Self, ConversionRefused> {
        let is_per_share = UnitKind::PerShare.accepts(&self.unit);
        let currency = self.unit.strip_suffix("/shares").unwrap_or(&self.unit);
        if !UnitKind::Money.accepts(&self.unit) && !is_per_share {
            return Err(ConversionRefused::NoCurrency {
                metric: self.metric.clone(),
                unit: self.unit.clone(),
            });
        }
        if currency != rate.from {
            return Err(ConversionRefused::OtherCurrency {
                metric: self.metric.clone(),
                unit: self.unit.clone(),
                from: rate.from.clone(),
            });
        }
        let value = self.value.checked_mul(rate.rate);
        let value = value.ok_or_else(|| ConversionRefused::Range {
            metric: self.metric.clone(),
        })?;
        let mut point = self.clone();
        point.id = format!(
            "{}_{}_{}",
            self.id,
            rate.to.to_lowercase(),
            rate.on.strftime("%Y%m%d")
        );
        point.value = value.normalize();
        point.unit = if is_per_share {
            format!("{}/shares", rate.to)
        } else {
            rate.to.clone()
        };
        point.lineage.kind = LineageKind::Derived;
        point.lineage.derivation_formula = Some("value * rate".to_owned());
        point.lineage.transformation_applied = Some("FX".to_owned());
        point.lineage.rounded_to = None;
        let source = |value, source: String, point: String| SourceValue {
            value,
            source,
            point,
        };
        point.lineage.source_values = [
            (
                "value",
                source(self.value, self.unit.clone(), self.id.clone()),
            ),
            (
                "rate",
                source(
                    rate.rate,
                    format!("{} {}", rate.source, rate.on),
                    String::new(),
                ),
            ),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        point.normalization_notes.rules.push(Note::Converted {
            from: rate.from.clone(),
            to: rate.to.clone(),
            rate: rate.rate,
            on: rate.on,
        });
        Ok(point)
    }
}
