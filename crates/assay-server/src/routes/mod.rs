//! The table of routes, and what answers each, one file a subject.

pub(crate) mod ask;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod config;
pub(crate) mod dashboards;
mod deep_agent;
pub(crate) mod files;
pub(crate) mod gates;
pub(crate) mod graph;
pub(crate) mod installation;
pub(crate) mod library;
pub(crate) mod metrics;
pub(crate) mod page;
pub(crate) mod plans;
mod profiles;
pub(crate) mod quarantine;
pub(crate) mod report;
pub(crate) mod run_list;
pub(crate) mod runs;
pub(crate) mod sessions;
pub(crate) mod steps;
mod table;
pub(crate) mod upload;
pub(crate) mod valuation;

pub use table::routes;
