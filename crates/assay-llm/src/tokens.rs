/// About how many tokens `text` is, for servers that report no usage.
///
/// An estimate, meant to err on the high side so that a budget is not overrun: a Chinese, Japanese
/// or Korean character counts as one token, ASCII as seven characters to two tokens, other letters
/// as two to one.
pub fn estimate_tokens(text: &str) -> u64 {
    if text.is_ascii() {
        return (text.len() as u64 * 2).div_ceil(7);
    }
    let counted = Counted::in_bytes(text.as_bytes());
    let wide = if counted.open > 0 {
        text.chars().filter(|c| is_cjk(*c)).count() as u64
    } else {
        counted.wide
    };
    let ascii = text.len() as u64 - counted.behind - counted.begun;
    wide + (ascii * 2).div_ceil(7) + (counted.begun - wide).div_ceil(2)
}

/// What the bytes of a text are, told by each and the one behind it.
#[derive(Default)]
struct Counted<N> {
    /// The first byte of a character that has more.
    begun: N,
    /// Behind the first byte of a character; never the last byte of a text.
    behind: N,
    /// The first byte of a character that is CJK.
    wide: N,
    /// The first byte of a character that may be CJK.
    open: N,
}

impl Counted<u64> {
    /// Called for each prompt and each streamed piece: as many bytes as a byte can count are added
    /// up without a branch, many at once.
    fn in_bytes(bytes: &[u8]) -> Self {
        const AT_ONCE: usize = u8::MAX as usize;
        let following = bytes.get(1..).unwrap_or_default();
        let parts = bytes.chunks(AT_ONCE).zip(following.chunks(AT_ONCE));
        let mut all = Self::default();
        for (first, second) in parts {
            let mut part = Counted::<u8>::default();
            for (first, second) in first.iter().zip(second) {
                part.begun += u8::from(*first >= 0xc0);
                part.behind += u8::from(second & 0xc0 == 0x80);
                part.wide += u8::from(begins_cjk(*first, *second));
                part.open += u8::from(is_open(*first, *second));
            }
            all.begun += u64::from(part.begun);
            all.behind += u64::from(part.behind);
            all.wide += u64::from(part.wide);
            all.open += u64::from(part.open);
        }
        all
    }
}

/// Whether the first two bytes of a character, in UTF-8, leave open what it is.
fn is_open(first: u8, second: u8) -> bool {
    (first == 0xed) & (second == 0x9e)
        | (first == 0xef) & (second == 0xbf)
        | (first == 0xf0) & (second == 0xaf)
}

/// [`is_cjk`] by the first two bytes of a character where these do not leave it open.
fn begins_cjk(first: u8, second: u8) -> bool {
    let letters = (first == 0xe1) & (0x84..=0x87).contains(&second);
    let first_syllables = (first == 0xea) & (second >= 0xb0);
    let syllables = (first == 0xeb) | (first == 0xec) | (first == 0xed) & (second < 0x9e);
    let compatible = (first == 0xef) & ((0xa4..=0xab).contains(&second) | (second >= 0xbc));
    let rare = (first == 0xf0) & (0xa0..=0xae).contains(&second);
    (0xe3..=0xe9).contains(&first) | letters | first_syllables | syllables | compatible | rare
}

fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11ff}' // Hangul letters
        | '\u{3000}'..='\u{9fff}' // punctuation, kana, unified ideographs
        | '\u{ac00}'..='\u{d7af}' // Hangul syllables
        | '\u{f900}'..='\u{faff}' // compatibility ideographs
        | '\u{ff00}'..='\u{ffef}' // full-width forms
        | '\u{20000}'..='\u{2fa1f}')
}

#[cfg(test)]
mod tests {
    use super::{estimate_tokens, is_cjk};

    #[test]
    fn every_character_is_told_by_its_bytes() {
        let mut buffer = [0; 4];
        for c in '\0'..=char::MAX {
            // Two of them: a token each, a token together, or two parts of one in seven.
            let text = c.encode_utf8(&mut buffer).repeat(2);
            let expected = if is_cjk(c) { 2 } else { 1 };
            assert_eq!(estimate_tokens(&text), expected, "{c:?}");
        }
    }

    #[test]
    fn long_texts_are_counted_as_their_characters_are() {
        let sentence = "营业收入 42.5 亿元，同比增长 “naïve” – 한국어 \u{fffd} 𠀀ＡＢ½";
        for times in [1, 2, 3, 4, 5, 6, 7, 50] {
            let text = sentence.repeat(times);
            let wide = text.chars().filter(|c| is_cjk(*c)).count() as u64;
            let ascii = text.chars().filter(char::is_ascii).count() as u64;
            let other = text.chars().count() as u64 - wide - ascii;
            let expected = wide + (ascii * 2).div_ceil(7) + other.div_ceil(2);
            assert_eq!(estimate_tokens(&text), expected, "{times}");
        }
        assert_eq!(estimate_tokens(""), 0);
    }
}
