use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::MediaType;
use regex::Regex;

use super::caption;
use crate::front_matter::FrontMatter;

/// A longer line of a plain text is prose, whatever it begins with.
const PLAIN_HEADING_CHARS: usize = 80;
/// A longer heading of any other text is prose too: every passage below it would carry it.
const HEADING_BYTES: usize = 1_000;
/// A longer first cell is a remark that spans the table.
const LONGEST_LABEL: usize = 120;
/// The level of a heading that a plain text marks by numbering or capitals.
const PLAIN_HEADING_LEVEL: usize = 2;

/// A stretch of text that belongs together, in document order.
pub(super) struct Block {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Heading {
        level: usize,
        title: String,
    },
    /// A paragraph, a list item, a code block or a record.
    Text,
    Row {
        /// The header rows of the table that the row belongs to; `None` for those rows themselves.
        header: Option<Range<usize>>,
        /// The line above the table that says its units or what it shows.
        caption: Option<Range<usize>>,
        /// In a table whose head names no year, the label of the last row that does: in a statement
        /// of equity the years go down, from balance to balance.
        since: Option<Range<usize>>,
        /// The row above it that names the part of the table it stands in, up to the end of its label.
        part: Option<Range<usize>>,
    },
    /// Front matter, comments and rules: no part of what the document says.
    Skipped,
}

pub(super) fn blocks(media: MediaType, text: &str) -> Vec<Block> {
    match media {
        MediaType::Csv => rows(text),
        // a reader that knows what the records mean writes Markdown
        MediaType::Json if !text.starts_with("# ") => Scanner::over(text).paragraphs(),
        // Every other reader writes its document as Markdown.
        MediaType::Markdown
        | MediaType::Text
        | MediaType::Html
        | MediaType::Pdf
        | MediaType::Docx
        | MediaType::Pptx
        | MediaType::Xlsx
        | MediaType::Email
        | MediaType::Json
        | MediaType::Chat => {
            let mut scanner = Scanner::over(text);
            scanner.plain_headings = media == MediaType::Text;
            scanner.structured()
        }
    }
}

fn rows(text: &str) -> Vec<Block> {
    let lines = Scanner::over(text).lines;
    let of_line = |line: &Line<'_>| Block {
        range: line.range.clone(),
        kind: Kind::Row {
            header: None,
            caption: None,
            since: None,
            part: None,
        },
    };
    lines
        .iter()
        .filter(|l| !l.is_blank())
        .map(of_line)
        .collect()
}

struct Line<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

struct Scanner<'a> {
    text: &'a str,
    lines: Vec<Line<'a>>,
    next: usize,
    blocks: Vec<Block>,
    plain_headings: bool,
    /// From this line on no comment is closed: it is looked for once, not by each that is opened.
    closes_no_comment: usize,
}

