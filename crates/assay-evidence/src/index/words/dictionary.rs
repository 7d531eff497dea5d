use std::ops::RangeInclusive;
use std::sync::LazyLock;

use icu_collections::char16trie::Char16TrieCursor;
use icu_provider::prelude::*;
use icu_segmenter::provider::{Baked, DictionaryBreakData, SegmenterDictionaryAutoV2};

use super::forms::ideograph_at;
use super::kept::Kept;

/// Chinese words. They lie in the program file and are read in place, a page at a time.
pub(super) static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::compiled_in);

/// Nearly all letters of Chinese texts.
const COMMON: RangeInclusive<u32> = 0x4e00..=0x9fff;
/// Common letters are numbered from 1.
const BEFORE_COMMON: u32 = *COMMON.start() - 1;

pub(super) struct Dictionary {
    /// At no letter yet. None where no words were compiled in, which a test rules out.
    start: Option<Char16TrieCursor<'static>>,
    /// Where words go on after each common letter: of all steps this one has the most ways to go.
    after_first: Vec<Char16TrieCursor<'static>>,
}

impl Dictionary {
    fn compiled_in() -> Self {
        let chinese = DataMarkerAttributes::from_str_or_panic("cjdict");
        let request = DataRequest {
            id: DataIdentifierBorrowed::for_marker_attributes(chinese),
            ..Default::default()
        };
        let words: Result<DataResponse<SegmenterDictionaryAutoV2>, DataError> = Baked.load(request);
        let start = match words.ok().and_then(|words| words.payload.get_static()) {
            Some(DictionaryBreakData::Char16Trie(words)) => Some(words.cursor()),
            _ => None,
        };
        let after = |start: &Char16TrieCursor<'static>| {
            let step = |letter| {
                let mut cursor = start.clone();
                cursor.step32(letter);
                cursor
            };
            COMMON.map(step).collect()
        };
        Self {
            after_first: start.as_ref().map(after).unwrap_or_default(),
            start,
        }
    }

    /// The bytes of the longest word that a text begins with; of its first letter if there is none.
    pub(super) fn longest_word(&self, text: &str, starts: &mut Starts) -> usize {
        let text_bytes = text.as_bytes();
        let Some(pair) = starts.pair(self, text_bytes, 0) else {
            return self.read_longest_word(text);
        };
        let length = LETTER * (1 + usize::from(pair.is_word));
        let is_all = text.len() == 2 * LETTER;
        if is_all || !pair.goes_on {
            return length;
        }
        match starts.three(self, text_bytes) {
            Some(three) if !three.goes_on && three.is_word => 3 * LETTER,
            Some(three) if !three.goes_on => length,
            _ => self.read_longest_word(text),
        }
    }

    fn read_longest_word(&self, text: &str) -> usize {
        let mut letters = text.char_indices();
        let Some((_, first)) = letters.next() else {
            return 0;
        };
        let mut length = first.len_utf8();
        if length == text.len() {
            return length;
        }
        let Some(mut cursor) = self.after(first) else {
            return length;
        };
        for (at, letter) in letters {
            if cursor.is_empty() {
                break;
            }
            cursor.step(letter);
            if cursor.value().is_some() {
                length = at + letter.len_utf8();
            }
        }
        length
    }

    fn after(&self, first: char) -> Option<Char16TrieCursor<'static>> {
        let place = u32::from(first).checked_sub(*COMMON.start())?;
        if let Some(known) = self.after_first.get(place as usize) {
            return Some(known.clone());
        }
        let mut cursor = self.start.clone()?;
        cursor.step(first);
        Some(cursor)
    }

    /// By the numbers of common letters.
    fn start(&self, letters: &[u32]) -> Start {
        let mut letters = letters.iter().map(|number| BEFORE_COMMON + number);
        let first = letters.next().and_then(char::from_u32);
        let Some(mut cursor) = first.and_then(|first| self.after(first)) else {
            return Start::default();
        };
        for letter in letters {
            if cursor.is_empty() {
                return Start::default();
            }
            cursor.step32(letter);
        }
        Start {
            is_word: cursor.value().is_some(),
            goes_on: !cursor.is_empty(),
        }
    }
}

/// Bytes of a common letter.
pub(super) const LETTER: usize = 3;
const PLACES_OF_PAIRS: usize = 1 << 14;
const PLACES_OF_THREES: usize = 1 << 12;

