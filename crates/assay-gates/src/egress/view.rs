use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::words::redaction_at;
use crate::normal::is_invisible;

/// A Markdown text as its reader sees it: escapes and character references resolved, invisible
/// characters and emphasis inside a word gone, look-alike digits, dashes and spaces folded, marks of
/// earlier redactions made one character. Every place in it knows its place in the original.
pub(crate) struct View<'a> {
    pub(crate) text: Cow<'a, str>,
    shifts: Vec<Shift>,
}

/// From `at` of the view on, the original is at `original`.
struct Shift {
    at: usize,
    original: usize,
    /// Bytes of the original that became something else; 0 where what follows is verbatim.
    replaced: usize,
}

/// Stands for a mark of an earlier redaction.
const MARK: char = '\u{fffc}';

impl<'a> View<'a> {
    pub(crate) fn of(original: &'a str) -> Self {
        if next_special(original.as_bytes()) == original.len() {
            return Self {
                text: Cow::Borrowed(original),
                shifts: Vec::new(),
            };
        }
        let mut builder = Builder {
            text: String::with_capacity(original.len()),
            shifts: Vec::new(),
            is_shifted: false,
        };
        let mut at = 0;
        while let Some(rest) = original.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = next_special(rest.as_bytes());
            if plain > 0 {
                builder.verbatim(rest.get(..plain).unwrap_or_default(), at);
                at += plain;
                continue;
            }
            at += builder.special(original, rest, at);
        }
        Self {
            text: Cow::Owned(builder.text),
            shifts: builder.shifts,
        }
    }

    /// The bytes of the original that a range of the view was made from.
    pub(crate) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.shift(range.start).map_or(range.start, |shift| {
            if shift.replaced > 0 {
                shift.original
            } else {
                shift.original + (range.start - shift.at)
            }
        });
        let last = range.end.saturating_sub(1);
        let end = self.shift(last).map_or(range.end, |shift| {
            if shift.replaced > 0 {
                shift.original + shift.replaced
            } else {
                shift.original + (range.end - shift.at)
            }
        });
        start..end.max(start)
    }

    fn shift(&self, at: usize) -> Option<&Shift> {
        let next = self.shifts.partition_point(|shift| shift.at <= at);
        next.checked_sub(1).and_then(|last| self.shifts.get(last))
    }
}

struct Builder {
    text: String,
    shifts: Vec<Shift>,
    /// What comes next is not where the last shift says.
    is_shifted: bool,
}

impl Builder {
    fn verbatim(&mut self, part: &str, at: usize) {
        if self.is_shifted {
            self.shifts.push(Shift {
                at: self.text.len(),
                original: at,
                replaced: 0,
            });
            self.is_shifted = false;
        }
        self.text.push_str(part);
    }

    fn replace(&mut self, by: impl Iterator<Item = char>, at: usize, length: usize) {
        self.shifts.push(Shift {
            at: self.text.len(),
            original: at,
            replaced: length,
        });
        self.text.extend(by);
        self.is_shifted = true;
    }

    /// Takes one special thing off the start of `rest` and says how many bytes it had.
    fn special(&mut self, original: &str, rest: &str, at: usize) -> usize {
        let mut chars = rest.chars();
        let Some(first) = chars.next() else {
            return rest.len().max(1);
        };
        let length = first.len_utf8();
        match first {
            '\\' if chars.next().is_some_and(|c| c.is_ascii_punctuation()) => {
                self.is_shifted = true;
                // The escaped character is plain, whatever it would mean unescaped.
                let escaped = rest.get(1..2).unwrap_or_default();
                self.verbatim(escaped, at + 1);
                return 2;
            }
            '&' => {
                if let Some((c, length)) = character_reference(rest) {
                    self.replace(std::iter::once(c), at, length);
                    return length;
                }
            }
            '*' | '`' => {
                let run = rest.len() - rest.trim_start_matches(first).len();
                let before = original.get(..at).and_then(|s| s.chars().next_back());
                let after = rest.get(run..).and_then(|s| s.chars().next());
                let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                if is_inside(before) && is_inside(after) {
                    self.is_shifted = true;
                } else {
                    self.verbatim(rest.get(..run).unwrap_or_default(), at);
                }
                return run;
            }
            '[' | '［' => {
                if let Some(length) = redaction_at(rest) {
                    self.replace(std::iter::once(MARK), at, length);
                    return length;
                }
            }
            c if is_cjk(c) => {}
            c if is_invisible(c) => {
                self.is_shifted = true;
                return length;
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => {
                self.replace(std::iter::once('-'), at, length);
                return length;
            }
            // Full-width forms of ASCII, which lie in its order: what most Chinese punctuation is.
            c @ '\u{ff01}'..='\u{ff5e}' => {
                let ascii = char::from_u32(u32::from(c) - 0xfee0);
                self.replace(ascii.into_iter(), at, length);
                return length;
            }
            // A raised digit is a footnote mark, not a part of the number before it.
            '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209f}' => {}
            c if !c.is_ascii() && is_nfkc_quick(std::iter::once(c)) != IsNormalized::Yes => {
                self.replace(std::iter::once(c).nfkc(), at, length);
                return length;
            }
            _ => {}
        }
        self.verbatim(rest.get(..length).unwrap_or_default(), at);
        length
    }
}

/// Bytes that may not stand for themselves.
#[expect(
    clippy::indexing_slicing,
    reason = "worked out by the compiler, which refuses an index out of bounds"
)]
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut at = 0;
    while at < special.len() {
        special[at] = at >= 128 || matches!(at as u8, b'\\' | b'&' | b'*' | b'`' | b'[');
        at += 1;
    }
    special
};

