/// Words that are kept at hand; a power of two. Few words make up most of a text.
const PLACES: usize = 1 << 14;
/// The longest word that is packed, in bytes.
const LONGEST: usize = 16;
/// Stems of words that were driven out stay until there are so many, in bytes.
const MOST_STEM_BYTES: usize = 1 << 18;

/// The stems of the plain words that came last, by the words as they are written: what is at hand is
/// neither put in small letters nor looked up in the whole list. Most stems are how the word begins.
#[derive(Clone, Default)]
pub(super) struct PlainWords {
    /// None before the first word.
    places: Vec<Place>,
    stems: String,
}

#[derive(Clone, Copy, Default)]
struct Place {
    /// 0 is no word.
    word: u128,
    stem: PlainStem,
}

#[derive(Clone, Copy, Default)]
pub(super) enum PlainStem {
    /// The word says nothing.
    #[default]
    None,
    /// The first bytes of the word as it is written.
    Beginning(u8),
    /// A place in [`PlainWords::stems`], and a length.
    Other(u32, u8),
}

/// The letters of a word that stands at the beginning of a text, as one number.
pub(in super::super) fn packed(text: &[u8], length: usize) -> Option<u128> {
    if length == 0 || length > LONGEST {
        return None;
    }
    Some(match text.first_chunk::<LONGEST>() {
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
        let place = self.places.get(place_of(key))?;
        (place.word == key).then_some(place.stem)
    }

    /// The stem of a word.
    pub(super) fn text<'a>(&'a self, word: &'a str, stem: PlainStem) -> Option<&'a str> {
        match stem {
            PlainStem::None => None,
            PlainStem::Beginning(length) => word.get(..usize::from(length)),
            PlainStem::Other(start, length) => {
                let start = start as usize;
                self.stems.get(start..start + usize::from(length))
            }
        }
    }

    /// In the place of whatever word was there.
    pub(super) fn learn(&mut self, key: u128, word: &str, stem: Option<&str>) -> PlainStem {
        if self.places.is_empty() || self.stems.len() > MOST_STEM_BYTES {
            self.places.clear();
            self.places.resize(PLACES, Place::default());
            self.stems.clear();
        }
        let stem = match stem.filter(|stem| !stem.is_empty()) {
            None => PlainStem::None,
            // of 16 bytes at most, as the word is
            Some(stem) if word.starts_with(stem) => PlainStem::Beginning(stem.len() as u8),
            Some(stem) => {
                let start = self.stems.len() as u32;
                self.stems.push_str(stem);
                PlainStem::Other(start, stem.len() as u8)
            }
        };
        if let Some(place) = self.places.get_mut(place_of(key)) {
            *place = Place { word: key, stem };
        }
        stem
    }
}

fn place_of(word: u128) -> usize {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (low, high) = (word as u64, (word >> 64) as u64);
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(PRIME);
    (mixed >> (u64::BITS - PLACES.ilog2())) as usize
}
