use std::collections::BTreeMap;
use std::ops::ControlFlow;

use assay_domain::{HiddenKind, Place};
use unpdf::model::{Block, InlineContent, ListStyle, NumberStyle};
use unpdf::{
    ErrorMode, FormField, Metadata, Page, PageSelection, PageStreamOptions, Paragraph, ParseEvent,
    ParseOptions, PdfParser, Table,
};

use super::error::SPLIT_IT;
use super::grid::{is_amount, write_table};
use super::pdf_hidden::{self, Unseen};
use super::properties::is_title;
use super::writer::TextWriter;
use super::{Body, Gap, ReadError, squeezed};

const FORMAT: &str = "PDF";
const MAX_PAGES: u32 = 5_000;
/// A longer first heading is a sentence, not a title.
const TITLE_CHARS: usize = 160;

/// Headings, paragraphs, lists and tables of each page as Markdown, marked with the page's number.
/// Text that a viewer does not show, comments and the file's own fields are hidden text.
pub(super) fn read(bytes: &[u8]) -> Result<Body, ReadError> {
    let unseen = pdf_hidden::of(bytes)?;
    let parser = PdfParser::from_bytes_with_options(bytes, ParseOptions::new().sequential())
        .map_err(|error| refusal(&error))?;
    let count = parser.page_count();
    if count > MAX_PAGES {
        return Err(too_many(count));
    }
    let mut pages = Pages {
        writer: TextWriter::new(FORMAT),
        unseen: unseen.pages,
        title: None,
        stated: Metadata::default(),
        without_text: Vec::new(),
        unreadable: Vec::new(),
        failed: Vec::new(),
        texts: 0,
        fields: Vec::new(),
    };
    let quality = parser
        .for_each_page(options(), |event| pages.take(event))
        .map_err(|error| refusal(&error))?;
    for (kind, text) in unseen.document {
        pages.writer.hide(kind, &text);
    }
    let is_incomplete = quality.pages_incomplete;
    pages.finish(count, is_incomplete)
}

pub(super) fn too_many(count: u32) -> ReadError {
    ReadError::Exceeds {
        format: FORMAT,
        what: format!("it has {count} pages"),
        limit: u64::from(MAX_PAGES),
        hint: SPLIT_IT,
    }
}

/// Every field is named: the library's default would start a pool of threads.
fn options() -> PageStreamOptions {
    PageStreamOptions {
        error_mode: ErrorMode::Lenient,
        extract_text: true,
        extract_resources: false,
        min_image_dimension: u32::MAX,
        pages: PageSelection::All,
        password: None,
        parallel: false,
        suppress_low_confidence_ocr: true,
        window_size: 1,
        emit_progress_every: u32::MAX,
    }
}

pub(super) fn refusal(error: &unpdf::Error) -> ReadError {
    match error {
        unpdf::Error::Encrypted | unpdf::Error::InvalidPassword => {
            ReadError::Encrypted { format: FORMAT }
        }
        error => ReadError::Malformed {
            format: FORMAT,
            reason: error.to_string(),
        },
    }
}

struct Pages {
    writer: TextWriter,
    unseen: BTreeMap<u32, Vec<Unseen>>,
    title: Option<String>,
    stated: Metadata,
    /// Pages that are pictures.
    without_text: Vec<u32>,
    /// Pages whose fonts could not be read.
    unreadable: Vec<u32>,
    failed: Vec<u32>,
    /// Pages with text on them.
    texts: u32,
    fields: Vec<FormField>,
}

impl Pages {
    /// What was filled into a form is seen on its page, but drawn apart from the page's text.
    fn filled_in(&mut self) {
        for field in std::mem::take(&mut self.fields) {
            let value = squeezed(&field.display_value());
            let says = value.chars().any(char::is_alphanumeric) && value != "[x]";
            if says {
                self.texts += 1;
                self.writer
                    .paragraph(&format!("{}: {value}", squeezed(&field.name)));
            }
        }
    }

    fn take(&mut self, event: ParseEvent) -> ControlFlow<()> {
        match event {
            ParseEvent::DocumentStart {
                metadata,
                form_fields,
                ..
            } => {
                self.stated = metadata;
                self.fields = form_fields;
            }
            ParseEvent::PageParsed(page) => self.page(&page),
            ParseEvent::PageFailed { page, .. } => self.failed.push(page),
            ParseEvent::Progress { .. } | ParseEvent::DocumentEnd { .. } => {}
        }
        if self.writer.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn page(&mut self, page: &Page) {
        let before = self.writer.text().len();
        let unseen = self.unseen.remove(&page.number).unwrap_or_default();
        self.writer.mark(Place::Page(page.number));
        for block in &page.elements {
            self.block(block, &unseen, page.number);
        }
        for run in &unseen {
            self.writer.hide(HiddenKind::Style, &run.text);
        }
        let said = self.writer.text().get(before..).unwrap_or_default();
        if said.contains(char::is_alphanumeric) {
            self.texts += 1;
        } else if page.suppressed_text_runs > 0 || page.undecodable_content_streams > 0 {
            self.unreadable.push(page.number);
        } else if page.image_op_count > 0 || page.form_op_count > 0 || page.image_coverage > 0.0 {
            self.without_text.push(page.number);
        }
    }

    fn block(&mut self, block: &Block, unseen: &[Unseen], page: u32) {
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, unseen, page),
            Block::Table(table) => {
                let rows = rows_of(table, unseen);
                let headers = usize::from(table.header_rows);
                let is_known = headers > 0 && headers < rows.len();
                write_table(&mut self.writer, &rows, is_known.then_some(headers));
            }
            Block::Code { content } | Block::Raw { content } => {
                self.writer.paragraph(&seen(content, unseen));
            }
            Block::Image { alt_text, .. } => {
                if let Some(text) = alt_text {
                    self.writer.hide(HiddenKind::Alternative, text);
                }
            }
            Block::HorizontalRule | Block::PageBreak | Block::SectionBreak => {}
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph, unseen: &[Unseen], page: u32) {
        let text = seen(&inline_text(paragraph), unseen);
        if let Some(level) = paragraph.style.heading_level {
            let title = squeezed(&text);
            let is_short = title.chars().count() <= TITLE_CHARS;
            if page == 1 && is_short && !title.is_empty() {
                self.title.get_or_insert(title);
            }
            self.writer.heading(usize::from(level), &text);
        } else if let Some(list) = &paragraph.style.list_info {
            let depth = usize::from(list.level);
            let marker = match &list.style {
                ListStyle::Ordered {
                    number_style: NumberStyle::Decimal,
                    ..
                } => {
                    format!("{}.", list.item_number.unwrap_or(1))
                }
                ListStyle::Ordered { .. } | ListStyle::Unordered { .. } => "-".to_owned(),
            };
            self.writer.item(depth, &marker, &text);
        } else {
            self.writer.paragraph(&text);
        }
    }

