//! Assumptions without a model of language: medians of the company's own history, and market
//! figures that the caller must bring.

mod assume;
mod history;
mod market;
mod statistics;

pub use assume::{OfflineAssumptions, assume};
pub use history::{FiscalYear, History, Metric};
pub use market::MarketAssumptions;
