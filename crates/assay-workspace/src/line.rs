//! Lines and headings of a text.

/// `10-20` or `10`: first and last line, from 1.
pub(crate) fn range(text: &str) -> Option<(usize, usize)> {
    let text = text.trim();
    let (first, last) = text
        .split_once(['-', '–', '~', '到', '至'])
        .unwrap_or((text, text));
    let first: usize = first.trim().parse().ok()?;
    let last: usize = last.trim().parse().ok()?;
    (first >= 1 && first <= last).then_some((first, last))
}

/// The title of a heading line, and its level.
pub(crate) fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim();
    (1..=6).contains(&level).then_some((level, title))
}

/// Titles of all headings.
pub(crate) fn headings(text: &str) -> Vec<String> {
    let found = text.lines().filter_map(heading);
    found.map(|(_, title)| title.to_owned()).collect()
}

/// First and last line of the section under a heading, from 1. A title that only contains the words
/// asked for will do where none is the same.
pub(crate) fn section(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let wanted = wanted.trim().to_lowercase();
    let all: Vec<(usize, usize, String)> = text
        .lines()
        .zip(1..)
        .filter_map(|(line, number)| {
            let (level, title) = heading(line)?;
            Some((number, level, title.to_lowercase()))
        })
        .collect();
    let is_same = |one: &&(usize, usize, String)| one.2 == wanted;
    let is_alike = |one: &&(usize, usize, String)| one.2.contains(&wanted);
    let (start, level, _) = all
        .iter()
        .find(is_same)
        .or_else(|| all.iter().find(is_alike))?;
    let next = all
        .iter()
        .find(|(number, other, _)| number > start && other <= level);
    let end = next.map_or_else(|| text.lines().count(), |(number, ..)| number - 1);
    Some((*start, end))
}
