//! From facts to values of metrics: which vintage, which concept, which quarter.

mod analysis;
mod computed;
mod depreciation;
mod earnings;
mod figure;
mod metric_series;
mod observation;
mod proof;
mod quarters;
mod rolled;
mod trailing;

pub use analysis::Analysis;
pub use figure::{Basis, Operation};

pub(crate) use figure::{Figure, Origin};
pub(crate) use observation::Observation;
