//! One file a command. Each gets the app and its arguments and says how the program ends.

pub(crate) mod approve;
pub(crate) mod audit;
pub(crate) mod cancel;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod data;
pub(crate) mod demo;
pub(crate) mod doctor;
mod drive;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fetch;
pub(crate) mod gate;
pub(crate) mod graph;
pub(crate) mod ingest;
pub(crate) mod list;
pub(crate) mod mcp;
pub(crate) mod plan;
mod printing;
pub(crate) mod quarantine;
pub(crate) mod read_document;
pub(crate) mod research;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod store;
