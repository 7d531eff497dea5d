/// About how many tokens `text` is, for servers that report no usage.
///
/// An estimate, meant to err on the high side so that a budget is not overrun: a Chinese, Japanese
/// or Korean character counts as one token, ASCII as seven characters to two tokens, other letters
/// as two to one.
pub fn estimate_tokens(text: &str) -> u64 {
    let (mut wide, mut ascii, mut other) = (0u64, 0u64, 0u64);
    for c in text.chars() {
        if c.is_ascii() {
            ascii += 1;
        } else if is_cjk(c) {
            wide += 1;
        } else {
            other += 1;
        }
    }
    wide + (ascii * 2).div_ceil(7) + other.div_ceil(2)
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
