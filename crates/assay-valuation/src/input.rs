use std::collections::BTreeMap;

use assay_domain::Date;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sheet::is_id_character;
use crate::unit::{Currency, Unit};

/// Where a value comes from. There is no variant for "somebody typed it".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InputBasis {
    DataPoint {
        id: String,
    },
    Claim {
        id: String,
    },
    Assumption {
        name: String,
        reason: String,
        evidence_ids: Vec<String>,
        owner: String,
        /// The first day on which it no longer holds.
        expires: Date,
    },
}

impl InputBasis {
    /// What a reader opens: the data point, the claim, or the assumption and its evidence.
    pub fn ids(&self) -> Vec<String> {
        match self {
            Self::DataPoint { id } | Self::Claim { id } => vec![id.clone()],
            Self::Assumption {
                name, evidence_ids, ..
            } => {
                let name = format!("assumption:{name}");
                let evidence = evidence_ids.iter().cloned();
                std::iter::once(name).chain(evidence).collect()
            }
        }
    }

    pub fn is_assumption(&self) -> bool {
        matches!(self, Self::Assumption { .. })
    }
}

/// A value a model may use: named, with unit, owner and day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "InputFields", into = "InputFields")]
#[schemars(rename = "ValuationInput")]
pub struct Input {
    name: String,
    value: Decimal,
    unit: Unit,
    basis: InputBasis,
    as_of: Date,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct InputFields {
    name: String,
    value: Decimal,
    unit: Unit,
    basis: InputBasis,
    as_of: Date,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputFault {
    #[error("`{0}` is not a name: use lower-case letters, digits, `_` and `.`, a letter first")]
    Name(String),
    #[error(
        "input `{0}` rests on nothing: give the id of its data point or claim, or the name, reason and owner of the assumption"
    )]
    NoBasis(String),
    #[error("input `{0}` is given twice: keep one")]
    Twice(String),
}

impl Input {
    /// `as_of` is the day on which the value was known; for a price, the day it was paid.
    pub fn new(
        name: impl Into<String>,
        value: Decimal,
        unit: Unit,
        basis: InputBasis,
        as_of: Date,
    ) -> Result<Self, InputFault> {
        let name = name.into();
        let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !begins || !name.chars().all(is_id_character) {
            return Err(InputFault::Name(name));
        }
        let stated = match &basis {
            InputBasis::DataPoint { id } | InputBasis::Claim { id } => !id.trim().is_empty(),
            InputBasis::Assumption {
                name,
                reason,
                owner,
                ..
            } => [name, reason, owner]
                .iter()
                .all(|text| !text.trim().is_empty()),
        };
        if !stated {
            return Err(InputFault::NoBasis(name));
        }
        Ok(Self {
            name,
            value,
            unit,
            basis,
            as_of,
        })
    }

    /// A line that the statements of a day do not have: a zero that says so, since a value that is
    /// merely missing is not a zero.
    pub fn not_reported(
        name: &str,
        currency: &Currency,
        evidence_ids: Vec<String>,
        as_of: Date,
        expires: Date,
    ) -> Result<Self, InputFault> {
        let basis = InputBasis::Assumption {
            name: name.to_owned(),
            reason: "the statements have no such line: taken as zero".to_owned(),
            evidence_ids,
            owner: "statements as filed".to_owned(),
            expires,
        };
        let unit = Unit::Money(currency.clone());
        Self::new(name, Decimal::ZERO, unit, basis, as_of)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn value(&self) -> Decimal {
        self.value
    }

    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    pub fn basis(&self) -> &InputBasis {
        &self.basis
    }

    pub fn as_of(&self) -> Date {
        self.as_of
    }
}

impl TryFrom<InputFields> for Input {
    type Error = InputFault;

    fn try_from(fields: InputFields) -> Result<Self, InputFault> {
        Self::new(
            fields.name,
            fields.value,
            fields.unit,
            fields.basis,
            fields.as_of,
        )
    }
}

impl From<Input> for InputFields {
    fn from(input: Input) -> Self {
        Self {
            name: input.name,
            value: input.value,
            unit: input.unit,
            basis: input.basis,
            as_of: input.as_of,
        }
    }
}

/// Inputs by name, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Input>", into = "Vec<Input>")]
pub struct InputSet(BTreeMap<String, Input>);

impl InputSet {
    pub fn insert(&mut self, input: Input) -> Result<(), InputFault> {
        if self.0.contains_key(&input.name) {
            return Err(InputFault::Twice(input.name));
        }
        self.0.insert(input.name.clone(), input);
        Ok(())
    }

    /// Puts an input in the place of the one with its name.
    pub fn replace(&mut self, input: Input) {
        self.0.insert(input.name.clone(), input);
    }

    pub fn remove(&mut self, name: &str) -> Option<Input> {
        self.0.remove(name)
    }

    pub fn get(&self, name: &str) -> Option<&Input> {
        self.0.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Input> {
        self.0.values()
    }
}

impl TryFrom<Vec<Input>> for InputSet {
    type Error = InputFault;

    fn try_from(inputs: Vec<Input>) -> Result<Self, InputFault> {
        let mut set = Self::default();
        for input in inputs {
            set.insert(input)?;
        }
        Ok(set)
    }
}

impl From<InputSet> for Vec<Input> {
    fn from(set: InputSet) -> Self {
        set.0.into_values().collect()
    }
}
