//! The same model looked at from other sides: what the price implies, tables of two drivers, one
//! driver at a time, weighted scenarios.

pub(crate) mod grid;
pub(crate) mod reverse;
pub(crate) mod scenarios;
pub(crate) mod tornado;
