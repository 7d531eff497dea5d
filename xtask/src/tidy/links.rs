use pulldown_cmark::{Event, Options, Parser, Tag};

use super::Violation;
use crate::tree::Tree;

/// Each relative link or picture in Markdown leads to a file of the repository.
pub(super) fn relative(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.under("", ".md") {
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let (Event::Start(Tag::Link { dest_url, .. })
            | Event::Start(Tag::Image { dest_url, .. })) = event
            else {
                continue;
            };
            let Some(target) = target(file, &dest_url) else {
                continue;
            };
            if !target.is_some_and(|target| tree.holds(&target)) {
                let line = text
                    .get(..range.start)
                    .map_or(1, |above| above.split('\n').count());
                found.push(Violation::new(
                    file,
                    line,
                    format!("the link to `{dest_url}` leads nowhere: correct or remove it"),
                ));
            }
        }
    }
    found
}

/// The path a link means, from the root. Outer `None`: not a relative link to a file; inner
/// `None`: it leaves the repository.
fn target(file: &str, link: &str) -> Option<Option<String>> {
    let path = link.split(['#', '?']).next().unwrap_or(link);
    if path.is_empty() || path.contains(':') || path.starts_with("//") || path.contains("{{") {
        return None;
    }
    let mut parts: Vec<&str> = match path.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => file.split('/').rev().skip(1).collect(),
    };
    parts.reverse();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Some(None);
                }
            }
            name => parts.push(name),
        }
    }
    Some(Some(parts.join("/")))
}
