use assay_measure::{Figure, Measured, Scratch, cpu_time, peak_memory};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tokio::task::JoinSet;

use super::bare_client::BareClient;
use crate::provider::Provider;
use crate::runtime;
use crate::workload::{CALLS_PER_RUN, Workload};

/// Runs at once.
const RUNS: usize = 100;
const CPU_TARGET: f64 = 6.0;
const STREAMED_TARGET: f64 = 2.0;
const MEMORY_TARGET: f64 = 60.0;

/// CPU of a run whose replies come whole.
pub(crate) fn whole() -> Result<Measured> {
    let provider = Provider::start()?;
    let cpu = runtime()?.block_on(engine_cpu(&provider, false))?;
    let bare = runtime()?.block_on(bare_cpu(&provider, false))?;
    Ok(Measured::Figures(vec![
        per_run("run-whole", cpu).at_most(CPU_TARGET),
        per_run("run-whole-bare-client", bare),
    ]))
}

/// CPU of a run whose replies are streamed, as a multiple of what reading the streams alone costs.
pub(crate) fn streamed() -> Result<Measured> {
    let provider = Provider::start()?;
    let bare = runtime()?.block_on(bare_cpu(&provider, true))?;
    let cpu = runtime()?.block_on(engine_cpu(&provider, true))?;
    let ratio = cpu.as_secs_f64() / bare.as_secs_f64();
    Ok(Measured::Figures(vec![
        Figure::new("run-streamed", ratio, "× bare", RUNS).at_most(STREAMED_TARGET),
        per_run("run-streamed-cpu", cpu),
        per_run("run-streamed-bare-client", bare),
    ]))
}

/// The most memory of a process that drives one run on a library that is there already, and of one
/// that brings the library in first.
pub(crate) fn memory() -> Result<Measured> {
    let provider = Provider::start()?;
    let scratch = Scratch::new("memory")?;
    let with_ingest = one_run(&provider, scratch.path())?;
    let alone = one_run(&provider, scratch.path())?;
    Ok(Measured::Figures(vec![
        Figure::new("memory", alone, "MB", 1).at_most(MEMORY_TARGET),
        Figure::new("memory-with-ingest", with_ingest, "MB", 1),
    ]))
}

/// The peak memory, in megabytes, of a process of its own for one run.
fn one_run(provider: &Provider, home: &Path) -> Result<f64> {
    let program = std::env::current_exe().context("this program has no path")?;
    let output = Command::new(program)
        .args(["drive", "1", "streamed", &provider.base_url])
        .arg(home)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start a process for one run")?;
    if !output.status.success() {
        bail!("the process of one run failed ({})", output.status);
    }
    let bytes: u64 = String::from_utf8(output.stdout)?.trim().parse()?;
    Ok(bytes as f64 / 1e6)
}

/// The process that `memory` measures; with more than one run, a place to point a profiler at.
pub(crate) async fn drive(runs: usize, stream: bool, base_url: &str, home: &Path) -> Result<()> {
    let workload = Workload::new(home, base_url, stream).await?;
    all_at_once(Arc::new(workload), runs).await?;
    writeln!(std::io::stdout(), "{}", peak_memory()?)?;
    Ok(())
}

fn per_run(name: &str, cpu: Duration) -> Figure {
    let millis = cpu.as_secs_f64() * 1e3 / RUNS as f64;
    Figure::new(name, millis, "ms CPU", RUNS)
}

/// CPU of `RUNS` runs at once, from their creation to their reports on disk.
async fn engine_cpu(provider: &Provider, stream: bool) -> Result<Duration> {
    let scratch = Scratch::new("run")?;
    let workload = Workload::new(scratch.path(), &provider.base_url, stream).await?;
    let workload = Arc::new(workload);
    // What a process does once, such as compiling its patterns, is no part of a run.
    all_at_once(Arc::clone(&workload), 1).await?;
    let before = cpu_time()?;
    all_at_once(Arc::clone(&workload), RUNS).await?;
    let spent = cpu_time()?.saturating_sub(before);
    workload.check_calls()?;
    Ok(spent)
}

async fn all_at_once(workload: Arc<Workload>, runs: usize) -> Result<()> {
    let mut driven = JoinSet::new();
    for _ in 0..runs {
        let workload = Arc::clone(&workload);
        driven.spawn(async move {
            let run = workload.create().await?;
            workload.drive(&run).await
        });
    }
    while let Some(ended) = driven.join_next().await {
        ended??;
    }
    Ok(())
}

/// CPU of a client that makes as many calls and only reads the replies.
async fn bare_cpu(provider: &Provider, stream: bool) -> Result<Duration> {
    let client = Arc::new(BareClient::new(&provider.base_url, stream)?);
    let before = cpu_time()?;
    let mut runs = JoinSet::new();
    for _ in 0..RUNS {
        let client = Arc::clone(&client);
        runs.spawn(async move { client.run(CALLS_PER_RUN).await });
    }
    while let Some(ended) = runs.join_next().await {
        ended??;
    }
    Ok(cpu_time()?.saturating_sub(before))
}
