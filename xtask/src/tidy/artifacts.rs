use super::{Violation, numbered};
use crate::tree::Tree;

/// Ways to find an artifact by what its name looks like.
const BY_TEXT: &[&str] = &[
    "artifact.as_str()",
    "artifact.to_string()",
    ".artifact(\"",
    "starts_with(\"section_",
    "starts_with(\"notes_",
];

/// Where kinds get their names.
const TABLE: &str = "crates/assay-domain/src/artifact.rs";

/// The product finds artifacts by their kind.
pub(super) fn by_kind(tree: &Tree) -> Vec<Violation> {
    let sources = tree.under("crates/", ".rs");
    let sources = sources.filter(|(file, _)| file.contains("/src/") && *file != TABLE);
    let mut found = Vec::new();
    for (file, text) in sources {
        for (number, line) in numbered(text) {
            if BY_TEXT.iter().any(|way| line.contains(way)) {
                let advice = "find an artifact by its `ArtifactKind`, not by its name";
                found.push(Violation::new(file, number, advice));
            }
        }
    }
    found
}
