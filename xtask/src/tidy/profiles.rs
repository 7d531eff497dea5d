use super::{Violation, numbered};
use crate::tree::Tree;

/// Where profiles are what they are.
const FOLDER: &str = "crates/assay-plan/src/profiles/";
/// How an id is written in the folder.
const ID: &str = "    id: \"";
/// What asks whether something is something.
const ASKING: &[&str] = &["==", "!=", "=> ", "case '", "matches!("];

/// Product and page ask what a profile has, not which one it is.
pub(super) fn asked_for(tree: &Tree) -> Vec<Violation> {
    let ids: Vec<&str> = tree
        .under(FOLDER, ".rs")
        .flat_map(|(_, text)| text.lines())
        .filter_map(|line| line.strip_prefix(ID)?.split('"').next())
        .collect();
    let is_one = |line: &str| {
        let quoted = |id: &&str| [format!("\"{id}\""), format!("'{id}'")];
        let mut quoted = ids.iter().flat_map(quoted);
        quoted.any(|id| line.contains(&id))
    };
    let code = tree
        .under("crates/", ".rs")
        .chain(tree.under("crates/", ".js"));
    let code = code.filter(|(file, _)| file.contains("/src/") || file.contains("/page/"));
    let code = code.filter(|(file, _)| !file.starts_with(FOLDER));
    let mut found = Vec::new();
    for (file, text) in code {
        for (number, line) in numbered(text) {
            let is_asked = ASKING.iter().any(|asking| line.contains(asking));
            if is_asked && line.to_lowercase().contains("profile") && is_one(line) {
                let advice = "ask for what the profile has; which one it is, only its folder knows";
                found.push(Violation::new(file, number, advice));
            }
        }
    }
    found
}
