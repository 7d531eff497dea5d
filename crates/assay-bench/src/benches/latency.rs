use assay_measure::{Figure, Measured, Scratch, cpu_time, percentile};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;

use crate::provider::{Provider, reply_time};
use crate::runtime;
use crate::workload::{CALLS_ON_CRITICAL_PATH, Workload};

/// Runs come in evenly over this time, about that of one reply; from then on all are in flight.
const ARRIVAL: Duration = Duration::from_secs(10);

/// 1,000 runs at once, replies whole.
pub(crate) fn whole() -> Result<Measured> {
    measure("latency-whole", 1_000, false, 1.02)
}

/// 500 runs at once, replies streamed.
pub(crate) fn streamed() -> Result<Measured> {
    measure("latency-streamed", 500, true, 1.05)
}

/// The slowest percent of runs as a multiple of what their model calls alone take: the calls that
/// wait for one another, one after the other. For context, the same runs all begun in one moment,
/// when each must wait until two cores have done the first step of all the others.
fn measure(name: &str, runs: usize, stream: bool, target: f64) -> Result<Measured> {
    let provider = Provider::start()?;
    let ideal = reply_time().as_secs_f64() * f64::from(CALLS_ON_CRITICAL_PATH);
    let before = cpu_time()?;
    let spread = runtime()?.block_on(drive(&provider, runs, stream, ARRIVAL))?;
    let cpu = cpu_time()?.saturating_sub(before).as_secs_f64() * 1e3 / runs as f64;
    let burst = runtime()?.block_on(drive(&provider, runs, stream, Duration::ZERO))?;
    let share = |seconds: &[f64], share| percentile(seconds, share).context("no run was measured");
    let slow = share(&spread, 0.99)?;
    Ok(Measured::Figures(vec![
        Figure::new(name, slow / ideal, "× ideal", runs).at_most(target),
        Figure::new(format!("{name}-p99"), slow, "s", runs),
        Figure::new(format!("{name}-median"), share(&spread, 0.5)?, "s", runs),
        Figure::new(format!("{name}-ideal"), ideal, "s", runs),
        Figure::new(format!("{name}-cpu"), cpu, "ms CPU", runs),
        Figure::new(
            format!("{name}-burst"),
            share(&burst, 0.99)? / ideal,
            "× ideal",
            runs,
        ),
    ]))
}

/// How long each run took from its first step to its report on disk, in seconds, shortest first.
async fn drive(
    provider: &Provider,
    runs: usize,
    stream: bool,
    arrival: Duration,
) -> Result<Vec<f64>> {
    let scratch = Scratch::new("latency")?;
    let workload = Workload::new(scratch.path(), &provider.base_url, stream).await?;
    let workload = Arc::new(workload);
    let mut created = Vec::with_capacity(runs);
    for _ in 0..runs {
        created.push(workload.create().await?);
    }
    let begun = Instant::now();
    let mut driven = JoinSet::new();
    for (run, place) in created.into_iter().zip(0_u32..) {
        let workload = Arc::clone(&workload);
        let due = begun + arrival.mul_f64(f64::from(place) / runs as f64);
        driven.spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            workload.drive(&run).await?;
            anyhow::Ok(due.elapsed().as_secs_f64())
        });
    }
    let mut seconds = Vec::with_capacity(runs);
    while let Some(ended) = driven.join_next().await {
        seconds.push(ended??);
    }
    workload.check_calls()?;
    seconds.sort_by(f64::total_cmp);
    Ok(seconds)
}
