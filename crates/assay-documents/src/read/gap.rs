use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that a document holds and its text does not: the rest was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "gap", content = "pages", rename_all = "snake_case")]
pub enum Gap {
    /// Scanned, or drawn: text recognition would be needed.
    PagesAreImages(Vec<u32>),
    /// Their fonts do not say which characters they show.
    PagesUnreadable(Vec<u32>),
    PagesFailed(Vec<u32>),
    /// The file is damaged and states more pages than can be found.
    PagesMissing,
}

/// Pages that are named before the rest is only counted.
const NAMED: usize = 8;

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PagesAreImages(pages) => {
                pages_of(f, pages)?;
                f.write_str("a picture without text; run text recognition (OCR) to have it read")
            }
            Self::PagesUnreadable(pages) => {
                pages_of(f, pages)?;
                f.write_str("not readable, because the fonts do not say which characters they show")
            }
            Self::PagesFailed(pages) => {
                pages_of(f, pages)?;
                f.write_str("damaged and left out")
            }
            Self::PagesMissing => {
                f.write_str("the file is damaged and states more pages than can be found in it")
            }
        }
    }
}

fn pages_of(f: &mut fmt::Formatter<'_>, pages: &[u32]) -> fmt::Result {
    let named: Vec<String> = pages.iter().take(NAMED).map(ToString::to_string).collect();
    match pages.len() {
        1 => write!(f, "page {} is ", named.join(", ")),
        count if count > NAMED => {
            write!(
                f,
                "pages {} and {} more are each ",
                named.join(", "),
                count - NAMED
            )
        }
        _ => write!(f, "pages {} are each ", named.join(", ")),
    }
}
