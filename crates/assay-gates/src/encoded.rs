//! Text written in another notation: base64, base32, hexadecimal, binary, decimal character codes,
//! percent signs, backslash escapes, Morse.

use std::ops::Range;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::words::{Word, made_of, words};

/// Fewer characters of base64 or hexadecimal spell no order.
const MIN_BLOB: usize = 16;
/// Fewer groups of digits spell no order.
const MIN_GROUPS: usize = 8;
/// A group with the signs around it is no longer than this.
const MAX_GROUP: usize = 10;
/// Decoded text of fewer characters says nothing.
const MIN_DECODED: usize = 8;
/// A line of base64 that is broken off is at least this long; shorter lines stand alone.
const MIN_WRAPPED_LINE: usize = 40;

/// A stretch of text that reads as other text once it is decoded.
pub(crate) struct Decoded {
    pub(crate) place: Range<usize>,
    pub(crate) text: String,
}

/// Every stretch that decodes to readable text.
pub(crate) fn decoded_parts(text: &str) -> Vec<Decoded> {
    let mut found = Vec::new();
    let mut groups = Groups::default();
    let mut wrapped: Option<Range<usize>> = None;
    for Word { place, parts } in words(text) {
        let is_short = place.len() < MIN_BLOB && parts & made_of::DIGIT == 0;
        if is_short && groups.count == 0 && wrapped.is_none() && parts != made_of::JOINER {
            continue;
        }
        let word = text.get(place.clone()).unwrap_or_default();
        let has_digit = parts & made_of::DIGIT != 0 && word.len() <= MAX_GROUP;
        let is_running = groups.count > 0 && word.len() <= MAX_GROUP;
        let may_be_group = has_digit || is_running || parts == made_of::JOINER;
        if may_be_group {
            found.extend(groups.take(&place, word));
        } else {
            found.extend(groups.finish());
        }
        if word.len() >= MIN_BLOB {
            found.extend(one_token(word, parts, place.start));
        }
        if word.len() < MIN_WRAPPED_LINE && wrapped.is_none() {
            continue;
        }
        let is_base64 = word.bytes().all(is_base64_byte);
        wrapped = match wrapped {
            Some(before) if is_base64 && is_next_line(text, &before, &place) => {
                Some(before.start..place.end)
            }
            before => {
                found.extend(before.and_then(|range| unwrapped(text, range)));
                (is_base64 && word.len() >= MIN_WRAPPED_LINE).then_some(place)
            }
        };
    }
    found.extend(groups.finish());
    found.extend(wrapped.and_then(|range| unwrapped(text, range)));
    found
}

fn one_token(word: &str, parts: u8, start: usize) -> Vec<Decoded> {
    let mut found = Vec::new();
    if parts & made_of::ESCAPE != 0 {
        let texts = [percent(word), escapes(word)];
        found.extend(texts.into_iter().flatten().map(|text| Decoded {
            place: start..start + word.len(),
            text,
        }));
    }
    // Base64 of a sentence mixes capitals, small letters and digits; base32 and hexadecimal hold
    // digits.
    if parts & (made_of::CAPITAL | made_of::DIGIT) == 0 {
        return found;
    }
    for run in runs(word, is_base64_byte) {
        let blob = word.get(run.clone()).unwrap_or_default();
        let texts = [
            hexadecimal(blob),
            binary(blob),
            base64_text(blob),
            base32(blob),
        ];
        found.extend(texts.into_iter().flatten().map(|text| Decoded {
            place: start + run.start..start + run.end,
            text,
        }));
    }
    found
}

fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

fn runs(word: &str, belongs: fn(u8) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, byte) in word.bytes().enumerate() {
        if !belongs(byte) {
            continue;
        }
        match runs.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs.retain(|run| run.len() >= MIN_BLOB);
    runs
}

fn is_next_line(text: &str, before: &Range<usize>, next: &Range<usize>) -> bool {
    let gap = text.get(before.end..next.start).unwrap_or_default();
    gap.trim_matches([' ', '\r']) == "\n"
}

