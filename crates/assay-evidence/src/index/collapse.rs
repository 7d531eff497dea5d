//! The same words in several documents are one finding.

use super::words::ideograph_at;

/// A shorter text may be alike by chance: `Total 100` says something else in each table.
const LEAST_LETTERS: usize = 60;

/// A number for what a passage says, whatever its case, spacing, markup and quotation marks. Signs,
/// brackets and points are part of a figure and stay. `None` for a text too short to tell.
pub(super) fn wording(text: &str) -> Option<u64> {
    let mut said = Said::default();
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(first) = bytes.get(at) {
        if first.is_ascii() {
            at += said.add_plain(bytes.get(at..).unwrap_or_default());
        } else if let Some(ideograph) = ideograph_at(bytes, at) {
            said.add_letter(ideograph);
            at += ideograph.len();
        } else if let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            if counts(c) {
                said.add_char(c);
            }
            at += c.len_utf8();
        } else {
            break;
        }
    }
    (said.letters >= LEAST_LETTERS).then(|| said.hash())
}

/// Letters that are held before they are hashed.
const HELD: usize = 256;
/// The most bytes that one letter takes.
const LONGEST_LETTER: usize = 4;

/// A hash of the letters so far: it must be the same on every machine and is no defence against
/// anything.
struct Said {
    hash: u64,
    held: [u8; HELD],
    count: usize,
    letters: usize,
}

impl Default for Said {
    fn default() -> Self {
        Self {
            hash: 0,
            held: [0; HELD],
            count: 0,
            letters: 0,
        }
    }
}

impl Said {
    /// Adds the letters of ASCII that bytes begin with, as many as there is room for, and tells how
    /// many bytes that were.
    fn add_plain(&mut self, bytes: &[u8]) -> usize {
        let mut read = 0;
        let mut count = self.count;
        for byte in bytes.iter().take(HELD - count) {
            let folded = FOLDED.get(usize::from(*byte)).copied();
            let Some(folded) = folded.filter(|folded| *folded != NOT_ASCII) else {
                break;
            };
            // within the room: each byte is one letter at most
            if let Some(place) = self.held.get_mut(count % HELD) {
                *place = folded;
            }
            count += usize::from(folded != 0);
            read += 1;
        }
        self.letters += count - self.count;
        self.count = count;
        if self.count == HELD {
            self.mix();
        }
        read
    }

    fn add_char(&mut self, c: char) {
        let lower = c.to_lowercase().next().unwrap_or(c);
        self.add_letter(lower.encode_utf8(&mut [0; LONGEST_LETTER]).as_bytes());
    }

    /// The bytes of one letter.
    #[inline]
    fn add_letter(&mut self, letter: &[u8]) {
        if self.count > HELD - LONGEST_LETTER {
            self.mix();
        }
        if let Some(places) = self.held.get_mut(self.count..self.count + letter.len()) {
            places.copy_from_slice(letter);
        }
        self.count += letter.len();
        self.letters += 1;
    }

    fn mix(&mut self) {
        const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
        let held = self.held.get(..self.count).unwrap_or_default();
        let (eights, rest) = held.as_chunks::<8>();
        let rest = rest
            .iter()
            .fold(0, |part, byte| part << 8 | u64::from(*byte));
        let parts = eights.iter().map(|eight| u64::from_le_bytes(*eight));
        for part in parts.chain([rest]) {
            self.hash = (self.hash ^ part).wrapping_mul(PRIME);
            self.hash ^= self.hash >> 32;
        }
        self.count = 0;
    }

    fn hash(mut self) -> u64 {
        self.mix();
        self.hash
    }
}

/// In place of a byte that is part of a longer letter.
const NOT_ASCII: u8 = 0xff;

/// What counts of a byte of ASCII, in small letters; 0 where nothing does.
static FOLDED: [u8; 256] = {
    let mut folded = [NOT_ASCII; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        #[expect(clippy::indexing_slicing, reason = "the index is below the length")]
        {
            folded[byte as usize] = if counts(byte as char) {
                byte.to_ascii_lowercase()
            } else {
                0
            };
        }
        byte += 1;
    }
    folded
};

const fn counts(c: char) -> bool {
    if c.is_ascii_alphanumeric() || matches!(c, '\u{4e00}'..='\u{9fff}') {
        return true;
    }
    let is_markup = matches!(c, '|' | '*' | '#' | '_' | '`' | '>');
    let is_pause = matches!(c, ',' | ';' | ':' | '，' | '；' | '：' | '、');
    let is_quote = matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '「' | '」');
    !(c.is_whitespace() || is_markup || is_pause || is_quote)
}

#[cfg(test)]
mod tests {
    use super::wording;

    const TEXT: &str = "Revenue rose by 15.7% to $1,741 million in fiscal 2024, driven by \"energy\" storage sales.";

    #[test]
    fn form_does_not_matter_and_figures_do() {
        let whole = wording(TEXT);
        assert!(whole.is_some());
        for same in [
            TEXT.to_uppercase(),
            TEXT.replace(' ', "\n "),
            TEXT.replace('"', "“"),
            format!("**{TEXT}**"),
        ] {
            assert_eq!(wording(&same), whole, "{same}");
        }
        for other in [
            TEXT.replace("15.7", "157"),
            TEXT.replace("15.7%", "(15.7%)"),
            TEXT.replace("15.7%", "-15.7%"),
            TEXT.replace('$', "€"),
        ] {
            assert_ne!(wording(&other), whole, "{other}");
        }
        assert_eq!(wording("| Total | 100 |"), None);
    }
}
