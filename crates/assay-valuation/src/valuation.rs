use assay_domain::{Date, Timestamp};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::company::CompanyKind;
use crate::comparables::Comparables;
use crate::gap::Gap;
use crate::method::{Flag, Method, MethodVerdict};
use crate::request::Request;
use crate::sheet::{AuditFault, Traced, audit};
use crate::simulation::SimulatedValues;
use crate::unit::Currency;
use crate::views::grid::Grid;
use crate::views::reverse::ReverseDcf;
use crate::views::scenarios::{ScenarioValue, Target};
use crate::views::tornado::DriverSwing;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "outcome", rename_all = "snake_case")]
#[schemars(rename = "ValuationOutcome")]
pub enum Outcome {
    Valued(Box<Valuation>),
    NotRunnable(NotRunnable),
}

/// No method has a value. Nothing was filled in to get one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotRunnable {
    pub company: String,
    pub kind: CompanyKind,
    pub currency: Currency,
    pub valuation_date: Date,
    /// Every input that the leading method and the target lack, not only the first.
    pub missing: Vec<Gap>,
    pub verdicts: Vec<MethodVerdict>,
    pub input_hash: String,
    pub model_version: String,
    pub generated_at: Timestamp,
}

/// A valuation with everything a reader needs to open each of its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Valuation {
    pub company: String,
    pub kind: CompanyKind,
    pub currency: Currency,
    pub valuation_date: Date,
    /// In the reporting currency.
    pub price: Option<Traced>,
    pub price_date: Option<Date>,
    pub verdicts: Vec<MethodVerdict>,
    pub flags: Vec<Flag>,
    /// The leading method first. Empty where only peers have something to say.
    pub results: Vec<MethodResult>,
    pub comparables: Option<Comparables>,
    pub reverse: Vec<ReverseDcf>,
    /// Bear, base, bull.
    pub scenarios: Vec<ScenarioValue>,
    pub target: Option<Target>,
    pub grids: Vec<Grid>,
    pub tornado: Vec<DriverSwing>,
    pub simulation: Option<SimulatedValues>,
    /// BLAKE3 of the request as JSON.
    pub input_hash: String,
    pub model_version: String,
    pub generated_at: Timestamp,
    pub request: Request,
}

/// One method's sheet and the figures of it that are shown first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MethodResult {
    pub method: Method,
    pub value_per_share: Traced,
    /// The same company by the method's own cross-check: exit multiple, net asset value, P/B.
    pub other_values: Vec<Traced>,
    /// Rates, enterprise value, shares, terminal value and what it implies.
    pub key_figures: Vec<Traced>,
    /// Enterprise value, signed lines, equity value.
    pub bridge: Vec<Traced>,
    pub lines: Vec<Traced>,
}

impl MethodResult {
    pub fn line(&self, id: &str) -> Option<&Traced> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// The lines of a projected year, 1 being the first.
    pub fn year(&self, year: u32) -> Vec<&Traced> {
        let suffix = format!(".y{year}");
        let lines = self.lines.iter();
        lines.filter(|line| line.id.ends_with(&suffix)).collect()
    }
}

impl Valuation {
    pub fn leading(&self) -> Option<&MethodResult> {
        self.results.first()
    }

    pub fn value_per_share(&self) -> Option<Decimal> {
        self.leading().map(|result| result.value_per_share.value)
    }

    /// What the target took over is what the scenarios hold.
    fn audit_carried(&self, lines: &[Traced]) -> Result<(), AuditFault> {
        for scenario in &self.scenarios {
            let id = format!("value.{}", scenario.name.id());
            let computed = scenario.value_per_share.value;
            let Some(carried) = lines.iter().find(|line| line.id == id) else {
                return Err(AuditFault::NoEvidence { id });
            };
            if carried.value != computed {
                return Err(AuditFault::Differs {
                    id,
                    stored: carried.value,
                    computed,
                });
            }
        }
        Ok(())
    }

    /// Computes every stored table again by its own formulas.
    pub fn audit(&self) -> Result<(), AuditFault> {
        for result in &self.results {
            audit(&result.lines)?;
        }
        for scenario in &self.scenarios {
            audit(&scenario.lines)?;
        }
        if let Some(target) = &self.target {
            audit(&target.lines)?;
            self.audit_carried(&target.lines)?;
        }
        if let Some(comparables) = &self.comparables {
            audit(&comparables.lines)?;
        }
        Ok(())
    }
}
