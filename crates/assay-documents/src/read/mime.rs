//! Mail as it is sent: header fields, encoded words, parts within parts.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

use super::error::SAVE_AGAIN;
use super::{ReadError, decode};

/// Parts within parts; real mail has three or four levels.
const MAX_DEPTH: usize = 16;
const MAX_PARTS: usize = 1_000;

pub(super) struct Part<'a> {
    pub(super) headers: Headers,
    pub(super) content: Content<'a>,
}

pub(super) enum Content<'a> {
    Body(&'a [u8]),
    Parts(Vec<Part<'a>>),
}

pub(super) struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value as it was sent, unfolded.
    pub(super) fn raw(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let (_, value) = fields.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// The value with its encoded words read.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let text = encoded_words(self.raw(name)?);
        (!text.trim().is_empty()).then(|| super::squeezed(&text))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Lower-case `text/plain`.
    pub(super) fn media(&self) -> String {
        let value = self.raw("content-type").unwrap_or("text/plain");
        let media = value.split(';').next().unwrap_or_default();
        media.trim().to_ascii_lowercase()
    }

    /// A parameter of a field, `filename*=utf-8''…` and `filename*0=` included.
    pub(super) fn parameter(&self, field: &str, name: &str) -> Option<String> {
        let value = self.raw(field)?;
        let parameters = parameters(value);
        let plain = parameters.iter().find(|(key, _)| key == name);
        if let Some((_, value)) = plain {
            return Some(encoded_words(value));
        }
        let mut joined = String::new();
        for (key, value) in &parameters {
            let Some(rest) = key.strip_prefix(name) else {
                continue;
            };
            if rest.starts_with('*') {
                joined.push_str(value);
            }
        }
        (!joined.is_empty()).then(|| extended(&joined))
    }

    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.parameter("content-disposition", "filename");
        name.or_else(|| self.parameter("content-type", "name"))
    }

    pub(super) fn is_attachment(&self) -> bool {
        let disposition = self.raw("content-disposition").unwrap_or_default();
        disposition
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("attachment")
    }
}

/// Reads one message. Parts deeper than the limit are refused, not cut off.
pub(super) fn parse(bytes: &[u8]) -> Result<Part<'_>, ReadError> {
    let mut count = 0;
    part(bytes, 0, &mut count)
}

fn part<'a>(bytes: &'a [u8], depth: usize, count: &mut usize) -> Result<Part<'a>, ReadError> {
    *count += 1;
    if depth > MAX_DEPTH {
        return Err(too_many("its parts are nested deeper than that", MAX_DEPTH));
    }
    if *count > MAX_PARTS {
        return Err(too_many("it has more parts than that", MAX_PARTS));
    }
    let (headers, body) = split_headers(bytes);
    let boundary = headers
        .media()
        .starts_with("multipart/")
        .then(|| headers.parameter("content-type", "boundary"))
        .flatten();
    let content = match boundary {
        Some(boundary) => {
            let pieces = pieces(body, boundary.as_bytes());
            let parts = pieces
                .into_iter()
                .map(|piece| part(piece, depth + 1, count));
            Content::Parts(parts.collect::<Result<_, _>>()?)
        }
        None => Content::Body(body),
    };
    Ok(Part { headers, content })
}

fn too_many(what: &str, limit: usize) -> ReadError {
    ReadError::Exceeds {
        format: "e-mail",
        what: what.to_owned(),
        limit: limit as u64,
        hint: SAVE_AGAIN,
    }
}

fn split_headers(bytes: &[u8]) -> (Headers, &[u8]) {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        let text = decode::lossy(line);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            rest = after;
            break;
        }
        if text.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(text.trim());
            }
        } else if let Some((key, value)) = text.split_once(':').filter(|(key, _)| is_name(key)) {
            fields.push((key.to_owned(), value.trim().to_owned()));
        } else {
            break;
        }
        rest = after;
    }
    (Headers(fields), rest)
}

fn is_name(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_graphic())
}

/// The stretches between lines `--boundary`, up to `--boundary--`.
fn pieces<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let after = line
            .strip_prefix(b"--")
            .and_then(|rest| rest.strip_prefix(boundary));
        if let Some(after) = after {
            let after = after.trim_ascii();
            if after.is_empty() || after == b"--" {
                pieces.extend(start.and_then(|start| body.get(start..at)));
                start = (after.is_empty()).then_some(at + line.len());
                if after == b"--" {
                    return pieces;
                }
            }
        }
        at += line.len();
    }
    // A mail that was cut off has no last boundary.
    pieces.extend(start.and_then(|start| body.get(start..)));
    pieces
}

