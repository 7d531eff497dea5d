mod chart;
mod chat;
mod chat_text;
mod correspondence;
mod cover;
mod decode;
mod delimited;
mod docx;
mod docx_styles;
mod email;
mod error;
mod flowed;
mod gap;
mod grid;
mod html;
mod ixbrl;
mod json;
mod kind;
mod mime;
mod mime_header;
mod package;
mod pdf;
mod pptx;
mod properties;
mod regulator;
mod writer;
mod xlsx;
mod xlsx_format;
mod xlsx_sheet;
mod xlsx_table;
mod xml;

use assay_domain::{
    BlobId, Date, Document, DocumentId, DocumentSubject, HiddenText, IngestVerdict, MediaType,
    PlaceMark, TaggedFact, Tier, Timestamp,
};
use serde::{Deserialize, Serialize};

pub use error::ReadError;
pub use gap::Gap;
pub use html::{Extent, Link, MainContent, links, main_content};
pub use regulator::{FACTS_FORM, SUBMISSIONS_FORM, facts_filed_by};

use kind::Kind;

use crate::date::{signing_date, stated_date};
use crate::front_matter::FrontMatter;

/// The largest document that is read whole into memory.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// A longer first line of a plain text is prose, not a title.
const TITLE_CHARS: usize = 120;
/// Of a longer title, whoever states it, the beginning is kept. All of it stays in the text.
const LONGEST_TITLE_CHARS: usize = 300;

/// What of a document is read at most. Time and memory are limits of the process that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentLimits {
    /// Of a PDF file.
    pub pages: u32,
    /// Megabytes of text, seen and unseen together. What the engine does with a document, from the gate
    /// to the index, takes time and memory by its text and not by its bytes.
    pub text_megabytes: usize,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            pages: 5_000,
            text_megabytes: 32,
        }
    }
}

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
    /// What it holds and `text` does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

impl Parsed {
    /// The record of a document with these bytes in which no gate has found anything.
    pub fn record(&self, origin: &str, bytes: &[u8], tier: Tier, at: Timestamp) -> Document {
        Document {
            id: DocumentId::of_bytes(bytes),
            title: self.title.clone(),
            origin: origin.to_owned(),
            media: self.media,
            tier,
            tier_basis: None,
            date: self.date,
            raw: BlobId::of_bytes(bytes),
            text: BlobId::of_bytes(self.text.as_bytes()),
            quarantined: Vec::new(),
            flagged: Vec::new(),
            reviews: Vec::new(),
            hidden: Vec::new(),
            places: self.places.clone(),
            subject: self.subject.clone(),
            facts: None,
            sketch: Vec::new(),
            near_duplicate_of: None,
            uploaded: false,
            verdict: IngestVerdict::Clean,
            ingested_at: at,
        }
    }
}

/// Reads a document of any supported kind in any text encoding. `name` is the file name, path or
/// URL: its extension says the kind, and its stem is the title of a document that states none.
pub fn read_document(name: &str, bytes: &[u8]) -> Result<Parsed, ReadError> {
    read_document_within(name, bytes, DocumentLimits::default())
}

/// The same, and no more of it than `limits` allow.
pub fn read_document_within(
    name: &str,
    bytes: &[u8],
    limits: DocumentLimits,
) -> Result<Parsed, ReadError> {
    if bytes.len() > MAX_DOCUMENT_BYTES {
        return Err(ReadError::TooLarge {
            bytes: bytes.len(),
            limit: MAX_DOCUMENT_BYTES,
        });
    }
    let (stem, kind, body) = body_of(
        name,
        bytes,
        Depth {
            attached: 0,
            limits,
        },
    )?;
    refuse_long(&body, limits)?;
    let is_chat = kind == Kind::Text && !body.places.is_empty();
    let cover = cover_of(kind, &body, &stem, is_chat);
    let (subject, title, date) = match cover {
        Some(cover) => (cover.subject, cover.title, cover.date),
        // by its tags a filing, which is dated by its signature
        None if body.subject.form.is_some() => (body.subject, None, signing_date(&body.text)),
        None => (body.subject, None, stated_date(&body.text)),
    };
    Ok(Parsed {
        title: shortened(title.or(body.title).unwrap_or(stem)),
        media: if is_chat || body.is_chat {
            MediaType::Chat
        } else {
            kind.media()
        },
        date: body.date.or(date),
        text: body.text,
        subject,
        places: body.places,
        facts: body.facts,
        hidden: body.hidden,
        gaps: body.gaps,
    })
}

