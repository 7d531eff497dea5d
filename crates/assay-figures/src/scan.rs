//! Reading a text from a place in it, byte by byte. A word is a run of ASCII letters, digits and
//! `_`; upper and lower case are told apart for ASCII letters only.

use std::ops::RangeInclusive;

/// A place in a text. Every step either moves on or says that the text is another.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    pub(crate) at: usize,
}

/// The bit by which upper and lower case of an ASCII letter differ.
const CASE: u8 = 0x20;

pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        Self {
            text: text.as_bytes(),
            at,
        }
    }

    pub(crate) fn byte(self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The byte behind the one here, in lower case.
    pub(crate) fn second(self) -> Option<u8> {
        let byte = self.text.get(self.at + 1)?;
        Some(byte.to_ascii_lowercase())
    }

    /// The next three bytes, in lower case.
    pub(crate) fn three_letters(self) -> Option<[u8; 3]> {
        let mut bytes: [u8; 3] = self.ahead(3)?.try_into().ok()?;
        bytes.make_ascii_lowercase();
        Some(bytes)
    }

    fn byte_before(self) -> Option<u8> {
        let at = self.at.checked_sub(1)?;
        self.text.get(at).copied()
    }

    fn ahead(self, length: usize) -> Option<&'t [u8]> {
        self.text.get(self.at..self.at.checked_add(length)?)
    }

    fn by(self, length: usize) -> Self {
        Self {
            at: self.at + length,
            ..self
        }
    }

    pub(crate) fn exactly(self, literal: &str) -> Option<Self> {
        let ahead = self.ahead(literal.len())?;
        (ahead == literal.as_bytes()).then(|| self.by(literal.len()))
    }

    /// `literal` in upper or lower case.
    #[inline]
    pub(crate) fn literal(self, literal: &str) -> Option<Self> {
        let ahead = self.ahead(literal.len())?;
        // Most texts differ in the second byte; the rest is compared only where that is alike.
        let second = |bytes: &[u8]| bytes.get(1).map(|byte| byte | CASE);
        if second(ahead) != second(literal.as_bytes()) {
            return None;
        }
        ahead
            .eq_ignore_ascii_case(literal.as_bytes())
            .then(|| self.by(literal.len()))
    }

    pub(crate) fn first_of(self, literals: &[&str]) -> Option<Self> {
        literals.iter().find_map(|literal| self.literal(literal))
    }

    pub(crate) fn maybe(self, literal: &str) -> Self {
        self.literal(literal).unwrap_or(self)
    }

    /// As many digits as there are, up to the most.
    pub(crate) fn digits(self, count: RangeInclusive<usize>) -> Option<Self> {
        let ahead = self.text.get(self.at..)?.iter();
        let found = ahead
            .take(*count.end())
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        count.contains(&found).then(|| self.by(found))
    }

    /// One of these bytes.
    pub(crate) fn one_of(self, bytes: &[u8]) -> Option<Self> {
        self.byte()
            .filter(|byte| bytes.contains(byte))
            .map(|_| self.by(1))
    }

    /// The word that begins or goes on here.
    pub(crate) fn word(self) -> &'t [u8] {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| !is_word_byte(*byte));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    }

    pub(crate) fn after_word(self) -> Self {
        self.by(self.word().len())
    }

    fn after(self, is_part: impl Fn(u8) -> bool) -> Self {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| !is_part(*byte));
        self.by(end.unwrap_or(rest.len()))
    }

    pub(crate) fn after_letters(self) -> Self {
        self.after(|byte| byte.is_ascii_alphabetic())
    }

    pub(crate) fn after_letters_and_blanks(self) -> Self {
        self.after(|byte| byte.is_ascii_alphabetic() || byte == b' ')
    }

    /// Behind letters and `&`, if there are any.
    pub(crate) fn word_with_ampersand(self) -> Option<Self> {
        let end = self.after(|byte| byte.is_ascii_alphabetic() || byte == b'&');
        (end.at > self.at).then_some(end)
    }

    pub(crate) fn moved_to(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// The whole of the word here is one of these.
    pub(crate) fn whole_word(self, words: &[&str]) -> Option<Self> {
        let here = self.word();
        words
            .iter()
            .any(|word| here.eq_ignore_ascii_case(word.as_bytes()))
            .then(|| self.by(here.len()))
    }

    /// The edge of a word.
    pub(crate) fn is_edge(self) -> bool {
        self.byte_before().is_some_and(is_word_byte) != self.byte().is_some_and(is_word_byte)
    }

    pub(crate) fn at_edge(self) -> Option<Self> {
        self.is_edge().then_some(self)
    }

    /// The text between an earlier place and this one.
    pub(crate) fn since(self, start: Self) -> &'t [u8] {
        self.text.get(start.at..self.at).unwrap_or_default()
    }
}

