//! Measurements against the speed promises. Not tests: a busy machine is slow, not wrong.
//!
//! A benchmark that needs only the built binary or cargo is a module here with one line in
//! [`BENCHMARKS`]. One that needs the engine in its own process belongs to the bench program,
//! which this runner builds and asks: see [`program`].

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::args::BenchArgs;
use crate::process::{cargo, stdout_of, step};

mod cold_build;
mod crates;
mod figure_line;
mod host;
pub(crate) mod measure;
mod program;
mod readings;
mod record;
mod startup;

use readings::{are_met, readings};
use record::{Measure, Record};

/// One thing to measure. A value at most the target is good.
struct Benchmark {
    name: &'static str,
    unit: &'static str,
    target: f64,
    /// Takes minutes: runs only when named or with `--cold`.
    slow: bool,
    measure: fn(&Site) -> Result<Measure>,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "startup",
        unit: "ms",
        target: 20.0,
        slow: false,
        measure: startup::measure,
    },
    Benchmark {
        name: "crates",
        unit: "crates",
        target: 399.0,
        slow: false,
        measure: crates::measure,
    },
    Benchmark {
        name: "cold-build",
        unit: "s",
        target: 480.0,
        slow: true,
        measure: cold_build::measure,
    },
];

/// What benchmarks run on.
pub(crate) struct Site {
    root: PathBuf,
    /// Where cargo puts what it builds.
    target: PathBuf,
}

impl Site {
    /// The release build of `assay`, made when it is first asked for.
    fn assay(&self) -> Result<PathBuf> {
        let release = ["build", "--release", "--package", "assay"];
        step("build assay", cargo(&self.root).args(release))?;
        Ok(self.target.join("release/assay"))
    }
}

pub(crate) fn run(root: &Path, args: &BenchArgs) -> Result<ExitCode> {
    let site = Site {
        root: root.to_path_buf(),
        target: target_folder(root)?,
    };
    let mut records = Vec::new();
    for benchmark in BENCHMARKS.iter().filter(|b| is_wanted(b, args)) {
        eprintln!("xtask: bench: {}", benchmark.name);
        let read = || Ok(vec![Record::new(benchmark, &(benchmark.measure)(&site)?)]);
        records.extend(readings(read, host::wait_for_calm)?);
    }
    let is_ours = |name: &String| BENCHMARKS.iter().any(|b| b.name == name.as_str());
    let others: Vec<&String> = args.names.iter().filter(|name| !is_ours(name)).collect();
    if args.names.is_empty() || !others.is_empty() {
        records.extend(program::measure(&site, &others)?);
    }
    record::print(&records, args.json)?;
    Ok(if are_met(&records) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Named, or none is named and it is quick; `--cold` adds the slow ones.
fn is_wanted(benchmark: &Benchmark, args: &BenchArgs) -> bool {
    let named = args.names.iter().any(|name| name == benchmark.name);
    let by_default = args.names.is_empty() && !benchmark.slow;
    named || by_default || (benchmark.slow && args.cold)
}

/// Where cargo puts what it builds, whatever the environment or a configuration file says.
fn target_folder(root: &Path) -> Result<PathBuf> {
    let args = ["metadata", "--format-version", "1", "--no-deps"];
    let text = stdout_of(cargo(root).args(args))?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    match metadata.get("target_directory").and_then(|v| v.as_str()) {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => bail!("cargo metadata names no target folder"),
    }
}
