//! From data points to a thesis, the measure of a run and a valuation request.
//!
//! A [`Dossier`] is the package of a company with what follows from it by arithmetic, each as a
//! data point with its formula. [`thesis`] writes sentences over it in which no number is plain
//! text, [`verify`] finds every figure, quotation and citation that its ground does not carry,
//! [`measure`] is what the gates look at, [`improve`] what is done when they say no, and
//! [`valuation_request`] what the valuation is asked. Nothing is filled in: what is missing is
//! listed by whoever needs it.

mod blueprint;
mod claims;
mod core_data;
mod days;
mod derive;
mod dossier;
mod error;
mod identity;
mod improve;
mod measure;
mod outdated;
mod print;
mod request;
mod sentence;
mod thesis;
mod verify;

pub use blueprint::blueprint;
pub use claims::{metric_name, thesis};
pub use dossier::{Dossier, FiledSource, Frame};
pub use error::AppraisalError;
pub use improve::{FollowUp, FollowUpStep, FurtherSource, improve};
pub use measure::{measure, output_after_valuation};
pub use outdated::{OldFigure, Outdated, outdated};
pub use print::{Style, is_printed, printed};
pub use request::{
    MarketFigure, MarketFigures, PeerCompany, PeerNote, Quote, ValuationRequest, valuation_request,
};
pub use thesis::{
    Catalyst, ClaimRole, Driver, Hypothesis, Mechanism, MonitoringTrigger, Part, PrintedFigure,
    Thesis, ThesisClaim, Tripwire,
};
pub use verify::{Ground, Problem, verify, without_unsound};
