use assay_measure::{Figure, Measured, Scratch, percentile, sibling};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use assay_domain::TaskId;
use tokio::task::JoinSet;

use crate::noop::{Idle, plan};
use crate::runtime;

const RUNS: usize = 10_000;
/// Enough to share commits, few enough to keep their lock files open.
const AT_ONCE: usize = 500;
const WARM_UP: usize = 3;
const SAMPLES: usize = 30;
const TARGET: f64 = 100.0;

/// Wall time of `assay list` on a home with 10,000 finished runs of two tasks each.
pub(crate) fn measure() -> Result<Measured> {
    let assay = sibling("assay")?;
    if !assay.try_exists()? {
        return Ok(Measured::Skipped(
            "the release build of assay is not beside this program".to_owned(),
        ));
    }
    let scratch = Scratch::new("list")?;
    runtime()?.block_on(fill(scratch.path()))?;
    let newest = sample(&assay, scratch.path(), &[])?;
    let all = sample(&assay, scratch.path(), &["--all"])?;
    Ok(Measured::Figures(vec![
        Figure::new("list-10k", newest, "ms", SAMPLES).at_most(TARGET),
        Figure::new("list-10k-all", all, "ms", SAMPLES).at_most(TARGET),
    ]))
}

async fn fill(home: &Path) -> Result<()> {
    let idle = Arc::new(Idle::new(home, BTreeMap::new())?);
    let mut driven = JoinSet::new();
    for number in 0..RUNS {
        if driven.len() >= AT_ONCE
            && let Some(ended) = driven.join_next().await
        {
            ended??;
        }
        let idle = Arc::clone(&idle);
        driven.spawn(async move {
            let topic = format!("How did company {number} do last year?");
            let plan = plan(&topic, vec![Vec::new(), vec![TaskId(1)]]);
            let run = idle.create(plan).await?;
            idle.drive(&run).await
        });
    }
    while let Some(ended) = driven.join_next().await {
        ended??;
    }
    Ok(())
}

/// Median wall time, in milliseconds, from the start of the program to its end.
fn sample(assay: &Path, home: &Path, flags: &[&str]) -> Result<f64> {
    let mut millis = Vec::with_capacity(SAMPLES);
    for round in 0..WARM_UP + SAMPLES {
        let begun = Instant::now();
        let status = Command::new(assay)
            .arg("list")
            .args(flags)
            .env("ASSAY_HOME", home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .with_context(|| format!("cannot start {}", assay.display()))?;
        let took = begun.elapsed().as_secs_f64() * 1e3;
        if !status.success() {
            bail!("assay list failed ({status})");
        }
        if round >= WARM_UP {
            millis.push(took);
        }
    }
    millis.sort_by(f64::total_cmp);
    percentile(&millis, 0.5).context("no sample was taken")
}
