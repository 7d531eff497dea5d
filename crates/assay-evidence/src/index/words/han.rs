use std::ops::Range;
use std::sync::LazyLock;

use super::MAX_WORD_BYTES;
use super::dictionary::{DICTIONARY, LETTER, Starts};
use crate::index::stop_words::CHINESE_STOP_WORDS;

/// Passes on the words of a run of ideographs that say something, each after the words of two letters
/// in it: who looks for a part of a compound finds it.
pub(super) fn cut(run: &str, starts: &mut Starts, mut pass_on: impl FnMut(&str)) {
    let (words, silent) = (&*DICTIONARY, &*SILENT);
    let mut pass_on = |place: Range<usize>| {
        let word = run.get(place).unwrap_or_default();
        if !word.is_empty() && word.len() <= MAX_WORD_BYTES && !silent.holds(word) {
            pass_on(word);
        }
    };
    let mut start = 0;
    while let Some(rest) = run.get(start..).filter(|rest| !rest.is_empty()) {
        let end = start + words.longest_word(rest, starts);
        if end - start > 2 * LETTER {
            for first in (start..=end - 2 * LETTER).step_by(LETTER) {
                let pair = starts.pair(words, run.as_bytes(), first);
                if pair.is_some_and(|pair| pair.is_word) {
                    pass_on(first..first + 2 * LETTER);
                }
            }
        }
        pass_on(start..end);
        start = end;
    }
}

static SILENT: LazyLock<Silent> = LazyLock::new(|| {
    let words = CHINESE_STOP_WORDS.iter();
    let first = |word: &str| word.chars().next();
    let (alone, longer): (Vec<&str>, Vec<&str>) = words.partition(|word| word.chars().count() == 1);
    Silent {
        alone: Letters::of(alone.into_iter().filter_map(first)),
        first: Letters::of(longer.into_iter().filter_map(first)),
    }
});

/// Stop words.
struct Silent {
    /// Those of one letter.
    alone: Letters,
    /// What longer ones begin with.
    first: Letters,
}

impl Silent {
    fn holds(&self, word: &str) -> bool {
        let mut letters = word.chars();
        letters.next().is_some_and(|first| {
            if letters.as_str().is_empty() {
                self.alone.contains(first)
            } else {
                self.first.contains(first) && CHINESE_STOP_WORDS.contains(&word)
            }
        })
    }
}

/// A set of letters, one bit for each up to U+FFFF.
struct Letters(Vec<u64>);

impl Letters {
    fn of(letters: impl Iterator<Item = char>) -> Self {
        let mut bits = vec![0; 1 << 10];
        for letter in letters {
            if let Some(place) = bits.get_mut(place_of_letter(letter)) {
                *place |= bit_of_letter(letter);
            }
        }
        Self(bits)
    }

    fn contains(&self, letter: char) -> bool {
        let bits = self.0.get(place_of_letter(letter)).copied();
        bits.unwrap_or(0) & bit_of_letter(letter) != 0
    }
}

fn place_of_letter(letter: char) -> usize {
    (u32::from(letter) / u64::BITS) as usize
}

fn bit_of_letter(letter: char) -> u64 {
    1 << (u32::from(letter) % u64::BITS)
}
