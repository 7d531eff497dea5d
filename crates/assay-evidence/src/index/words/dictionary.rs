use std::ops::RangeInclusive;
use std::sync::LazyLock;

use icu_collections::char16trie::Char16TrieCursor;
use icu_provider::prelude::*;
use icu_segmenter::provider::{Baked, DictionaryBreakData, SegmenterDictionaryAutoV2};

/// Chinese words. They lie in the program file and are read in place, a page at a time.
pub(super) static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::compiled_in);

/// Nearly all letters of Chinese texts.
const COMMON: RangeInclusive<u32> = 0x4e00..=0x9fff;

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
    pub(super) fn longest_word(&self, text: &str) -> usize {
        let mut letters = text.char_indices();
        let Some((_, first)) = letters.next() else {
            return 0;
        };
        let mut length = first.len_utf8();
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
}

#[cfg(test)]
mod tests {
    use icu_segmenter::WordSegmenter;
    use icu_segmenter::options::WordBreakInvariantOptions;
    use proptest::prelude::*;

    use super::DICTIONARY;

    #[test]
    fn words_are_compiled_in() {
        for (text, word) in [
            ("营业收入增长", "营业"),
            ("有限公司的", "有限公司"),
            ("的营业", "的"),
            ("\u{20bb7}野家", "\u{20bb7}"),
            ("", ""),
        ] {
            let length = DICTIONARY.longest_word(text);
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
            let mut end = 0;
            while end < text.len() {
                end += DICTIONARY.longest_word(text.get(end..).unwrap_or_default());
                ends.push(end);
            }
            prop_assert_eq!(ends, expected);
        }
    }
}
