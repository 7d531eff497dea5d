/// Words and phrases that are looked for where a word begins, each with a set of numbers below 64.
/// A space in a phrase may also be the end of a line.
pub(crate) struct Triggers {
    /// By the hash of the first three bytes: whether any trigger begins so, one bit each.
    beginnings: Vec<u64>,
    /// By the same hash: where its triggers stand in `words`.
    places: Vec<(u16, u16)>,
    words: Vec<(Vec<u8>, u64)>,
}

/// A trigger at a place of the text.
pub(crate) struct Hit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) set: u64,
}

impl Triggers {
    /// Words shorter than three bytes are never found.
    pub(crate) fn new(words: impl IntoIterator<Item = (String, u64)>) -> Self {
        let hash = |(word, set): (String, u64)| {
            let bytes = word.into_bytes();
            let first = *bytes.first_chunk::<3>()?;
            Some((hash(first), bytes, set))
        };
        let mut hashed: Vec<(u16, Vec<u8>, u64)> = words.into_iter().filter_map(hash).collect();
        hashed.sort();
        let mut triggers = Self {
            beginnings: vec![0; 1 << 9],
            places: vec![(0, 0); 1 << 15],
            words: Vec::with_capacity(hashed.len()),
        };
        for (number, (hash, word, set)) in (0_u16..).zip(hashed) {
            if let Some(bits) = triggers.beginnings.get_mut(usize::from(hash >> 6)) {
                *bits |= 1 << (hash & 63);
            }
            if let Some(place) = triggers.places.get_mut(usize::from(hash)) {
                let start = if place.1 == 0 { number } else { place.0 };
                *place = (start, number + 1);
            }
            triggers.words.push((word, set));
        }
        triggers
    }

    pub(crate) fn hits(&self, text: &str) -> Vec<Hit> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut was_letter = false;
        for (at, three) in bytes.windows(3).enumerate() {
            let &[first, second, third] = three else {
                continue;
            };
            let is_letter = first.is_ascii_lowercase();
            let is_start = (is_letter & !was_letter) | (first >= 0x80) | (first == b']');
            was_letter = is_letter;
            if is_start {
                let hash = hash([first, second, third]);
                let bits = self.beginnings.get(usize::from(hash >> 6));
                if bits.is_some_and(|bits| bits >> (hash & 63) & 1 == 1) {
                    self.collect(bytes, at, hash, &mut found);
                }
            }
        }
        found
    }

    fn collect(&self, bytes: &[u8], at: usize, hash: u16, found: &mut Vec<Hit>) {
        let (start, end) = self
            .places
            .get(usize::from(hash))
            .copied()
            .unwrap_or_default();
        let words = self.words.get(usize::from(start)..usize::from(end));
        let rest = bytes.get(at..).unwrap_or_default();
        for (word, set) in words.unwrap_or_default() {
            if begins(rest, word) {
                found.push(Hit {
                    start: at,
                    end: at + word.len(),
                    set: *set,
                });
            }
        }
    }
}

fn begins(text: &[u8], word: &[u8]) -> bool {
    let is_same = |(a, b): (&u8, &u8)| a == b || (*b == b' ' && *a == b'\n');
    // The end differs more often than the beginning, which the hash has seen.
    let last = word.len().saturating_sub(1);
    let is_near = text.get(last).zip(word.last()).is_some_and(is_same);
    is_near && text.iter().zip(word).all(is_same)
}

/// Fifteen bits of three bytes; a line's end counts as a space.
fn hash(three: [u8; 3]) -> u16 {
    three.iter().fold(0, |hash, byte| {
        let byte = if *byte == b'\n' { b' ' } else { *byte };
        hash << 5 | u16::from(byte & 31)
    })
}
