use std::fs;
use std::time::Instant;

use anyhow::{Context, Result};

use super::host::HostWatch;
use super::{Measure, Site};
use crate::process::{cargo, step};

/// Wall time of a release build into an empty target folder, in seconds. Sources are already
/// fetched, so the network is not part of it.
pub(super) fn measure(site: &Site) -> Result<Measure> {
    let fetch = ["fetch", "--locked"];
    step("fetch sources", cargo(&site.root).args(fetch))?;
    let folder = std::env::temp_dir().join(format!("assay-cold-build-{}", std::process::id()));
    let host = HostWatch::start();
    let started = Instant::now();
    let built = step(
        "cold build",
        cargo(&site.root)
            .args(["build", "--release", "--locked", "--package", "assay"])
            .arg("--target-dir")
            .arg(&folder)
            .env("CARGO_INCREMENTAL", "0"),
    );
    let value = started.elapsed().as_secs_f64();
    let host = host.taken();
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    built?;
    Ok(Measure { value, n: 1, host })
}