/// What the first lines of a written document say of it, where its own fields say nothing.
fn cover_of(kind: Kind, body: &Body, stem: &str, is_chat: bool) -> Option<cover::Cover> {
    let is_written = matches!(
        kind,
        Kind::Pdf | Kind::Docx | Kind::Html | Kind::Markdown | Kind::Text
    );
    let is_open = body.subject.is_unknown() && is_written && !is_chat;
    is_open.then(|| cover::cover_of(&body.text, body.title.as_deref(), stem))?
}

fn refuse_long(body: &Body, limits: DocumentLimits) -> Result<(), ReadError> {
    let hidden: usize = body.hidden.iter().map(|hidden| hidden.text.len()).sum();
    let bytes = body.text.len() + hidden;
    if bytes <= limits.text_megabytes << 20 {
        return Ok(());
    }
    Err(ReadError::Exceeds {
        format: "document",
        what: format!("it has {} MB of text", (bytes >> 20) + 1),
        limit: limits.text_megabytes as u64,
        hint: error::SPLIT_OR_RAISE_TEXT,
    })
}

/// Every passage carries its document's title, so that a page of it would be carried as often.
fn shortened(title: String) -> String {
    match title.char_indices().nth(LONGEST_TITLE_CHARS) {
        Some((end, _)) => format!("{}…", title.get(..end).unwrap_or_default().trim_end()),
        None => title,
    }
}

#[derive(Clone, Copy)]
struct Depth {
    /// How many documents the one that is read is attached to.
    attached: u8,
    limits: DocumentLimits,
}

/// A mail that is attached to a mail that is attached to a mail.
const MAX_ATTACHED: u8 = 3;

/// Reads a document that came inside another one.
fn read_nested(name: &str, bytes: &[u8], depth: Depth) -> Result<Body, ReadError> {
    if depth.attached >= MAX_ATTACHED {
        return Err(ReadError::Exceeds {
            format: "document",
            what: "it is attached within attachments deeper than that".to_owned(),
            limit: u64::from(MAX_ATTACHED),
            hint: error::SPLIT_IT,
        });
    }
    let attached = depth.attached + 1;
    body_of(name, bytes, Depth { attached, ..depth }).map(|(_, _, body)| body)
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
    /// The date that the document states outside its text, for instance when a mail was sent.
    date: Option<Date>,
    gaps: Vec<Gap>,
    is_chat: bool,
}

fn body_of(name: &str, bytes: &[u8], depth: Depth) -> Result<(String, Kind, Body), ReadError> {
    let (stem, extension) = stem_and_extension(name);
    let kind = Kind::of(&extension, bytes);
    if kind.is_none()
        && let Some(hint) = error::unsupported_hint(&extension)
    {
        return Err(ReadError::Unsupported { extension, hint });
    }
    let (kind, body) = match kind {
        Some(Kind::Pdf) => (Kind::Pdf, pdf::read(bytes, depth.limits)?),
        Some(Kind::Docx) => (Kind::Docx, docx::read(bytes)?),
        Some(Kind::Pptx) => (Kind::Pptx, pptx::read(bytes)?),
        Some(Kind::Xlsx) => (Kind::Xlsx, xlsx::read(bytes)?),
        Some(Kind::Email) if email::is_box(bytes) => (Kind::Email, email::read_box(bytes, depth)?),
        Some(Kind::Email) => (Kind::Email, email::read(bytes, depth)?),
        kind => {
            let source =
                decode::decode(bytes, kind == Some(Kind::Html)).ok_or(ReadError::Binary)?;
            let kind = kind.unwrap_or_else(|| Kind::of_text(&source));
            (kind, body_of_text(kind, source)?)
        }
    };
    if body.text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    Ok((stem, kind, body))
}

fn body_of_text(kind: Kind, source: String) -> Result<Body, ReadError> {
    Ok(match kind {
        Kind::Markdown => Body {
            title: markdown_title(&source),
            text: source,
            ..Body::default()
        },
        Kind::Html => html::read(&source)?,
        Kind::Delimited => Body {
            title: None,
            text: delimited::read(&source)?,
            ..Body::default()
        },
        Kind::JsonLines => json::read_lines(&source)?,
        Kind::Json => match chat::read(&source).or_else(|| regulator::read(&source)) {
            Some(body) => body?,
            None => json::read(&source)?,
        },
        Kind::Text | Kind::Pdf | Kind::Docx | Kind::Pptx | Kind::Xlsx | Kind::Email => Body {
            title: text_title(&source),
            places: chat_text::messages(&source).unwrap_or_default(),
            text: source,
            ..Body::default()
        },
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
