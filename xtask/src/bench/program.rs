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
/// `{name, value, unit, target, n, load}`, `target` null for a figure that is only context, such as
/// the disk's fsync time. `{name, skipped}` stands for one that cannot be measured here.
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
            match read(line).with_context(|| format!("{name} printed `{line}`"))? {
                Line::Figure(figure) => records.push(figure.into()),
                Line::Skip { name, skipped } => {
                    eprintln!("xtask: bench: {name} SKIPPED: {skipped}")
                }
            }
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

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Line {
    Figure(Figure),
    Skip { name: String, skipped: String },
}

#[derive(serde::Deserialize)]
struct Figure {
    name: String,
    value: f64,
    unit: String,
    target: Option<f64>,
    n: u64,
    load: Option<f64>,
}

fn read(line: &str) -> serde_json::Result<Line> {
    serde_json::from_str(line)
}

impl From<Figure> for Record {
    fn from(figure: Figure) -> Self {
        Self {
            ok: figure.target.is_none_or(|target| figure.value <= target),
            name: figure.name,
            value: figure.value,
            unit: figure.unit,
            target: figure.target,
            n: figure.n,
            load: figure.load,
            machine: machine(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Record, read};

    #[test]
    fn a_line_is_judged_by_its_target() {
        for (target, ok) in [("6.0", true), ("5.9", false), ("null", true)] {
            let line = format!(
                r#"{{"name":"cpu-per-run","value":6.0,"unit":"ms","target":{target},"n":100}}"#
            );
            let Line::Figure(figure) = read(&line).unwrap() else {
                panic!("{line} is a figure");
            };
            assert_eq!(Record::from(figure).ok, ok, "{line}");
        }
        assert!(read(r#"{"name":"cpu-per-run","unit":"ms"}"#).is_err());
    }

    #[test]
    fn a_benchmark_may_say_that_it_was_skipped() {
        let line = r#"{"name":"dag","skipped":"no graphs"}"#;
        assert!(matches!(read(line).unwrap(), Line::Skip { .. }));
    }
}
