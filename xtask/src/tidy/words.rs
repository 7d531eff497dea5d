use super::Violation;
use crate::tree::Tree;

/// Every list of words is one that its crate goes by.
pub(super) fn unused(tree: &Tree) -> Vec<Violation> {
    let lists = tree.under("crates/", ".txt");
    let lists = lists.filter_map(|(file, _)| {
        let (name, list) = file.strip_prefix("crates/")?.split_once("/words/")?;
        Some((file, name, list.strip_suffix(".txt")?))
    });
    let unused = lists.filter(|(_, name, list)| {
        let says = format!("word_list!(\"{list}\")");
        let folder = format!("crates/{name}/src/");
        let mut sources = tree.under(&folder, ".rs");
        !sources.any(|(_, text)| text.contains(&says))
    });
    let told = unused.map(|(file, ..)| {
        Violation::new(file, 1, "no rule goes by this list: use it or delete it")
    });
    told.collect()
}
