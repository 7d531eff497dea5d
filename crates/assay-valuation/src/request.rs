use assay_domain::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::company::CompanyKind;
use crate::fault::ValuationFault;
use crate::input::{Input, InputSet};
use crate::offline::OfflineAssumptions;
use crate::unit::{Currency, Unit};

/// Everything a valuation rests on. The same request gives the same result, digit for digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ValuationRequest")]
pub struct Request {
    pub company: String,
    pub kind: CompanyKind,
    /// The currency of the statements and of every amount that is not a price.
    pub currency: Currency,
    pub valuation_date: Date,
    /// Last day of the twelve months that `revenue.base` covers.
    pub base_period_end: Date,
    /// Ends of the fiscal years whose statements are at hand.
    pub fiscal_years: Vec<Date>,
    pub shape: Shape,
    // the names are in [`INPUTS`](crate::INPUTS)
    pub inputs: InputSet,
    /// Where the beta comes from: window, index and frequency, or bottom-up and relevered.
    pub beta_description: Option<String>,
    pub erp_source: Option<String>,
    pub scenarios: Vec<Scenario>,
    pub peers: Vec<Peer>,
    pub peer_basis: PeriodBasis,
    pub simulation: Option<Simulation>,
}

/// The form of the projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DistributionShape")]
pub struct Shape {
    /// Years of the explicit table, 3 to 10.
    pub horizon: u32,
    /// Years at `growth.start` before growth fades in equal steps to `growth.terminal`.
    pub stage_one: u32,
    pub stock_compensation: StockCompensation,
    pub weights: Weights,
    pub leases: Leases,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockCompensation {
    /// Operating income already bears it and nothing is added back.
    Cost,
    /// Added back to the cash flow; the summary says so.
    AddedBack,
}

/// Weights of debt and equity in the cost of capital. Debt is gross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    Market,
    /// `weight.debt`.
    Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leases {
    /// Rent is not in operating income, so the liability is debt: in the weights and in the bridge.
    Debt,
    /// Rent is an operating cost of each year, so the liability is in neither.
    OperatingCost,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioName {
    Bear,
    Base,
    Bull,
}

impl ScenarioName {
    pub fn id(self) -> &'static str {
        match self {
            Self::Bear => "bear",
            Self::Base => "base",
            Self::Bull => "bull",
        }
    }
}

/// Operating drivers in place of those of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scenario {
    pub name: ScenarioName,
    pub probability: Input,
    pub drivers: Vec<Input>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PeriodBasis {
    /// Last twelve months.
    Ltm,
    /// Next twelve months.
    Ntm,
}

/// A comparable company. Its amounts may be in its own currency: a multiple has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Peer {
    pub name: String,
    /// Why it is comparable.
    pub reason: String,
    /// Set where somebody took it out, with the reason.
    pub excluded: Option<String>,
    pub basis: PeriodBasis,
    pub as_of: Date,
    pub enterprise_value: Option<Input>,
    pub market_value: Option<Input>,
    pub ebitda: Option<Input>,
    pub ebit: Option<Input>,
    pub sales: Option<Input>,
    pub net_income: Option<Input>,
    pub book_equity: Option<Input>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Simulation {
    pub seed: u64,
    pub paths: u32,
    /// Drawn independently of each other.
    pub draws: Vec<Draw>,
}

/// A driver that varies between paths, around its value in the base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SimulationDraw")]
pub struct Draw {
    /// A line of the model, `growth.start` or `wacc` for instance.
    pub driver: String,
    pub distribution: Distribution,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Distribution {
    /// Mean at the base value.
    Normal { deviation: Input },
    /// Mode at the base value.
    Triangular { low: Input, high: Input },
}

impl Shape {
    /// Ten years, growth fading from the second on. Under US-GAAP the rent of operating leases is
    /// in operating income, under IFRS it is not.
    pub fn ten_years(leases: Leases) -> Self {
        Self {
            horizon: 10,
            stage_one: 1,
            stock_compensation: StockCompensation::Cost,
            weights: Weights::Market,
            leases,
        }
    }
}

impl Request {
    /// A request without inputs, peers and scenarios.
    pub fn new(
        company: impl Into<String>,
        kind: CompanyKind,
        currency: Currency,
        valuation_date: Date,
        base_period_end: Date,
        shape: Shape,
    ) -> Self {
        Self {
            company: company.into(),
            kind,
            currency,
            valuation_date,
            base_period_end,
            fiscal_years: Vec::new(),
            shape,
            inputs: InputSet::default(),
            beta_description: None,
            erp_source: None,
            scenarios: Vec::new(),
            peers: Vec::new(),
            peer_basis: PeriodBasis::Ltm,
            simulation: None,
        }
    }

    /// Takes assumptions over. An input that the request already has stays. The draws wait for a
    /// seed: see [`Simulation`].
    pub fn adopt(&mut self, assumptions: &OfflineAssumptions) {
        for input in &assumptions.inputs {
            if self.inputs.get(input.name()).is_none() {
                self.inputs.replace(input.clone());
            }
        }
        self.fiscal_years.clone_from(&assumptions.fiscal_years);
        self.beta_description
            .clone_from(&assumptions.beta_description);
        self.erp_source.clone_from(&assumptions.erp_source);
        self.scenarios.clone_from(&assumptions.scenarios);
    }

    /// What no set of inputs could mend.
    pub(crate) fn check(&self) -> Result<(), ValuationFault> {
        let Shape {
            horizon, stage_one, ..
        } = self.shape;
        if !(3..=10).contains(&horizon) || stage_one >= horizon {
            return Err(ValuationFault::Shape { horizon, stage_one });
        }
        if self.base_period_end > self.valuation_date {
            return Err(ValuationFault::BaseAfterValuation {
                base: self.base_period_end.to_string(),
                valuation: self.valuation_date.to_string(),
            });
        }
        Ok(())
    }

    pub(crate) fn money(&self) -> Unit {
        Unit::Money(self.currency.clone())
    }

    pub(crate) fn per_share(&self) -> Unit {
        Unit::MoneyPerShare(self.currency.clone())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.inputs.get(name).is_some()
    }

    /// Numbers of the tranches or segments that have an input: `options.2.count` is 2.
    pub(crate) fn numbered(&self, family: &str) -> Vec<u32> {
        let mut numbers: Vec<u32> = self
            .inputs
            .iter()
            .filter_map(|input| {
                let rest = input.name().strip_prefix(family)?.strip_prefix('.')?;
                rest.split('.').next()?.parse().ok()
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}
