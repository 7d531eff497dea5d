use std::collections::BTreeSet;

use anyhow::Result;

use super::{Measure, Site};
use crate::process::{cargo, stdout_of};

/// Crates that a default build of `assay` compiles on this machine, our own included.
pub(super) fn measure(site: &Site) -> Result<Measure> {
    let args = ["tree", "--package", "assay", "--edges", "normal,build"];
    let tree = stdout_of(cargo(&site.root).args(args).args(["--prefix", "none"]))?;
    Ok(Measure {
        value: count(&tree) as f64,
        n: 1,
        host: None,
    })
}

/// Distinct pairs of name and version; the same crate is listed once for each path to it.
fn count(tree: &str) -> usize {
    let crates: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest)))
        .collect();
    crates.len()
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn a_crate_counts_once_for_each_version() {
        let tree = "assay v0.1.0 (somewhere)\nserde v1.0.1\nserde_derive v1.0.1 (proc-macro)\n\
                    serde v1.0.1 (*)\n\nhashbrown v0.14.0\nhashbrown v0.15.0\n";
        assert_eq!(count(tree), 5);
    }
}
