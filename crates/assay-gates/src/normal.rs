use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use crate::entities;

/// A text as a reader's eye takes it, in small letters: compatibility forms folded (NFKC), accents
/// and invisible characters gone, HTML entities resolved, quotes and dashes in their plain form.
/// Every place in it knows its place in the original.
pub(crate) struct Normal {
    pub(crate) text: String,
    /// `(place in the normal text, place in the original)` wherever the distance changes.
    shifts: Vec<(usize, usize)>,
    original_len: usize,
    /// Whether the original holds characters that take no room.
    pub(crate) has_invisible: bool,
    pub(crate) has_cyrillic: bool,
}

impl Normal {
    pub(crate) fn of(original: &str) -> Self {
        let mut normal = Self {
            text: String::with_capacity(original.len()),
            shifts: Vec::new(),
            original_len: original.len(),
            has_invisible: false,
            has_cyrillic: false,
        };
        let mut at = 0;
        while let Some(rest) = original.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = plain_length(rest.as_bytes());
            normal.copy(rest.get(..plain).unwrap_or_default());
            at += plain;
            at += normal.take_special(rest.get(plain..).unwrap_or_default(), at);
        }
        normal
    }

    fn copy(&mut self, plain: &str) {
        let start = self.text.len();
        self.text.push_str(plain);
        if let Some(copied) = self.text.get_mut(start..) {
            copied.make_ascii_lowercase();
        }
    }

    /// Takes the character or entity at the start of `rest`; the bytes it filled.
    fn take_special(&mut self, rest: &str, at: usize) -> usize {
        let Some(first) = rest.chars().next() else {
            return 0;
        };
        let (c, length) = entities::decoded(rest).unwrap_or((first, first.len_utf8()));
        let before = self.text.len();
        self.has_invisible |= is_invisible(first);
        self.has_cyrillic |= is_cyrillic(first);
        push_folded(c, &mut self.text);
        if self.text.len() - before != length {
            self.shift_to(at + length);
        }
        length
    }

    fn shift_to(&mut self, original: usize) {
        let here = self.text.len();
        match self.shifts.last_mut() {
            Some(last) if last.0 == here => last.1 = original,
            _ => self.shifts.push((here, original)),
        }
    }

    /// The bytes of the original that a range of the normal text was made from.
    pub(crate) fn original(&self, range: &Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, normal: usize) -> usize {
        let next = self.shifts.partition_point(|(at, _)| *at <= normal);
        let before = next.checked_sub(1).and_then(|last| self.shifts.get(last));
        let (from, to) = before.copied().unwrap_or((0, 0));
        let limit = self
            .shifts
            .get(next)
            .map_or(self.original_len, |(_, at)| *at);
        (to + (normal - from)).min(limit)
    }
}

/// How many bytes come before the first that is not copied as it is.
fn plain_length(bytes: &[u8]) -> usize {
    let is_special = |byte: &u8| !byte.is_ascii() || *byte == b'&';
    // Many bytes at a time, without a way out in between: the compiler makes few instructions of it.
    let is_plain = |part: &&[u8]| !part.iter().fold(false, |any, byte| any | is_special(byte));
    let parts = bytes.chunks_exact(PART);
    let skipped = PART * parts.take_while(is_plain).count();
    let rest = bytes.get(skipped..).unwrap_or_default();
    skipped + rest.iter().position(is_special).unwrap_or(rest.len())
}

const PART: usize = 32;

/// The same folding for words that are looked for.
pub(crate) fn folded(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        push_folded(c, &mut text);
    }
    text
}

fn push_folded(c: char, text: &mut String) {
    match common(c) {
        Some(folded) => text.push(folded),
        None => push_any_folded(c, text),
    }
}

/// Characters that make up nearly all of a text, folded as [`push_any_folded`] folds them.
fn common(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7f}' => Some(c.to_ascii_lowercase()),
        '\u{a0}' => Some(' '),
        '‘' | '’' => Some('\''),
        '“' | '”' => Some('"'),
        '–' | '—' => Some('-'),
        '。' => Some('.'),
        '，' | '、' => Some(','),
        '•' | '☐' | '☒' | '®' | '\u{4e00}'..='\u{9fff}' => Some(c),
        _ => None,
    }
}

fn push_any_folded(c: char, text: &mut String) {
    if c.is_ascii() {
        text.push(c.to_ascii_lowercase());
    } else if is_invisible(c) {
    } else if is_accented_alphabet(c) {
        for part in std::iter::once(c).nfkd() {
            push_plain(part, text);
        }
    } else if is_nfkc_quick(std::iter::once(c)) == IsNormalized::Yes {
        push_plain(c, text);
    } else {
        for part in std::iter::once(c).nfkc() {
            push_plain(part, text);
        }
    }
}

/// Latin, Greek and Cyrillic: their accents come off. Elsewhere a mark can be half a letter.
fn is_accented_alphabet(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}')
}

fn push_plain(c: char, text: &mut String) {
    for small in c.to_lowercase() {
        match small {
            // Accents; tashkeel and the stretching stroke of Arabic.
            '\u{300}'..='\u{36f}' | '\u{640}' | '\u{64b}'..='\u{652}' => {}
            '‘' | '’' | '‚' | '‛' | '′' | 'ʼ' | '´' => text.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' => text.push('"'),
            '‐'..='―' | '−' | '﹣' => text.push('-'),
            '。' | '｡' | '।' => text.push('.'),
            '、' => text.push(','),
            '؟' => text.push('?'),
            '\u{2028}' | '\u{2029}' | '\u{85}' => text.push('\n'),
            'ı' => text.push('i'),
            'ł' => text.push('l'),
            'ø' => text.push('o'),
            'đ' => text.push('d'),
            other => text.push(other),
        }
    }
}

/// Characters that take no room on a page: zero-width, direction marks, tags, soft hyphens.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{e0000}'..='\u{e01ef}')
}

pub(crate) fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}')
}

#[cfg(test)]
mod tests {
    use super::{common, push_any_folded};

    #[test]
    fn common_characters_are_folded_as_all_are() {
        let every = '\0'..=char::MAX;
        for (c, quick) in every.filter_map(|c| Some((c, common(c)?))) {
            let mut slow = String::new();
            push_any_folded(c, &mut slow);
            assert_eq!(quick.to_string(), slow, "U+{:04X}", u32::from(c));
        }
    }
}
