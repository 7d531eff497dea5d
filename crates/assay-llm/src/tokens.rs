/// About how many tokens `text` is, for servers that report no usage.
///
/// An estimate, meant to err on the high side so that a budget is not overrun: a Chinese, Japanese
/// or Korean character counts as one token, ASCII as seven characters to two tokens, other letters
/// as two to one.
pub fn estimate_tokens(text: &str) -> u64 {
    // Called for each prompt and each streamed piece: counting the bytes first is several times
    // faster than deciding character by character, and most text is ASCII.
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let (mut wide, mut other) = (0u64, 0u64);
    if ascii < text.len() {
        wide = text
            .bytes()
            .filter(|byte| MOSTLY_CJK.contains(byte))
            .count() as u64;
        let uncounted = |(_, byte): &(usize, u8)| *byte >= 0xc0 && !MOSTLY_CJK.contains(byte);
        for (at, _) in text.bytes().enumerate().filter(uncounted) {
            let c = text.get(at..).and_then(|rest| rest.chars().next());
            if c.is_some_and(is_cjk) {
                wide += 1;
            } else {
                other += 1;
            }
        }
    }
    let ascii = ascii as u64;
    wide + (ascii * 2).div_ceil(7) + other.div_ceil(2)
}

/// The first bytes, in UTF-8, of U+3000 to U+9FFF and of nothing else.
const MOSTLY_CJK: std::ops::RangeInclusive<u8> = 0xe3..=0xe9;

fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11ff}' // Hangul letters
        | '\u{3000}'..='\u{9fff}' // punctuation, kana, unified ideographs
        | '\u{ac00}'..='\u{d7af}' // Hangul syllables
        | '\u{f900}'..='\u{faff}' // compatibility ideographs
        | '\u{ff00}'..='\u{ffef}' // full-width forms
        | '\u{20000}'..='\u{2fa1f}')
}
