//! What a PDF holds beside its pages: comments, and the file's own fields.

use assay_domain::HiddenKind;
use unpdf::parser::raw::RawDocument;
use unpdf::parser::raw::tokenizer::{PdfDict, PdfObject, dict_get};

use super::super::{ReadError, decode, squeezed, xml};
use super::library::refusal;

/// Comments of one file that are read.
const MAX_COMMENTS: usize = 10_000;

/// Fields of the file and notes on its pages.
pub(super) fn of(bytes: &[u8]) -> Result<Vec<(HiddenKind, String)>, ReadError> {
    let mut found = fields(bytes);
    let raw = RawDocument::load(bytes).map_err(|error| refusal(&error))?;
    comments(&raw, &mut found);
    Ok(found)
}

/// The file's fields as XMP writes them; they lie open in the file by custom.
fn fields(bytes: &[u8]) -> Vec<(HiddenKind, String)> {
    const START: &[u8] = b"<x:xmpmeta";
    const END: &[u8] = b"</x:xmpmeta>";
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(start) = find(rest, START) {
        let Some(tail) = rest.get(start..) else { break };
        let Some(end) = find(tail, END) else { break };
        let packet = tail.get(..end + END.len()).unwrap_or(tail);
        let root =
            decode::decode(packet, false).and_then(|text| xml::parse("PDF", "XMP", &text).ok());
        if let Some(root) = root {
            let mut descriptions = Vec::new();
            root.each("Description", &mut descriptions);
            for field in descriptions
                .iter()
                .flat_map(|description| description.elements())
            {
                let text = squeezed(&field.text());
                if !is_technical(&field.name) && text.chars().any(char::is_alphabetic) {
                    found.push((HiddenKind::Metadata, format!("{}: {text}", field.name)));
                }
            }
        }
        rest = tail.get(end + END.len()..).unwrap_or_default();
    }
    found
}

fn is_technical(field: &str) -> bool {
    field.ends_with("Date")
        || field.ends_with("ID")
        || matches!(
            field,
            "format" | "History" | "CreatorTool" | "Producer" | "part" | "conformance"
        )
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let first = *needle.first()?;
    let mut from = 0;
    while let Some(at) = haystack.get(from..)?.iter().position(|byte| *byte == first) {
        let start = from + at;
        if haystack.get(start..)?.starts_with(needle) {
            return Some(start);
        }
        from = start + 1;
    }
    None
}

/// Notes that lie over the page, and the tips of form fields.
fn comments(raw: &RawDocument, found: &mut Vec<(HiddenKind, String)>) {
    let mut left = MAX_COMMENTS;
    for page in raw.pages().into_values() {
        let Ok(page) = raw.get_dict(page) else {
            continue;
        };
        let list = dict_get(page, b"Annots").and_then(|list| raw.resolve(list).as_array());
        for annotation in list.unwrap_or_default() {
            let Some(next) = left.checked_sub(1) else {
                return;
            };
            left = next;
            if let Some(annotation) = raw.resolve(annotation).as_dict() {
                comment(raw, annotation, found);
            }
        }
    }
}

fn comment(raw: &RawDocument, annotation: &PdfDict, found: &mut Vec<(HiddenKind, String)>) {
    let text_of = |key: &[u8]| {
        let text = dict_get(annotation, key).map(|value| raw.resolve(value));
        text.and_then(PdfObject::as_str_bytes).map(text_string)
    };
    for (key, kind) in [
        (b"Contents".as_slice(), HiddenKind::Comment),
        (b"TU".as_slice(), HiddenKind::Alternative),
    ] {
        if let Some(text) = text_of(key).filter(|text| !text.trim().is_empty()) {
            found.push((kind, text));
        }
    }
}

/// A text of the file itself: UTF-16 or UTF-8 with a mark, Latin letters otherwise.
fn text_string(bytes: &[u8]) -> String {
    if bytes.starts_with(b"\xfe\xff")
        || bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xef\xbb\xbf")
    {
        let (text, ..) = encoding_rs::UTF_8.decode(bytes);
        return text.into_owned();
    }
    let (text, ..) = encoding_rs::WINDOWS_1252.decode(bytes);
    text.into_owned()
}
