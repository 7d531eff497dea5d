//! The lines of a page to what they make up: headings, paragraphs, items, tables.

use std::sync::LazyLock;

use regex::Regex;

use super::cells::{cells_of, compiled};
use super::lines::{Line, append};
use super::table::{Row, Table, next_table};
use super::title::is_statement_title;

/// Lines of one paragraph are at most this far apart, in sizes of the font.
const LEADING: f32 = 1.65;
/// Shorter lines below each other are a list or an address, not a column of text.
const NARROWEST: f32 = 14.0;
/// A longer line is a sentence, not a heading.
const HEADING_CHARS: usize = 160;
/// Sizes of the letters against those of most of the document.
const LARGEST: f32 = 1.55;
const LARGE: f32 = 1.15;

#[derive(Debug)]
pub(super) enum Block {
    Heading { level: usize, text: String },
    Paragraph { text: String, is_full: bool },
    Item { text: String },
    Table(Table),
}

/// `usual` is the size of most letters of the document.
pub(super) fn blocks_of(lines: &[Line], usual: f32) -> Vec<Block> {
    let rows: Vec<Row> = lines
        .iter()
        .map(|line| Row {
            cells: cells_of(line),
            baseline: line.baseline,
            size: line.size,
            is_bold: line.is_bold(),
        })
        .collect();
    let page_edge = right_edge(lines);
    let mut flow = Flow {
        blocks: Vec::new(),
        open: None,
        edge: page_edge,
        usual,
    };
    let mut at = 0;
    while at < lines.len() {
        let table = next_table(&rows, at);
        let until = table.as_ref().map_or(lines.len(), |table| table.first);
        let between = lines.iter().zip(&rows).enumerate();
        for (place, (line, row)) in between.take(until).skip(at) {
            flow.edge = local_edge(lines, place).unwrap_or(page_edge);
            flow.take(line, row.cells.len() > 1);
        }
        flow.close();
        at = match table {
            Some(table) => {
                let end = table.end;
                flow.blocks.push(Block::Table(table));
                end
            }
            None => lines.len(),
        };
    }
    flow.blocks
}

/// Where lines that are full end: most of those that are long end there.
fn right_edge(lines: &[Line]) -> f32 {
    let mut rights: Vec<f32> = lines
        .iter()
        .filter(|line| line.words.len() > 5)
        .map(Line::right)
        .collect();
    rights.sort_by(f32::total_cmp);
    let place = rights.len().saturating_sub(1) * 9 / 10;
    rights.get(place).copied().unwrap_or(f32::MAX)
}

/// The same for the lines around one that begin below each other: text may stand in columns.
fn local_edge(lines: &[Line], place: usize) -> Option<f32> {
    let line = lines.get(place)?;
    let around = lines.iter().skip(place.saturating_sub(4)).take(8);
    let alike = around.filter(|other| (other.left() - line.left()).abs() < 1.5 * line.size);
    let rights: Vec<f32> = alike.map(Line::right).collect();
    let edge = rights.iter().copied().fold(f32::MIN, f32::max);
    let is_column = rights.len() > 2 && edge - line.left() > NARROWEST * line.size;
    is_column.then_some(edge)
}

struct Flow {
    blocks: Vec<Block>,
    open: Option<Open>,
    edge: f32,
    usual: f32,
}

/// A paragraph that may still grow.
struct Open {
    text: String,
    kind: Kind,
    last: Last,
    lines: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Item,
    /// A line of cells: it stays a line.
    Cells,
}

#[derive(Clone, Copy)]
struct Last {
    left: f32,
    right: f32,
    baseline: f32,
    size: f32,
    is_bold: bool,
}

impl Flow {
    fn take(&mut self, line: &Line, has_cells: bool) {
        let text = line.text();
        let last = Last {
            left: line.left(),
            right: line.right(),
            baseline: line.baseline,
            size: line.size,
            is_bold: line.is_bold(),
        };
        let bullet = BULLET.find(&text).map(|found| found.end());
        let kind = match (bullet, has_cells) {
            (Some(_), _) => Kind::Item,
            (None, true) => Kind::Cells,
            (None, false) => Kind::Text,
        };
        let goes_on = kind != Kind::Item
            && self
                .open
                .as_ref()
                .is_some_and(|open| self.goes_on(open, kind, line, last));
        match self.open.as_mut().filter(|_| goes_on) {
            Some(open) if kind == Kind::Cells || open.kind == Kind::Cells => {
                open.text.push('\n');
                open.text.push_str(&text);
                open.last = last;
                open.lines += 1;
            }
            Some(open) => {
                join(&mut open.text, &text);
                open.last = last;
                open.lines += 1;
            }
            None => {
                self.close();
                let said = text.get(bullet.unwrap_or(0)..).unwrap_or_default();
                self.open = Some(Open {
                    text: said.trim().to_owned(),
                    kind,
                    last,
                    lines: 1,
                });
            }
        }
    }

