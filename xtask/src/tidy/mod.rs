//! House rules. Each check is a pure function over the files; `run` prints what they find.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use crate::tree::Tree;

mod artifacts;
mod codes;
mod count;
mod links;
mod profiles;
mod prompts;
mod pure_crates;
mod readme;
mod text;
mod words;

#[cfg(test)]
mod tests;

/// A rule that is broken: where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    file: String,
    line: usize,
    advice: String,
}

impl Violation {
    fn new(file: &str, line: usize, advice: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line,
            advice: advice.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.advice)
    }
}

const CHECKS: &[fn(&Tree) -> Vec<Violation>] = &[
    pure_crates::dependencies,
    pure_crates::sources,
    artifacts::by_kind,
    codes::failures,
    codes::gates,
    profiles::asked_for,
    prompts::twins,
    text::long_files,
    text::leftovers,
    text::machine_paths,
    text::registry_hosts,
    links::relative,
    readme::commands,
    words::unused,
];

pub(crate) fn run(root: &Path) -> Result<ExitCode> {
    let found = violations(&Tree::load(root)?);
    if found.is_empty() {
        eprintln!("xtask: tidy: ok");
        return Ok(ExitCode::SUCCESS);
    }
    for violation in &found {
        eprintln!("{violation}");
    }
    eprintln!("xtask: tidy: {} house rules broken", found.len());
    Ok(ExitCode::FAILURE)
}

/// Prints how many lines of product there are, by crate and in all.
pub(crate) fn count(root: &Path) -> Result<ExitCode> {
    let counts = count::lines_by_crate(&Tree::load(root)?);
    for (name, lines) in &counts {
        println!("{lines:>8}  {name}");
    }
    println!("{:>8}  in all", counts.values().sum::<usize>());
    Ok(ExitCode::SUCCESS)
}

fn violations(tree: &Tree) -> Vec<Violation> {
    let mut found: Vec<Violation> = CHECKS.iter().flat_map(|check| check(tree)).collect();
    found.sort();
    found.dedup();
    found
}

/// Lines of a text with their numbers from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

/// Whether `word` occurs in `line` with no letter, digit or underscore on either side.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|s| s.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|s| s.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
