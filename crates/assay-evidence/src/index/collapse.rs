//! The same words in several documents are one finding.

use super::words::ideograph_at;

/// A shorter text may be alike by chance: `Total 100` says something else in each table.
const LEAST_LETTERS: usize = 60;

/// A number for what a passage says, whatever its case, spacing, markup and quotation marks. Signs,
/// brackets and points are part of a figure and stay. `None` for a text too short to tell.
pub(super) fn wording(text: &str) -> Option<u64> {
    let mut said = Said::about(text);
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(first) = bytes.get(at) {
        at += if first.is_ascii() {
            said.add_plain(bytes.get(at..).unwrap_or_default())
        } else if ideograph_at(bytes, at).is_some() {
            said.add_ideographs(bytes.get(at..).unwrap_or_default())
        } else if let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            if counts(c) {
                said.add_char(c);
            }
            c.len_utf8()
        } else {
            break;
        };
    }
    (said.count >= LEAST_LETTERS).then(|| said.hash())
}

/// The letters of a text that count, in small ones.
struct Said {
    /// More room than they take.
    letters: Vec<u8>,
    /// Bytes that they take.
    length: usize,
    count: usize,
}

impl Said {
    fn about(text: &str) -> Self {
        // no small letter takes more than half as many bytes again as its capital
        let room = text.len() + text.len() / 2;
        Self {
            letters: vec![0; room],
            length: 0,
            count: 0,
        }
    }

    /// Adds the letters of ASCII that bytes begin with, and tells how many bytes that were.
    fn add_plain(&mut self, bytes: &[u8]) -> usize {
        let mut read = 0;
        let mut count = 0;
        let room = self.letters.get_mut(self.length..).unwrap_or_default();
        for byte in bytes {
            let folded = FOLDED.get(usize::from(*byte)).copied();
            let Some(folded) = folded.filter(|folded| *folded != NOT_ASCII) else {
                break;
            };
            // what does not count is written over: there is no telling beforehand which will
            if let Some(place) = room.get_mut(count) {
                *place = folded;
            }
            count += usize::from(folded != 0);
            read += 1;
        }
        self.length += count;
        self.count += count;
        read
    }

    /// Adds the ideographs that bytes begin with, and tells how many bytes that were.
    fn add_ideographs(&mut self, bytes: &[u8]) -> usize {
        let mut read = 0;
        while let Some(ideograph) = ideograph_at(bytes, read) {
            read += ideograph.len();
            self.count += 1;
        }
        self.add(bytes.get(..read).unwrap_or_default());
        read
    }

    fn add_char(&mut self, c: char) {
        let lower = c.to_lowercase().next().unwrap_or(c);
        self.add(lower.encode_utf8(&mut [0; 4]).as_bytes());
        self.count += 1;
    }

    fn add(&mut self, letters: &[u8]) {
        let places = self
            .letters
            .get_mut(self.length..self.length + letters.len());
        if let Some(places) = places {
            places.copy_from_slice(letters);
            self.length += letters.len();
        }
    }

    /// It must be the same on every machine and is no defence against anything.
    fn hash(self) -> u64 {
        const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
        let letters = self.letters.get(..self.length).unwrap_or_default();
        let (eights, rest) = letters.as_chunks::<8>();
        let rest = rest
            .iter()
            .fold(0, |part, byte| part << 8 | u64::from(*byte));
        let parts = eights.iter().map(|eight| u64::from_le_bytes(*eight));
        let ends = [rest, self.length as u64];
        parts.chain(ends).fold(0, |hash: u64, part| {
            let mixed = (hash ^ part).wrapping_mul(PRIME);
            mixed ^ mixed >> 32
        })
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

    #[test]
    fn no_small_letter_takes_more_than_the_room_for_it() {
        for capital in '\0'..=char::MAX {
            let small = capital.to_lowercase().next().unwrap_or(capital);
            let (small, capital) = (small.len_utf8(), capital.len_utf8());
            assert!(2 * small <= 3 * capital, "{small} bytes for {capital}");
        }
    }
}
