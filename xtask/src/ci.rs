use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::process::{cargo, in_ci, stdout_of, step};
use crate::{dependencies, page, tidy};

/// Everything CI checks before the tests, cheapest first.
pub(crate) fn run(root: &Path) -> Result<ExitCode> {
    let before = changes(root)?;
    step("format", cargo(root).args(["fmt", "--all", "--check"]))?;
    page::check(root)?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--"];
    step("lints", cargo(root).args(clippy).args(["-D", "warnings"]))?;
    let tidy = tidy::run(root)?;
    if tidy != ExitCode::SUCCESS {
        return Ok(tidy);
    }
    dependencies::check(root)?;
    // In CI the clone is fresh: nothing may differ. Elsewhere only what the checks themselves did.
    let expected = if in_ci() { String::new() } else { before };
    let after = changes(root)?;
    if after != expected {
        eprintln!("xtask: the checks left the work tree changed:\n{after}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn changes(root: &Path) -> Result<String> {
    let mut git = Command::new("git");
    stdout_of(git.current_dir(root).args(["status", "--porcelain"]))
}
