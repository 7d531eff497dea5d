use rust_decimal::Decimal;
use thiserror::Error;

use crate::input::InputFault;
use crate::sheet::{ArithmeticFault, FormulaFault};

/// A request that contradicts itself, or a result that breaks a rule of the model. What is merely
/// missing is no fault: see [`NotRunnable`](crate::NotRunnable).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValuationFault {
    #[error("line `{line}` has no value: {why}; check the inputs it names")]
    Arithmetic { line: String, why: ArithmeticFault },
    #[error(transparent)]
    Formula(#[from] FormulaFault),
    #[error(transparent)]
    Input(#[from] InputFault),
    #[error("no line `{id}` in the model")]
    UnknownLine { id: String },
    #[error("line `{id}` is defined twice")]
    LineTwice { id: String },
    #[error("the request cannot be written as JSON: {why}")]
    Unwritable { why: String },
    #[error(
        "horizon of {horizon} years with {stage_one} at constant growth: the horizon is 3 to 10 years and longer than its first stage"
    )]
    Shape { horizon: u32, stage_one: u32 },
    #[error(
        "the base period ends {base} and the valuation is of {valuation}: value a day on or after the end of the period"
    )]
    BaseAfterValuation { base: String, valuation: String },
    #[error(
        "a grid has {0} cells a side: use an odd number of 3 or more, so that the base is its centre"
    )]
    GridSide(usize),
    #[error("the step of a grid is {0}: use a step above zero")]
    GridStep(Decimal),
    #[error(
        "grid `{grid}`: the centre is {centre} and the base is {base}; the cell was not computed by the model of the base"
    )]
    GridCentre {
        grid: String,
        centre: String,
        base: Decimal,
    },
    #[error("scenarios must be bear, base and bull, once each")]
    ScenarioNames,
    #[error("the probabilities of the scenarios add up to {0}: make them 1")]
    Probabilities(Decimal),
    #[error(
        "scenario {scenario} sets `{driver}`: a scenario moves operating drivers only, since its probability already carries the risk that a discount rate would count again"
    )]
    ScenarioDriver { scenario: String, driver: String },
    #[error("the base scenario sets `{0}`: put the value into the inputs of the run")]
    BaseScenarioDriver(String),
    #[error("the simulation draws `{0}`, which is no driver of this model")]
    UnknownDraw(String),
    #[error(
        "the spread of drawn driver `{0}` is not above zero, or its bounds do not enclose the base value"
    )]
    DrawSpread(String),
    #[error("a simulation needs 1,000 to 10,000,000 paths, not {0}")]
    Paths(u32),
    #[error("a line of the model has no value in floating point")]
    NotSimulable,
}