    fn finish(mut self, count: u32, is_incomplete: bool) -> Result<Body, ReadError> {
        self.filled_in();
        if self.texts == 0 {
            if !self.unreadable.is_empty() {
                return Err(ReadError::UnreadableFonts {
                    format: FORMAT,
                    pages: count,
                });
            }
            if !self.without_text.is_empty() {
                return Err(ReadError::NeedsOcr { pages: count });
            }
        }
        let stated = &self.stated;
        let fields = [
            ("title", &stated.title),
            ("author", &stated.author),
            ("subject", &stated.subject),
            ("keywords", &stated.keywords),
            ("creator", &stated.creator),
            ("producer", &stated.producer),
        ];
        for (name, value) in fields {
            if let Some(value) = value.as_deref().filter(|value| !value.trim().is_empty()) {
                self.writer
                    .hide(HiddenKind::Metadata, &format!("{name}: {value}"));
            }
        }
        let title = self.best_title();
        let mut body = self.writer.finish(title)?;
        let of = count;
        let some = |pages: Vec<u32>| (!pages.is_empty()).then_some(pages);
        let gaps = [
            some(self.without_text).map(|pages| Gap::PagesAreImages { pages, of }),
            some(self.unreadable).map(|pages| Gap::PagesUnreadable { pages, of }),
            some(self.failed).map(|pages| Gap::PagesFailed { pages, of }),
            is_incomplete.then_some(Gap::PagesMissing),
        ];
        body.gaps = gaps.into_iter().flatten().collect();
        Ok(body)
    }

    /// The stated title if the reader can see it too, or else the first heading of the first page.
    fn best_title(&self) -> Option<String> {
        let stated = self
            .stated
            .title
            .as_deref()
            .map(squeezed)
            .filter(|t| is_title(t));
        let top = self.writer.text();
        let top = squeezed(top.get(..top.floor_char_boundary(4_000)).unwrap_or(top));
        let is_seen = |title: &String| top.to_lowercase().contains(&title.to_lowercase());
        let seen = stated.clone().filter(is_seen);
        seen.or_else(|| self.title.clone()).or(stated)
    }
}

fn inline_text(paragraph: &Paragraph) -> String {
    let pieces = paragraph.content.iter().map(|piece| match piece {
        InlineContent::Text(run) => run.text.as_str(),
        InlineContent::LineBreak => "\n",
        InlineContent::Link { text, .. } => text,
        InlineContent::Image { .. } => "",
    });
    let text: String = pieces.collect();
    spelled_out(&text)
}

/// Letters that a font joins are letters again, and a hyphen that only breaks a line is gone.
pub(super) fn spelled_out(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ﬀ' => spelled.push_str("ff"),
            'ﬁ' => spelled.push_str("fi"),
            'ﬂ' => spelled.push_str("fl"),
            'ﬃ' => spelled.push_str("ffi"),
            'ﬄ' => spelled.push_str("ffl"),
            'ﬅ' | 'ﬆ' => spelled.push_str("st"),
            '\u{ad}' => {}
            c => spelled.push(c),
        }
    }
    spelled
}

/// A cell that spans several columns or rows is said in each of them, unless it is an amount.
fn rows_of(table: &Table, unseen: &[Unseen]) -> Vec<Vec<String>> {
    let width = table.column_count();
    let columns = table.cell_columns();
    let mut rows = vec![vec![String::new(); width]; table.rows.len()];
    for (place, (row, starts)) in table.rows.iter().zip(&columns).enumerate() {
        for (cell, start) in row.cells.iter().zip(starts) {
            let parts: Vec<String> = cell.content.iter().map(inline_text).collect();
            let text = seen(&parts.join(" "), unseen);
            let (across, down) = (
                usize::from(cell.colspan.max(1)),
                usize::from(cell.rowspan.max(1)),
            );
            let is_repeated = !is_amount(text.trim());
            for (below, row) in rows.iter_mut().skip(place).take(down).enumerate() {
                for (beside, slot) in row.iter_mut().skip(*start).take(across).enumerate() {
                    if (below == 0 && beside == 0) || is_repeated {
                        slot.clone_from(&text);
                    }
                }
            }
        }
    }
    rows
}

/// The text without what no viewer shows.
fn seen(text: &str, unseen: &[Unseen]) -> String {
    let mut text = text.to_owned();
    for run in unseen {
        if let Some(rest) = run.taken_out_of(&text) {
            text = rest;
        }
    }
    text
}
