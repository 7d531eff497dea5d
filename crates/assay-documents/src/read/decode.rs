use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How far into an HTML page its own charset declaration is looked for.
const DECLARATION_WINDOW: usize = 1024;
/// How much of the input the UTF-16 guess looks at.
const SAMPLE: usize = 4096;

/// Text with `\n` line ends and no byte-order mark, or `None` if the bytes are not text.
pub(super) fn decode(bytes: &[u8], is_html: bool) -> Option<String> {
    if has_binary_signature(bytes) {
        return None;
    }
    let text = match (utf32(bytes), Encoding::for_bom(bytes)) {
        (Some(text), _) => text,
        (None, Some((encoding, _))) => decode_as(encoding, bytes)?,
        (None, None) => decode_unmarked(bytes, is_html)?,
    };
    looks_like_text(&text).then(|| with_unix_line_ends(&text))
}

/// Text whatever the bytes are: for a field that must be looked at before its encoding is known.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => guess(bytes).decode_without_bom_handling(bytes).0,
    }
}

/// Four bytes a character, with a mark or, in every character, a zero where none but such text has
/// one.
fn utf32(bytes: &[u8]) -> Option<String> {
    if bytes.len() < 8 || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let decoded = |read: fn([u8; 4]) -> u32| -> Option<String> {
        let units = bytes.as_chunks::<4>().0;
        let text: Option<String> = units
            .iter()
            .map(|unit| char::from_u32(read(*unit)))
            .collect();
        text.map(|text| text.trim_start_matches('\u{feff}').to_owned())
    };
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let zero_at = |place: usize| sample.iter().skip(place).step_by(4).all(|byte| *byte == 0);
    match () {
        () if zero_at(3) => decoded(u32::from_le_bytes),
        () if zero_at(0) => decoded(u32::from_be_bytes),
        () => None,
    }
}

fn decode_unmarked(bytes: &[u8], is_html: bool) -> Option<String> {
    if let Some(encoding) = utf16_without_mark(bytes) {
        return decode_as(encoding, bytes);
    }
    if bytes.contains(&0) {
        return utf16_of_characters(bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let declared = is_html.then(|| declared_charset(bytes)).flatten();
    declared
        .and_then(|encoding| decode_as(encoding, bytes))
        .or_else(|| decode_as(guess(bytes), bytes))
}

/// Decodes unless more than one character in a hundred had to be replaced.
fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    let (text, _, had_errors) = encoding.decode(bytes);
    if had_errors {
        let replaced = text.chars().filter(|c| *c == '\u{fffd}').count();
        if replaced * 100 > text.chars().count() {
            return None;
        }
    }
    Some(text.into_owned())
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

fn declared_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let window = bytes.get(..DECLARATION_WINDOW).unwrap_or(bytes);
    let head = String::from_utf8_lossy(window).to_ascii_lowercase();
    let (_, after) = head.split_once("charset=")?;
    let label: String = after
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
        .collect();
    Encoding::for_label(label.as_bytes()).filter(|encoding| *encoding != UTF_8)
}

/// Western text in UTF-16 has a zero in every second byte.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    if sample.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let zeros_at = |parity: usize| {
        let of_parity = sample.iter().skip(parity).step_by(2);
        of_parity.filter(|byte| **byte == 0).count()
    };
    let (even, odd, half) = (zeros_at(0), zeros_at(1), sample.len() / 2);
    match () {
        () if odd * 10 > half * 3 && even * 20 < half => Some(UTF_16LE),
        () if even * 10 > half * 3 && odd * 20 < half => Some(UTF_16BE),
        () => None,
    }
}

/// Chinese or Japanese text in UTF-16 has zeros only in its spaces and line ends: the order of
/// bytes that makes it text is the right one, if only one does.
fn utf16_of_characters(bytes: &[u8]) -> Option<String> {
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    let reads = |encoding: &'static Encoding| {
        let (text, _, has_errors) = encoding.decode(bytes);
        let is_usual = |c: &char| {
            c.is_ascii_graphic()
                || matches!(c, ' ' | '\n' | '\r' | '\t' | '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '\u{2010}'..='\u{2027}')
        };
        let usual = text.chars().filter(is_usual).count();
        let is_text = !has_errors && usual * 100 >= text.chars().count() * 97;
        is_text.then(|| text.into_owned())
    };
    match (reads(UTF_16LE), reads(UTF_16BE)) {
        (Some(text), None) | (None, Some(text)) => Some(text),
        _ => None,
    }
}

fn has_binary_signature(bytes: &[u8]) -> bool {
    const SIGNATURES: [&[u8]; 9] = [
        b"%PDF-",
        b"PK\x03\x04",
        b"\x7fELF",
        b"\x89PNG",
        b"GIF8",
        b"\xff\xd8\xff",
        b"\x1f\x8b",
        b"SQLite format 3\0",
        b"\xd0\xcf\x11\xe0",
    ];
    SIGNATURES
        .iter()
        .any(|signature| bytes.starts_with(signature))
}

/// Control characters are rare in text: at most one in a hundred characters, and never a NUL.
fn looks_like_text(text: &str) -> bool {
    let is_odd = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
    let odd = text.chars().filter(is_odd).count();
    !text.contains('\0') && odd * 100 <= text.chars().count()
}

fn with_unix_line_ends(text: &str) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    }
}
