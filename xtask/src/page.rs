//! The scripts of the page have no build step: what a compiler would find is looked for here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{answers, in_ci, step};

const PAGE: &str = "crates/assay-server/page";
/// Types, rules and the versions of what checks them.
const CHECKS: &str = "crates/assay-server/page-checks";
const LOCK: &str = "package-lock.json";
const LEFT_OUT: &str = "TypeScript and ESLint are missing and cannot be installed (that takes node and npm): the page's JavaScript is not checked";

/// Types and lints. Where they cannot be checked that is said, and in CI it fails.
pub(crate) fn check(root: &Path) -> Result<()> {
    let Some(modules) = tools(root)? else {
        if in_ci() {
            bail!("{LEFT_OUT}");
        }
        eprintln!("xtask: {LEFT_OUT}");
        return Ok(());
    };
    let checks = root.join(CHECKS);
    step(
        "types of the page",
        Command::new(modules.join(".bin/tsc"))
            .arg("--project")
            .arg(&checks),
    )?;
    step(
        "lints of the page",
        Command::new(modules.join(".bin/eslint"))
            .current_dir(root.join(PAGE))
            // the rules lie beside the page, not beside the tools
            .env("NODE_PATH", &modules)
            .arg("--config")
            .arg(checks.join("eslint.config.cjs"))
            .arg("."),
    )
}

/// Where the tools lie, installed once for each lock file. `None` where npm cannot do that.
fn tools(root: &Path) -> Result<Option<PathBuf>> {
    let folder = root.join("target/tools/page");
    let modules = folder.join("node_modules");
    let wanted = fs::read(root.join(CHECKS).join(LOCK)).context("no lock file of the tools")?;
    // written last, so that half an installation is none
    let mark = modules.join("installed.lock");
    if fs::read(&mark).is_ok_and(|found| found == wanted) {
        return Ok(Some(modules));
    }
    if !answers("node", &["--version"]) || !answers("npm", &["--version"]) {
        return Ok(None);
    }
    fs::create_dir_all(&folder)?;
    for file in ["package.json", LOCK] {
        fs::copy(root.join(CHECKS).join(file), folder.join(file))?;
    }
    let mut npm = Command::new("npm");
    npm.current_dir(&folder)
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .arg("--fetch-retries=1");
    if let Err(error) = step("tools for the page", &mut npm) {
        eprintln!("xtask: {error:#}");
        return Ok(None);
    }
    fs::write(&mark, &wanted)?;
    Ok(Some(modules))
}