impl<'a> Scanner<'a> {
    fn over(text: &'a str) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            lines.push(Line {
                text: line.trim_end_matches('\n'),
                range: start..start + line.len(),
            });
            start += line.len();
        }
        Self {
            text,
            lines,
            next: 0,
            blocks: Vec::new(),
            plain_headings: false,
            closes_no_comment: usize::MAX,
        }
    }

    fn paragraphs(mut self) -> Vec<Block> {
        while self.skip_blank() {
            self.paragraph(|_| false);
        }
        self.blocks
    }

    fn structured(mut self) -> Vec<Block> {
        self.front_matter();
        while self.skip_blank() {
            let Some(line) = self.current() else { break };
            let trimmed = line.trim();
            if let Some((level, title)) = atx_heading(trimmed) {
                self.emit(1, Kind::Heading { level, title });
            } else if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
                self.fenced();
            } else if trimmed.starts_with("<!--") {
                self.comment();
            } else if is_rule(trimmed) {
                self.emit(1, Kind::Skipped);
            } else if trimmed.starts_with('|') {
                self.table();
            } else if is_item(trimmed) {
                self.item();
            } else if let Some((count, level, title)) = self.other_heading() {
                self.emit(count, Kind::Heading { level, title });
            } else {
                self.paragraph(interrupts_paragraph);
            }
        }
        self.blocks
    }

    fn current(&self) -> Option<&'a str> {
        self.line_at(self.next)
    }

    fn line_at(&self, place: usize) -> Option<&'a str> {
        self.lines.get(place).map(|line| line.text)
    }

    fn skip_blank(&mut self) -> bool {
        while self.lines.get(self.next).is_some_and(Line::is_blank) {
            self.next += 1;
        }
        self.next < self.lines.len()
    }

    /// Makes a block of the next `count` lines and moves past them.
    fn emit(&mut self, count: usize, kind: Kind) {
        let last = self.next + count.max(1) - 1;
        if let (Some(first), Some(last)) = (self.lines.get(self.next), self.lines.get(last)) {
            let range = first.range.start..last.range.end;
            self.blocks.push(Block { range, kind });
        }
        self.next = last + 1;
    }

    fn front_matter(&mut self) {
        let Some(fields) = FrontMatter::of(self.text) else {
            return;
        };
        let inside = |line: &&Line<'_>| line.range.start < fields.range.end;
        let count = self.lines.iter().take_while(inside).count();
        self.emit(count, Kind::Skipped);
    }

    fn paragraph(&mut self, interrupts: fn(&str) -> bool) {
        let following = self.lines.iter().skip(self.next + 1);
        let more = following.take_while(|line| !line.is_blank() && !interrupts(line.text.trim()));
        self.emit(1 + more.count(), Kind::Text);
    }

    /// The item's line and what is indented below it; another item ends it.
    fn item(&mut self) {
        let following = self.lines.iter().skip(self.next + 1);
        let more = following.take_while(|line| {
            !line.is_blank()
                && !is_item(line.text.trim())
                && !interrupts_paragraph(line.text.trim())
        });
        self.emit(1 + more.count(), Kind::Text);
    }

    fn fenced(&mut self) {
        let fence = self
            .current()
            .map(|line| line.trim().get(..3).unwrap_or("```"));
        let following = self.lines.iter().skip(self.next + 1);
        let inside =
            following.take_while(|line| !line.text.trim().starts_with(fence.unwrap_or("```")));
        let count = inside.count() + 2;
        self.emit(count.min(self.lines.len() - self.next), Kind::Text);
    }

    fn comment(&mut self) {
        let open = if self.next < self.closes_no_comment {
            let rest = self.lines.iter().skip(self.next);
            rest.take_while(|line| !line.text.contains("-->")).count()
        } else {
            self.lines.len() - self.next
        };
        let is_closed = self.next + open < self.lines.len();
        if !is_closed {
            self.closes_no_comment = self.closes_no_comment.min(self.next);
        }
        let ends_line = self
            .line_at(self.next + open)
            .is_some_and(|line| line.trim_end().ends_with("-->"));
        if is_closed && ends_line {
            self.emit(open + 1, Kind::Skipped);
        } else {
            self.paragraph(|_| false);
        }
    }

    fn table(&mut self) {
        let rest = self.lines.iter().skip(self.next);
        let count = rest.take_while(|l| l.text.trim().starts_with('|')).count();
        let place_of_rule = (0..count).find(|place| {
            let line = self.line_at(self.next + place);
            line.is_some_and(|line| is_table_rule(line.trim()))
        });
        let first = self.lines.get(self.next).map(|line| line.range.start);
        let heads = |place: &usize| {
            let line = self.line_at(self.next + place);
            line.is_some_and(|line| heads_columns(line.trim()))
        };
        let last_place = place_of_rule.filter(|rule| *rule > 0).map(|rule| {
            let below = (rule + 1..count).take_while(heads).last();
            below.unwrap_or(rule - 1)
        });
        let last = last_place
            .and_then(|place| self.lines.get(self.next + place))
            .map(|line| line.range.end);
        let header = first.zip(last).map(|(start, end)| start..end);
        let caption = self.caption();
        let says_year = |range: &Option<Range<usize>>| {
            let text = range.clone().and_then(|range| self.text.get(range));
            text.is_some_and(|text| YEAR.is_match(text))
        };
        let goes_down = header.is_some() && !says_year(&header) && !says_year(&caption);
        let mut since = None;
        let mut part = None;
        let mut above = None;
        for place in 0..count {
            let is_below = place_of_rule.is_some_and(|rule| place > rule)
                && last_place.is_some_and(|last| place > last);
            // a row of the head is headed by those above it, should a passage begin with it
            let header = match is_below {
                true => header.clone(),
                false => above.clone().filter(|_| header.is_some()),
            };
            let end = self.lines.get(self.next).map(|line| line.range.end);
            above = first.zip(end).map(|(start, end)| start..end);
            let caption = caption.clone();
            let dated = self.lines.get(self.next).filter(|_| goes_down && is_below);
            let dated = dated.and_then(|line| dated_label(line));
            let names_part = self.lines.get(self.next).filter(|_| is_below);
            let names_part = names_part.and_then(|line| label_of_part(line));
            let kind = Kind::Row {
                header,
                caption,
                part: part.clone().filter(|_| names_part.is_none()),
                // a row that says its own year needs no other
                since: since.clone().filter(|_| dated.is_none()),
            };
            since = dated.or(since);
            part = names_part.or(part);
            self.emit(1, kind);
        }
    }

    /// The caption of the table that begins here: remarks in brackets right above it, or the last
    /// sentence of a text that leads up to it.
    fn caption(&self) -> Option<Range<usize>> {
        let mut caption: Option<Range<usize>> = None;
        for block in self.blocks.iter().rev() {
            let text = self.text.get(block.range.clone())?.trim_end();
            let is_text = matches!(block.kind, Kind::Text);
            if is_text && caption::is_remark(text) {
                let end = block.range.start + text.len();
                let end = caption.map_or(end, |caption| caption.end);
                caption = Some(block.range.start..end);
                continue;
            }
            let leads = caption.is_none() && is_text;
            return match caption::leading_sentence(text).filter(|_| leads) {
                Some(start) => Some(block.range.start + start..block.range.start + text.len()),
                None => caption,
            };
        }
        caption
    }

    /// A heading marked by the line below it, or by numbering or capitals in a plain text.
    fn other_heading(&self) -> Option<(usize, usize, String)> {
        let line = self.current()?.trim();
        if line.len() > HEADING_BYTES {
            return None;
        }
        let below = self.line_at(self.next + 1).unwrap_or_default().trim();
        let is_underline = |mark: char| below.len() >= 3 && below.chars().all(|c| c == mark);
        if is_underline('=') {
            return Some((2, 1, line.to_owned()));
        }
        if is_underline('-') {
            return Some((2, 2, line.to_owned()));
        }
        let stands_alone = below.is_empty();
        (self.plain_headings && stands_alone && is_plain_heading(line))
            .then(|| (1, PLAIN_HEADING_LEVEL, line.to_owned()))
    }
}