fn unwrapped(text: &str, range: Range<usize>) -> Option<Decoded> {
    let whole = text.get(range.clone())?;
    let blob: String = whole.split_ascii_whitespace().collect();
    if blob.len() == whole.len() {
        return None;
    }
    let decoded = base64_text(&blob).or_else(|| hexadecimal(&blob))?;
    Some(Decoded {
        place: range,
        text: decoded,
    })
}

static STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
static URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);

fn base64_text(blob: &str) -> Option<String> {
    let blob = blob.trim_matches(['=', '-', '_', '/']);
    // A first look at few bytes turns ordinary long words away.
    let head = blob.get(..12)?;
    let engine = if blob.contains(['-', '_']) {
        &URL_SAFE
    } else {
        &STANDARD
    };
    let first = engine.decode(head).ok()?;
    if first.iter().any(u8::is_ascii_control) && !is_wide(&first) {
        return None;
    }
    let whole = blob.len() - usize::from(blob.len() % 4 == 1);
    readable(engine.decode(blob.get(..whole)?).ok()?)
}

fn base32(blob: &str) -> Option<String> {
    let letters = blob.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(letters.len() * 5 / 8);
    let (mut buffer, mut bits) = (0_u32, 0_u32);
    for byte in letters.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        };
        buffer = (buffer << 5 | u32::from(value)) & 0xfff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((buffer >> bits) & 0xff).ok()?);
        }
    }
    readable(bytes)
}

fn hexadecimal(blob: &str) -> Option<String> {
    let digits = blob.strip_prefix("0x").unwrap_or(blob);
    if digits.len() < MIN_BLOB || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = digits.as_bytes().chunks_exact(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    readable(pairs.map(byte).collect::<Option<Vec<u8>>>()?)
}

fn binary(blob: &str) -> Option<String> {
    if blob.len() < MIN_GROUPS * 8 || !blob.bytes().all(|b| matches!(b, b'0' | b'1')) {
        return None;
    }
    let groups = blob.as_bytes().chunks_exact(8);
    let byte = |group: &[u8]| u8::from_str_radix(std::str::from_utf8(group).ok()?, 2).ok();
    readable(groups.map(byte).collect::<Option<Vec<u8>>>()?)
}

/// Percent signs of an address, and the equals signs of mail (quoted-printable).
fn percent(word: &str) -> Option<String> {
    let sign = if word.contains('%') { '%' } else { '=' };
    let mut parts = word.split(sign);
    let mut bytes = parts.next()?.as_bytes().to_vec();
    let mut count = 0;
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(part.bytes().skip(2));
                count += 1;
            }
            None => bytes.extend(part.bytes()),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    (count >= 3).then(|| text.replace('+', " "))
}

/// `\u0069`, `\x69`, `\105` and `\u{69}`.
fn escapes(word: &str) -> Option<String> {
    let mut parts = word.split('\\');
    let mut text = parts.next()?.to_owned();
    let mut count = 0;
    for part in parts {
        let (digits, radix, skipped) = match part.as_bytes() {
            [b'u', b'{', ..] => (part.get(2..part.find('}')?)?, 16, 3),
            [b'u', ..] => (part.get(1..5)?, 16, 1),
            [b'x', ..] => (part.get(1..3)?, 16, 1),
            [b'0'..=b'7', ..] => (part.get(..3)?, 8, 0),
            _ => {
                text.push_str(part);
                continue;
            }
        };
        text.push(char::from_u32(u32::from_str_radix(digits, radix).ok()?)?);
        text.push_str(part.get(digits.len() + skipped..).unwrap_or_default());
        count += 1;
    }
    (count >= 3).then_some(text)
}

/// Characters written one by one, parted by spaces.
#[derive(Default)]
struct Groups {
    notation: Option<Notation>,
    place: Range<usize>,
    bytes: Vec<u8>,
    /// The same groups as decimal numbers, as far as they are such.
    decimals: Vec<u8>,
    count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Binary,
    Hexadecimal,
    Decimal,
    Morse,
}

