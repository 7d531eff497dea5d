use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::Site;
use super::figure_line;
use super::host::{self, HostWatch};
use super::readings::readings;
use super::record::Record;
use crate::process::{cargo, stdout_of, step};

const PACKAGE: &str = "assay-bench";

/// Runs these benchmarks of the bench program, or all of them when none is named.
///
/// The program is the package `assay-bench`, with the engine linked in. `assay-bench list` prints
/// the names of its benchmarks, one a line. `assay-bench run NAME` prints one JSON object a line:
/// see [`figure_line`].
pub(super) fn measure(site: &Site, names: &[&String]) -> Result<Vec<Record>> {
    let program = build(site)?;
    let known = program.as_deref().map_or_else(|| Ok(Vec::new()), listed)?;
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        let ours = super::BENCHMARKS.iter().map(|b| b.name);
        let all: Vec<&str> = ours.chain(known.iter().map(String::as_str)).collect();
        bail!(
            "no benchmark is called {unknown}; there are {}",
            all.join(", ")
        );
    }
    let mut records = Vec::new();
    let Some(program) = program else {
        return Ok(records);
    };
    for name in known
        .iter()
        .filter(|name| names.is_empty() || names.contains(name))
    {
        eprintln!("xtask: bench: {name}");
        let read = || {
            let host = HostWatch::start();
            let text = stdout_of(Command::new(&program).args(["run", name]))?;
            figure_line::records(&text, host.taken())
        };
        records.extend(readings(read, host::wait_for_calm)?);
    }
    Ok(records)
}

/// `None` where the workspace has no bench program.
fn build(site: &Site) -> Result<Option<PathBuf>> {
    let manifest = site.root.join("crates").join(PACKAGE).join("Cargo.toml");
    if !manifest.try_exists()? {
        return Ok(None);
    }
    // One of its benchmarks starts `assay`. Two builds, so that neither lends the other features.
    site.assay()?;
    let release = ["build", "--release", "--package", PACKAGE];
    step("build the bench program", cargo(&site.root).args(release))?;
    Ok(Some(site.target.join("release").join(PACKAGE)))
}

fn listed(program: &Path) -> Result<Vec<String>> {
    let text = stdout_of(Command::new(program).arg("list"))?;
    Ok(text.lines().map(str::to_owned).collect())
}
