//! One line of Markdown, as far as a plan needs it.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Blank,
    Heading { level: usize, text: &'a str },
    Item { indent: usize, text: &'a str },
    Fence,
    Text(&'a str),
}

impl<'a> Line<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let text = line.trim();
        if text.is_empty() || is_rule(text) {
            return Self::Blank;
        }
        if text.starts_with("```") || text.starts_with("~~~") {
            return Self::Fence;
        }
        let level = text.chars().take_while(|c| *c == '#').count();
        let after = text.trim_start_matches('#');
        if (1..=6).contains(&level) && after.starts_with(char::is_whitespace) {
            let text = after.trim().trim_end_matches('#').trim();
            return Self::Heading { level, text };
        }
        let indent = line
            .chars()
            .take_while(|c| c.is_whitespace())
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum();
        match item_text(text) {
            Some(text) => Self::Item { indent, text },
            None => Self::Text(text.trim_start_matches("> ")),
        }
    }
}

/// `---`, `***`, `___`.
fn is_rule(text: &str) -> bool {
    let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3
        && ['-', '*', '_']
            .iter()
            .any(|mark| marks.iter().all(|c| c == mark))
}

/// The text of `- x`, `* x`, `+ x`, `1. x`, `1) x`, `1、x`, with or without a checkbox.
fn item_text(text: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "• "]
        .iter()
        .find_map(|bullet| text.strip_prefix(bullet));
    let item = bullet.or_else(|| {
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == text.len() {
            return None;
        }
        [". ", ") ", "、", "．"]
            .iter()
            .find_map(|mark| after.strip_prefix(mark))
    })?;
    let item = item.trim_start();
    let unchecked = ["[ ] ", "[x] ", "[X] "]
        .iter()
        .find_map(|checkbox| item.strip_prefix(checkbox));
    Some(unchecked.unwrap_or(item).trim())
}

/// `text` without the marks of emphasis.
pub(super) fn plain(text: &str) -> String {
    text.replace("**", "").replace("__", "").trim().to_owned()
}

/// `label: value`, where the label is short.
pub(super) fn labelled(text: &str) -> Option<(String, String)> {
    let text = plain(text);
    let (label, value) = text.split_once([':', '：'])?;
    let label = label.trim();
    (!label.is_empty() && label.chars().count() <= 24)
        .then(|| (label.to_lowercase(), value.trim().to_owned()))
}
