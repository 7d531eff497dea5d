//! Names looked for in a text, all at once.

use std::cmp::Reverse;
use std::ops::Range;

use crate::embedded::cut;
use crate::scan::{Cursor, is_word_byte};

/// Names of the Latin script stand as whole words, Chinese ones anywhere. Of two names at one place
/// the longer one counts.
pub(super) struct Names<T> {
    /// By the first letter, each list with the longest name first.
    latin: Vec<Vec<(String, T)>>,
    /// By the first character, likewise.
    han: Vec<(char, Vec<(String, T)>)>,
    ending: Ending,
}

/// How a name of the Latin script may end in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    AsNamed,
    /// With more letters: `compet` stands in `competing`.
    More,
}

impl<T: Copy> Names<T> {
    pub(super) fn of(names: impl IntoIterator<Item = (String, T)>, ending: Ending) -> Self {
        let mut names: Vec<(String, T)> = names.into_iter().collect();
        names.sort_by(|(a, _), (b, _)| {
            let rank = |name: &String| Reverse(name.chars().count());
            (rank(a), a).cmp(&(rank(b), b))
        });
        let mut latin: Vec<Vec<(String, T)>> = Vec::new();
        latin.resize_with(26, Vec::new);
        let mut han: Vec<(char, Vec<(String, T)>)> = Vec::new();
        for (name, item) in names {
            let first = name.chars().next().unwrap_or_default();
            let list = match letter(first) {
                Some(place) => latin.get_mut(place),
                None => {
                    let at = han.partition_point(|(c, _)| *c < first);
                    if han.get(at).is_none_or(|(c, _)| *c != first) {
                        han.insert(at, (first, Vec::new()));
                    }
                    han.get_mut(at).map(|(_, list)| list)
                }
            };
            if let Some(list) = list {
                list.push((name, item));
            }
        }
        Self { latin, han, ending }
    }

    /// The names in a text, in order; none begins before the last one ends.
    pub(super) fn find(&self, text: &str) -> Vec<(Range<usize>, T)> {
        let mut found = Vec::new();
        let mut end = 0;
        let mut before = b' ';
        for (at, byte) in text.bytes().enumerate() {
            let starts_word = byte.is_ascii_alphabetic() && !is_word_byte(before);
            before = byte;
            // The first byte of a character of several bytes.
            let starts_han = byte >= 0xc0;
            if at < end || !(starts_word || starts_han) {
                continue;
            }
            let here = if starts_word {
                self.latin_at(Cursor::new(text, at), char::from(byte))
            } else {
                self.han_at(cut(text, at..text.len()))
                    .map(|(length, item)| (at + length, item))
            };
            if let Some((after, item)) = here {
                found.push((at..after, item));
                end = after;
            }
        }
        found
    }

    fn latin_at(&self, here: Cursor<'_>, first: char) -> Option<(usize, T)> {
        let list = self.latin.get(letter(first)?)?;
        let second = here.second();
        list.iter().find_map(|(name, item)| {
            // Few names share two letters.
            let own = name.as_bytes().get(1).copied();
            if own.is_some() && own != second {
                return None;
            }
            let mut after = here.literal(name)?;
            if self.ending == Ending::More {
                after = after.after_letters();
            }
            Some((after.at_edge()?.at, *item))
        })
    }

    fn han_at(&self, rest: &str) -> Option<(usize, T)> {
        let first = rest.chars().next()?;
        let at = self.han.binary_search_by_key(&first, |(c, _)| *c).ok()?;
        let (_, list) = self.han.get(at)?;
        let found = list.iter().find(|(name, _)| rest.starts_with(name));
        found.map(|(name, item)| (name.len(), *item))
    }
}

fn letter(c: char) -> Option<usize> {
    let lower = c.to_ascii_lowercase();
    let place = u32::from(lower).checked_sub(u32::from('a'))?;
    usize::try_from(place).ok().filter(|place| *place < 26)
}