/// What the dictionary says of two or three letters.
#[derive(Clone, Copy, Default)]
pub(super) struct Start {
    pub(super) is_word: bool,
    /// Longer words begin with it.
    goes_on: bool,
}

impl Start {
    fn bits(self) -> u32 {
        u32::from(self.is_word) << 1 | u32::from(self.goes_on)
    }

    fn of_bits(bits: u32) -> Self {
        Self {
            is_word: bits & 2 != 0,
            goes_on: bits & 1 != 0,
        }
    }
}

/// The pairs and threes of common letters that came last: few words of Chinese have more. They are
/// looked up for nearly every letter of a text, so that they are kept small.
#[derive(Clone, Default)]
pub(super) struct Starts {
    /// The numbers of two letters and the bits of their start.
    pairs: Kept<u32, PLACES_OF_PAIRS>,
    /// The same of three letters.
    threes: Kept<u64, PLACES_OF_THREES>,
}

impl Starts {
    /// The two letters at a place, if they are common ones.
    pub(super) fn pair(&mut self, words: &Dictionary, text: &[u8], at: usize) -> Option<Start> {
        let [first, second] = [letter_at(text, at)?, letter_at(text, at + LETTER)?];
        let letters = first << LETTER_BITS | second;
        let number = u64::from(letters);
        let is_it = |kept| kept >> START_BITS == letters;
        let known = self.pairs.find(number, is_it).unwrap_or_else(|| {
            let new = letters << START_BITS | words.start(&[first, second]).bits();
            self.pairs.keep(number, new);
            new
        });
        Some(Start::of_bits(known))
    }

    /// The first three letters of a text, if they are common ones.
    fn three(&mut self, words: &Dictionary, text: &[u8]) -> Option<Start> {
        let [first, second, third] = [
            letter_at(text, 0)?,
            letter_at(text, LETTER)?,
            letter_at(text, 2 * LETTER)?,
        ];
        let letters = u64::from(first << LETTER_BITS | second) << LETTER_BITS | u64::from(third);
        let is_it = |kept| kept >> START_BITS == letters;
        let known = self.threes.find(letters, is_it).unwrap_or_else(|| {
            let start = words.start(&[first, second, third]);
            let new = letters << START_BITS | u64::from(start.bits());
            self.threes.keep(letters, new);
            new
        });
        Some(Start::of_bits(known as u32))
    }
}

/// Bits that the number of a common letter takes.
const LETTER_BITS: u32 = 15;
const START_BITS: u32 = 2;

/// The number of the common letter at a place; never 0, so that no letters are like an empty place.
fn letter_at(text: &[u8], at: usize) -> Option<u32> {
    let [first, second, third] = ideograph_at(text, at)?.map(u32::from);
    let letter = (first & 0xf) << 12 | (second & 0x3f) << 6 | third & 0x3f;
    Some(letter - BEFORE_COMMON)
}

#[cfg(test)]
mod tests {
    use icu_segmenter::WordSegmenter;
    use icu_segmenter::options::WordBreakInvariantOptions;
    use proptest::prelude::*;

    use super::{DICTIONARY, Starts};

    #[test]
    fn words_are_compiled_in() {
        for (text, word) in [
            ("营业收入增长", "营业"),
            ("有限公司的", "有限公司"),
            ("的营业", "的"),
            ("\u{20bb7}野家", "\u{20bb7}"),
            ("", ""),
        ] {
            let length = DICTIONARY.longest_word(text, &mut Starts::default());
            assert_eq!(text.get(..length), Some(word), "in {text:?}");
        }
    }

    proptest! {
        #[test]
        fn words_are_those_of_the_library_that_has_them(
            text in "[的了中国营业收入增长上市公司为什么年度报告现金流量]{1,40}"
        ) {
            let segmenter = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
            let expected: Vec<usize> = segmenter.segment_str(&text).skip(1).collect();
            let mut ends = Vec::new();
            let (mut end, mut starts) = (0, Starts::default());
            while end < text.len() {
                end += DICTIONARY.longest_word(text.get(end..).unwrap_or_default(), &mut starts);
                ends.push(end);
            }
            prop_assert_eq!(ends, expected);
        }
    }
}
