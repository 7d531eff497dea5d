//! What a PDF holds and no viewer shows: letters in the colour of the page, without ink, too small
//! or beside the page; comments; the file's own fields.

use std::collections::BTreeMap;

use assay_domain::HiddenKind;
use unpdf::parser::backend::{
    ContentOp, PageBox, PageId, PaintedXObject, PdfBackend, PdfValue, RawBackend,
};
use unpdf::parser::raw::RawDocument;
use unpdf::parser::raw::tokenizer::{PdfDict, PdfObject, dict_get};

use super::pdf::{refusal, spelled_out, too_many};
use super::pdf_ink::Ink;
use super::{ReadError, decode, xml};

/// Shorter runs are not taken out of the text: the same letters may stand there seen.
const LEAST_CHARS: usize = 8;
/// Comments of one file that are read.
const MAX_COMMENTS: usize = 10_000;
const MAX_PAGES: usize = 5_000;
/// Operators of one page that are followed.
const MAX_OPERATORS: usize = 2_000_000;

pub(super) struct Hidden {
    pub(super) pages: BTreeMap<u32, Vec<Unseen>>,
    pub(super) document: Vec<(HiddenKind, String)>,
}

/// A stretch of text that no viewer shows.
pub(super) struct Unseen {
    pub(super) text: String,
    /// As it was drawn: lines, or less than that.
    pieces: Vec<String>,
}

impl Unseen {
    fn of(pieces: Vec<String>) -> Option<Self> {
        let pieces: Vec<String> = pieces.iter().map(|piece| spelled_out(piece)).collect();
        let text = pieces.join(" ");
        let says = text.chars().any(char::is_alphanumeric);
        says.then_some(Self { text, pieces })
    }

    /// `text` without this stretch, or else without those of its pieces that are in it.
    pub(super) fn taken_out_of(&self, text: &str) -> Option<String> {
        if let Some(rest) = without(text, &self.text) {
            return Some(rest);
        }
        let mut rest = None;
        for piece in &self.pieces {
            rest = without(rest.as_deref().unwrap_or(text), piece).or(rest);
        }
        rest
    }
}

/// `text` without `stretch`, spaces aside, or `None` if it is not in it or too short to tell.
fn without(text: &str, stretch: &str) -> Option<String> {
    let wanted: Vec<char> = stretch.chars().filter(|c| !c.is_whitespace()).collect();
    if wanted.len() < LEAST_CHARS {
        return None;
    }
    let letters: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace())
        .collect();
    let is_it = |window: &[(usize, char)]| window.iter().map(|(_, c)| c).eq(&wanted);
    let start = letters.windows(wanted.len()).position(is_it)?;
    let (from, _) = letters.get(start)?;
    let (last, c) = letters.get(start + wanted.len() - 1)?;
    let before = text.get(..*from)?;
    let after = text.get(last + c.len_utf8()..)?;
    Some(format!("{before}{after}"))
}

