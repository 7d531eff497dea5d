use std::rc::Rc;
use std::sync::Arc;

use assay_domain::{Date, Decimal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::observation::Observation;
use crate::note::Note;
use crate::{Length, Period};

/// Which stretch of time a value covers.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Basis {
    /// A moment: a balance.
    Instant,
    /// One quarter (单季).
    Q,
    /// The first half of a year (cumulative, 累计).
    H1,
    /// The first nine months (cumulative, 累计).
    #[serde(rename = "9M")]
    NineMonths,
    #[serde(rename = "FY")]
    Fy,
    /// The last four quarters.
    #[serde(rename = "TTM")]
    Ttm,
}

impl Basis {
    pub fn code(self) -> &'static str {
        match self {
            Self::Instant => "INSTANT",
            Self::Q => "Q",
            Self::H1 => "H1",
            Self::NineMonths => "9M",
            Self::Fy => "FY",
            Self::Ttm => "TTM",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_uppercase().as_str() {
            "INSTANT" | "I" => Some(Self::Instant),
            "Q" | "QUARTER" | "单季" => Some(Self::Q),
            "H1" | "6M" => Some(Self::H1),
            "9M" => Some(Self::NineMonths),
            "FY" | "A" | "ANNUAL" => Some(Self::Fy),
            "TTM" | "LTM" => Some(Self::Ttm),
            _ => None,
        }
    }

    pub(crate) fn of_length(length: Length) -> Option<Self> {
        match length {
            Length::Instant => Some(Self::Instant),
            Length::Quarter => Some(Self::Q),
            Length::Half => Some(Self::H1),
            Length::NineMonths => Some(Self::NineMonths),
            Length::Year => Some(Self::Fy),
            Length::Other => None,
        }
    }
}

/// A value with all it rests on.
#[derive(Clone, Debug)]
pub(crate) struct Figure<'a> {
    pub(crate) metric: &'static str,
    pub(crate) basis: Basis,
    pub(crate) period: Period,
    pub(crate) value: Decimal,
    pub(crate) unit: Arc<str>,
    pub(crate) origin: Origin<'a>,
    pub(crate) notes: Vec<Note>,
    pub(crate) is_suspect: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Origin<'a> {
    Filed(Rc<Observation<'a>>),
    Derived {
        operation: Operation,
        formula: String,
        inputs: Vec<(String, Rc<Figure<'a>>)>,
    },
}

/// What was done to the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Operation {
    Sum,
    Difference,
    Formula,
}

impl<'a> Figure<'a> {
    pub(crate) fn filed(
        metric: &'static str,
        basis: Basis,
        observation: &Rc<Observation<'a>>,
    ) -> Self {
        Self {
            metric,
            basis,
            period: observation.period,
            value: observation.value,
            unit: observation.fact.unit.clone(),
            notes: observation.notes.clone(),
            is_suspect: observation.is_suspect,
            origin: Origin::Filed(observation.clone()),
        }
    }

    pub(crate) fn is_derived(&self) -> bool {
        matches!(self.origin, Origin::Derived { .. })
    }

    /// The day on which the last thing it rests on was filed.
    pub(crate) fn known_on(&self) -> Date {
        match &self.origin {
            Origin::Filed(observation) => observation.fact.filed,
            Origin::Derived { inputs, .. } => inputs
                .iter()
                .map(|(_, input)| input.known_on())
                .max()
                .unwrap_or(self.period.end),
        }
    }

    /// Half a unit of rounding of all it rests on.
    pub(crate) fn rounding_error(&self) -> Decimal {
        match &self.origin {
            Origin::Filed(observation) => {
                crate::amount::power_of_ten(observation.step).unwrap_or_default() / Decimal::TWO
            }
            Origin::Derived { inputs, .. } => {
                inputs.iter().map(|(_, input)| input.rounding_error()).sum()
            }
        }
    }

    /// The filed observations under it.
    pub(crate) fn observations(&self) -> Vec<&Rc<Observation<'a>>> {
        match &self.origin {
            Origin::Filed(observation) => vec![observation],
            Origin::Derived { inputs, .. } => inputs
                .iter()
                .flat_map(|(_, input)| input.observations())
                .collect(),
        }
    }

    pub(crate) fn form(&self) -> String {
        match &self.origin {
            Origin::Filed(observation) => observation.fact.form.to_string(),
            Origin::Derived { formula, .. } => formula.clone(),
        }
    }
}