/// Where the label of a row lies that names a year: `Balance at June 30, 2031`.
fn dated_label(line: &Line<'_>) -> Option<Range<usize>> {
    let inner = line.text.trim_start().strip_prefix('|')?;
    let label = inner.split('|').next()?;
    let before = line.text.len() - inner.len();
    let start = line.range.start + before + (label.len() - label.trim_start().len());
    let says = label.contains(char::is_alphabetic) && YEAR.is_match(label);
    says.then(|| start..start + label.trim().len())
}

/// `| Current assets: |` of a row that has a label and nothing else.
fn label_of_part(line: &Line<'_>) -> Option<Range<usize>> {
    let row = line.text.trim();
    let inner = row.strip_prefix('|')?;
    let (label, rest) = inner.split_once('|')?;
    let is_alone = rest.contains('|') && rest.chars().all(|c| c == '|' || c.is_whitespace());
    let start = line.range.start + (line.text.len() - line.text.trim_start().len());
    let names = label.contains(char::is_alphabetic) && label.trim().len() <= LONGEST_LABEL;
    (is_alone && names).then(|| start..start + label.len() + 2)
}

fn interrupts_paragraph(line: &str) -> bool {
    atx_heading(line).is_some()
        || line.starts_with("```")
        || line.starts_with("<!--")
        || line.starts_with("| ")
        || is_item(line)
}

