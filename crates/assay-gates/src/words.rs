use std::ops::Range;

/// What a word is made of, one bit each.
pub(crate) mod made_of {
    pub(crate) const SMALL_LETTER: u8 = 1;
    pub(crate) const CAPITAL: u8 = 2;
    pub(crate) const DIGIT: u8 = 4;
    /// Signs that stand for letters where digits do.
    pub(crate) const SIGN: u8 = 8;
    /// Signs that join or part letters.
    pub(crate) const JOINER: u8 = 16;
    /// Signs of an encoding.
    pub(crate) const ESCAPE: u8 = 32;
    pub(crate) const NOT_ASCII: u8 = 64;
    pub(super) const SPACE: u8 = 128;
}

/// A stretch between white space.
pub(crate) struct Word {
    pub(crate) place: Range<usize>,
    /// Bits of [`made_of`].
    pub(crate) parts: u8,
}

/// The words of a text in order. One look at each byte: most of the gate's time is spent here.
pub(crate) fn words(text: &str) -> Words<'_> {
    Words {
        bytes: text.as_bytes(),
        at: 0,
    }
}

pub(crate) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Words<'_> {
    type Item = Word;

    // Inside its callers the loop over the bytes would want for registers.
    #[inline(never)]
    fn next(&mut self) -> Option<Word> {
        let class = |byte: &u8| CLASSES.get(usize::from(*byte)).copied().unwrap_or_default();
        let is_word = |byte: &u8| class(byte) != made_of::SPACE;
        let start = self.at + self.bytes.get(self.at..)?.iter().position(is_word)?;
        let (mut end, mut parts) = (start, 0);
        for byte in self.bytes.get(start..)? {
            let class = class(byte);
            if class == made_of::SPACE {
                break;
            }
            parts |= class;
            end += 1;
        }
        self.at = end;
        Some(Word {
            place: start..end,
            parts,
        })
    }
}

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::indexing_slicing, reason = "the index is below the length")]
        {
            classes[byte] = class_of(byte);
        }
        byte += 1;
    }
    classes
};

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "a byte; fallible conversions are not const"
)]
const fn class_of(byte: usize) -> u8 {
    match byte as u8 {
        b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => made_of::SPACE,
        b'a'..=b'z' => made_of::SMALL_LETTER,
        b'A'..=b'Z' => made_of::CAPITAL,
        b'0'..=b'9' => made_of::DIGIT,
        b'@' | b'$' | b'!' | b'|' | b'+' => made_of::SIGN,
        b'_' | b'-' | b'.' | b'*' | b'/' | b'~' | b',' => made_of::JOINER,
        b'%' | b'\\' | b'=' => made_of::ESCAPE,
        0x80.. => made_of::NOT_ASCII,
        _ => 0,
    }
}
