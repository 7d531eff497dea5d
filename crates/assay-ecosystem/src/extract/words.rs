use std::collections::BTreeSet;

use assay_domain::Passage;

/// What is known of words before and after reading a document.
pub(super) struct Words<'a> {
    places: BTreeSet<&'static str>,
    not_names: BTreeSet<&'static str>,
    /// Words that the document writes in lower case: such a word with a capital letter is the
    /// beginning of a sentence or a heading, not a name.
    written_small: BTreeSet<&'a str>,
}

impl<'a> Words<'a> {
    pub(super) fn of(passages: &'a [Passage]) -> Self {
        let written_small = passages
            .iter()
            .flat_map(|passage| passage.text.split(|c: char| !c.is_alphanumeric()))
            .filter(|word| word.chars().next().is_some_and(char::is_lowercase))
            .collect();
        Self {
            places: entries(include_str!("../../lexicon/places.txt")),
            not_names: entries(include_str!("../../lexicon/not_names.txt")),
            written_small,
        }
    }

    pub(super) fn is_place(&self, name: &str) -> bool {
        let name = name.trim_end_matches('.').to_lowercase();
        let name = name.strip_prefix("the ").unwrap_or(&name);
        self.places.contains(name)
    }

    /// Whether a word is a common one: in the list, a plural of capitals such as `SUVs`, or written
    /// small elsewhere.
    pub(super) fn is_common(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let capitals = word.strip_suffix('s').unwrap_or_default();
        let is_plural = capitals.chars().count() >= 2 && capitals.chars().all(char::is_uppercase);
        is_plural
            || self.not_names.contains(lower.as_str())
            || self.not_names.contains(singular(&lower).as_str())
            || self.written_small.contains(lower.as_str())
            || lower.chars().all(|c| c.is_ascii_digit())
    }
}

fn singular(word: &str) -> String {
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        (None, None) => word.to_owned(),
    }
}

fn entries(list: &'static str) -> BTreeSet<&'static str> {
    list.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .collect()
}
