use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// Written here and not in a document. The derived reader would borrow a plain `&'static str`.
type Constant = &'static str;

/// Why a document gives no text. Each says what the user can do.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ReadError {
    #[error("the file is binary, not text; convert it to text, Markdown, HTML, CSV or JSON first")]
    Binary,
    #[error("files of type .{extension} cannot be read; {hint}")]
    Unsupported {
        extension: String,
        #[serde(deserialize_with = "known_hint")]
        hint: Constant,
    },
    #[error("the file has no text in it")]
    Empty,
    #[error("the file has {bytes} bytes, more than the limit of {limit}; split it first")]
    TooLarge { bytes: usize, limit: usize },
    #[error("the file is not valid {format}: {reason}")]
    Malformed {
        #[serde(deserialize_with = "known_format")]
        format: Constant,
        reason: String,
    },
    #[error("the {format} file is encrypted; remove its password and add it again")]
    Encrypted {
        #[serde(deserialize_with = "known_format")]
        format: Constant,
    },
    #[error(
        "the file shows pictures and no text ({pages} pages); run text recognition (OCR) over it first"
    )]
    NeedsOcr { pages: u32 },
    #[error(
        "the text of the {format} file cannot be read ({pages} pages): its fonts do not say which characters they show; save it again with embedded text, or run text recognition (OCR)"
    )]
    UnreadableFonts {
        #[serde(deserialize_with = "known_format")]
        format: Constant,
        pages: u32,
    },
    #[error("the {format} file is over a limit: {what}, and at most {limit} are read; {hint}")]
    Exceeds {
        #[serde(deserialize_with = "known_format")]
        format: Constant,
        what: String,
        limit: u64,
        #[serde(deserialize_with = "known_hint")]
        hint: Constant,
    },
}

/// Names of formats as errors say them.
const FORMATS: [&str; 14] = [
    "PDF",
    "DOCX",
    "PPTX",
    "XLSX",
    "ZIP",
    "XML",
    "HTML",
    "CSV",
    "JSON",
    "JSON Lines",
    "e-mail",
    "document",
    "company facts",
    "submissions",
];

pub(super) const SPLIT_IT: &str = "split it first";
pub(super) const SPLIT_OR_RAISE_PAGES: &str = "split it, or raise \"read.max_pages\"";
pub(super) const SPLIT_OR_RAISE_TEXT: &str = "split it, or raise \"read.max_text_mb\"";
pub(super) const SAVE_AGAIN: &str = "save it again with the program that made it";

pub(super) fn unsupported_hint(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "doc" | "odt" | "rtf" | "pages" | "wps" => "save it as DOCX or PDF first",
        "xls" | "ods" | "xlsb" | "numbers" | "et" => "save it as XLSX or CSV first",
        "ppt" | "odp" | "key" | "dps" => "save it as PPTX or PDF first",
        "msg" | "pst" | "ost" => "save the mail as .eml or .mbox first",
        "zip" | "gz" | "tar" | "7z" | "rar" | "bz2" | "xz" | "zst" => "unpack it first",
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "tif" | "tiff" | "bmp" | "heic" | "svg" => {
            "images carry no text that can be cited"
        }
        "mp3" | "wav" | "m4a" | "mp4" | "mov" | "avi" | "mkv" => "write down what is said first",
        "exe" | "dll" | "so" | "iso" | "dmg" => "it is a program or an image of a disk",
        "epub" | "mobi" => "save it as HTML or PDF first",
        _ => return None,
    })
}

/// A name that came over a pipe becomes the constant it was, so that no text from a document can
/// stand in its place.
fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = FORMATS.into_iter().find(|known| *known == name);
    known.ok_or_else(|| D::Error::custom("an unknown name of a format"))
}

fn known_hint<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    const ONE_OF_EACH: [&str; 9] = [
        "doc", "xls", "ppt", "msg", "zip", "png", "mp3", "exe", "epub",
    ];
    let text = String::deserialize(deserializer)?;
    let mut hints = ONE_OF_EACH.into_iter().filter_map(unsupported_hint).chain([
        SPLIT_IT,
        SPLIT_OR_RAISE_PAGES,
        SPLIT_OR_RAISE_TEXT,
        SAVE_AGAIN,
    ]);
    let known = hints.find(|known| *known == text);
    known.ok_or_else(|| D::Error::custom("an unknown hint"))
}
