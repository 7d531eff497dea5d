//! Mail as it is sent: parts within parts, and what their fields say. `mail-parser` reads the
//! fields and takes off the transfer encodings. It follows parts and forwarded messages without a
//! bound, all at once and by any line that holds their boundary: that way is gone here.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::{Encoding, WINDOWS_1252};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::parsers::MessageStream;
use regex::bytes::{Captures, Regex};

use super::error::SAVE_AGAIN;
use super::mime_header::Headers;
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

/// Reads one message. Parts deeper than the limit are refused, not cut off.
pub(super) fn parse(bytes: &[u8]) -> Result<Part<'_>, ReadError> {
    let mut count = 0;
    part(bytes, "text/plain", 0, &mut count)
}

/// `usual` is the media type of a part that states none.
fn part<'a>(
    bytes: &'a [u8],
    usual: &'static str,
    depth: usize,
    count: &mut usize,
) -> Result<Part<'a>, ReadError> {
    *count += 1;
    if depth > MAX_DEPTH {
        return Err(too_many("its parts are nested deeper than that", MAX_DEPTH));
    }
    if *count > MAX_PARTS {
        return Err(too_many("it has more parts than that", MAX_PARTS));
    }
    let (headers, body) = Headers::split(bytes, usual);
    let usual = match headers.media() {
        "multipart/digest" => "message/rfc822",
        _ => "text/plain",
    };
    let boundary = headers
        .media()
        .starts_with("multipart/")
        .then(|| headers.parameter("content-type", "boundary"))
        .flatten();
    let pieces = boundary.map(|boundary| pieces(body, boundary.trim_end().as_bytes()));
    let content = match pieces {
        Some(pieces) if !pieces.is_empty() => {
            let parts = pieces
                .into_iter()
                .map(|piece| part(piece, usual, depth + 1, count));
            Content::Parts(parts.collect::<Result<_, _>>()?)
        }
        _ => Content::Body(body),
    };
    Ok(Part { headers, content })
}

pub(super) fn too_many(what: &str, limit: usize) -> ReadError {
    ReadError::Exceeds {
        format: "e-mail",
        what: what.to_owned(),
        limit: limit as u64,
        hint: SAVE_AGAIN,
    }
}

/// The stretches between lines `--boundary`, up to `--boundary--`. The line end before such a line
/// is its own.
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
                let piece = start.and_then(|start| body.get(start..at));
                pieces.extend(piece.map(without_line_end));
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

fn without_line_end(piece: &[u8]) -> &[u8] {
    let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
    piece.strip_suffix(b"\r").unwrap_or(piece)
}

/// The bytes of a part, its transfer encoding taken off.
pub(super) fn unpacked<'a>(headers: &Headers, body: &'a [u8]) -> Result<Cow<'a, [u8]>, ReadError> {
    match headers.transfer_encoding().as_str() {
        "base64" => {
            let bytes = base64_decode(&base64_digits(body));
            bytes.map(Cow::Owned).ok_or_else(|| damaged("base64 text"))
        }
        "quoted-printable" => {
            let source = with_whole_escapes(body);
            let (end, bytes) = MessageStream::new(&source).decode_quoted_printable_mime(b"");
            if end == usize::MAX {
                return Err(damaged("quoted-printable text"));
            }
            Ok(Cow::Owned(bytes.into_owned()))
        }
        _ => Ok(Cow::Borrowed(body)),
    }
}

fn damaged(what: &str) -> ReadError {
    ReadError::Malformed {
        format: "e-mail",
        reason: format!("its {what} is damaged"),
    }
}

/// Anything that is not a digit of the encoding is passed over, as mail programs do. After the
/// padding only whole lines of digits are more of the same: mailing lists append their footer.
fn base64_digits(text: &[u8]) -> Vec<u8> {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let mut digits = Vec::with_capacity(text.len());
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if digits.ends_with(b"=") && !line.iter().all(is_digit) {
            break;
        }
        digits.extend(line.iter().filter_map(|byte| match byte {
            b'-' => Some(b'+'),
            b'_' => Some(b'/'),
            byte => is_digit(byte).then_some(*byte),
        }));
    }
    digits
}

/// A `=` that begins neither a code nor a soft line end, as what it then stands for. The decoder
/// gives up a text with two such signs in a row.
fn with_whole_escapes(text: &[u8]) -> Cow<'_, [u8]> {
    ESCAPE.replace_all(text, |found: &Captures<'_>| {
        let escape = found.get_match().as_bytes();
        if escape == b"=" { b"=3D" } else { escape }.to_vec()
    })
}

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of mail compiles"
)]
static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"=(?:[0-9A-Fa-f]{2}|[ \t]*(?:\r?\n|\z))?").expect("the pattern is valid")
});

/// Text in the encoding that its part names, or in the one it looks like.
pub(super) fn in_charset<'a>(bytes: &'a [u8], charset: Option<&str>) -> Cow<'a, str> {
    let label = charset.unwrap_or_default().trim().as_bytes();
    if let Some(encoding) = Encoding::for_label_no_replacement(label) {
        let (text, _, has_errors) = encoding.decode(bytes);
        return if has_errors {
            decode::decode(bytes, false).map_or(text, Cow::Owned)
        } else {
            text
        };
    }
    // Encodings of mail that pages never had, UTF-7 first.
    if let Some(decoder) = charset_decoder(label) {
        return Cow::Owned(decoder(bytes));
    }
    match decode::decode(bytes, false) {
        Some(text) => Cow::Owned(text),
        None => WINDOWS_1252.decode(bytes).0,
    }
}
