/// About how many tokens `text` is, for servers that report no usage.
///
/// An estimate, meant to err on the high side so that a budget is not overrun: a Chinese, Japanese
/// or Korean character counts as one token, ASCII as seven characters to two tokens, other letters
/// as two to one.
pub fn estimate_tokens(text: &str) -> u64 {
    let bytes = text.as_bytes();
    // Bytes behind the first one of a character, which is never the last of a text.
    let behind = count(bytes, |_, second| second & 0xc0 == 0x80);
    if behind == 0 {
        return (bytes.len() as u64 * 2).div_ceil(7);
    }
    let begun = count(bytes, |first, _| first >= 0xc0);
    let wide = if count(bytes, is_open) > 0 {
        text.chars().filter(|c| is_cjk(*c)).count() as u64
    } else {
        count(bytes, begins_cjk)
    };
    let ascii = bytes.len() as u64 - behind - begun;
    wide + (ascii * 2).div_ceil(7) + (begun - wide).div_ceil(2)
}

/// How many pairs of neighbouring bytes `counts` holds for. Called for each prompt and each streamed
/// piece: as many pairs as a byte can count are added up without a branch, many at once.
fn count(bytes: &[u8], counts: impl Fn(u8, u8) -> bool) -> u64 {
    const AT_ONCE: usize = u8::MAX as usize;
    let following = bytes.get(1..).unwrap_or_default();
    let parts = bytes.chunks(AT_ONCE).zip(following.chunks(AT_ONCE));
    let counted = parts.map(|(first, second)| {
        let pairs = first.iter().zip(second);
        let counted = pairs.map(|(first, second)| u8::from(counts(*first, *second)));
        u64::from(counted.sum::<u8>())
    });
    counted.sum()
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
