use super::{Violation, has_word, numbered};
use crate::tree::Tree;

const LONGEST_FILE: usize = 600;
/// Files allowed to be longer, with the length they may not exceed. This list only shrinks.
const LONG_FILES: &[(&str, usize)] = &[];

/// Written in halves so that this file passes its own checks.
const LEFTOVERS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];
const MACHINE_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/")];
const SCRATCH_PATH: &str = concat!("/tm", "p/");
const HOMES: &str = concat!("/ho", "me/");
/// Stand-ins for a user's name, as documentation writes them.
const NOBODY: &[&str] = &["user", "you", "alice", "bob"];
const REGISTRY_HOSTS: &[&str] = &[
    concat!("crates", ".io"),
    concat!("pypi", ".org"),
    concat!("python", "hosted.org"),
    concat!("npmjs", ".org"),
    concat!("npmjs", ".com"),
    concat!("deb.debian", ".org"),
];

pub(super) fn long_files(tree: &Tree) -> Vec<Violation> {
    tree.under("", ".rs")
        .filter_map(|(file, text)| {
            let allowed = LONG_FILES
                .iter()
                .find(|(name, _)| *name == file)
                .map_or(LONGEST_FILE, |(_, length)| *length);
            let lines = text.lines().count();
            let advice = format!("{lines} lines, {allowed} allowed: split the file by subject");
            (lines > allowed).then(|| Violation::new(file, lines, advice))
        })
        .collect()
}

/// Work left for later belongs in an issue. The sample library may say what it likes.
pub(super) fn leftovers(tree: &Tree) -> Vec<Violation> {
    lines(
        tree,
        |file| !file.starts_with("samples/"),
        |_, line| {
            let word = LEFTOVERS.iter().find(|word| has_word(line, word))?;
            Some(format!(
                "`{word}`: do it now, or file an issue and drop the note"
            ))
        },
    )
}

pub(super) fn machine_paths(tree: &Tree) -> Vec<Violation> {
    lines(
        tree,
        |_| true,
        |file, line| {
            let fixed = MACHINE_PATHS
                .iter()
                .copied()
                .find(|path| has_path(line, path));
            let scratch =
                Some(SCRATCH_PATH).filter(|path| file.ends_with(".md") && has_path(line, path));
            let path = fixed
                .or(scratch)
                .or_else(|| has_home(line).then_some(HOMES))?;
            Some(format!(
                "`{path}` is a path of one machine: write it relative to the repository, or ASSAY_HOME"
            ))
        },
    )
}

pub(super) fn registry_hosts(tree: &Tree) -> Vec<Violation> {
    lines(
        tree,
        |_| true,
        |_, line| {
            let host = REGISTRY_HOSTS.iter().find(|host| line.contains(*host))?;
            Some(format!(
                "`{host}` is a registry's host: name the package only"
            ))
        },
    )
}

/// Advice for each line of each hand-written file that `takes` accepts and `judge` objects to.
fn lines(
    tree: &Tree,
    takes: impl Fn(&str) -> bool,
    judge: impl Fn(&str, &str) -> Option<String>,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.under("", "") {
        if file == "Cargo.lock" || !takes(file) {
            continue;
        }
        for (number, line) in numbered(text) {
            found.extend(judge(file, line).map(|advice| Violation::new(file, number, advice)));
        }
    }
    found
}

/// Where an absolute path starts: not in the middle of a longer path or address.
fn path_starts<'a>(line: &'a str, path: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(path).filter_map(move |(at, _)| {
        let before = line.get(..at)?.chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() || "._-~*/}>".contains(c));
        line.get(at + path.len()..).filter(|_| !inside)
    })
}

fn has_path(line: &str, path: &str) -> bool {
    path_starts(line, path).next().is_some()
}

fn has_home(line: &str) -> bool {
    path_starts(line, HOMES).any(|rest| {
        rest.split_once('/').is_some_and(|(name, _)| {
            let is_name = name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
            is_name && !name.is_empty() && !NOBODY.contains(&name)
        })
    })
}
