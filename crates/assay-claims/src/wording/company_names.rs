//! Companies by the names that texts use for each other.

use std::sync::LazyLock;

use assay_figures::COMPANIES;

use super::lexicon::{Key, own_key};
use super::listed::Known;

/// The key of a company whose name of several words has this one, as `coca` of Coca-Cola.
pub(super) fn company_around(lowers: &[String], at: usize) -> Option<Key> {
    const LONGEST: usize = 3;
    static FIRST_WORDS: LazyLock<Known<&str, ()>> = LazyLock::new(|| {
        let names = COMPANIES.iter().flat_map(|names| names.iter());
        names
            .filter_map(|name| Some((name.split_once([' ', '-'])?.0, ())))
            .collect()
    });
    let start = at.saturating_sub(LONGEST - 1);
    let begins = |start: &usize| {
        let word = lowers.get(*start);
        word.is_some_and(|word| FIRST_WORDS.contains_key(word.as_str()))
    };
    (start..=at).filter(begins).find_map(|start| {
        (2..=LONGEST).find_map(|count| {
            let name = lowers.get(start..start + count)?;
            let is_here = start + count > at;
            let key = company_key(&name.join(" ")).or_else(|| company_key(&name.join("-")));
            key.filter(|_| is_here)
        })
    })
}

/// Companies have one key under all their names.
pub(super) fn company_key(lower: &str) -> Option<Key> {
    static KEYS: LazyLock<Known<&str, Key>> = LazyLock::new(|| {
        let mut keys = Known::default();
        for (place, names) in COMPANIES.iter().enumerate() {
            for name in *names {
                keys.entry(*name).or_insert_with(|| key_of_company(place));
            }
        }
        keys
    });
    KEYS.get(lower).copied()
}

/// The company whose Chinese name a run begins with: the length of the name in bytes, and the key.
pub(super) fn company_at(run: &str) -> Option<(usize, Key)> {
    static BY_FIRST: LazyLock<Known<char, Vec<(&str, Key)>>> = LazyLock::new(|| {
        let mut companies: Known<char, Vec<(&str, Key)>> = Known::default();
        for (place, names) in COMPANIES.iter().enumerate() {
            for name in names.iter().filter(|name| !name.is_ascii()) {
                if let Some(first) = name.chars().next() {
                    let known = companies.entry(first).or_default();
                    known.push((name, key_of_company(place)));
                }
            }
        }
        companies
    });
    let mut known = BY_FIRST.get(&run.chars().next()?)?.iter();
    let (name, key) = known.find(|(name, _)| run.starts_with(name))?;
    Some((name.len(), *key))
}

pub(super) fn key_of_company(place: usize) -> Key {
    own_key(&format!("company {place}"))
}
