//! What a company is worth, by which method, and why not by the others.
//!
//! [`value`] takes a [`Request`] whose every number is an [`Input`]: a data point, a claim or a
//! named assumption. What a method lacks is listed, all of it, and never filled in; what makes a
//! method senseless is a refusal with its reason. Each model is a sheet of formulas, and what a
//! reader opens ([`Traced`]) is what was computed. The price is read by the weights of capital, by
//! the treasury-stock method and by views on the result; no driver is ever fitted to it.
//!
//! Figures are decimals. Powers are repeated products and half a year is a square root by Newton's
//! method, so the same request gives the same digits on every machine. The simulation alone counts
//! in floating point, and is marked.

mod company;
mod comparables;
mod difference;
mod fault;
mod flags;
mod gap;
mod input;
mod label;
mod method;
mod models;
mod need;
mod offline;
mod render;
mod request;
mod run;
mod sheet;
mod simulation;
mod unit;
mod valuation;
mod views;

pub use company::CompanyKind;
pub use comparables::{
    Comparables, Exclusion, ExclusionReason, Implied, ImpliedValues, Multiple,
    MultipleDistribution, PeerMultiple,
};
pub use difference::{ChangeCause, ChangePart, DifferenceFault, ValueChange, difference};
pub use fault::ValuationFault;
pub use gap::{Gap, PRICE_DAYS, Problem};
pub use input::{Input, InputBasis, InputFault, InputSet};
pub use label::label;
pub use method::{Flag, Method, MethodVerdict, Reason, Standing};
pub use need::{Allowed, INPUTS, UnitKind};
pub use offline::{FiscalYear, History, MarketAssumptions, Metric, OfflineAssumptions, assume};
pub use render::{render_not_runnable, render_summary};
pub use request::{
    Distribution, Draw, Leases, Peer, PeriodBasis, Request, Scenario, ScenarioName, Shape,
    Simulation, StockCompensation, Weights,
};
pub use run::{MODEL_VERSION, input_hash, value};
pub use sheet::{ArithmeticFault, AuditFault, FormulaFault, Traced, audit};
pub use simulation::{Histogram, Percentile, SimulatedValues};
pub use unit::{Currency, Unit, UnitFault};
pub use valuation::{MethodResult, NotRunnable, Outcome, Valuation};
pub use views::grid::{Cell, Grid};
pub use views::reverse::{ImpliedDriver, ReverseDcf};
pub use views::scenarios::{ScenarioValue, Target};
pub use views::tornado::DriverSwing;
