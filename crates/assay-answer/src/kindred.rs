//! Words by which people ask and words by which papers answer: of one matter, though not of one
//! meaning. They lead to a sentence; they never prove one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};

/// A line of the list.
pub(crate) type Group = u16;

/// The stems behind the first one of an expression, and its groups.
type Phrase = (Vec<String>, Vec<Group>);

struct Kindred {
    lines: Vec<&'static str>,
    /// English expressions by the stem of their first word, longest first.
    latin: BTreeMap<String, Vec<Phrase>>,
    /// Chinese words.
    han: HashMap<&'static str, Vec<Group>>,
    /// Characters of the longest Chinese word.
    longest: usize,
}

static KINDRED: LazyLock<Kindred> = LazyLock::new(Kindred::read);

impl Kindred {
    fn read() -> Self {
        let lines = include_str!("../lexicon/kindred.txt").lines();
        let mut read = Self {
            lines: lines.filter(|line| !line.starts_with('#')).collect(),
            latin: BTreeMap::new(),
            han: HashMap::new(),
            longest: 0,
        };
        for (line, group) in read.lines.clone().into_iter().zip(0..) {
            for word in line.split_whitespace().filter(|word| *word != "|") {
                read.add(word, group);
            }
        }
        for phrases in read.latin.values_mut() {
            phrases.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        read
    }

    fn add(&mut self, word: &'static str, group: Group) {
        if !word.is_ascii() {
            self.longest = self.longest.max(word.chars().count());
            self.han.entry(word).or_default().push(group);
            return;
        }
        let mut stems = latin_words(word).map(|(_, word)| stem(&word));
        let Some(first) = stems.next() else {
            return;
        };
        let rest: Vec<String> = stems.collect();
        let known = self.latin.entry(first).or_default();
        match known.iter_mut().find(|(other, _)| *other == rest) {
            Some((_, groups)) => groups.push(group),
            None => known.push((rest, vec![group])),
        }
    }
}

fn stem(word: &str) -> String {
    static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::English));
    STEMMER.stem(word).into_owned()
}

/// The words in Latin letters and digits, in lower case, each with its place.
fn latin_words(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word.to_lowercase())
    })
}

/// The groups of which a text has a word, each with the place of it.
pub(crate) fn kindred_in(text: &str) -> Vec<(Range<usize>, Group)> {
    let mut found = Vec::new();
    let words: Vec<(Range<usize>, String)> = latin_words(text)
        .map(|(range, word)| (range, stem(&word)))
        .collect();
    let mut at = 0;
    while let Some((range, first)) = words.get(at) {
        let behind = words.get(at + 1..).unwrap_or_default();
        let phrases = KINDRED.latin.get(first).map_or(&[][..], Vec::as_slice);
        let fits = |(rest, _): &&Phrase| {
            let follow = behind.iter().map(|(_, stem)| stem);
            rest.len() <= behind.len() && rest.iter().eq(follow.take(rest.len()))
        };
        let Some((rest, groups)) = phrases.iter().find(fits) else {
            at += 1;
            continue;
        };
        let last = words.get(at + rest.len()).map_or(range, |(range, _)| range);
        let whole = range.start..last.end;
        found.extend(groups.iter().map(|group| (whole.clone(), *group)));
        at += rest.len() + 1;
    }
    found.extend(han_in(text));
    found
}

/// The longest Chinese words of the list, from left to right.
fn han_in(text: &str) -> Vec<(Range<usize>, Group)> {
    let mut found = Vec::new();
    let mut done = 0;
    for (start, _) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        let rest = text.get(start..).unwrap_or_default();
        if start < done {
            continue;
        }
        let mut ends: Vec<usize> = rest.char_indices().map(|(at, _)| at).skip(1).collect();
        ends.push(rest.len());
        ends.truncate(KINDRED.longest);
        let known = ends.into_iter().rev().find_map(|end| {
            let groups = KINDRED.han.get(rest.get(..end)?)?;
            Some((start + end, groups))
        });
        if let Some((end, groups)) = known {
            done = end;
            found.extend(groups.iter().map(|group| (start..end, *group)));
        }
    }
    found
}

/// The groups of which a text has a word.
pub(crate) fn groups_in(text: &str) -> BTreeSet<Group> {
    kindred_in(text)
        .into_iter()
        .map(|(_, group)| group)
        .collect()
}

/// All words of a group, in both languages.
pub(crate) fn words_of(group: Group) -> impl Iterator<Item = &'static str> {
    let line = KINDRED.lines.get(usize::from(group)).copied();
    let words = line.unwrap_or_default().split_whitespace();
    words.filter(|word| *word != "|")
}

#[cfg(test)]
mod tests {
    use super::{KINDRED, groups_in, kindred_in};

    #[test]
    fn every_line_links_words_of_both_languages() {
        for line in &KINDRED.lines {
            let (english, chinese) = line.split_once(" | ").unwrap();
            let (english, chinese) = (english.split(' ').count(), chinese.split(' ').count());
            assert!(english >= 2 && chinese >= 1, "{line}");
            assert!(english + chinese <= 24, "{line}");
        }
    }

    #[test]
    fn what_people_ask_meets_what_papers_say() {
        let is_linked = |asked: &str, said: &str| {
            let (asked, said) = (groups_in(asked), groups_in(said));
            !asked.is_disjoint(&said)
        };
        let linked = [
            (
                "a welder was hurt",
                "one lost-time injury in the cable hall",
            ),
            ("how much of the loan is undrawn", "unused commitments"),
            ("有人受伤吗", "two accidents were recorded"),
            ("新来的要培训吗", "an onboarding week for every new hire"),
        ];
        for (asked, said) in linked {
            assert!(is_linked(asked, said), "{asked} / {said}");
        }
        let apart = [
            ("a welder was hurt", "the dividend was paid in May"),
            ("有人受伤吗", "revenue by region"),
        ];
        for (asked, said) in apart {
            assert!(!is_linked(asked, said), "{asked} / {said}");
        }
    }

    #[test]
    fn an_expression_is_met_as_a_whole() {
        let text = "Lost-time injuries fell";
        let found = kindred_in(text);
        let whole = found
            .iter()
            .any(|(range, _)| text.get(range.clone()) == Some("Lost-time injuries"));
        assert!(whole, "{found:?}");
    }
}
