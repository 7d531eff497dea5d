//! PDF files: pages of letters that stand somewhere. A library says which letters stand where
//! ([`pages`], [`library`]); what they make up is decided here: [`lines`] by their baselines,
//! [`columns`] of text, [`table`]s by gaps that persist, [`flow`] for the rest.

mod cells;
mod columns;
mod flow;
mod furniture;
mod glued;
mod head;
mod ink;
mod library;
mod lines;
mod notes;
mod pages;
mod sideways;
mod table;
mod title;
mod written;

use std::collections::BTreeMap;

use assay_domain::HiddenKind;

use super::error::SPLIT_OR_RAISE_PAGES;
use super::properties::is_title;
use super::{Body, DocumentLimits, Gap, ReadError, squeezed};
use furniture::PageLines;
use library::Library;
use lines::lines_of;
use pages::PdfPages;
use written::Written;

const FORMAT: &str = "PDF";

/// Headings, paragraphs, lists and tables of each page as Markdown, marked with the page's number.
/// Text that a viewer does not show, comments and the file's own fields are hidden text.
pub(super) fn read(bytes: &[u8], limits: DocumentLimits) -> Result<Body, ReadError> {
    read_pages(&mut Library::open(bytes)?, limits)
}

fn read_pages(pdf: &mut impl PdfPages, limits: DocumentLimits) -> Result<Body, ReadError> {
    let count = pdf.count();
    if count > limits.pages {
        return Err(ReadError::Exceeds {
            format: FORMAT,
            what: format!("it has {count} pages"),
            limit: u64::from(limits.pages),
            hint: SPLIT_OR_RAISE_PAGES,
        });
    }
    let mut seen = Seen::default();
    for number in 1..=count {
        seen.look_at(pdf, number);
    }
    furniture::set_aside(&mut seen.pages);
    let filled_in = filled_in(pdf);
    if filled_in.is_empty() && !seen.pages.iter().any(PageLines::says) {
        seen.why_nothing(count)?;
    }
    let usual = seen.usual_size();
    let mut written = Written::new(FORMAT);
    for page in &seen.pages {
        let unseen = seen.unseen.get(&page.number);
        written.page(page, unseen.map_or(&[], Vec::as_slice), usual);
    }
    for field in &filled_in {
        written.paragraph(field);
    }
    let stated = pdf.stated();
    for (kind, text) in pdf.notes() {
        written.hide(kind, &text);
    }
    for (name, value) in &stated {
        written.hide(HiddenKind::Metadata, &format!("{name}: {value}"));
    }
    let title = stated.into_iter().find(|(name, _)| *name == "title");
    let title = written.best_title(title.map(|(_, title)| title));
    let mut body = written.finish(title)?;
    body.gaps = seen.gaps(count, pdf.is_incomplete());
    Ok(body)
}

/// What was filled into a form is seen on its page, but drawn apart from the page's text.
fn filled_in(pdf: &impl PdfPages) -> Vec<String> {
    let fields = pdf.filled_in().into_iter();
    let says = |value: &str| value.chars().any(char::is_alphanumeric) && value != "[x]";
    fields
        .filter(|(_, value)| says(value))
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}

/// All pages, and what became of them.
#[derive(Default)]
struct Seen {
    pages: Vec<PageLines>,
    unseen: BTreeMap<u32, Vec<String>>,
    /// Pages that are pictures.
    pictures: Vec<u32>,
    /// Pages whose fonts could not be read.
    unreadable: Vec<u32>,
    failed: Vec<u32>,
    /// How many letters have which size, in half points.
    sizes: BTreeMap<u32, usize>,
}

impl Seen {
    fn look_at(&mut self, pdf: &mut impl PdfPages, number: u32) {
        let Ok(page) = pdf.page(number) else {
            self.failed.push(number);
            return;
        };
        for letter in &page.letters {
            let half_points = (letter.size * 2.0).round().clamp(0.0, 1_000.0) as u32;
            *self.sizes.entry(half_points).or_default() += 1;
        }
        let lines = PageLines {
            number,
            height: page.height,
            lines: columns::in_reading_order(lines_of(&page.letters)),
            aside: Vec::new(),
        };
        if !lines.says() {
            if page.has_unreadable {
                self.unreadable.push(number);
            } else if page.has_pictures {
                self.pictures.push(number);
            }
        }
        if !page.unseen.is_empty() {
            self.unseen.insert(number, page.unseen);
        }
        self.pages.push(lines);
    }

    /// The size of most letters, in points.
    fn usual_size(&self) -> f32 {
        let most = self.sizes.iter().max_by_key(|(_, count)| **count);
        most.map_or(10.0, |(half_points, _)| *half_points as f32 / 2.0)
    }

    fn why_nothing(&self, pages: u32) -> Result<(), ReadError> {
        if !self.unreadable.is_empty() {
            return Err(ReadError::UnreadableFonts {
                format: FORMAT,
                pages,
            });
        }
        if !self.pictures.is_empty() {
            return Err(ReadError::NeedsOcr { pages });
        }
        Ok(())
    }

    fn gaps(self, of: u32, is_incomplete: bool) -> Vec<Gap> {
        let some = |pages: Vec<u32>| (!pages.is_empty()).then_some(pages);
        let gaps = [
            some(self.pictures).map(|pages| Gap::PagesAreImages { pages, of }),
            some(self.unreadable).map(|pages| Gap::PagesUnreadable { pages, of }),
            some(self.failed).map(|pages| Gap::PagesFailed { pages, of }),
            is_incomplete.then_some(Gap::PagesMissing),
        ];
        gaps.into_iter().flatten().collect()
    }
}

/// The stated title if a reader can see it too, or else the first heading of the first page.
fn title_of(stated: Option<String>, heading: Option<String>, text: &str) -> Option<String> {
    let stated = stated.map(|title| squeezed(&title)).filter(|t| is_title(t));
    let top = squeezed(text.get(..text.floor_char_boundary(4_000)).unwrap_or(text));
    let is_seen = |title: &String| top.to_lowercase().contains(&title.to_lowercase());
    let seen = stated.clone().filter(is_seen);
    seen.or(heading).or(stated)
}
