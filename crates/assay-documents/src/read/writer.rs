use assay_domain::{HiddenKind, HiddenText, Place, PlaceMark};

use super::error::SPLIT_IT;
use super::{Body, ReadError, squeezed};

/// The most text that a document may become while it is read, seen and unseen together, whatever
/// [`super::DocumentLimits`] allow.
pub(super) const MAX_TEXT_BYTES: usize = super::MAX_DOCUMENT_BYTES;

/// Builds a document's text as Markdown, block by block, with its places and what is hidden in it.
/// What comes after the limit is not kept, and [`TextWriter::finish`] says so.
pub(super) struct TextWriter {
    format: &'static str,
    text: String,
    places: Vec<PlaceMark>,
    hidden: Vec<HiddenText>,
    hidden_bytes: usize,
    is_over: bool,
}

impl TextWriter {
    pub(super) fn new(format: &'static str) -> Self {
        Self {
            format,
            text: String::new(),
            places: Vec::new(),
            hidden: Vec::new(),
            hidden_bytes: 0,
            is_over: false,
        }
    }

    /// What is written from here on is at `place`.
    pub(super) fn mark(&mut self, place: Place) {
        self.separate("\n\n");
        let start = self.text.len();
        self.places.retain(|mark| mark.start < start);
        self.places.push(PlaceMark { start, place });
    }

    /// The next line of the block that was begun last is at `place`.
    pub(super) fn mark_line(&mut self, place: Place) {
        self.separate("\n");
        let start = self.text.len();
        self.places.retain(|mark| mark.start < start);
        self.places.push(PlaceMark { start, place });
    }

    pub(super) fn heading(&mut self, level: usize, title: &str) {
        let title = squeezed(title);
        if !title.is_empty() {
            self.block(&format!("{} {title}", "#".repeat(level.clamp(1, 6))));
        }
    }

    /// Lines of `text` stay lines; blank ones and the space around each go.
    pub(super) fn paragraph(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        if !lines.is_empty() {
            self.block(&lines.join("\n"));
        }
    }

    /// Text that has its own lines and paragraphs.
    pub(super) fn block(&mut self, text: &str) {
        self.separate("\n\n");
        self.append(text.trim_end());
    }

    /// A list item follows the item before it without a blank line.
    pub(super) fn item(&mut self, depth: usize, marker: &str, text: &str) {
        let text = squeezed(text);
        if text.is_empty() {
            return;
        }
        let last = self.text.rsplit('\n').next().unwrap_or_default();
        let is_in_list = is_item(last.trim_start());
        self.separate(if is_in_list { "\n" } else { "\n\n" });
        self.append(&format!("{}{marker} {text}", "  ".repeat(depth.min(8))));
    }

    /// The next line of the block that was begun last.
    pub(super) fn line(&mut self, text: &str) {
        self.separate("\n");
        self.append(text);
    }

    pub(super) fn hide(&mut self, kind: HiddenKind, text: &str) {
        let text = squeezed(text);
        if !text.is_empty() && self.has_room(text.len()) {
            self.hidden_bytes += text.len();
            self.hidden.push(HiddenText { kind, text });
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn finish(self, title: Option<String>) -> Result<Body, ReadError> {
        if self.is_over {
            return Err(ReadError::Exceeds {
                format: self.format,
                what: "it has more bytes of text than that".to_owned(),
                limit: MAX_TEXT_BYTES as u64,
                hint: SPLIT_IT,
            });
        }
        let end = self.text.len();
        let mut places = self.places;
        places.retain(|mark| mark.start < end);
        Ok(Body {
            title: title
                .map(|title| squeezed(&title))
                .filter(|t| !t.is_empty()),
            text: self.text,
            places,
            hidden: self.hidden,
            ..Body::default()
        })
    }

    /// Everything that was written as hidden text, and nothing to see: for a hidden slide or sheet.
    pub(super) fn into_hidden(self) -> Vec<HiddenText> {
        let mut hidden = self.hidden;
        if !self.text.is_empty() {
            hidden.push(HiddenText {
                kind: HiddenKind::Office,
                text: squeezed(&self.text),
            });
        }
        hidden
    }

    fn separate(&mut self, gap: &str) {
        if !self.text.is_empty() && !self.text.ends_with(gap) && !self.is_over {
            let trimmed = self.text.trim_end_matches('\n').len();
            self.text.truncate(trimmed);
            self.text.push_str(gap);
        }
    }

    fn append(&mut self, text: &str) {
        if self.has_room(text.len()) {
            self.text.push_str(text);
        }
    }

    fn has_room(&mut self, bytes: usize) -> bool {
        let used = self.text.len() + self.hidden_bytes;
        self.is_over = self.is_over || used.saturating_add(bytes) > MAX_TEXT_BYTES;
        !self.is_over
    }
}

fn is_item(line: &str) -> bool {
    let numbered = || {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.len() && rest.starts_with(". ")
    };
    line.starts_with("- ") || numbered()
}