/// Stretches of text in lower case, of which a text is searched for any.
pub struct Needles {
    /// Whether any may begin with two bytes, by [`pair`]; most places of a text need no other look.
    pairs: [bool; PAIRS],
    by_first_byte: Vec<Vec<(usize, &'static str)>>,
}

const PAIRS: usize = 1024;

fn pair(first: u8, second: u8) -> usize {
    (usize::from(first | CASE) * 37 + usize::from(second | CASE)) % PAIRS
}

impl Needles {
    pub fn of(needles: impl IntoIterator<Item = &'static str>) -> Self {
        let mut pairs = [false; PAIRS];
        let mut by_first_byte = vec![Vec::new(); 256];
        for (place, needle) in needles.into_iter().enumerate() {
            let mut bytes = needle.bytes();
            let first = bytes.next().unwrap_or_default();
            let seconds = match bytes.next() {
                Some(second) => second..=second,
                None => 0..=u8::MAX,
            };
            for second in seconds {
                if let Some(slot) = pairs.get_mut(pair(first, second)) {
                    *slot = true;
                }
            }
            if let Some(list) = by_first_byte.get_mut(usize::from(first)) {
                list.push((place, needle));
            }
        }
        Self {
            pairs,
            by_first_byte,
        }
    }

    pub fn is_any_in(&self, text: &str) -> bool {
        self.search(text, |_| true)
    }

    /// The places in the list of the needles that stand in the text, as often as they do.
    pub fn places_in(&self, text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        self.search(text, |place| {
            found.push(place);
            false
        });
        found
    }

    /// Calls `is_enough` with each needle that is found, until it says so.
    fn search(&self, text: &str, mut is_enough: impl FnMut(usize) -> bool) -> bool {
        let bytes = text.as_bytes();
        for (at, first) in bytes.iter().enumerate() {
            let second = bytes.get(at + 1).copied().unwrap_or_default();
            if !self.pairs.get(pair(*first, second)).is_some_and(|is| *is) {
                continue;
            }
            let place = usize::from(first.to_ascii_lowercase());
            let here = Cursor::new(text, at);
            for (place, needle) in self.by_first_byte.get(place).into_iter().flatten() {
                if here.literal(needle).is_some() && is_enough(*place) {
                    return true;
                }
            }
        }
        false
    }
}

/// Words of ASCII letters and digits in lower case, looked up in any case.
pub struct WordSet {
    by_first: Vec<Vec<&'static str>>,
}

impl WordSet {
    pub fn of(words: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_first = vec![Vec::new(); 36];
        for word in words {
            if let Some(list) = place_of(word).and_then(|place| by_first.get_mut(place)) {
                list.push(word);
            }
        }
        Self { by_first }
    }

    pub fn contains(&self, word: &str) -> bool {
        let list = place_of(word).and_then(|place| self.by_first.get(place));
        let mut listed = list.into_iter().flatten();
        listed.any(|known| known.eq_ignore_ascii_case(word))
    }
}

fn place_of(word: &str) -> Option<usize> {
    match word.bytes().next()?.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => Some(usize::from(letter - b'a')),
        digit @ b'0'..=b'9' => Some(26 + usize::from(digit - b'0')),
        _ => None,
    }
}

/// Whether a text begins with `beginning` (in lower case).
pub(crate) fn begins_with(text: &str, beginning: &str) -> bool {
    Cursor::new(text, 0).literal(beginning).is_some()
}

/// What stands before `ending` (in lower case) at the end of a text.
pub fn strip_ending<'t>(text: &'t str, ending: &str) -> Option<&'t str> {
    let start = text.len().checked_sub(ending.len())?;
    let (head, tail) = text.split_at_checked(start)?;
    tail.eq_ignore_ascii_case(ending).then_some(head)
}
