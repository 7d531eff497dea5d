use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Date, Decimal};

/// A decimal number as it is sent and as it is to be given.
const DECIMAL: &str = r"^-?\d+(\.\d+)?$";

/// What makes a run an investment research. Fixed when the run is created, so that a resume or an
/// audit sees the same company on the same day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Investment {
    /// As the library knows it.
    pub company: String,
    /// Nothing that became known after this day is used.
    pub as_of: Date,
    /// What only the market knows, by name, `risk_free` for instance. Nothing has a default: what is
    /// absent is listed as missing by the valuation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub market: BTreeMap<String, MarketFigure>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<MarketPrice>,
}

/// A figure with its day and where it comes from. Rates are ratios: 0.043 is 4.3 %.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarketFigure {
    /// A decimal number as text: a JSON number would be rounded on its way.
    #[schemars(with = "String", regex(pattern = DECIMAL))]
    pub value: Decimal,
    pub as_of: Date,
    /// For a beta: window, index and frequency, or how it was relevered.
    pub source: String,
}

/// What one share cost on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarketPrice {
    /// A decimal number as text: a JSON number would be rounded on its way.
    #[schemars(with = "String", regex(pattern = DECIMAL))]
    pub value: Decimal,
    /// Three letters of ISO 4217.
    pub currency: String,
    pub as_of: Date,
    pub source: String,
}
