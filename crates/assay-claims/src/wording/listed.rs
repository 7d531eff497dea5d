//! Lists of words that are asked for again and again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// What our own lists say of a word. Nobody else's words are put into it, so that a hash of few steps
/// is safe.
pub(crate) type Known<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// FNV-1a, which is made for keys as short as words are.
pub(crate) struct Quick(u64);

impl Default for Quick {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A list that is put in order when it is first asked.
pub(crate) type WordList = LazyLock<Words>;

/// Words of any script, each found only as it is written.
pub(crate) struct Words {
    /// By [`place_of`], so that hardly any word is compared in vain.
    places: Vec<Vec<&'static str>>,
}

const PLACES: usize = 256;

/// By the first byte and the length, which most words of a list differ in.
fn place_of(word: &str) -> usize {
    let first = word.bytes().next().unwrap_or_default();
    (usize::from(first) + word.len() * 37) % PLACES
}

impl Words {
    /// The words of a text, parted by blanks.
    pub(crate) fn of(list: &'static str) -> Self {
        let mut places = vec![Vec::new(); PLACES];
        for word in list.split_whitespace() {
            if let Some(place) = places.get_mut(place_of(word)) {
                place.push(word);
            }
        }
        Self { places }
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        let place = self.places.get(place_of(word));
        place.is_some_and(|known| known.contains(&word))
    }
}
