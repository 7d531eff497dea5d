use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::MAX_WORD_BYTES;
use crate::index::stop_words::CHINESE_STOP_WORDS;

/// The dictionary lies in the program file and is read in place, a page at a time.
static DICTIONARY: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Runs that are kept at hand; a power of two. Names, labels and turns of speech come again and again,
/// whole sentences do not.
const PLACES: usize = 1 << 11;
/// The longest run that is kept, in bytes.
const LONGEST: usize = 33;
/// Bytes of an ideograph of the basic plane.
const LETTER: usize = 3;
/// A run of more words is not kept.
const MOST_WORDS: usize = 14;

/// Cuts runs of ideographs into words and their parts, and remembers short runs that came last.
#[derive(Clone, Default)]
pub(super) struct HanRuns {
    /// None before the first run.
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    run: [u8; LONGEST],
    /// 0 is no run.
    length: u8,
    count: u8,
    /// Where each word begins and ends in the run; words that say nothing are left out.
    words: [(u8, u8); MOST_WORDS],
}

impl HanRuns {
    /// Passes on each word of a run that says something, with its place in the run.
    pub(super) fn cut(&mut self, run: &str, mut pass_on: impl FnMut(&str, Range<usize>)) {
        if run.len() > LONGEST {
            for word in words_of(run) {
                pass_on(run.get(word.clone()).unwrap_or_default(), word);
            }
            return;
        }
        if self.places.is_empty() {
            self.places.resize(PLACES, Place::EMPTY);
        }
        let Some(place) = self.places.get_mut(place_of(run.as_bytes())) else {
            return;
        };
        if place.run() != Some(run.as_bytes()) {
            let words = words_of(run);
            if !place.learn(run.as_bytes(), &words) {
                for word in words {
                    pass_on(run.get(word.clone()).unwrap_or_default(), word);
                }
                return;
            }
        }
        for (start, end) in place.words.iter().take(usize::from(place.count)) {
            let word = usize::from(*start)..usize::from(*end);
            pass_on(run.get(word.clone()).unwrap_or_default(), word);
        }
    }
}

impl Place {
    const EMPTY: Self = Self {
        run: [0; LONGEST],
        length: 0,
        count: 0,
        words: [(0, 0); MOST_WORDS],
    };

    fn run(&self) -> Option<&[u8]> {
        self.run.get(..usize::from(self.length))
    }

    /// Whether the run has few enough words to be kept.
    fn learn(&mut self, run: &[u8], words: &[Range<usize>]) -> bool {
        let mut place = Self::EMPTY;
        let (Some(kept), true) = (place.run.get_mut(..run.len()), words.len() <= MOST_WORDS) else {
            return false;
        };
        kept.copy_from_slice(run);
        // both are at most as long as the longest run
        place.length = run.len() as u8;
        place.count = words.len() as u8;
        for (place, word) in place.words.iter_mut().zip(words) {
            *place = (word.start as u8, word.end as u8);
        }
        *self = place;
        true
    }
}

/// The words of a run, each after the pairs of letters that a longer one consists of: who looks for
/// a part of a compound finds it.
fn words_of(run: &str) -> Vec<Range<usize>> {
    let mut words = Vec::with_capacity(run.len() / 3);
    let mut start = 0;
    for end in DICTIONARY.segment_str(run).skip(1) {
        if end - start > 2 * LETTER {
            let pairs = (start..end - 2 * LETTER + 1).step_by(LETTER);
            words.extend(pairs.map(|first| first..first + 2 * LETTER));
        }
        words.push(start..end);
        start = end;
    }
    words.retain(|word| {
        let text = run.get(word.clone()).unwrap_or_default();
        !text.is_empty() && text.len() <= MAX_WORD_BYTES && !is_silent(text)
    });
    words
}

fn is_silent(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| {
        if letters.as_str().is_empty() {
            SILENT.alone.contains(first)
        } else {
            SILENT.first.contains(first) && CHINESE_STOP_WORDS.contains(&word)
        }
    })
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

struct Silent {
    /// Stop words of one letter.
    alone: Letters,
    /// What longer ones begin with.
    first: Letters,
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

fn place_of(run: &[u8]) -> usize {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (eights, rest) = run.as_chunks::<8>();
    let rest = rest
        .iter()
        .fold(0, |part, byte| part << 8 | u64::from(*byte));
    let parts = eights.iter().map(|eight| u64::from_le_bytes(*eight));
    let mix = |hash: u64, part: u64| (hash.rotate_left(23) ^ part).wrapping_mul(PRIME);
    let hash = parts.chain([rest]).fold(0, mix);
    (hash >> (u64::BITS - PLACES.ilog2())) as usize
}
