//! The same words in several documents are one finding.

/// A shorter text may be alike by chance: `Total 100` says something else in each table.
const LEAST_LETTERS: usize = 60;

/// A number for what a passage says, whatever its case, spacing, markup and quotation marks. Signs,
/// brackets and points are part of a figure and stay. `None` for a text too short to tell.
pub(super) fn wording(text: &str) -> Option<u64> {
    let mut said = Said::default();
    for c in text.chars() {
        match u8::try_from(c)
            .ok()
            .and_then(|byte| FOLDED.get(usize::from(byte)))
        {
            Some(folded) => said.add(*folded),
            None if counts(c) => said.add_letter(c),
            None => {}
        }
    }
    (said.letters >= LEAST_LETTERS).then(|| said.hash())
}

/// A hash of the letters so far: it must be the same on every machine and is no defence against
/// anything. Eight bytes are taken in at once.
#[derive(Default)]
struct Said {
    hash: u64,
    pending: u64,
    bytes: u32,
    letters: usize,
}

impl Said {
    /// 0 is no letter.
    fn add(&mut self, folded: u8) {
        let is_letter = folded != 0;
        let shift = if is_letter { 8 } else { 0 };
        self.pending = self.pending << shift | u64::from(folded);
        self.bytes += u32::from(is_letter);
        self.letters += usize::from(is_letter);
        if self.bytes == u64::BITS / 8 {
            self.mix();
        }
    }

    fn add_letter(&mut self, c: char) {
        let lower = match c {
            '\u{4e00}'..='\u{9fff}' => c,
            c => c.to_lowercase().next().unwrap_or(c),
        };
        self.letters += 1;
        for byte in u32::from(lower).to_be_bytes().into_iter().skip(1) {
            self.pending = self.pending << 8 | u64::from(byte);
            self.bytes += 1;
            if self.bytes == u64::BITS / 8 {
                self.mix();
            }
        }
    }

    fn mix(&mut self) {
        const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
        self.hash = (self.hash ^ self.pending).wrapping_mul(PRIME);
        self.hash ^= self.hash >> 32;
        (self.pending, self.bytes) = (0, 0);
    }

    fn hash(mut self) -> u64 {
        self.mix();
        self.hash
    }
}

/// What counts of a byte of ASCII, in small letters; 0 where nothing does.
static FOLDED: [u8; 128] = {
    let mut folded = [0; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        if counts(byte as char) {
            #[expect(clippy::indexing_slicing, reason = "the index is below the length")]
            {
                folded[byte as usize] = byte.to_ascii_lowercase();
            }
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