    fn goes_on(&self, open: &Open, kind: Kind, line: &Line, next: Last) -> bool {
        let last = open.last;
        let apart = last.baseline - next.baseline;
        let size = last.size.max(next.size);
        let is_near = apart > -0.5 * size && apart < LEADING * size;
        let is_alike = (last.size - next.size).abs() < 0.12 * size && last.is_bold == next.is_bold;
        if !is_near || (open.kind == Kind::Cells) != (kind == Kind::Cells) {
            return false;
        }
        if kind == Kind::Cells {
            return true;
        }
        if is_statement_title(&open.text) || is_statement_title(&line.text()) {
            return false;
        }
        // a bullet stands alone on its line, its text on the same baseline or the next
        if open.text.is_empty() {
            return true;
        }
        let first = line
            .words
            .first()
            .map_or(0.0, |word| word.right - word.left);
        let had_room = last.right + 0.35 * size + first < self.edge - 0.5 * size;
        // two words may be kept together, so that both go to the next line
        let is_nearly = last.right > self.edge - 9.0 * size
            && open.lines > 1
            && !open.text.ends_with(['.', ':', ';', '!', '?']);
        let goes_small = line.text().starts_with(char::is_lowercase);
        let is_indented = next.left > last.left + 1.2 * size && open.lines > 1;
        let is_full = !had_room || is_nearly;
        let may_differ = is_alike
            || (goes_small && is_full)
            || (is_full
                && open.kind == Kind::Text
                && !open.text.ends_with(['.', ':'])
                && (last.size - next.size).abs() < 0.12 * size);
        may_differ
            && !is_indented
            && (is_full || goes_small && !open.text.ends_with(['.', ':', ';']))
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let text = open.text;
        if text.is_empty() {
            return;
        }
        let block = match open.kind {
            Kind::Item => Block::Item { text },
            Kind::Cells => Block::Paragraph {
                text,
                is_full: false,
            },
            Kind::Text => match self.heading_level(&text, open.last, open.lines) {
                Some(level) => Block::Heading { level, text },
                None => Block::Paragraph {
                    text,
                    is_full: open.last.right > self.edge - 4.0 * open.last.size,
                },
            },
        };
        self.blocks.push(block);
    }

    /// By what it is called, by the size of its letters, by their weight.
    fn heading_level(&self, text: &str, last: Last, lines: usize) -> Option<usize> {
        let is_short = text.chars().count() <= HEADING_CHARS && lines <= 3;
        let says = text.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        if !is_short || !says {
            return None;
        }
        if is_statement_title(text) {
            return Some(2);
        }
        if super::head::is_remark(text) || text.starts_with(['(', '（']) {
            return None;
        }
        let larger = last.size / self.usual.max(1.0);
        let is_sentence =
            text.ends_with(['.', ',', ';', '。', '，', '；']) && !NUMBERED.is_match(text);
        if is_sentence || text.ends_with(',') {
            return None;
        }
        let is_capitals = lines == 1 && is_all_capitals(text);
        if larger >= LARGEST {
            Some(1)
        } else if NUMBERED.is_match(text) && (last.is_bold || is_capitals || larger >= LARGE) {
            Some(2)
        } else if larger >= LARGE {
            Some(3)
        } else if last.is_bold && is_capitals {
            Some(4)
        } else if last.is_bold || is_capitals {
            Some(5)
        } else {
            None
        }
    }
}

fn is_all_capitals(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    let count = text.chars().filter(|c| c.is_alphabetic()).count();
    count >= 4 && letters.peek().is_some() && letters.all(char::is_uppercase)
}

/// Puts the next line of a paragraph after it. A word that is broken at a hyphen is whole again.
pub(super) fn join(text: &mut String, next: &str) {
    let is_broken = text.ends_with('-')
        && text.chars().rev().nth(1).is_some_and(char::is_alphabetic)
        && next.starts_with(char::is_lowercase);
    if is_broken {
        text.push_str(next);
    } else {
        append(text, next);
    }
}

/// `•`, `–`, `o` and the like before the text of an item.
static BULLET: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^(?:[•●▪◦■□‣⁃∙·\u{f0b7}\u{f0a7}]|[-–—*]\s|o\s(?:[A-Z]))\s*"));

/// `Item 7A.`, `Note 3`, `PART II`, `第一节`.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)^(?:item\s+\d+[a-c]?\b|part\s+[iv]+\b|note\s+\d+\b|chapter\s+\d+|section\s+\d+|第[一二三四五六七八九十百\d]+[章节部])",
    )
});
