//! What lines of the valuation are called as the head of a row or a cell.

use assay_domain::Language;
use assay_valuation::label;

/// The name of a line, its first letter large.
pub(crate) fn line_title(id: &str, language: Language) -> String {
    let name = label(id, language);
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !name.starts_with("EV/") => first.to_uppercase().chain(letters).collect(),
        _ => name,
    }
}
