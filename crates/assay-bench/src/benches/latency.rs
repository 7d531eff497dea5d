use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;

use crate::figure::{Figure, Measured, percentile};
use crate::machine::{Scratch, cpu_time};
use crate::provider::{Provider, reply_time};
use crate::runtime;
use crate::workload::{CALLS_ON_CRITICAL_PATH, Workload};

/// 1,000 runs at once, replies whole.
pub(crate) fn whole() -> Result<Measured> {
    measure("latency-whole", 1_000, false, 1.02)
}

/// 500 runs at once, replies streamed.
pub(crate) fn streamed() -> Result<Measured> {
    measure("latency-streamed", 500, true, 1.05)
}

/// The slowest percent of runs that are all begun in the same moment, as a multiple of what their
/// model calls alone take: the calls that wait for one another, one after the other.
fn measure(name: &str, runs: usize, stream: bool, target: f64) -> Result<Measured> {
    let provider = Provider::start()?;
    let before = cpu_time()?;
    let mut seconds = runtime()?.block_on(drive(&provider, runs, stream))?;
    let cpu = cpu_time()?.saturating_sub(before).as_secs_f64() * 1e3 / runs as f64;
    let ideal = reply_time().as_secs_f64() * f64::from(CALLS_ON_CRITICAL_PATH);
    seconds.sort_by(f64::total_cmp);
    let share = |share| percentile(&seconds, share).context("no run was measured");
    let (median, slow) = (share(0.5)?, share(0.99)?);
    Ok(Measured::Figures(vec![
        Figure::new(name, slow / ideal, "× ideal", runs).at_most(target),
        Figure::new(format!("{name}-p99"), slow, "s", runs),
        Figure::new(format!("{name}-median"), median, "s", runs),
        Figure::new(format!("{name}-ideal"), ideal, "s", runs),
        Figure::new(format!("{name}-cpu"), cpu, "ms CPU", runs),
    ]))
}

/// How long each of the runs took, from its first step to its report on disk, in seconds.
async fn drive(provider: &Provider, runs: usize, stream: bool) -> Result<Vec<f64>> {
    let scratch = Scratch::new("latency")?;
    let workload = Workload::new(scratch.path(), &provider.base_url, stream).await?;
    let workload = Arc::new(workload);
    let mut created = Vec::with_capacity(runs);
    for _ in 0..runs {
        created.push(workload.create().await?);
    }
    let begun = Instant::now();
    let mut driven = JoinSet::new();
    for run in created {
        let workload = Arc::clone(&workload);
        driven.spawn(async move {
            workload.drive(&run).await?;
            anyhow::Ok(begun.elapsed().as_secs_f64())
        });
    }
    let mut seconds = Vec::with_capacity(runs);
    while let Some(ended) = driven.join_next().await {
        seconds.push(ended??);
    }
    Ok(seconds)
}
