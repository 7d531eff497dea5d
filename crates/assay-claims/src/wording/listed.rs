//! Lists of words that are asked for again and again.

use std::sync::LazyLock;

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
