//! Which way the words beside a number say that something moved.

use std::sync::LazyLock;

use assay_figures::{
    Direction, WordSet, direction_at_end_of_han, direction_behind, direction_word,
};

use super::words::{is_han, tokens};

/// Words behind which a number is a level reached, not a change.
static LEVELS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "to", "at", "from", "was", "were", "is", "are", "reached", "totaled", "totalled",
    ])
});

/// Words that stand between a direction and its number.
static BETWEEN: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::of(["approximately", "about", "nearly", "an", "a", "us"]));

/// Verbs with which `up` says nothing of a rise: `made up 12%`.
static COMPOSED: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "made", "make", "makes", "making", "took", "take", "takes", "add", "adds", "ended", "set",
        "ate", "eat", "eats", "eaten", "used", "use", "uses", "tied", "ties", "backed",
    ])
});

/// Which way the words beside a number say that something moved by it.
pub(super) fn direction(before: &str, after: &str) -> Option<Direction> {
    let mut behind = tokens(after);
    // `5 falls due` goes nowhere
    if behind.get(1) == Some(&"due") {
        behind.clear();
    }
    let noun = behind.first().and_then(|word| direction_behind(word));
    noun.or_else(|| direction_before(before)).or_else(|| {
        // `10% or more` is a limit.
        let behind = behind.into_iter().take_while(|word| *word != "or");
        behind.take(2).find_map(direction_behind)
    })
}

fn direction_before(before: &str) -> Option<Direction> {
    const REACH: usize = 7;
    let stretch = before
        .rsplit([',', ';', '，', '；', '。', '(', '（'])
        .next()
        .unwrap_or(before);
    let mut nearest = true;
    let words = tokens(stretch);
    for (place, word) in words.iter().copied().enumerate().rev().take(REACH) {
        let lead = place.checked_sub(1).and_then(|before| words.get(before));
        if word == "up" && lead.is_some_and(|lead| COMPOSED.contains(lead)) {
            nearest = false;
            continue;
        }
        if word.starts_with(is_han) {
            if word.ends_with(['至', '到', '为', '达']) && nearest {
                return None;
            }
            if let Some(direction) = direction_at_end_of_han(word) {
                return Some(direction);
            }
        } else {
            if nearest && LEVELS.contains(word) {
                return None;
            }
            if let Some(direction) = direction_word(word) {
                return Some(direction);
            }
            if BETWEEN.contains(word) {
                continue;
            }
        }
        nearest = false;
    }
    None
}
