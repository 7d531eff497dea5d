use std::collections::BTreeMap;

use assay_domain::Date;

use super::super::html::{NodeId, Tree};
use super::super::squeezed;

/// When and for what part of the company a figure holds.
pub(super) struct Context {
    pub(super) start: Option<Date>,
    pub(super) end: Date,
    /// Axis and member, in order of the axis.
    pub(super) dimensions: Vec<(String, String)>,
}

/// By their ids. A context without a date that can be read is left out, and its figures with it.
pub(super) fn contexts_of(tree: &Tree) -> BTreeMap<String, Context> {
    named(tree, "context")
        .filter_map(|id| {
            let own = tree.attribute(id, "id")?;
            Some((own.trim().to_owned(), context(tree, id)?))
        })
        .collect()
}

fn context(tree: &Tree, id: NodeId) -> Option<Context> {
    let mut start = None;
    let mut end = None;
    let mut dimensions = Vec::new();
    for node in tree.subtree(id) {
        let date = || date_of(&squeezed(&tree.whole_text(node)));
        match local_name(tree, node) {
            "startdate" => start = Some(date()?),
            "enddate" | "instant" => end = Some(date()?),
            // A typed member holds an element whose text is the member.
            "explicitmember" | "typedmember" => {
                let axis = tree.attribute(node, "dimension")?.trim().to_owned();
                dimensions.push((axis, squeezed(&tree.whole_text(node))));
            }
            _ => {}
        }
    }
    dimensions.sort();
    Some(Context {
        start,
        end: end?,
        dimensions,
    })
}

/// `2024-12-31`, with or without a time of day.
fn date_of(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// Units by their ids, written as `USD`, `shares` or `USD/shares`.
pub(super) fn units_of(tree: &Tree) -> BTreeMap<String, String> {
    named(tree, "unit")
        .filter_map(|id| {
            let own = tree.attribute(id, "id")?;
            let part = |name: &str| {
                let mut inside = tree.subtree(id);
                let part = inside.find(|node| local_name(tree, *node) == name)?;
                measures(tree, part)
            };
            let unit = match (part("unitnumerator"), part("unitdenominator")) {
                (Some(above), Some(below)) => format!("{above}/{below}"),
                _ => measures(tree, id)?,
            };
            Some((own.trim().to_owned(), unit))
        })
        .collect()
}

/// The measures inside, multiplied.
fn measures(tree: &Tree, id: NodeId) -> Option<String> {
    let names: Vec<String> = tree
        .subtree(id)
        .filter(|node| local_name(tree, *node) == "measure")
        .map(|node| {
            let name = squeezed(&tree.whole_text(node));
            let bare = name.rsplit(':').next().map(str::to_owned);
            bare.unwrap_or(name)
        })
        .collect();
    (!names.is_empty()).then(|| names.join("*"))
}

fn named<'t>(tree: &'t Tree, name: &'t str) -> impl Iterator<Item = NodeId> + 't {
    tree.ids().filter(move |id| {
        let full = tree.name(*id);
        full.len() > name.len() && local_name(tree, *id) == name
    })
}

/// The name of an element without its prefix; empty for text.
fn local_name(tree: &Tree, id: NodeId) -> &str {
    let name = tree.name(id);
    name.rsplit(':').next().unwrap_or(name)
}