/// How many bytes of a text stand for themselves before the first that may not.
fn next_special(bytes: &[u8]) -> usize {
    let is_special = |byte: &u8| SPECIAL.get(usize::from(*byte)).copied().unwrap_or(true);
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        at += rest.iter().position(is_special).unwrap_or(rest.len());
        let chinese = leading_cjk(bytes.get(at..).unwrap_or_default());
        if chinese == 0 {
            return at;
        }
        at += chinese;
    }
}

/// The length of the characters at the start, each of three bytes, for which [`is_cjk`] holds.
fn leading_cjk(bytes: &[u8]) -> usize {
    let is_chinese = |character: &&[u8]| {
        matches!(
            character,
            [0xe3, 0x80, 0x81..=0xbf]
                | [0xe3, 0x81..=0x83 | 0x90..=0xbf, _]
                | [0xe4..=0xe9, _, _]
        )
    };
    3 * bytes.chunks_exact(3).take_while(is_chinese).count()
}

/// Letters and punctuation of Chinese text, which are never folded.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

/// `&#64;`, `&#x40;` or one of the names that can hide a part of a number or address.
fn character_reference(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|b| b == b';')?;
    let name = text.get(1..end)?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let code = match hexadecimal {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
        None => match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
            "commat" => '@',
            "period" => '.',
            "colon" => ':',
            "sol" => '/',
            "num" => '#',
            "equals" => '=',
            "plus" => '+',
            "percnt" => '%',
            "lowbar" => '_',
            "hyphen" | "dash" | "ndash" | "mdash" | "minus" => '-',
            "lpar" => '(',
            "rpar" => ')',
            "Tab" => '\t',
            "NewLine" => '\n',
            _ => return None,
        },
    };
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization as _;

    use super::{View, is_cjk, leading_cjk, next_special};

    #[test]
    fn chinese_characters_are_known_by_their_bytes() {
        let mut buffer = [0; 4];
        for c in ('\0'..=char::MAX).filter(|c| !c.is_ascii()) {
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            let expected = if is_cjk(c) { 3 } else { 0 };
            assert_eq!(leading_cjk(bytes), expected, "{c:?}");
        }
    }

    #[test]
    fn full_width_forms_become_what_normalization_makes_of_them() {
        // A bracket may begin the mark of a redaction, and stays as it is.
        for c in ('\u{ff01}'..='\u{ff5e}').filter(|c| *c != '［') {
            let text = c.to_string();
            let normal: String = text.nfkc().collect();
            assert_eq!(View::of(&text).text, normal, "{c}");
        }
    }

    #[test]
    fn what_stands_for_itself_is_passed_over_at_once() {
        for (text, plain) in [
            ("", 0),
            ("plain", 5),
            ("营业收入 42.5 亿元", 24),
            ("收入*增长*", 6),
            ("收入１２", 6),
            ("、。「」", 12),
            ("a\u{3000}b", 1),
        ] {
            assert_eq!(next_special(text.as_bytes()), plain, "{text}");
            assert!(View::of(text).text.len() <= text.len());
        }
    }
}
