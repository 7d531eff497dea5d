use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that a document holds and its text does not: the rest was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "gap", rename_all = "snake_case")]
pub enum Gap {
    /// Scanned, or drawn: text recognition would be needed.
    PagesAreImages {
        pages: Vec<u32>,
        of: u32,
    },
    /// Their fonts do not say which characters they show.
    PagesUnreadable {
        pages: Vec<u32>,
        of: u32,
    },
    PagesFailed {
        pages: Vec<u32>,
        of: u32,
    },
    /// The file is damaged and states more pages than can be found.
    PagesMissing,
    /// Lines of a file of records that are no JSON, counted from 1; `reason` is that of the first.
    LinesMalformed {
        lines: Vec<u32>,
        of: u32,
        reason: String,
    },
}

/// Pages or lines that are named before the rest is only counted.
const NAMED: usize = 8;

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PagesAreImages { pages, of } => {
                let (have, are) = if pages.len() == 1 {
                    ("has", "it is a picture")
                } else {
                    ("have", "they are pictures")
                };
                named(f, pages, *of, "page")?;
                write!(
                    f,
                    "{have} no text: {are}; run text recognition (OCR) to have that read"
                )
            }
            Self::PagesUnreadable { pages, of } => {
                named(f, pages, *of, "page")?;
                f.write_str("cannot be read: the fonts do not say which characters they show")
            }
            Self::PagesFailed { pages, of } => {
                named(f, pages, *of, "page")?;
                f.write_str("cannot be read: damaged and left out")
            }
            Self::PagesMissing => {
                f.write_str("the file is damaged and states more pages than can be found in it")
            }
            Self::LinesMalformed { lines, of, reason } => {
                named(f, lines, *of, "line")?;
                write!(
                    f,
                    "cannot be read as JSON and were left out; the first: {reason}"
                )
            }
        }
    }
}

/// `3 of 20 pages (2, 5, 9) `
fn named(f: &mut fmt::Formatter<'_>, places: &[u32], of: u32, noun: &str) -> fmt::Result {
    let named: Vec<String> = places.iter().take(NAMED).map(ToString::to_string).collect();
    let plural = if of == 1 { "" } else { "s" };
    write!(
        f,
        "{} of {of} {noun}{plural} ({}",
        places.len(),
        named.join(", ")
    )?;
    match places.len().checked_sub(NAMED) {
        Some(more) if more > 0 => write!(f, " and {more} more) "),
        _ => f.write_str(") "),
    }
}
