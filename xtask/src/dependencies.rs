//! What is known of the crates that the product is built from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process::{answers, cargo, stdout_of, step};

const DAY: u64 = 24 * 60 * 60;

/// Licences, bans and sources, and advisories where their database is at hand. What is not checked is
/// said.
pub(crate) fn check(root: &Path) -> Result<()> {
    if !answers("cargo-deny", &["--version"]) {
        eprintln!(
            "xtask: cargo-deny is not installed (cargo install --locked cargo-deny): licences, bans, sources and advisories are not checked"
        );
        return Ok(());
    }
    let deny = ["deny", "check", "licenses", "bans", "sources"];
    step("licences, bans and sources", cargo(root).args(deny))?;
    advisories(root)
}

fn advisories(root: &Path) -> Result<()> {
    let is_new = cargo(root)
        .args(["deny", "--log-level", "off", "fetch", "db"])
        .status()
        .is_ok_and(|status| status.success());
    let Some(age) = databases()
        .iter()
        .filter_map(|path| age_in_days(path))
        .min()
    else {
        eprintln!(
            "xtask: advisories: their database cannot be fetched here and no earlier copy is kept: not checked"
        );
        return Ok(());
    };
    let fetched = match is_new {
        true => "fetched now",
        false => "kept from earlier, since it cannot be fetched here",
    };
    eprintln!("xtask: advisories: database of {age} days ago, {fetched}");
    let deny = ["deny", "--offline", "check", "advisories"];
    step("advisories", cargo(root).args(deny))
}

/// Where cargo-deny keeps what it fetched.
fn databases() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let Some(Ok(entries)) = home.map(|home| fs::read_dir(home.join("advisory-dbs"))) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_database = |path: &PathBuf| path.join(".git").try_exists().unwrap_or(false);
    paths.filter(is_database).collect()
}

/// Days since the last change of the database, by its own history.
fn age_in_days(database: &Path) -> Option<u64> {
    let mut git = Command::new("git");
    git.arg("-C")
        .arg(database)
        .args(["log", "-1", "--format=%ct"]);
    let changed: u64 = stdout_of(&mut git).ok()?.trim().parse().ok()?;
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().ok()?.as_secs();
    Some(now.saturating_sub(changed) / DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_a_database_is_that_of_its_last_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let now = std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .expect("a clock");
        let changed = now.as_secs() - 3 * DAY - 60;
        let git = |args: &[&str]| {
            let done = Command::new("git")
                .current_dir(folder.path())
                .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
                .args(args)
                .env("GIT_COMMITTER_DATE", format!("{changed} +0000"))
                .output();
            assert!(done.is_ok_and(|done| done.status.success()), "{args:?}");
        };
        assert_eq!(age_in_days(folder.path()), None, "no history");
        git(&["init", "--quiet"]);
        git(&["commit", "--quiet", "--allow-empty", "-m", "advisories"]);
        assert_eq!(age_in_days(folder.path()), Some(3));
    }
}
