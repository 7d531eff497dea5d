use assay_measure::{Figure, Measured, Scratch, cpu_time, percentile};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use assay_domain::TaskId;
use tokio::task::JoinSet;

use crate::noop::{Idle, plan};
use crate::runtime;

const LAYERS: u32 = 20;
const WIDTH: u32 = 50;
/// Tasks of the layer above that each task depends on.
const DEPENDENCIES: u32 = 3;
const RUNS_AT_ONCE: usize = 10;
/// Runs alone, one after the other: one is too short for the kernel's clock.
const RUNS_ALONE: usize = 5;
const CPU_TARGET: f64 = 100.0;

const CHAIN: u32 = 200;
const FLUSHES: usize = 200;
/// Bytes that a step adds to the log: a few database pages.
const FLUSHED_BYTES: usize = 16 * 1024;

/// CPU of a durable task that does nothing, in a graph of 1,000 tasks in layers.
pub(crate) fn noop() -> Result<Measured> {
    let at_once = runtime()?.block_on(layered(RUNS_AT_ONCE, RUNS_AT_ONCE))?;
    let alone = runtime()?.block_on(layered(RUNS_ALONE, 1))?;
    let figure = |name, micros, runs: usize| {
        let tasks = runs * (LAYERS * WIDTH) as usize;
        Figure::new(name, micros, "µs CPU", tasks).at_most(CPU_TARGET)
    };
    Ok(Measured::Figures(vec![
        figure("durable-noop", at_once, RUNS_AT_ONCE),
        figure("durable-noop-alone", alone, RUNS_ALONE),
    ]))
}

/// CPU a task in microseconds, over `runs` runs of which `at_once` are driven at the same time.
async fn layered(runs: usize, at_once: usize) -> Result<f64> {
    let scratch = Scratch::new("durable")?;
    let idle = Arc::new(Idle::new(scratch.path(), BTreeMap::new())?);
    let mut created = Vec::with_capacity(runs);
    for _ in 0..runs {
        created.push(idle.create(plan("layers", layers())).await?);
    }
    let before = cpu_time()?;
    let mut driven = JoinSet::new();
    for run in created {
        if driven.len() >= at_once
            && let Some(ended) = driven.join_next().await
        {
            ended??;
        }
        let idle = Arc::clone(&idle);
        driven.spawn(async move { idle.drive(&run).await });
    }
    while let Some(ended) = driven.join_next().await {
        ended??;
    }
    let cpu = cpu_time()?.saturating_sub(before);
    Ok(cpu.as_secs_f64() * 1e6 / (runs * (LAYERS * WIDTH) as usize) as f64)
}

/// Each task of a layer depends on a few of the layer above it.
fn layers() -> Vec<Vec<TaskId>> {
    let mut tasks = Vec::new();
    for layer in 0..LAYERS {
        for place in 0..WIDTH {
            let above = |step: u32| TaskId((layer - 1) * WIDTH + (place + step) % WIDTH + 1);
            tasks.push(match layer {
                0 => Vec::new(),
                _ => (0..DEPENDENCIES).map(above).collect(),
            });
        }
    }
    tasks
}

/// Wall time of a task in a chain, where every task waits for the disk, beside the disk's own time.
pub(crate) fn chain() -> Result<Measured> {
    let scratch = Scratch::new("chain")?;
    let flush = flush_time(scratch.path())?;
    let millis = runtime()?.block_on(chained(scratch.path()))?;
    let again = flush_time(scratch.path())?;
    Ok(Measured::Figures(vec![
        Figure::new("durable-chain", millis, "ms", CHAIN as usize),
        Figure::new("fdatasync", flush, "ms", FLUSHES),
        Figure::new("fdatasync-after", again, "ms", FLUSHES),
    ]))
}

async fn chained(home: &Path) -> Result<f64> {
    let idle = Idle::new(home, BTreeMap::new())?;
    let chain = (1..=CHAIN).map(|id| match id {
        1 => Vec::new(),
        _ => vec![TaskId(id - 1)],
    });
    let run = idle.create(plan("chain", chain.collect())).await?;
    let begun = Instant::now();
    idle.drive(&run).await?;
    Ok(begun.elapsed().as_secs_f64() * 1e3 / f64::from(CHAIN))
}

/// Median time of appending a step's bytes to a file and flushing them, in milliseconds.
fn flush_time(folder: &Path) -> Result<f64> {
    let path = folder.join("flushed");
    let mut file =
        File::create(&path).with_context(|| format!("cannot make {}", path.display()))?;
    let step = vec![b'.'; FLUSHED_BYTES];
    let mut millis = Vec::with_capacity(FLUSHES);
    for _ in 0..FLUSHES {
        let begun = Instant::now();
        file.write_all(&step)?;
        file.sync_data()?;
        millis.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    millis.sort_by(f64::total_cmp);
    percentile(&millis, 0.5).context("nothing was flushed")
}
