use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::Site;
use super::record::{Record, machine};
use crate::process::{cargo, stdout_of, step};

const PACKAGE: &str = "assay-bench";

/// Runs these benchmarks of the bench program, or all of them when none is named.
///
/// The program is the package `assay-bench`, with the engine linked in. `assay-bench list` prints
/// the names of its benchmarks, one a line. `assay-bench run NAME` prints one JSON object a line:
/// `{name, value, unit, target, n}`, `target` null for a figure that is only context, such as the
/// disk's fsync time.
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
        let text = stdout_of(Command::new(&program).args(["run", name]))?;
        for line in text.lines() {
            records.push(read(line).with_context(|| format!("{name} printed `{line}`"))?);
        }
    }
    Ok(records)
}

/// `None` where the workspace has no bench program.
fn build(site: &Site) -> Result<Option<PathBuf>> {
    let manifest = site.root.join("crates").join(PACKAGE).join("Cargo.toml");
    if !manifest.try_exists()? {
        return Ok(None);
    }
    let release = ["build", "--release", "--package", PACKAGE];
    step("build the bench program", cargo(&site.root).args(release))?;
    Ok(Some(site.target.join("release").join(PACKAGE)))
}

fn listed(program: &Path) -> Result<Vec<String>> {
    let text = stdout_of(Command::new(program).arg("list"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

#[derive(serde::Deserialize)]
struct Line {
    name: String,
    value: f64,
    unit: String,
    target: Option<f64>,
    n: u64,
}

fn read(line: &str) -> serde_json::Result<Record> {
    let line: Line = serde_json::from_str(line)?;
    Ok(Record {
        ok: line.target.is_none_or(|target| line.value <= target),
        name: line.name,
        value: line.value,
        unit: line.unit,
        target: line.target,
        n: line.n,
        machine: machine(),
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_line_is_judged_by_its_target() {
        for (target, ok) in [("6.0", true), ("5.9", false), ("null", true)] {
            let line = format!(
                r#"{{"name":"cpu-per-run","value":6.0,"unit":"ms","target":{target},"n":100}}"#
            );
            assert_eq!(read(&line).unwrap().ok, ok, "{line}");
        }
        assert!(read(r#"{"name":"cpu-per-run","unit":"ms"}"#).is_err());
    }
}
