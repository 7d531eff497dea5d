//! How large the product is, by crate.

use std::collections::BTreeMap;

use crate::tree::Tree;

/// Crates that no user runs.
const FOR_DEVELOPMENT: [&str; 3] = ["assay-bench", "assay-measure", "assay-testkit"];

/// Lines of `src` by crate, the tests of a file apart, and of the page.
pub(super) fn lines_by_crate(tree: &Tree) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (file, text) in tree.under("crates/", ".rs") {
        let mut parts = file.split('/').skip(1);
        let (Some(name), Some("src")) = (parts.next(), parts.next()) else {
            continue;
        };
        if !FOR_DEVELOPMENT.contains(&name) && !file.ends_with("/tests.rs") {
            *counts.entry(name.to_owned()).or_default() += product_lines(text);
        }
    }
    for (_, text) in tree.under("crates/assay-server/page/", ".js") {
        let page = counts.entry("the page's JavaScript".to_owned());
        *page.or_default() += text.lines().count();
    }
    counts
}

/// Up to the tests at the end of the file.
fn product_lines(text: &str) -> usize {
    let product = text.lines().take_while(|line| *line != "#[cfg(test)]");
    product.count()
}

#[cfg(test)]
mod tests {
    use super::product_lines;

    #[test]
    fn tests_are_no_product() {
        let text = "fn one() {}\n\n#[cfg(test)]\nmod tests {\n}\n";
        assert_eq!(product_lines(text), 2);
    }
}
