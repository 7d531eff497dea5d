use serde::{Deserialize, Serialize};

use crate::{Date, Decimal};

/// What makes a run an investment research. Fixed when the run is created, so that a resume or an
/// audit sees the same company on the same day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Investment {
    /// As the user wrote it or the question named it: ticker, name or number.
    pub company: String,
    /// Nothing that became known after this day is used.
    pub as_of: Date,
    #[serde(default)]
    pub market: MarketFigures,
    /// The user's own kill-switch rules, as the file has them; `None`: the built-in ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kill_switch: Option<String>,
}

/// What only the market knows. Nothing here has a default: what is absent is listed as missing by
/// the valuation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MarketFigures {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_free: Option<MarketFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity_risk_premium: Option<MarketFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<MarketFigure>,
    /// Before tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_of_debt: Option<MarketFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marginal_tax: Option<MarketFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_growth: Option<MarketFigure>,
    /// Enterprise value over EBITDA at the end of the projection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_multiple: Option<MarketFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<MarketPrice>,
}

/// A ratio, 0.043 for 4.3 %, with its day and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarketFigure {
    pub value: Decimal,
    pub date: Date,
    /// For a beta: window, index and frequency, or how it was relevered.
    pub source: String,
}

/// What one share cost on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarketPrice {
    pub value: Decimal,
    /// Three letters of ISO 4217.
    pub currency: String,
    pub date: Date,
    pub source: String,
}

impl MarketFigures {
    /// The figures of a company over those that count for all.
    #[must_use]
    pub fn over(self, general: Self) -> Self {
        Self {
            risk_free: self.risk_free.or(general.risk_free),
            equity_risk_premium: self.equity_risk_premium.or(general.equity_risk_premium),
            beta: self.beta.or(general.beta),
            cost_of_debt: self.cost_of_debt.or(general.cost_of_debt),
            marginal_tax: self.marginal_tax.or(general.marginal_tax),
            terminal_growth: self.terminal_growth.or(general.terminal_growth),
            exit_multiple: self.exit_multiple.or(general.exit_multiple),
            price: self.price.or(general.price),
        }
    }
}
