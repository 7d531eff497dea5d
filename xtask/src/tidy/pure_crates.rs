use super::{Violation, has_word, numbered};
use crate::tree::Tree;

/// Crates that decide and never do.
pub(super) const PURE: &[&str] = &[
    "assay-analyst",
    "assay-answer",
    "assay-appraisal",
    "assay-charts",
    "assay-claims",
    "assay-documents",
    "assay-domain",
    "assay-ecosystem",
    "assay-exports",
    "assay-facts",
    "assay-figures",
    "assay-gates",
    "assay-memo",
    "assay-plan",
    "assay-report",
    "assay-steps",
    "assay-valuation",
];

/// Dependencies without I/O, clock, environment or randomness.
const HARMLESS: &[&str] = &[
    "aho-corasick",
    "assay-appraisal",
    "assay-charts",
    "assay-claims",
    "assay-domain",
    "assay-ecosystem",
    "assay-exports",
    "assay-facts",
    "assay-figures",
    "assay-gates",
    "assay-plan",
    "assay-steps",
    "assay-valuation",
    "base64",
    "blake3",
    "chardetng",
    "csv",
    "dom_query",
    "dom_smoothie",
    "encoding_rs",
    "frostem",
    "html5ever",
    "idna",
    "jiff",
    "mail-parser",
    "memchr",
    "pulldown-cmark",
    "quick-xml",
    "regex",
    "rust_decimal",
    "schemars",
    "serde",
    "serde_json",
    "thiserror",
    "unicode-normalization",
    "unicode-width",
    "unpdf",
    "url",
    "zip",
];

/// What a pure source never names.
const IMPURE: &[&str] = &[
    "async fn",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "SystemTime",
    "Instant::now",
    "Timestamp::now",
    "Zoned::now",
];

/// The same through a braced import: `use std::{fs, io}`.
const IMPURE_IN_STD: &[&str] = &["env", "fs", "net", "process", "thread"];

pub(super) fn dependencies(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for name in PURE {
        let file = format!("crates/{name}/Cargo.toml");
        let Some(manifest) = tree.get(&file) else {
            found.push(Violation::new(
                &file,
                1,
                "a pure crate is gone: take it off the list PURE in xtask/src/tidy/pure_crates.rs",
            ));
            continue;
        };
        for (line, dependency) in declared(manifest) {
            if !HARMLESS.contains(&dependency) {
                found.push(Violation::new(
                    &file,
                    line,
                    format!(
                        "`{dependency}` in a pure crate: move the code that needs it to a crate \
                         that does I/O, or add it to HARMLESS in xtask/src/tidy/pure_crates.rs if \
                         it touches no disk, network, clock or environment"
                    ),
                ));
            }
        }
    }
    found
}

/// Names under `[dependencies]` and `[build-dependencies]`, in any of TOML's spellings.
fn declared(manifest: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut inside = false;
    for (line, text) in numbered(manifest) {
        let text = text.trim();
        if let Some(header) = text.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            let mut parts = header.rsplitn(2, "dependencies");
            let after = parts.next().unwrap_or(header);
            let before = parts.next();
            let counts = before.is_some_and(|before| !before.ends_with("dev-"));
            inside = counts && after.is_empty();
            if let Some(name) = after.strip_prefix('.').filter(|_| counts) {
                names.push((line, name));
            }
        } else if inside && !text.starts_with('#') {
            let name = text.split(['.', '=', ' ']).next();
            names.extend(name.filter(|name| !name.is_empty()).map(|n| (line, n)));
        }
    }
    names
}

pub(super) fn sources(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for name in PURE {
        let folder = format!("crates/{name}/src/");
        for (file, text) in tree.under(&folder, ".rs") {
            if file.ends_with("_tests.rs") || file.ends_with("/tests.rs") {
                continue;
            }
            for (line, code) in numbered(product_code(text)) {
                if let Some(impure) = impurity(code) {
                    found.push(Violation::new(
                        file,
                        line,
                        format!("`{impure}` in a pure crate: take the value as an argument"),
                    ));
                }
            }
        }
    }
    found
}

/// The text above the tests.
fn product_code(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(test)]").find(|(at, _)| {
        text.get(*at..)
            .is_some_and(|rest| rest.contains("mod tests {"))
    });
    tests.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

fn impurity(code: &str) -> Option<&'static str> {
    let code = code.trim_start();
    if code.starts_with("//") {
        return None;
    }
    let named = IMPURE.iter().find(|word| has_word(code, word));
    let imported = code
        .split_once("use std::{")
        .and_then(|(_, names)| IMPURE_IN_STD.iter().find(|word| has_word(names, word)));
    named.or(imported).copied()
}
