//! Figures that a crate measures of itself over real data, such as how many injected instructions
//! its gate finds. Each such crate has `benches/measure.rs`; see the package `assay-measure`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use super::host::HostWatch;
use super::readings::are_met;
use super::{figure_line, record};
use crate::args::MeasureArgs;
use crate::process::{cargo, in_ci, stdout_of, step};
use crate::tree::Tree;

/// What CI measures: quality alone, which the speed of a machine does not change.
const SHORT: [&str; 4] = [
    "injection",
    "labelled-claims",
    "labelled-questions",
    "numeral-mutation",
];
/// Has the programs take a part of what is too large; `assay_measure::is_short` reads it.
const SHORT_VARIABLE: &str = "ASSAY_MEASURE_SHORT";

pub(crate) fn run(root: &Path, args: &MeasureArgs) -> Result<ExitCode> {
    if args.short {
        return short(root, args);
    }
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

/// Of the whole workspace, although few of its programs have such a measurement: for a part of it
/// cargo would build most crates again, because their dependencies then have fewer features.
fn short(root: &Path, args: &MeasureArgs) -> Result<ExitCode> {
    if !root.join("../shared/data").try_exists()? {
        eprintln!("xtask: ../shared/data is missing: quality is not measured");
        return Ok(ExitCode::SUCCESS);
    }
    let programs = ["bench", "--quiet", "--workspace", "--bench", "measure"];
    let programs = || {
        let mut cargo = cargo(root);
        cargo.args(programs).args(["--profile", "dev"]);
        cargo
    };
    step("build what measures", programs().arg("--no-run"))?;
    eprintln!("xtask: measure {}", SHORT.join(", "));
    let begun = Instant::now();
    let text = stdout_of(programs().arg("--").args(SHORT).env(SHORT_VARIABLE, "1"))?;
    let mut records = figure_line::records(&text, None)?;
    records.retain(|record| record.target.is_some() || record.least.is_some());
    record::print(&records, args.json)?;
    eprintln!("xtask: measured in {:.0} s", begun.elapsed().as_secs_f64());
    if in_ci() && figure_line::has_skipped(&text) {
        bail!("../shared/data is there, but not all that is measured over it");
    }
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

#[cfg(test)]
mod tests {
    use super::{SHORT, SHORT_VARIABLE};
    use crate::tree::{Tree, workspace_root};

    /// A program that does not know a name measures nothing.
    #[test]
    fn each_short_measurement_is_known_to_one_program() {
        let tree = Tree::load(&workspace_root().unwrap()).unwrap();
        let sources = tree.under("crates/", ".rs");
        let programs = sources.filter(|(path, _)| path.contains("/benches/"));
        let lines: Vec<&str> = programs.flat_map(|(_, text)| text.lines()).collect();
        for name in SHORT {
            let entry = format!("(\"{name}\", ");
            let is_entry = |line: &&&str| line.trim_start_matches([' ', '[']).starts_with(&entry);
            assert_eq!(lines.iter().filter(is_entry).count(), 1, "{name}");
        }
        let reader = tree.get("crates/assay-measure/src/program.rs").unwrap();
        assert!(reader.contains(SHORT_VARIABLE), "{SHORT_VARIABLE}");
    }
}