fn atx_heading(line: &str) -> Option<(usize, String)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let rest = line.get(level..)?;
    let title = rest.trim().trim_end_matches('#').trim_end();
    let is_short = !title.is_empty() && title.len() <= HEADING_BYTES;
    let is_heading = (1..=6).contains(&level) && rest.starts_with(' ') && is_short;
    is_heading.then(|| (level, title.to_owned()))
}

fn is_rule(line: &str) -> bool {
    ['-', '*', '_', '='].iter().any(|mark| {
        line.len() >= 3 && line.chars().all(|c| c == *mark || c == ' ') && line.starts_with(*mark)
    })
}

pub(super) fn is_table_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn is_item(line: &str) -> bool {
    ITEM.is_match(line)
}

fn is_plain_heading(line: &str) -> bool {
    // a character takes four bytes at most
    let may_be_short = line.len() <= 4 * PLAIN_HEADING_CHARS;
    let is_short = may_be_short && line.chars().nth(PLAIN_HEADING_CHARS).is_none();
    let ends = [
        '.', '。', ',', '，', ';', '；', ':', '：', '?', '？', '!', '！',
    ];
    let is_sentence = line.ends_with(ends);
    if !is_short || is_sentence {
        return false;
    }
    // Most scripts have no capitals; a formula in one of them makes no heading.
    let mut letters = line.chars().filter(|c| c.is_alphabetic()).peekable();
    let is_capitals = letters.peek().is_some() && letters.all(char::is_uppercase);
    is_capitals || NUMBERED_HEADING.is_match(line)
}

static ITEM: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^(?:[-*+•●▪◦]\s|\(?\d{1,3}[.)]\s|（\d{1,3}）|\d{1,3}、)"));

static YEAR: LazyLock<Regex> = LazyLock::new(|| compiled(r"\b(?:19|20)\d\d\b"));

static NUMBERED_HEADING: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:(?i:item|part|chapter|section|note)\s+[\dIVX]+[A-Z]?\b|第[一二三四五六七八九十百\d]+[章节部]|[一二三四五六七八九十]+、|（[一二三四五六七八九十]+）)",
    )
});

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of passages compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// A row below the rule of a table that still heads its columns: it names no row, or only states the
/// unit, and counts nothing. `| | Jan 26, 2025 | Jan 28, 2024 |`, `| (in millions) | 2024 | 2023 |`.
fn heads_columns(row: &str) -> bool {
    let mut cells = row.trim_matches('|').split('|').map(str::trim);
    let label = cells.next().unwrap_or_default();
    let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let is_note = |cell: &str| cell.starts_with(['(', '（']) && cell.contains(char::is_alphabetic);
    let names_nothing = label.is_empty() || is_note(label);
    let only_notes = filled.iter().all(|cell| is_note(cell));
    let is_unit = filled.is_empty() && caption::is_unit(label);
    let heads = !filled.is_empty() && (names_nothing || only_notes);
    is_unit || heads && !filled.iter().any(|cell| counts(cell))
}

/// An amount, not a year or words: `1,234`, `(8)%`, `$5`.
fn counts(cell: &str) -> bool {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let is_year = digits == 4 && cell.chars().all(|c| c.is_ascii_digit());
    digits > 0 && !is_year && !cell.contains(char::is_alphabetic)
}
