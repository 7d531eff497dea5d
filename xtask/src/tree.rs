use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use anyhow::{Context, Result, anyhow};

/// Where the workspace was when xtask was built.
pub(crate) fn workspace_root() -> Result<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .ok_or_else(|| anyhow!("xtask has no parent folder; run it from a clone of the repository"))
}

/// The text files of the repository, by path from its root with `/` between the parts.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
    /// Files that are not UTF-8: known to exist, not read.
    binary: Vec<String>,
}

impl Tree {
    /// What git tracks or would track; without git, everything but build output.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let mut tree = Self::default();
        for path in listed_by_git(root).map_or_else(|| walked(root), Ok)? {
            match fs::read(root.join(&path)) {
                Ok(bytes) => match String::from_utf8(bytes) {
                    Ok(text) => drop(tree.files.insert(path, text)),
                    Err(_) => tree.binary.push(path),
                },
                // Deleted in the work tree, not yet in the index.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| format!("cannot read {path}")),
            }
        }
        Ok(tree)
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self {
            files: files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
                .collect(),
            binary: Vec::new(),
        }
    }

    pub(crate) fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Path and text of each file below `prefix` with this ending, in order.
    pub(crate) fn under<'a>(
        &'a self,
        prefix: &'a str,
        ending: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .filter(move |(path, _)| path.starts_with(prefix) && path.ends_with(ending))
    }

    /// Whether a file has this path, or a folder that holds one.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let inside = |file: &String| {
            file.strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        path.is_empty() || self.files.keys().any(inside) || self.binary.iter().any(inside)
    }
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z", "--cached", "--others"])
        .arg("--exclude-standard")
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut paths: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
    paths.dedup();
    Some(paths)
}

fn walked(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if entry.file_type()?.is_dir() {
                if name != ".git" && name != "target" && !name.starts_with("target-") {
                    folders.push(path);
                }
            } else {
                paths.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(paths)
}
