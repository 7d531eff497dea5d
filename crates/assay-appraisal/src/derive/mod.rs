//! Figures that compare or combine filed ones, as data points with formula and sources.

mod build;
mod growth;
mod ratios;
mod reported;

pub(crate) use growth::growth_points;
pub(crate) use ratios::ratio_points;
pub(crate) use reported::reported_points;
