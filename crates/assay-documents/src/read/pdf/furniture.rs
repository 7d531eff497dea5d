//! What a page shows because it is a page, between the halves of sentences and tables: its number,
//! its running head and foot.

use std::collections::BTreeMap;

use super::lines::Line;
use super::title::{is_statement_title, states_unit};

/// Share of a page's height, at its top and at its bottom, where heads and feet stand.
const EDGE: f32 = 0.11;
/// Lines at either end of a page that may be its head and foot.
const MOST_LINES: usize = 3;
/// A line on fewer pages may be repeated by chance.
const LEAST_PAGES: usize = 3;
/// A longer line is prose.
const LONGEST_CHARS: usize = 160;

pub(super) struct PageLines {
    pub(super) number: u32,
    pub(super) height: f32,
    /// From top to bottom.
    pub(super) lines: Vec<Line>,
    /// Heads and feet that the document shows here for the first time.
    pub(super) aside: Vec<String>,
}

impl PageLines {
    pub(super) fn says(&self) -> bool {
        let words = self.lines.iter().flat_map(|line| &line.words);
        let mut texts = words
            .map(|word| word.text.as_str())
            .chain(self.aside.iter().map(String::as_str));
        texts.any(|text| text.contains(char::is_alphanumeric))
    }
}

/// Takes heads, feet and numbers out of the pages. What one says stays where it is said first.
pub(super) fn set_aside(pages: &mut [PageLines]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages.iter() {
        let mut on_page: Vec<String> = edges(page).into_iter().map(|(_, key)| key).collect();
        on_page.sort();
        on_page.dedup();
        for key in on_page {
            *seen.entry(key).or_default() += 1;
        }
    }
    let mut said: BTreeMap<String, ()> = BTreeMap::new();
    let least = LEAST_PAGES.max(pages.len() / 12);
    for page in pages.iter_mut() {
        let gone: Vec<(usize, String)> = edges(page)
            .into_iter()
            .filter(|(_, key)| seen.get(key).is_some_and(|count| *count >= least))
            .collect();
        for (place, key) in gone.iter().rev() {
            let is_first = said.insert(key.clone(), ()).is_none();
            let line = page.lines.remove(*place);
            let text = line.text();
            if is_first && text.contains(char::is_alphabetic) {
                page.aside.push(text);
            }
        }
    }
}

/// The lines at the edges of a page, each with what would be the same on other pages, in order.
fn edges(page: &PageLines) -> Vec<(usize, String)> {
    let count = page.lines.len();
    let (low, high) = (EDGE * page.height, (1.0 - EDGE) * page.height);
    let lines = page.lines.iter().enumerate();
    let at_edge = lines.filter(|(place, line)| {
        let is_top = *place < MOST_LINES && line.baseline > high;
        let is_bottom = *place + MOST_LINES >= count && line.baseline < low;
        // a page's number ends or begins it, however wide its margin is
        let is_end = *place == 0 || *place + 1 == count;
        let is_number = || !line.text().contains(char::is_alphabetic);
        is_top || is_bottom || (is_end && is_number())
    });
    at_edge
        .filter_map(|(place, line)| Some((place, key(&line.text(), page.number)?)))
        .collect()
}

/// The line with its numbers told as their distance from the page's own: that is the same on every
/// page where they count the pages.
fn key(text: &str, page: u32) -> Option<String> {
    // a statement's title and unit are said again because they hold again
    if text.chars().count() > LONGEST_CHARS || is_statement_title(text) || states_unit(text) {
        return None;
    }
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '|' | '-' | '–' | '—'))
        .filter(|word| !word.is_empty())
        .map(|word| match word.parse::<i64>() {
            Ok(number) => format!("\u{0}{}", number - i64::from(page)),
            Err(_) => word.to_owned(),
        })
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}
