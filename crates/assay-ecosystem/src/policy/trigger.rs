use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What sets off a refresh: an event by name, or a figure above a threshold, written as
/// `edge_age > expiry_days`, `edge_age > 120` or `market_share_change > 5%`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub enum Trigger {
    EarningsRelease,
    /// A new filing or report of the company.
    NewFiling,
    AgeOverExpiry,
    AgeOver {
        days: u32,
    },
    Change {
        metric: TriggerMetric,
        percent: Decimal,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TriggerMetric {
    /// Percentage points that a market share moved, either way.
    MarketShareChange,
}

#[derive(Debug, Error)]
#[error(
    "`{text}` is no trigger; write `earnings_release`, `new_filing`, `edge_age > expiry_days`, \
     `edge_age > DAYS` or `market_share_change > PERCENT%`"
)]
pub struct TriggerError {
    text: String,
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EarningsRelease => f.write_str("earnings_release"),
            Self::NewFiling => f.write_str("new_filing"),
            Self::AgeOverExpiry => f.write_str("edge_age > expiry_days"),
            Self::AgeOver { days } => write!(f, "edge_age > {days}"),
            Self::Change {
                metric: TriggerMetric::MarketShareChange,
                percent,
            } => write!(f, "market_share_change > {percent}%"),
        }
    }
}

impl FromStr for Trigger {
    type Err = TriggerError;

    fn from_str(text: &str) -> Result<Self, TriggerError> {
        let unknown = || TriggerError {
            text: text.to_owned(),
        };
        let trimmed = text.trim();
        match trimmed {
            "earnings_release" => return Ok(Self::EarningsRelease),
            "new_filing" => return Ok(Self::NewFiling),
            _ => {}
        }
        let (metric, threshold) = trimmed.split_once('>').ok_or_else(unknown)?;
        let threshold = threshold.trim();
        match metric.trim() {
            "edge_age" if threshold == "expiry_days" => Ok(Self::AgeOverExpiry),
            "edge_age" => {
                let days = threshold.parse().map_err(|_| unknown())?;
                Ok(Self::AgeOver { days })
            }
            "market_share_change" => {
                let number = threshold.strip_suffix('%').ok_or_else(unknown)?;
                let percent: Decimal = number.trim().parse().map_err(|_| unknown())?;
                if percent.is_sign_negative() {
                    return Err(unknown());
                }
                Ok(Self::Change {
                    metric: TriggerMetric::MarketShareChange,
                    percent,
                })
            }
            _ => Err(unknown()),
        }
    }
}

impl TryFrom<String> for Trigger {
    type Error = TriggerError;

    fn try_from(text: String) -> Result<Self, TriggerError> {
        text.parse()
    }
}

impl From<Trigger> for String {
    fn from(trigger: Trigger) -> Self {
        trigger.to_string()
    }
}