fn parameters(value: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = value.split_once(';').map_or("", |(_, rest)| rest);
    while let Some((key, after)) = rest.split_once('=') {
        let key = key
            .trim()
            .trim_start_matches(';')
            .trim()
            .to_ascii_lowercase();
        let after = after.trim_start();
        let (text, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(';').unwrap_or((after, "")),
        };
        found.push((key, text.trim().to_owned()));
        rest = next.trim_start().trim_start_matches(';');
    }
    found
}

/// `utf-8'en'na%C3%AFve.txt`
fn extended(value: &str) -> String {
    let mut pieces = value.splitn(3, '\'');
    let (Some(charset), Some(_), Some(text)) = (pieces.next(), pieces.next(), pieces.next()) else {
        return value.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let code = (byte == b'%').then(|| {
            let mut digits = rest.clone();
            let high = hex(digits.next()?)?;
            let low = hex(digits.next()?)?;
            Some(high * 16 + low)
        });
        match code.flatten() {
            Some(code) => {
                bytes.push(code);
                rest.nth(1);
            }
            None => bytes.push(byte),
        }
    }
    in_charset(&bytes, Some(charset)).into_owned()
}

/// `=?utf-8?B?…?=` and `=?gb2312?Q?…?=`; the space between two of them is not part of the text.
pub(super) fn encoded_words(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    let mut is_after_word = false;
    while let Some((before, after)) = rest.split_once("=?") {
        let word = encoded_word(after);
        if !(is_after_word && word.is_some() && before.trim().is_empty()) {
            text.push_str(before);
        }
        match word {
            Some((decoded, next)) => {
                text.push_str(&decoded);
                rest = next;
                is_after_word = true;
            }
            None => {
                text.push_str("=?");
                rest = after;
                is_after_word = false;
            }
        }
    }
    text.push_str(rest);
    text
}

fn encoded_word(after: &str) -> Option<(String, &str)> {
    let (charset, rest) = after.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    let (content, next) = rest.split_once("?=")?;
    let bytes = match encoding {
        "B" | "b" => base64(content.as_bytes()),
        "Q" | "q" => quoted_printable(content.replace('_', " ").as_bytes()),
        _ => return None,
    };
    let charset = charset.split('*').next();
    Some((in_charset(&bytes, charset).into_owned(), next))
}

/// The bytes of a part, its transfer encoding taken off.
pub(super) fn unpacked<'a>(headers: &Headers, body: &'a [u8]) -> Cow<'a, [u8]> {
    let encoding = headers.raw("content-transfer-encoding").unwrap_or_default();
    match encoding.trim().to_ascii_lowercase().as_str() {
        "base64" => Cow::Owned(base64(body)),
        "quoted-printable" => Cow::Owned(quoted_printable(body)),
        _ => Cow::Borrowed(body),
    }
}

/// Text in the encoding that its part names, or in the one it looks like.
pub(super) fn in_charset<'a>(bytes: &'a [u8], charset: Option<&str>) -> Cow<'a, str> {
    let encoding = charset.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    match encoding {
        Some(encoding) => {
            let (text, _, has_errors) = encoding.decode(bytes);
            if has_errors {
                decode::decode(bytes, false).map_or(text, Cow::Owned)
            } else {
                text
            }
        }
        None => match decode::decode(bytes, false) {
            Some(text) => Cow::Owned(text),
            None => WINDOWS_1252.decode(bytes).0,
        },
    }
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

/// Anything that is not a digit of the encoding is passed over, as mail programs do.
pub(super) fn base64(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(digit);
        count += 1;
        if count == 4 {
            bytes.extend(bits.to_be_bytes().into_iter().skip(1));
            (bits, count) = (0, 0);
        }
    }
    let left = bits << (6 * (4 - count));
    let kept: usize = match count {
        2 => 1,
        3 => 2,
        _ => 0,
    };
    bytes.extend(left.to_be_bytes().into_iter().skip(1).take(kept));
    bytes
}

fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'=' {
            bytes.push(*byte);
            continue;
        }
        match after {
            [b'\r', b'\n', next @ ..] | [b'\n', next @ ..] => rest = next,
            [high, low, next @ ..] => match hex(*high).zip(hex(*low)) {
                Some((high, low)) => {
                    bytes.push(high * 16 + low);
                    rest = next;
                }
                None => bytes.push(b'='),
            },
            _ => bytes.push(b'='),
        }
    }
    bytes
}
