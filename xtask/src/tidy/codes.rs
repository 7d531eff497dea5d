use std::collections::BTreeMap;

use super::{Violation, numbered};
use crate::tree::Tree;

const FAILURES: &str = "crates/assay-domain/src/failure.rs";
const RULES: &str = "crates/assay-gates/src/";
const PAGES: &str = "docs/codes/";
/// A page is read in a terminal, beside the error.
const LONGEST_PAGE: usize = 40;

/// Each failure code has a page, each page a code.
pub(super) fn failures(tree: &Tree) -> Vec<Violation> {
    let mut declared = BTreeMap::new();
    for (line, code) in numbered(tree.get(FAILURES).unwrap_or_default()) {
        if let Some((_, rest)) = code.split_once("= \"E-")
            && let Some(digits) = rest.get(..3)
        {
            declared.insert(format!("E-{digits}"), (FAILURES.to_owned(), line));
        }
    }
    let mut found = paired(tree, "E-", &declared);
    for (file, text) in tree.under("docs/codes/E-", ".md") {
        let lines = text.lines().count();
        if lines > LONGEST_PAGE {
            found.push(Violation::new(
                file,
                lines,
                format!("{lines} lines: shorten the page to {LONGEST_PAGE}"),
            ));
        }
    }
    found
}

/// Each rule file of a safety gate (`g0xx….rs`) or the quality gate (`q0xx….rs`) has a page, each page
/// a rule.
pub(super) fn gates(tree: &Tree) -> Vec<Violation> {
    let of = |letter: char| {
        let mut declared = BTreeMap::new();
        for (file, _) in tree.under(RULES, ".rs") {
            let name = file.rsplit('/').next().unwrap_or(file);
            let digits = name.strip_prefix(letter).and_then(|rest| rest.get(..3));
            if let Some(digits) = digits.filter(|d| d.bytes().all(|b| b.is_ascii_digit())) {
                declared
                    .entry(format!("{}-{digits}", letter.to_ascii_uppercase()))
                    .or_insert_with(|| (file.to_owned(), 1));
            }
        }
        declared
    };
    let mut found = paired(tree, "G-", &of('g'));
    found.extend(paired(tree, "Q-", &of('q')));
    found
}

fn paired(tree: &Tree, kind: &str, declared: &BTreeMap<String, (String, usize)>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (code, (file, line)) in declared {
        let page = format!("{PAGES}{code}.md");
        match tree.get(&page) {
            None => found.push(Violation::new(
                file,
                *line,
                format!("{code} has no page: write {page}"),
            )),
            Some(text) if !text.starts_with(&format!("# {code}")) => found.push(Violation::new(
                &page,
                1,
                format!("start the page with the title `# {code} …`"),
            )),
            Some(_) => {}
        }
    }
    let prefix = format!("{PAGES}{kind}");
    for (page, _) in tree.under(&prefix, ".md") {
        let code = page.trim_start_matches(PAGES).trim_end_matches(".md");
        if !declared.contains_key(code) {
            found.push(Violation::new(
                page,
                1,
                format!("nothing has the code {code}: remove the page"),
            ));
        }
    }
    found
}
