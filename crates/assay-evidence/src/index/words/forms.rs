//! How letters and figures are written.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Han,
    /// Letters and digits of any other script.
    Word,
    Other,
}

pub(super) fn script_of(c: char) -> Script {
    match c {
        c if c.is_ascii() => {
            if c.is_ascii_alphanumeric() {
                Script::Word
            } else {
                Script::Other
            }
        }
        '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2fa1f}' => Script::Han,
        c if is_common_sign(c) => Script::Other,
        c if c.is_alphanumeric() => Script::Word,
        _ => Script::Other,
    }
}

/// The ideograph at a place, from U+4E00 to U+9FFF: nearly all of Chinese.
pub(in crate::index) fn ideograph_at(text: &[u8], at: usize) -> Option<&[u8; 3]> {
    let bytes = text.get(at..)?.first_chunk::<3>()?;
    let [first, second, _] = *bytes;
    let is_common = matches!(first, 0xe5..=0xe9) || first == 0xe4 && second >= 0xb8;
    is_common.then_some(bytes)
}

/// Punctuation of Chinese and of typesetters, which the tables of Unicode are slow to tell.
fn is_common_sign(c: char) -> bool {
    matches!(c,
        '\u{2010}'..='\u{2027}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3020}'
        | '\u{ff01}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}')
}

/// A point or comma between two digits belongs to the figure.
pub(super) fn joins_digits(text: &str, at: usize, c: char) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| narrowed(c).is_ascii_digit());
    matches!(narrowed(c), '.' | ',')
        && is_digit(text.get(..at).and_then(|before| before.chars().next_back()))
        && is_digit(
            text.get(at + c.len_utf8()..)
                .and_then(|after| after.chars().next()),
        )
}

/// What a run of letters and digits is made of, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Forms(u8);

impl Forms {
    const SMALL: u8 = 1;
    const CAPITAL: u8 = 2;
    const DIGIT: u8 = 4;
    const COMMA: u8 = 8;
    /// A point, and whatever else joins the parts of a compound.
    const POINT: u8 = 16;
    const NOT_ASCII: u8 = 32;

    pub(super) fn of(run: &str) -> Self {
        let form = |byte: u8| match byte {
            b'a'..=b'z' => Self::SMALL,
            b'A'..=b'Z' => Self::CAPITAL,
            b'0'..=b'9' => Self::DIGIT,
            b',' => Self::COMMA,
            0x80.. => Self::NOT_ASCII,
            _ => Self::POINT,
        };
        Self(run.bytes().fold(0, |forms, byte| forms | form(byte)))
    }

    /// All small letters, or all digits: [`fold`] leaves it as it is and [`figure_of`] finds nothing.
    pub(super) fn is_folded(self) -> bool {
        self.0 == Self::SMALL || self.0 == Self::DIGIT
    }

    /// Full-width digits may be among what is not ASCII.
    pub(super) fn has_digits(self) -> bool {
        self.0 & (Self::DIGIT | Self::NOT_ASCII) != 0
    }
}

/// In small letters, full-width forms narrow, thousands separators gone.
pub(super) fn fold(run: &str, forms: Forms, folded: &mut String) {
    folded.clear();
    if forms.0 & Forms::NOT_ASCII != 0 {
        let narrow = run.chars().map(narrowed).filter(|c| *c != ',');
        folded.extend(narrow.flat_map(char::to_lowercase));
    } else if forms.0 & Forms::COMMA != 0 {
        let kept = run.chars().filter(|c| *c != ',');
        folded.extend(kept.map(|c| c.to_ascii_lowercase()));
    } else {
        folded.push_str(run);
        folded.make_ascii_lowercase();
    }
}

/// The figure of a word that joins one to letters: `fy2025` and `97.7b` are found without them.
pub(super) fn figure_of(word: &str) -> Option<&str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let is_letter = |c: char| c.is_ascii_lowercase();
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let year = word.trim_start_matches(is_letter);
    if year.len() < word.len() {
        return (year.len() == 4 && year.bytes().all(is_digit)).then_some(year);
    }
    let figure = word.trim_end_matches(is_letter);
    let is_figure = figure.bytes().all(|byte| is_digit(byte) || byte == b'.');
    (figure.len() > 1 && figure.len() < word.len() && is_figure).then_some(figure)
}

/// The ordinary form of a full-width character.
fn narrowed(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::is_common_sign;

    #[test]
    fn no_common_sign_is_a_letter_or_digit() {
        let signs: String = ('\0'..=char::MAX).filter(|c| is_common_sign(*c)).collect();
        assert!(!signs.contains(char::is_alphanumeric));
    }
}
