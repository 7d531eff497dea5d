//! What an instruction names, and what it may cost.

use regex::Match;

/// Endings of names that are taken for files.
pub(super) const ENDINGS: [&str; 6] = [".md", ".txt", ".csv", ".json", ".html", ".tsv"];

/// What happens to a file that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum File {
    /// What is in it stays.
    Kept,
    /// It is removed or overwritten.
    Lost,
}

/// Words that take something back or spare something, in English. Negations, exceptions and verbs of
/// leaving alone: a closed class, whatever the instruction is about.
const SPARING: [&str; 24] = [
    "not", "no", "never", "none", "nothing", "neither", "nor", "cannot", "without", "except",
    "unless", "instead", "rather", "but", "only", "just", "avoid", "keep", "leave", "spare",
    "preserve", "refrain", "stop", "careful",
];

/// The same in Chinese, where they stand inside other words and are looked for as such.
const SPARING_CHINESE: [&str; 20] = [
    "不", "别", "勿", "没", "未", "莫", "无", "非", "免", "禁", "止", "除", "只", "仅", "保留",
    "留下", "而是", "以外", "之外", "但",
];

/// Words that join two things: a bare name with one of them may be two names.
const JOINING: [&str; 20] = [
    "and", "or", "then", "from", "to", "in", "into", "of", "with", "as", "at", "for", "the", "和",
    "或", "与", "及", "以及", "然后", "并",
];

/// The name that stands at a place. A bare one must be a name and nothing else: it does not stick to
/// Chinese words before it, holds no word that joins two names and, where the file would be lost, no
/// space and no word that spares it. In quotation marks everything is a name.
pub(super) fn name_of(instruction: &str, found: Match<'_>, file: File) -> Option<String> {
    let text = found.as_str();
    let name = unquoted(text);
    if name.len() != text.len() {
        return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    let before = instruction.get(..found.start())?.chars().next_back();
    let sticks = before.is_some_and(|c| !c.is_ascii() && !c.is_whitespace());
    if sticks && !name.starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let (_, first) = words.split_last()?;
    let is_two = first.iter().any(|word| is_file(word))
        || words
            .iter()
            .any(|word| JOINING.contains(&word.to_lowercase().as_str()));
    let is_open = file == File::Lost && (words.len() > 1 || spares(name));
    (!is_two && !is_open).then(|| name.to_owned())
}

/// Whether an instruction in words of its own clearly asks that what stands in this file may go: it
/// names the file and takes nothing back. What follows a colon or a line's end is text to be written.
pub fn asks_to_lose(instruction: &str, path: &str) -> bool {
    let order = instruction
        .trim()
        .split(['\n', ':', '：'])
        .next()
        .unwrap_or_default();
    let (order, path) = (order.to_lowercase(), path.to_lowercase());
    let path = path.trim_start_matches("./");
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_named = order
        .match_indices(name)
        .filter_map(|(at, _)| order.get(..at))
        .any(|before| stands_for(before, folder, name));
    !name.is_empty() && is_named && !spares(&order.replace(name, " "))
}

/// Whether a name after these words is the file of this folder: no longer name ends in it, and a folder
/// that is said is the same.
fn stands_for(before: &str, folder: &str, name: &str) -> bool {
    if let Some(place) = before.strip_suffix('/') {
        return !folder.is_empty() && place.ends_with(folder);
    }
    let joins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !(name.starts_with(|c: char| c.is_ascii()) && before.ends_with(joins))
}

fn spares(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let is_sparing = |word: &str| SPARING.contains(&word) || word.ends_with("n't");
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'');
    words.any(is_sparing) || SPARING_CHINESE.iter().any(|word| lower.contains(word))
}

pub(super) fn is_file(text: &str) -> bool {
    let lower = text.to_lowercase();
    ENDINGS.iter().any(|ending| lower.ends_with(ending)) && !text.contains(['*', '?'])
}

/// A text without the quotation marks around it.
pub(super) fn unquoted(text: &str) -> &str {
    let mut inside = text.chars();
    match (inside.next(), inside.next_back()) {
        (Some(open), Some(close)) if QUOTES.contains(&(open, close)) => inside.as_str(),
        _ => text,
    }
}

/// Marks that open and close a quotation.
pub(super) const QUOTES: [(char, char); 7] = [
    ('\'', '\''),
    ('"', '"'),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('《', '》'),
];
