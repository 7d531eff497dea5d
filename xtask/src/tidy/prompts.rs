use std::collections::BTreeSet;

use super::Violation;
use crate::tree::Tree;

const PROMPTS: &str = "crates/assay-engine/prompts/";

/// Each prompt exists in both languages and asks for the same values.
pub(super) fn twins(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (here, there) in [("en", "zh"), ("zh", "en")] {
        let folder = format!("{PROMPTS}{here}/");
        for (file, text) in tree.under(&folder, ".md") {
            let twin = file.replacen(&folder, &format!("{PROMPTS}{there}/"), 1);
            let Some(other) = tree.get(&twin) else {
                found.push(Violation::new(file, 1, format!("write its twin {twin}")));
                continue;
            };
            for missing in placeholders(text).difference(&placeholders(other)) {
                found.push(Violation::new(
                    &twin,
                    1,
                    format!(
                        "`{{{{{missing}}}}}` of {file} is not used here: use it or drop it in both"
                    ),
                ));
            }
        }
    }
    found
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split("{{")
        .skip(1)
        .filter_map(|rest| rest.split_once("}}"))
        .map(|(name, _)| name.trim())
        .collect()
}
