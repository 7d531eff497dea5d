//! Long texts as JSON. Prompts, replies and reports are most of what is journaled and sent, and the
//! library that writes JSON looks at each of their bytes in turn; here many are looked at together.

use std::cell::RefCell;

use serde::Serializer;
use serde::ser::SerializeStruct as _;

/// For a shorter text, what looking at many bytes together saves is spent on keeping the result.
const LONG: usize = 64;

/// Bytes of the buffer that a thread keeps.
const LARGEST_KEPT: usize = 256 * 1024;

thread_local! {
    /// Where a text is written before it goes where it is wanted: memory that was just used is
    /// faster than new memory, and a run writes some hundred kilobytes of texts.
    static BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Bytes that are passed over at once where none of them needs an escape.
const TOGETHER: usize = 16;

/// The name under which serde_json takes a text for JSON that is written already. Its `RawValue`
/// would read the whole text again to see that it is.
const WRITTEN: &str = "$serde_json::private::RawValue";

/// A text as serde_json writes it, byte by byte; for `serialize_with` on fields that hold long ones.
/// Only serde_json's own writers know what to do with the result.
pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if text.len() < LONG {
        return serializer.serialize_str(text);
    }
    BUFFER.with_borrow_mut(|json| {
        json.clear();
        push_quoted(json, text);
        let written = hand_over(json, serializer);
        json.shrink_to(LARGEST_KEPT);
        written
    })
}

fn hand_over<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let mut written = serializer.serialize_struct(WRITTEN, 1)?;
    written.serialize_field(WRITTEN, json)?;
    written.end()
}

/// The text between quotation marks, with escapes for what must not stand there as it is.
fn push_quoted(json: &mut String, text: &str) {
    let bytes = text.as_bytes();
    json.reserve(text.len() + text.len() / 16 + 2);
    json.push('"');
    let mut start = 0;
    while let Some(plain) = bytes.get(start..).map(plain_bytes) {
        let end = start + plain;
        json.push_str(text.get(start..end).unwrap_or_default());
        let Some(byte) = bytes.get(end) else { break };
        push_escape(json, *byte);
        start = end + 1;
    }
    json.push('"');
}

/// How many bytes stand before the first that needs an escape.
fn plain_bytes(bytes: &[u8]) -> usize {
    let (parts, _) = bytes.as_chunks::<TOGETHER>();
    let is_plain = |part: &&[u8; TOGETHER]| {
        let escapes = part.iter().fold(false, |any, byte| any | is_escaped(*byte));
        !escapes
    };
    let plain = TOGETHER * parts.iter().take_while(is_plain).count();
    let mut rest = bytes.iter().skip(plain);
    plain
        + rest
            .position(|byte| is_escaped(*byte))
            .unwrap_or(bytes.len() - plain)
}

fn is_escaped(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

fn push_escape(json: &mut String, byte: u8) {
    let short = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        0x08 => "\\b",
        0x0c => "\\f",
        _ => {
            let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
            json.push_str("\\u00");
            json.push(digit(byte >> 4));
            json.push(digit(byte & 0xf));
            return;
        }
    };
    json.push_str(short);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize;
    use serde_json::json;

    fn quoted(text: &str) -> String {
        let mut json = String::new();
        super::push_quoted(&mut json, text);
        json
    }

    #[derive(Serialize)]
    struct Long(#[serde(serialize_with = "super::serialize")] String);

    #[test]
    fn every_writer_takes_a_long_text_for_a_text() {
        for length in [1, 63, 64, 65, 1_000] {
            let text = "收\n".repeat(length);
            let long = Long(text.clone());
            assert_eq!(serde_json::to_value(&long).unwrap(), json!(text));
            let json = serde_json::to_string(&text).unwrap();
            assert_eq!(serde_json::to_string(&long).unwrap(), json);
            assert_eq!(serde_json::to_string_pretty(&long).unwrap(), json);
        }
    }

    #[test]
    fn every_byte_is_escaped_where_it_must_be_and_wherever_it_stands() {
        for byte in 0..0x80_u8 {
            for before in 0..=super::TOGETHER {
                let twice = char::from(byte).to_string().repeat(2);
                let text = format!("{}{twice}收入", "a".repeat(before));
                assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
            }
        }
    }

    proptest! {
        #[test]
        fn a_text_is_written_as_the_library_writes_it(
            text in "(\\PC|[\\x00-\\x40\\x5b-\\x60\\x7f-\\u{81}])*"
        ) {
            prop_assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }
}
