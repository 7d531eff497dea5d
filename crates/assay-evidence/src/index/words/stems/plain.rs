/// Words that are kept at hand; a power of two. Few words make up most of a text.
const PLACES: usize = 1 << 14;
/// The longest word that is packed, in bytes.
const LONGEST: usize = 16;
/// Stems of words that were driven out stay until there are so many, in bytes.
const MOST_STEM_BYTES: usize = 1 << 18;

/// The stems of the plain words that came last, by the words as they are written: what is at hand is
/// neither put in small letters nor looked up in the whole list.
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
    /// Where the stem lies; at no length the word says nothing.
    start: u32,
    length: u8,
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
    pub(super) fn knows(&self, word: u128) -> bool {
        let place = self.places.get(place_of(word));
        place.is_some_and(|place| place.word == word)
    }

    pub(super) fn of(&self, word: u128) -> Option<&str> {
        let place = self.places.get(place_of(word))?;
        let start = place.start as usize;
        let stem = self.stems.get(start..start + usize::from(place.length))?;
        (!stem.is_empty()).then_some(stem)
    }

    /// In the place of whatever word was there.
    pub(super) fn learn(&mut self, word: u128, stem: Option<&str>) {
        if self.places.is_empty() || self.stems.len() > MOST_STEM_BYTES {
            self.places.clear();
            self.places.resize(PLACES, Place::default());
            self.stems.clear();
        }
        let stem = stem.unwrap_or_default();
        let (Ok(start), Ok(length)) = (self.stems.len().try_into(), stem.len().try_into()) else {
            return;
        };
        if let Some(place) = self.places.get_mut(place_of(word)) {
            *place = Place {
                word,
                start,
                length,
            };
            self.stems.push_str(stem);
        }
    }
}

fn place_of(word: u128) -> usize {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (low, high) = (word as u64, (word >> 64) as u64);
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(PRIME);
    (mixed >> (u64::BITS - PLACES.ilog2())) as usize
}
