use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::host::HostWatch;
use super::{Measure, Site};

/// Starts before the clock counts: the file cache is warm, as on a machine in use.
const WARM_UP: usize = 5;
const SAMPLES: usize = 50;

/// Median wall time of `assay --version`, in milliseconds.
pub(super) fn measure(site: &Site) -> Result<Measure> {
    let assay = site.assay()?;
    let host = HostWatch::start();
    let mut millis = Vec::new();
    for round in 0..WARM_UP + SAMPLES {
        let started = Instant::now();
        let status = Command::new(&assay)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("cannot start {}", assay.display()))?;
        let took = started.elapsed().as_secs_f64() * 1000.0;
        if !status.success() {
            bail!("assay --version failed ({status})");
        }
        if round >= WARM_UP {
            millis.push(took);
        }
    }
    millis.sort_by(f64::total_cmp);
    let value = millis.get(SAMPLES / 2).copied();
    Ok(Measure {
        value: value.context("no sample was taken")?,
        n: SAMPLES as u64,
        host: host.taken(),
    })
}