pub(super) fn of(bytes: &[u8]) -> Result<Hidden, ReadError> {
    let mut document = fields(bytes);
    {
        let raw = RawDocument::load(bytes).map_err(|error| refusal(&error))?;
        comments(&raw, &mut document);
    }
    let backend = RawBackend::load_bytes(bytes).map_err(|error| refusal(&error))?;
    let pages = backend.pages();
    if pages.len() > MAX_PAGES {
        return Err(too_many(u32::try_from(pages.len()).unwrap_or(u32::MAX)));
    }
    let mut found = BTreeMap::new();
    for (number, page) in pages {
        let unseen = unseen_on(&backend, page);
        if !unseen.is_empty() {
            found.insert(number, unseen);
        }
    }
    Ok(Hidden {
        pages: found,
        document,
    })
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
                let text = super::squeezed(&field.text());
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

fn unseen_on(backend: &RawBackend, page: PageId) -> Vec<Unseen> {
    let Ok(content) = backend.page_content(page) else {
        return Vec::new();
    };
    if !could_hide(&content) {
        return Vec::new();
    }
    let Ok(operators) = backend.decode_content(&content) else {
        return Vec::new();
    };
    if operators.len() > MAX_OPERATORS {
        return Vec::new();
    }
    let mut walk = Walk {
        backend,
        page,
        ink: Ink::new(backend.crop_box(page)),
        runs: Vec::new(),
        was_unseen: false,
    };
    for operator in &operators {
        walk.take(operator);
    }
    walk.runs.into_iter().filter_map(Unseen::of).collect()
}

/// Whether a page has a white fill, a drawing mode of letters, or a tiny or far-off text at all:
/// most have none, and need not be followed.
fn could_hide(content: &[u8]) -> bool {
    const SIGNS: [&[u8]; 11] = [
        b" Tr",
        b"1 g",
        b"1.0 g",
        b"1 1 1 rg",
        b"1.0 1.0 1.0 rg",
        b"0 0 0 0 k",
        b"1 1 1 sc",
        b"1 sc",
        b"0.9",
        b"1 1 1 scn",
        b".9",
    ];
    let has_sign = SIGNS.iter().any(|sign| find(content, sign).is_some());
    has_sign || has_small_or_far(content)
}

/// `0 Tf` to `1 Tf`, a font made small by its matrix, or a position with a minus or four digits.
fn has_small_or_far(content: &[u8]) -> bool {
    let mut words = content.split(u8::is_ascii_whitespace);
    let mut before: Vec<&[u8]> = Vec::new();
    words.any(|word| {
        let is_matrix = matches!(word, b"Tm" | b"cm" | b"Td" | b"TD");
        let is_font = word == b"Tf";
        let number = |place: usize| {
            let at = before.len().checked_sub(place)?;
            std::str::from_utf8(before.get(at)?)
                .ok()?
                .parse::<f32>()
                .ok()
        };
        let suspicious = (is_font && number(1).is_some_and(|size| size.abs() <= 1.0))
            || (is_matrix
                && [1, 2]
                    .into_iter()
                    .any(|p| number(p).is_some_and(|n| !(0.0..=1000.0).contains(&n))))
            || (matches!(word, b"Tm" | b"cm") && number(6).is_some_and(|n| n.abs() < 0.5));
        if before.len() > 8 {
            before.remove(0);
        }
        before.push(word);
        suspicious
    })
}

struct Walk<'a> {
    backend: &'a RawBackend,
    page: PageId,
    ink: Ink,
    runs: Vec<Vec<String>>,
    /// The run before this one was unseen too, so that they are one text.
    was_unseen: bool,
}

impl Walk<'_> {
    fn take(&mut self, operator: &ContentOp) {
        match operator.operator.as_str() {
            "Tj" | "'" | "\"" | "TJ" => self.text(operator),
            "Do" => self.object(operator),
            _ => {}
        }
        self.ink.take(operator);
    }

    fn text(&mut self, operator: &ContentOp) {
        if !self.ink.is_unseen() {
            self.was_unseen = false;
            return;
        }
        let mut text = String::new();
        for operand in &operator.operands {
            self.decode(operand, &mut text);
        }
        match self.runs.last_mut().filter(|_| self.was_unseen) {
            Some(last) => last.push(text),
            None => self.runs.push(vec![text]),
        }
        self.was_unseen = true;
    }

    fn decode(&self, operand: &PdfValue, text: &mut String) {
        match operand {
            PdfValue::Str(bytes) => {
                let decoded = self
                    .backend
                    .decode_text(self.page.into(), self.ink.font(), bytes);
                text.push_str(&decoded.text);
            }
            PdfValue::Array(items) => {
                for item in items {
                    self.decode(item, text);
                }
            }
            PdfValue::Integer(_) | PdfValue::Real(_) | PdfValue::Name(_) | PdfValue::Other => {}
        }
    }

    /// A picture or a form may be what white letters stand on.
    fn object(&mut self, operator: &ContentOp) {
        let Some(PdfValue::Name(name)) = operator.operands.first() else {
            return;
        };
        let area = match self.backend.xobject(self.page.into(), name) {
            Some(PaintedXObject::Form(form)) => form.bbox.map(|area| (area, form.matrix)),
            Some(PaintedXObject::Image) => Some((UNIT, IDENTITY)),
            Some(PaintedXObject::Other) | None => None,
        };
        if let Some((area, matrix)) = area {
            self.ink.cover(area, matrix);
        }
    }
}

const IDENTITY: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
const UNIT: PageBox = PageBox {
    llx: 0.0,
    lly: 0.0,
    urx: 1.0,
    ury: 1.0,
};
