use crate::index::words::kept::Kept;

/// Places for words that are kept at hand. Few words make up most of a text.
const PLACES: usize = 1 << 12;
/// The longest word that is packed, in bytes.
const LONGEST: usize = 13;
/// Bits that its letters take.
const LETTERS: u32 = 8 * LONGEST as u32;
/// Stems of words that were driven out stay until there are so many, in bytes.
const MOST_STEM_BYTES: usize = 1 << 17;

/// The stems of the plain words that came last, by the words as they are written: what is at hand is
/// neither put in small letters nor looked up in the whole list. Most stems are how the word begins.
#[derive(Clone, Default)]
pub(super) struct PlainWords {
    /// The letters of a word, and its stem above them; 0 is no word.
    words: Kept<u128, PLACES>,
    stems: String,
}

/// What becomes of a word, in 24 bits.
#[derive(Clone, Copy)]
pub(super) struct PlainStem(u32);

impl PlainStem {
    /// The word says nothing.
    const NONE: Self = Self(0);
    /// Above the length of the stem.
    const START: u32 = 5;
    /// The stem is not how the word begins, but lies at a place in [`PlainWords::stems`].
    const OTHER: u32 = 1 << 23;

    /// Neither a word nor its stem has more bytes than five bits can tell, and there are no more stems
    /// than 18 bits can.
    fn new(start: Option<usize>, length: usize) -> Self {
        let place = start.map_or(0, |start| Self::OTHER | (start as u32) << Self::START);
        Self(place | length as u32)
    }

    fn length(self) -> usize {
        (self.0 & ((1 << Self::START) - 1)) as usize
    }

    fn start(self) -> Option<usize> {
        let is_other = self.0 & Self::OTHER != 0;
        is_other.then_some(((self.0 & !Self::OTHER) >> Self::START) as usize)
    }
}

/// The letters of a word that stands at the beginning of a text, as one number.
pub(in super::super) fn packed(text: &[u8], length: usize) -> Option<u128> {
    if length == 0 || length > LONGEST {
        return None;
    }
    Some(match text.first_chunk::<{ size_of::<u128>() }>() {
        Some(bytes) => {
            u128::from_le_bytes(*bytes) & u128::MAX >> (u128::BITS as usize - 8 * length)
        }
        None => {
            let letters = text.iter().take(length).rev();
            letters.fold(0, |word, letter| word << 8 | u128::from(*letter))
        }
    })
}

impl PlainWords {
    /// None for a word that is not at hand.
    pub(super) fn known(&self, key: u128) -> Option<PlainStem> {
        let is_it = |word| word & (u128::MAX >> (u128::BITS - LETTERS)) == key;
        let word = self.words.find(number_of(key), is_it)?;
        Some(PlainStem((word >> LETTERS) as u32))
    }

    /// The stem of a word.
    pub(super) fn text<'a>(&'a self, word: &'a str, stem: PlainStem) -> Option<&'a str> {
        let length = stem.length();
        let text = match stem.start() {
            Some(start) => self.stems.get(start..start + length),
            None => word.get(..length),
        };
        text.filter(|stem| !stem.is_empty())
    }

    /// Keeps what becomes of a word.
    pub(super) fn learn(&mut self, key: u128, word: &str, stem: Option<&str>) -> PlainStem {
        if self.stems.len() > MOST_STEM_BYTES {
            self.words.clear();
            self.stems.clear();
        }
        let stem = match stem.filter(|stem| !stem.is_empty()) {
            None => PlainStem::NONE,
            Some(stem) if word.starts_with(stem) => PlainStem::new(None, stem.len()),
            Some(stem) => {
                let start = self.stems.len();
                self.stems.push_str(stem);
                PlainStem::new(Some(start), stem.len())
            }
        };
        let word = u128::from(stem.0) << LETTERS | key;
        self.words.keep(number_of(key), word);
        stem
    }
}

fn number_of(word: u128) -> u64 {
    word as u64 ^ ((word >> 64) as u64).rotate_left(29)
}
