mod decode;
mod delimited;
mod html;
mod html_table;
mod json;

use assay_domain::{Date, DocumentSubject, HiddenText, MediaType, PlaceMark, TaggedFact};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::date::stated_date;
use crate::front_matter::FrontMatter;

/// The largest document that is read whole into memory.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// A longer first line of a plain text is prose, not a title.
const TITLE_CHARS: usize = 120;

/// A document as text. Passages point into `text`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parsed {
    pub title: String,
    pub media: MediaType,
    pub text: String,
    pub date: Option<Date>,
    pub subject: DocumentSubject,
    /// In order of their start.
    pub places: Vec<PlaceMark>,
    pub facts: Vec<TaggedFact>,
    /// What a person who opens the document does not see.
    pub hidden: Vec<HiddenText>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("the file is binary, not text; convert it to text, Markdown, HTML, CSV or JSON first")]
    Binary,
    #[error("files of type .{extension} cannot be read; {hint}")]
    Unsupported {
        extension: String,
        hint: &'static str,
    },
    #[error("the file has no text in it")]
    Empty,
    #[error("the file has {bytes} bytes, more than the limit of {limit}; split it first")]
    TooLarge { bytes: usize, limit: usize },
    #[error("the file is not valid {format}: {reason}")]
    Malformed {
        format: &'static str,
        reason: String,
    },
}

/// Reads a document of any supported kind in any text encoding. `name` is the file name, path or
/// URL: its extension says the kind, and its stem is the title of a document that states none.
pub fn read_document(name: &str, bytes: &[u8]) -> Result<Parsed, ReadError> {
    if bytes.len() > MAX_DOCUMENT_BYTES {
        return Err(ReadError::TooLarge {
            bytes: bytes.len(),
            limit: MAX_DOCUMENT_BYTES,
        });
    }
    let (stem, extension) = stem_and_extension(name);
    if let Some(hint) = unsupported_hint(&extension) {
        return Err(ReadError::Unsupported { extension, hint });
    }
    let kind = Kind::of_extension(&extension);
    let source = decode::decode(bytes, kind == Some(Kind::Html)).ok_or(ReadError::Binary)?;
    let kind = kind.unwrap_or_else(|| Kind::of_content(&source));
    let body = body_of(kind, source)?;
    if body.text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(Parsed {
        title: body.title.unwrap_or(stem),
        media: kind.media(),
        date: stated_date(&body.text),
        text: body.text,
        subject: body.subject,
        places: body.places,
        facts: body.facts,
        hidden: body.hidden,
    })
}

/// What a format's reader makes of a document.
#[derive(Default)]
struct Body {
    title: Option<String>,
    text: String,
    subject: DocumentSubject,
    places: Vec<PlaceMark>,
    facts: Vec<TaggedFact>,
    hidden: Vec<HiddenText>,
}

fn body_of(kind: Kind, source: String) -> Result<Body, ReadError> {
    Ok(match kind {
        Kind::Markdown => Body {
            title: markdown_title(&source),
            text: source,
            ..Body::default()
        },
        Kind::Text => Body {
            title: text_title(&source),
            text: source,
            ..Body::default()
        },
        Kind::Html => html::read(&source)?,
        Kind::Delimited => Body {
            title: None,
            text: delimited::read(&source)?,
            ..Body::default()
        },
        Kind::Json => json::read(&source)?,
        Kind::JsonLines => json::read_lines(&source)?,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Markdown,
    Text,
    Html,
    Delimited,
    Json,
    JsonLines,
}

impl Kind {
    fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "md" | "markdown" | "mdown" => Self::Markdown,
            "txt" | "text" => Self::Text,
            "html" | "htm" | "xhtml" => Self::Html,
            "csv" | "tsv" => Self::Delimited,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            _ => return None,
        })
    }

    fn of_content(source: &str) -> Self {
        let start = source.trim_start();
        let start = start.get(..start.floor_char_boundary(512)).unwrap_or(start);
        let start = start.to_ascii_lowercase();
        let is_html = start.starts_with("<!doctype html") || start.contains("<html");
        if is_html { Self::Html } else { Self::Text }
    }

    fn media(self) -> MediaType {
        match self {
            Self::Markdown => MediaType::Markdown,
            Self::Text => MediaType::Text,
            Self::Html => MediaType::Html,
            Self::Delimited => MediaType::Csv,
            Self::Json | Self::JsonLines => MediaType::Json,
        }
    }
}

fn unsupported_hint(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "pdf" => "extract its text first, for instance with pdftotext",
        "doc" | "docx" | "odt" | "rtf" => "save it as text, Markdown or HTML first",
        "xls" | "xlsx" | "ods" => "save each sheet as CSV first",
        "ppt" | "pptx" | "odp" => "export its text first",
        "zip" | "gz" | "tar" | "7z" | "rar" => "unpack it first",
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "tif" | "tiff" => {
            "images carry no text that can be cited"
        }
        _ => return None,
    })
}

/// The file name without folders, query and fragment, cut at its last dot.
fn stem_and_extension(name: &str) -> (String, String) {
    let path = match name.split_once("://") {
        Some((_, rest)) => rest.split(['?', '#']).next().unwrap_or(rest),
        None => name,
    };
    let path = path.trim_end_matches(['/', '\\']);
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match file.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => {
            (stem.to_owned(), extension.to_ascii_lowercase())
        }
        _ => (file.to_owned(), String::new()),
    }
}

fn markdown_title(text: &str) -> Option<String> {
    let fields = FrontMatter::of(text);
    if let Some(title) = fields
        .as_ref()
        .and_then(|fields| fields.get(&["title", "标题"]))
    {
        return Some(title.to_owned());
    }
    let body = text.get(fields.map_or(0, |fields| fields.range.end)..)?;
    body.lines().find_map(|line| {
        let marks = line.chars().take_while(|c| *c == '#').count();
        let title = line.get(marks..)?.trim().trim_end_matches('#').trim_end();
        ((1..=6).contains(&marks) && line.get(marks..)?.starts_with(' ') && !title.is_empty())
            .then(|| title.to_owned())
    })
}

/// A short first line that stands alone and does not end like a sentence.
fn text_title(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let first = lines.next()?.trim();
    let stands_alone = lines.next().is_none_or(|next| next.trim().is_empty());
    let is_short = first.chars().count() <= TITLE_CHARS;
    let is_sentence = first.ends_with(['.', '。', '!', '！', ':', '：', ';', '；', ',', '，']);
    (stands_alone && is_short && !is_sentence).then(|| first.to_owned())
}

/// Whitespace of any kind and length as one space, none at the ends.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