impl Groups {
    fn take(&mut self, token: &Range<usize>, word: &str) -> Option<Decoded> {
        let is_around = |c: char| matches!(c, ',' | ';' | '\'' | '"' | '(' | ')' | '[' | ']');
        let word = word.trim_matches(is_around);
        let decimal = word.parse::<u8>().ok();
        if self.is_decimal_after_all(word, decimal) {
            self.notation = Some(Notation::Decimal);
            self.bytes = std::mem::take(&mut self.decimals);
        }
        let next = group_of(word, self.notation);
        let is_same = next.is_some_and(|(notation, _)| self.notation == Some(notation));
        let ended = if is_same { None } else { self.finish() };
        if let Some((notation, byte)) = next {
            if self.count == 0 {
                self.place = token.clone();
                self.notation = Some(notation);
            }
            self.place.end = token.end;
            self.bytes.push(byte);
            self.decimals.extend(decimal);
            self.count += 1;
        }
        ended
    }

    /// Two digits are taken for hexadecimal until three of them follow.
    fn is_decimal_after_all(&self, word: &str, decimal: Option<u8>) -> bool {
        self.notation == Some(Notation::Hexadecimal)
            && word.len() == 3
            && decimal.is_some()
            && self.decimals.len() == self.count
    }

    fn finish(&mut self) -> Option<Decoded> {
        if self.count == 0 {
            return None;
        }
        let done = std::mem::take(self);
        if done.count < MIN_GROUPS {
            return None;
        }
        let place = done.place;
        readable(done.bytes).map(|text| Decoded { place, text })
    }
}

/// A character as a group of digits.
fn group_of(word: &str, running: Option<Notation>) -> Option<(Notation, u8)> {
    let bytes = word.as_bytes();
    let first = *bytes.first()?;
    if matches!(first, b'.' | b'-' | b'/' | b'_') {
        return morse(word).map(|letter| (Notation::Morse, letter));
    }
    if !first.is_ascii_hexdigit() || bytes.len() > 8 {
        return None;
    }
    let code = |radix| u8::from_str_radix(word, radix).ok();
    match bytes.len() {
        8 => code(2).map(|byte| (Notation::Binary, byte)),
        4 if word.starts_with("0x") => {
            let byte = u8::from_str_radix(word.get(2..)?, 16).ok()?;
            Some((Notation::Hexadecimal, byte))
        }
        2 if running != Some(Notation::Decimal) => {
            code(16).map(|byte| (Notation::Hexadecimal, byte))
        }
        2 | 3 => code(10).map(|byte| (Notation::Decimal, byte)),
        _ => None,
    }
}

fn morse(word: &str) -> Option<u8> {
    if word == "/" {
        return Some(b' ');
    }
    let mut bits = 1_usize;
    for byte in word.bytes() {
        bits = match byte {
            b'.' => bits << 1,
            b'-' | b'_' => bits << 1 | 1,
            _ => return None,
        };
        if bits > 31 {
            return None;
        }
    }
    // A leading 1, then 0 for a dot and 1 for a dash.
    MORSE.get(bits).copied().filter(|letter| *letter != b'?')
}

const MORSE: &[u8; 32] = b"??etianmsurwdkgohvf?l?pjbxcyzq??";

/// UTF-16 of Latin letters has a zero in each second byte.
fn is_wide(bytes: &[u8]) -> bool {
    let mut pairs = bytes.chunks_exact(2);
    pairs.len() > 3 && pairs.all(|pair| matches!(pair, [low, 0] if !low.is_ascii_control()))
}

/// Bytes as text, where they are text that somebody could read.
fn readable(bytes: Vec<u8>) -> Option<String> {
    let bytes = if is_wide(&bytes) {
        bytes.into_iter().step_by(2).collect()
    } else {
        bytes
    };
    let text = String::from_utf8(bytes).ok()?;
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let is_text = !text.contains(is_odd) && text.contains(char::is_alphabetic);
    (is_text && text.len() >= MIN_DECODED).then_some(text)
}
