use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Three capital letters of ISO 4217.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
pub struct Currency(String);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a unit: write USD, USD/share, shares, ratio or years")]
pub struct UnitFault(String);

impl Currency {
    pub fn new(code: &str) -> Result<Self, UnitFault> {
        let is_code = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if is_code {
            Ok(Self(code.to_owned()))
        } else {
            Err(UnitFault(code.to_owned()))
        }
    }

    pub fn code(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Currency {
    type Error = UnitFault;

    fn try_from(code: String) -> Result<Self, UnitFault> {
        Self::new(&code)
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.0
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a value counts. On the wire a text: `USD`, `USD/share`, `shares`, `ratio`, `years`.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(rename = "ValuationUnit")]
pub enum Unit {
    Money(Currency),
    MoneyPerShare(Currency),
    Shares,
    /// 0.05 is five per cent.
    Ratio,
    Years,
}

impl Unit {
    pub fn currency(&self) -> Option<&Currency> {
        match self {
            Self::Money(currency) | Self::MoneyPerShare(currency) => Some(currency),
            Self::Shares | Self::Ratio | Self::Years => None,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Money(currency) => write!(f, "{currency}"),
            Self::MoneyPerShare(currency) => write!(f, "{currency}/share"),
            Self::Shares => f.write_str("shares"),
            Self::Ratio => f.write_str("ratio"),
            Self::Years => f.write_str("years"),
        }
    }
}

impl TryFrom<String> for Unit {
    type Error = UnitFault;

    fn try_from(text: String) -> Result<Self, UnitFault> {
        match text.as_str() {
            "shares" => Ok(Self::Shares),
            "ratio" => Ok(Self::Ratio),
            "years" => Ok(Self::Years),
            _ => match text.strip_suffix("/share") {
                Some(code) => Currency::new(code).map(Self::MoneyPerShare),
                None => Currency::new(&text).map(Self::Money),
            },
        }
    }
}

impl From<Unit> for String {
    fn from(unit: Unit) -> Self {
        unit.to_string()
    }
}
