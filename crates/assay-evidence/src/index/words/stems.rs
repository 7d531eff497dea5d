mod plain;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer};

pub(super) use plain::packed;
use plain::{PlainStem, PlainWords};

use crate::index::stop_words::{CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS};

/// Words whose stems are kept at hand; a library has no more that are worth it.
const MOST_STEMS: usize = 50_000;

/// What becomes of a lower-case word: its stem, or nothing for a word that says nothing.
#[derive(Clone)]
pub(super) struct Stems {
    stemmer: TextAnalyzer,
    known: HashMap<Box<str>, Stem, BuildHasherDefault<ShortWords>>,
    /// Stems that are not the beginnings of their words.
    others: String,
    plain: PlainWords,
}

#[derive(Clone, Copy)]
enum Stem {
    /// The word says nothing.
    None,
    /// The word's first bytes.
    Beginning(usize),
    /// A place in [`Stems::others`].
    Other(usize, usize),
}

static STOP_WORDS: LazyLock<HashSet<&str, BuildHasherDefault<ShortWords>>> = LazyLock::new(|| {
    let words = ENGLISH_STOP_WORDS.iter().chain(CHINESE_STOP_WORDS.iter());
    words.copied().collect()
});
/// No stop word is longer, in bytes.
const LONGEST_STOP_WORD: usize = 9;

impl Default for Stems {
    fn default() -> Self {
        let stemmer = TextAnalyzer::builder(RawTokenizer::default())
            .filter(Stemmer::new(Language::English))
            .build();
        Self {
            stemmer,
            known: HashMap::default(),
            others: String::new(),
            plain: PlainWords::default(),
        }
    }
}

impl Stems {
    pub(super) fn of<'a>(&'a mut self, word: &'a str) -> Option<&'a str> {
        // English endings are Latin letters: all other words are their own stems
        if !word.bytes().next_back()?.is_ascii_lowercase() {
            let is_silent =
                word.len() <= LONGEST_STOP_WORD && !word.is_ascii() && STOP_WORDS.contains(word);
            return (!is_silent).then_some(word);
        }
        match self.stem_of_small(word) {
            Stem::None => None,
            Stem::Beginning(length) => word.get(..length),
            Stem::Other(start, end) => self.others.get(start..end),
        }
    }

    /// What becomes of a word of plain letters, small or capital, that is [`packed`] in `key`.
    pub(super) fn of_plain<'a>(&'a mut self, word: &'a str, key: u128) -> Option<&'a str> {
        let known = self.plain.known(key);
        let stem = known.unwrap_or_else(|| self.learn_plain(word, key));
        self.plain.text(word, stem)
    }

    fn learn_plain(&mut self, word: &str, key: u128) -> PlainStem {
        let small = word.to_ascii_lowercase();
        let stem = match self.stem_of_small(&small) {
            Stem::None => None,
            Stem::Beginning(length) => small.get(..length),
            Stem::Other(start, end) => self.others.get(start..end),
        };
        self.plain.learn(key, word, stem)
    }

    fn stem_of_small(&mut self, word: &str) -> Stem {
        let known = self.known.get(word).copied();
        known.unwrap_or_else(|| self.learn(word))
    }

    fn learn(&mut self, word: &str) -> Stem {
        if self.known.len() >= MOST_STEMS {
            self.known.clear();
            self.others.clear();
        }
        let stem = self.stem(word);
        self.known.insert(word.into(), stem);
        stem
    }

    fn stem(&mut self, word: &str) -> Stem {
        if STOP_WORDS.contains(word) {
            return Stem::None;
        }
        let mut stream = self.stemmer.token_stream(word);
        let stem = stream.next().map_or(word, |token| token.text.as_str());
        if word.starts_with(stem) {
            Stem::Beginning(stem.len())
        } else {
            let start = self.others.len();
            self.others.push_str(stem);
            Stem::Other(start, self.others.len())
        }
    }
}

/// Eight bytes at a time: quick for words. The map is bounded, so words made to collide cost little.
#[derive(Clone, Default)]
struct ShortWords(u64);

impl ShortWords {
    fn add(&mut self, part: u64) {
        const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(23) ^ part).wrapping_mul(PRIME);
    }
}

impl Hasher for ShortWords {
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.add(u64::from_le_bytes(*eight));
        }
        let rest = rest.iter().rev();
        self.add(rest.fold(0, |part, byte| part << 8 | u64::from(*byte)));
    }

    fn write_u8(&mut self, _: u8) {
        // the end mark that every text has
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
