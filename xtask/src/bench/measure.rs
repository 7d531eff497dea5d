//! Figures that a crate measures of itself over real data, such as how many injected instructions
//! its gate finds. Each such crate has `benches/measure.rs`; see the package `assay-measure`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::host::HostWatch;
use super::readings::are_met;
use super::{figure_line, record};
use crate::args::MeasureArgs;
use crate::process::{cargo, stdout_of, step};
use crate::tree::Tree;

pub(crate) fn run(root: &Path, args: &MeasureArgs) -> Result<ExitCode> {
    let packages = measuring_packages(&Tree::load(root)?);
    if let Some(unknown) = args.packages.iter().find(|name| !packages.contains(name)) {
        bail!(
            "{unknown} measures nothing; there are {}",
            packages.join(", ")
        );
    }
    let mut records = Vec::new();
    for package in packages {
        if !args.packages.is_empty() && !args.packages.contains(&package) {
            continue;
        }
        eprintln!("xtask: measure {package}");
        let which = ["--package", &package, "--bench", "measure"];
        let build = ["bench", "--quiet", "--no-run"];
        step("build it", cargo(root).args(build).args(which))?;
        let host = HostWatch::start();
        let text = stdout_of(cargo(root).args(["bench", "--quiet"]).args(which))?;
        records.extend(figure_line::records(&text, host.taken())?);
    }
    record::print(&records, args.json)?;
    Ok(if are_met(&records) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn measuring_packages(tree: &Tree) -> Vec<String> {
    tree.under("crates/", "/benches/measure.rs")
        .filter_map(|(path, _)| path.split('/').nth(1).map(str::to_owned))
        .collect()
}
