//! One module for each group of promises.

mod bare_client;
mod dag;
mod durable;
mod ingest;
mod latency;
pub(crate) mod library;
mod list;
pub(crate) mod run;

use anyhow::Result;
use assay_measure::Measured;

type Measure = fn() -> Result<Measured>;

/// In the order they are run.
pub(crate) const BENCHMARKS: &[(&str, Measure)] = &[
    ("run-whole", run::whole),
    ("run-streamed", run::streamed),
    ("memory", run::memory),
    ("latency-whole", latency::whole),
    ("latency-streamed", latency::streamed),
    ("durable-noop", durable::noop),
    ("durable-chain", durable::chain),
    ("dag", dag::measure),
    ("list-10k", list::measure),
    ("ingest-memory", ingest::memory),
    ("research-60k", library::research),
];
