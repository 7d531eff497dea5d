//! What a writer may cite.

use super::book::{Book, Entry};
use crate::check::{CitableValue, ReadSource};

/// As many as a prompt can bear.
const MOST: usize = 160;

pub(crate) fn citable<'a>(sources: &[&'a ReadSource<'a>]) -> Vec<CitableValue> {
    let book = Book::of(sources);
    let mut found: Vec<CitableValue> = Vec::new();
    // A number in a name, such as a footnote mark, states nothing.
    let stated = |entry: &&Entry<'_>| entry.in_text && !entry.value.in_name;
    for entry in book.entries().iter().filter(stated) {
        let value = entry.value;
        let is_known = |known: &CitableValue| {
            known.printed == value.raw
                && known.subject == value.name
                && known.period == value.period
        };
        if !found.iter().any(is_known) {
            found.push(entry.citable());
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Most alternatives that a problem names.
const NEAREST: usize = 3;

/// The values that fit best by `rank`, the lowest first.
pub(crate) fn nearest<K: Ord>(
    entries: &[Entry<'_>],
    rank: impl Fn(&Entry<'_>) -> Option<K>,
) -> Vec<CitableValue> {
    let mut ranked: Vec<(K, usize)> = entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| Some((rank(entry)?, place)))
        .collect();
    ranked.sort();
    let mut found: Vec<CitableValue> = Vec::new();
    for (_, place) in ranked {
        let Some(value) = entries.get(place).map(Entry::citable) else {
            continue;
        };
        if !found.contains(&value) {
            found.push(value);
        }
        if found.len() == NEAREST {
            break;
        }
    }
    found
}
