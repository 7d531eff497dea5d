use crate::eight::{Eight, side_by_side};

/// Words and phrases that are looked for where a word begins, each with a set of numbers below 64.
/// A space in a phrase may also be the end of a line.
pub(crate) struct Triggers {
    /// By the hash of the first four bytes: whether a trigger may begin so, one bit each.
    beginnings: Vec<u64>,
    /// Those of fewer than [`LONG`] bytes, by the hash of the first three.
    short: Buckets,
    /// The others, by the hash of the first [`LONG`]: many phrases begin with the same word.
    long: Buckets,
}

/// Triggers with the same hash stand side by side.
struct Buckets {
    /// By the hash: where its triggers stand in `words`.
    places: Vec<(u16, u16)>,
    words: Vec<(Vec<u8>, u64)>,
}

impl Buckets {
    fn new(mut hashed: Vec<(u16, Vec<u8>, u64)>) -> Self {
        hashed.sort();
        let mut buckets = Self {
            places: vec![(0, 0); 1 << HASH_BITS],
            words: Vec::with_capacity(hashed.len()),
        };
        for (number, (hash, word, set)) in (0_u16..).zip(hashed) {
            if let Some(place) = buckets.places.get_mut(usize::from(hash)) {
                let start = if place.1 == 0 { number } else { place.0 };
                *place = (start, number + 1);
            }
            buckets.words.push((word, set));
        }
        buckets
    }

    /// Every trigger with this hash with which the text begins.
    fn collect(&self, hash: u16, rest: &[u8], at: usize, found: &mut Vec<Hit>) {
        let place = self.places.get(usize::from(hash));
        let (start, end) = place.copied().unwrap_or_default();
        let words = self.words.get(usize::from(start)..usize::from(end));
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

/// A trigger at a place of the text.
pub(crate) struct Hit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) set: u64,
}

impl Triggers {
    /// Words shorter than three bytes are never found.
    pub(crate) fn new(words: impl IntoIterator<Item = (String, u64)>) -> Self {
        let mut beginnings = vec![0; 1 << (BEGINNING_BITS - 6)];
        let (mut short, mut long) = (Vec::new(), Vec::new());
        for (word, set) in words {
            let word = word.into_bytes();
            mark_beginning(&mut beginnings, &word);
            let eight = Eight::of(&word).in_one_line();
            if word.len() >= LONG {
                long.push((hash(eight, LONG), word, set));
            } else if word.len() >= SHORT {
                short.push((hash(eight, SHORT), word, set));
            }
        }
        Self {
            beginnings,
            short: Buckets::new(short),
            long: Buckets::new(long),
        }
    }

    fn may_begin(&self, eight: u64) -> bool {
        let place = beginning(eight);
        let bits = self.beginnings.get(place >> 6);
        bits.is_some_and(|bits| bits >> (place & 63) & 1 == 1)
    }

    pub(crate) fn hits(&self, text: &str) -> Vec<Hit> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut was_letter = 0;
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            let mut starts = word_starts(block, &mut was_letter);
            while starts != 0 {
                let at = BLOCK * number + starts.trailing_zeros() as usize;
                starts &= starts - 1;
                let rest = bytes.get(at..).unwrap_or_default();
                let eight = Eight::of(rest).in_one_line();
                if self.may_begin(eight) {
                    let (short, long) = (hash(eight, SHORT), hash(eight, LONG));
                    self.short.collect(short, rest, at, &mut found);
                    self.long.collect(long, rest, at, &mut found);
                }
            }
        }
        found
    }
}

/// Behind a word of three bytes anything may stand.
fn mark_beginning(beginnings: &mut [u64], word: &[u8]) {
    let eight = Eight::of(word).in_one_line();
    let any = match word.len() {
        ..SHORT => return,
        SHORT => 0..=u64::from(u8::MAX),
        _ => 0..=0,
    };
    for next in any {
        let place = beginning(eight | next << (SHORT * 8));
        if let Some(bits) = beginnings.get_mut(place >> 6) {
            *bits |= 1 << (place & 63);
        }
    }
}

/// Bytes that are looked at together: one bit for each fits in a register.
const BLOCK: usize = 64;

/// Where a trigger may begin: at a small letter behind something else, at a character beyond ASCII or
/// at a closing bracket. One bit for each byte of the block, the first lowest. `was_letter` is the
/// flag of the byte before, and is left for the next block.
fn word_starts(block: &[u8], was_letter: &mut u64) -> u64 {
    let mut starts = 0;
    for (number, eight) in block.chunks(8).enumerate() {
        let eight = Eight::of(eight);
        let letters = eight.between(b'a', b'z');
        let behind_letters = letters << 8 | *was_letter;
        *was_letter = letters >> 56;
        let flags = letters & !behind_letters | eight.not_ascii() | eight.are(b']');
        starts |= side_by_side(flags) << (8 * number);
    }
    starts
}

fn begins(text: &[u8], word: &[u8]) -> bool {
    let is_same = |(a, b): (&u8, &u8)| a == b || (*b == b' ' && *a == b'\n');
    // The end differs more often than the beginning, which the hash has seen.
    let last = word.len().saturating_sub(1);
    let is_near = text.get(last).zip(word.last()).is_some_and(is_same);
    is_near && text.iter().zip(word).all(is_same)
}

/// The bits of [`beginning`]: so many that the table stays at hand and few words meet by chance.
const BEGINNING_BITS: u32 = 17;

/// A number of the first four of eight bytes.
fn beginning(eight: u64) -> usize {
    let mixed = (eight << 32).wrapping_mul(MIXER);
    (mixed >> (u64::BITS - BEGINNING_BITS)) as usize
}

/// No trigger has fewer bytes.
const SHORT: usize = 3;

/// As many bytes of a phrase as usually reach into its second word.
const LONG: usize = 7;

/// So few that both tables stay at hand.
const HASH_BITS: u32 = 12;

/// A number below two to the [`HASH_BITS`] for the first so many of eight bytes.
fn hash(eight: u64, first: usize) -> u16 {
    let mixed = (eight << (u64::BITS as usize - 8 * first)).wrapping_mul(MIXER);
    (mixed >> (u64::BITS - HASH_BITS)) as u16
}

/// Spreads every bit over the higher ones.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLOCK, word_starts};

    fn one_by_one(text: &[u8]) -> Vec<usize> {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
        let is_start = |at: &usize| {
            let before = at.checked_sub(1).and_then(|before| text.get(before));
            let byte = text.get(*at);
            let is_other = byte.is_some_and(|byte| !byte.is_ascii() || *byte == b']');
            is_other || is_letter(byte) && !is_letter(before)
        };
        (0..text.len()).filter(is_start).collect()
    }

    proptest! {
        #[test]
        fn starts_are_found_as_by_looking_at_each_byte(
            text in proptest::collection::vec(
                prop_oneof![any::<u8>(), prop::sample::select(b"az`{ ]A\n".to_vec())],
                0..200,
            )
        ) {
            let (mut was_letter, mut found) = (0, Vec::new());
            for (number, block) in text.chunks(BLOCK).enumerate() {
                let starts = word_starts(block, &mut was_letter);
                let places = (0..block.len()).filter(|at| starts >> at & 1 == 1);
                found.extend(places.map(|at| BLOCK * number + at));
            }
            prop_assert_eq!(found, one_by_one(&text));
        }
    }
}
