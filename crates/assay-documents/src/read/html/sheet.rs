use std::collections::HashMap;

use super::look::Look;
use super::tag::Tag;
use super::tree::{Kind, NodeId, Tree};

/// Rules of a page's own style sheets whose selector is one name: `p`, `.note`, `#top`, `p.note`.
/// Rules for another medium, state or position in the page are not read.
#[derive(Default)]
pub(super) struct Sheet {
    /// By their selectors, tags in lower case.
    rules: HashMap<String, Look>,
}

impl Sheet {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut sheet = Self::default();
        let styles = tree
            .ids()
            .filter(|id| tree.kind(*id) == Kind::Element(Tag::Style));
        for style in styles {
            for text in tree.children(style) {
                sheet.read(tree.text(text));
            }
        }
        sheet
    }

    fn read(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_ref();
        while let Some((selectors, after)) = rest.split_once('{') {
            let selectors = selectors.rsplit(['}', ';']).next().unwrap_or_default();
            if selectors.trim_start().starts_with('@') {
                rest = after_block(after);
                continue;
            }
            let (declarations, following) = after.split_once('}').unwrap_or((after, ""));
            rest = following;
            let look = Look::of(declarations);
            if !look.says_nothing() {
                selectors
                    .split(',')
                    .for_each(|selector| self.add(selector.trim(), &look));
            }
        }
    }

    fn add(&mut self, selector: &str, look: &Look) {
        let is_name = |name: &str| {
            let mut chars = name.chars();
            chars.all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        };
        let at = selector.find(['.', '#']).unwrap_or(selector.len());
        let (tag, name) = selector.split_at(at);
        let is_simple = is_name(tag) && (name.is_empty() || is_name(name.get(1..).unwrap_or("")));
        if is_simple && !selector.is_empty() {
            let key = format!("{}{name}", tag.to_ascii_lowercase());
            self.rules.entry(key).or_default().overlay(look);
        }
    }

    /// What rules and the element's own attributes say; the narrower rule wins.
    pub(super) fn look_of(&self, tree: &Tree, id: NodeId) -> Look {
        let mut look = Look::default();
        if !self.rules.is_empty() {
            self.apply_rules(tree, id, &mut look);
        }
        if let Some(style) = tree.attribute(id, "style") {
            look.overlay(&Look::of(&without_comments(style)));
        }
        look
    }

    fn apply_rules(&self, tree: &Tree, id: NodeId, look: &mut Look) {
        let mut key = tree.name(id).to_owned();
        let tag = key.len();
        let mut apply = |selector: &str| {
            if let Some(rule) = self.rules.get(selector) {
                look.overlay(rule);
            }
        };
        apply(&key);
        for (attribute, mark) in [("class", '.'), ("id", '#')] {
            let names = tree.attribute(id, attribute).unwrap_or_default();
            for name in names.split_ascii_whitespace() {
                key.truncate(tag);
                key.push(mark);
                key.push_str(name);
                apply(key.get(tag..).unwrap_or_default());
                apply(&key);
            }
        }
    }
}

/// What follows the block whose `{` has been read.
fn after_block(css: &str) -> &str {
    let mut depth = 1_usize;
    for (at, mark) in css.match_indices(['{', '}']) {
        match mark {
            "{" => depth += 1,
            _ => depth -= 1,
        }
        if depth == 0 {
            return css.get(at + 1..).unwrap_or_default();
        }
    }
    ""
}

fn without_comments(css: &str) -> std::borrow::Cow<'_, str> {
    if !css.contains("/*") {
        return css.into();
    }
    let mut plain = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain.into()
}
