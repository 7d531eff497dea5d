//! "Did you mean": the known word that somebody probably meant.

/// Other names that people and models give to a plan's fields.
const SYNONYMS: [(&str, &str); 15] = [
    ("type", "research_type"),
    ("title", "topic"),
    ("subject", "topic"),
    ("goals", "objectives"),
    ("steps", "tasks"),
    ("number", "id"),
    ("name", "description"),
    ("title", "description"),
    ("deps", "dependencies"),
    ("dependson", "dependencies"),
    ("requires", "dependencies"),
    ("hint", "hints"),
    ("data", "data_needs"),
    ("questions", "key_questions"),
    ("tools", "suggested_tools"),
];

pub(super) fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word = plain(word);
    let synonym = SYNONYMS
        .iter()
        .filter(|(name, _)| *name == word)
        .find_map(|(_, meant)| known.iter().find(|name| *name == meant));
    if let Some(meant) = synonym {
        return Some(meant);
    }
    known
        .iter()
        .map(|name| (edits(&word, &plain(name)), *name))
        .filter(|(distance, name)| *distance <= ((name.len() + 1) / 3).min(3))
        .min()
        .map(|(_, name)| name)
}

/// `researchType`, `Research-Type` and `research_type` are one word.
fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .take(64)
        .flat_map(char::to_lowercase)
        .collect()
}

/// Levenshtein distance.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, a) in from.chars().enumerate() {
        let mut left = index + 1;
        let mut diagonal = index;
        for (b, above) in to.iter().zip(row.iter_mut().skip(1)) {
            let cost = diagonal + usize::from(a != *b);
            diagonal = *above;
            left = cost.min(diagonal + 1).min(left + 1);
            *above = left;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
