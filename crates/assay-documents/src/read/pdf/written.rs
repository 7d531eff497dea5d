//! Pages written down: sentences that go over a page's end are whole, tables that do keep their
//! head, and every table says its years and its unit.

use std::sync::LazyLock;

use assay_domain::{HiddenKind, Place};
use regex::Regex;

use super::super::writer::TextWriter;
use super::super::{Body, ReadError};
use super::cells::compiled;
use super::flow::{Block, blocks_of, join};
use super::furniture::PageLines;
use super::head::is_remark;
use super::table::{Span, Table};
use super::title::{is_statement_title, states_unit};
use super::title_of;

/// A longer first heading is a sentence, not a title.
const TITLE_CHARS: usize = 160;
/// A longer tail of a sentence is not looked for on the next page.
const SENTENCE_BYTES: usize = 2_000;

/// A longer paragraph is no line of a table's head.
const PROSE_BYTES: usize = 200;

pub(super) struct Written {
    writer: TextWriter,
    title: Option<String>,
    /// The last paragraph or item of a page, while it may go on on the next.
    waiting: Option<Waiting>,
    /// The head that was written last, and where its columns stand.
    head: Option<(Vec<String>, Vec<Span>)>,
    /// What the statement at hand says of its unit.
    unit: Option<String>,
    /// The heading that holds is that of a statement.
    statement: Statement,
    /// The last thing that was written is a table.
    is_in_table: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    None,
    Here,
    /// It was on the page before.
    Before,
}

/// A text whose sentence is not at its end.
struct Waiting {
    text: String,
    /// Its last line reaches the margin.
    is_full: bool,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Paragraph,
    Item,
}

/// What stands right above a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// The same table, on the page before.
    OverPage,
    Table,
    Other,
}

impl Written {
    pub(super) fn new(format: &'static str) -> Self {
        Self {
            writer: TextWriter::new(format),
            title: None,
            waiting: None,
            head: None,
            unit: None,
            statement: Statement::None,
            is_in_table: false,
        }
    }

    /// `usual` is the size of most letters of the document.
    pub(super) fn page(&mut self, page: &PageLines, unseen: &[String], usual: f32) {
        let mut blocks = blocks_of(&page.lines, usual);
        self.take_tail(&mut blocks);
        self.flush();
        let mut blocks = blocks.into_iter().peekable();
        let goes_on = |table: &Table, head: &Option<(Vec<String>, Vec<Span>)>| {
            table.head.is_none()
                && head
                    .as_ref()
                    .is_some_and(|(_, columns)| are_alike(columns, &table.columns))
        };
        let continued = match blocks.peek() {
            Some(Block::Table(table)) => self.is_in_table && goes_on(table, &self.head),
            _ => false,
        };
        if continued {
            self.writer.mark_line(Place::Page(page.number));
        } else {
            self.writer.mark(Place::Page(page.number));
            self.is_in_table = false;
            if self.statement == Statement::Here {
                self.statement = Statement::Before;
            }
        }
        for text in &page.aside {
            self.paragraph(text);
        }
        let mut is_first = continued;
        while let Some(block) = blocks.next() {
            let is_last = blocks.peek().is_none();
            self.block(block, is_last, is_first, page.number);
            is_first = false;
        }
        for text in unseen {
            self.writer.hide(HiddenKind::Style, text);
        }
    }

    fn block(&mut self, block: Block, is_last: bool, is_continued: bool, page: u32) {
        let was_table = self.is_in_table;
        self.is_in_table = matches!(block, Block::Table(_));
        match block {
            Block::Heading { level, text } => {
                if page == 1 && text.chars().count() <= TITLE_CHARS {
                    self.title.get_or_insert_with(|| text.clone());
                }
                let is_statement = is_statement_title(&text);
                // what the next page is headed by is no part of the statement
                let ends = !is_statement && self.statement == Statement::Before;
                let level = if ends { level.min(2) } else { level };
                if level <= 2 {
                    self.unit = None;
                    let is_notes = text.to_lowercase().contains("notes to");
                    self.statement = if is_statement && !is_notes {
                        Statement::Here
                    } else {
                        Statement::None
                    };
                }
                self.take_unit(&text);
                self.writer.heading(level, &text);
            }
            Block::Paragraph { text, is_full } => {
                // a unit above other text says nothing of a table below it
                if self.statement == Statement::None && text.len() > PROSE_BYTES {
                    self.unit = None;
                }
                self.take_unit(&text);
                self.text(text, is_last, is_full, Shape::Paragraph);
            }
            Block::Item { text } => self.text(text, is_last, false, Shape::Item),
            Block::Table(table) => {
                let follows = match (was_table, is_continued) {
                    (true, true) => Follows::OverPage,
                    (true, false) => Follows::Table,
                    (false, _) => Follows::Other,
                };
                self.table(table, follows);
            }
        }
    }

    /// Writes a text, or waits for its end where the page ends before its sentence does.
    fn text(&mut self, text: String, is_last: bool, is_full: bool, shape: Shape) {
        let is_open = is_last && !ends_sentence(&text) && !text.contains('\n');
        self.waiting = Some(Waiting {
            text,
            is_full,
            shape,
        });
        if !is_open {
            self.flush();
        }
    }

    /// Keeps what a line beside a table says of the unit: `(in millions, except per share data)`.
    fn take_unit(&mut self, text: &str) {
        let bracketed = UNIT.find(text).map(|found| found.as_str());
        let whole =
            Some(text).filter(|text| is_remark(text) && states_unit(text) && !text.contains('\n'));
        if let Some(unit) = bracketed.or(whole) {
            self.unit = Some(unit.trim_matches(['(', ')']).to_owned());
        }
    }

    fn table(&mut self, table: Table, follows: Follows) {
        if follows == Follows::OverPage {
            for row in &table.rows {
                self.writer.line(&row_line(row));
            }
            return;
        }
        // below other text a table without a head may be of other years
        let is_near = follows == Follows::Table || self.statement == Statement::Here;
        let inherited = || {
            let (head, columns) = self.head.as_ref().filter(|_| is_near)?;
            are_alike(columns, &table.columns).then(|| head.clone())
        };
        let own = table.head.clone();
        let head = own.or_else(inherited).map(|head| self.with_unit(head));
        let width = table.columns.len() + 1;
        self.writer.block("");
        if let Some(head) = &head {
            self.writer.block(&row_line(head));
            self.writer.line(&format!("|{}", " --- |".repeat(width)));
        }
        for (place, row) in table.rows.iter().enumerate() {
            let line = row_line(row);
            match place == 0 && head.is_none() {
                true => self.writer.block(&line),
                false => self.writer.line(&line),
            }
        }
        self.head = head.map(|head| (head, table.columns));
        // a unit above one table of a note says nothing of the next
        if self.statement == Statement::None {
            self.unit = None;
        }
    }

    /// The head with the statement's unit beside the labels, where it says none itself.
    fn with_unit(&self, mut head: Vec<String>) -> Vec<String> {
        let says = head.iter().any(|cell| states_unit(cell));
        if let Some(unit) = self.unit.as_ref().filter(|_| !says)
            && let Some(label) = head.first_mut()
        {
            let apart = if label.is_empty() { "" } else { " " };
            label.push_str(&format!("{apart}({unit})"));
        }
        head
    }

    /// Ends the sentence that the page before left open with the first words of this one.
    fn take_tail(&mut self, blocks: &mut [Block]) {
        let Some(waiting) = &mut self.waiting else {
            return;
        };
        let Some(Block::Paragraph { text, .. }) = blocks.first_mut() else {
            return;
        };
        let is_listed = text.contains('\n') || text.starts_with(['(', '*']);
        let goes_on = waiting.is_full || text.starts_with(char::is_lowercase);
        if is_listed || !goes_on {
            return;
        }
        let end = sentence_end(text).unwrap_or(text.len());
        if end > SENTENCE_BYTES {
            return;
        }
        let (tail, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        join(&mut waiting.text, tail.trim());
        *text = rest.trim().to_owned();
    }

    fn flush(&mut self) {
        match self.waiting.take() {
            Some(Waiting {
                text,
                shape: Shape::Item,
                ..
            }) => self.writer.item(0, "-", &text),
            Some(waiting) => self.writer.paragraph(&waiting.text),
            None => {}
        }
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.flush();
        self.writer.paragraph(text);
    }

    pub(super) fn hide(&mut self, kind: HiddenKind, text: &str) {
        self.writer.hide(kind, text);
    }

    pub(super) fn best_title(&self, stated: Option<String>) -> Option<String> {
        title_of(stated, self.title.clone(), self.writer.text())
    }

    pub(super) fn finish(mut self, title: Option<String>) -> Result<Body, ReadError> {
        self.flush();
        self.writer.finish(title)
    }
}

/// A remark in brackets that states a unit.
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\((?:[^()]{0,60}\bin\s+(?:[A-Z]{3}\s+)?|[$\s]*)(?:millions|thousands|billions)\b[^()]{0,80}\)|[（(]?单位[：:][^)）\s]{1,20}[)）]?",
    )
});

fn row_line(row: &[String]) -> String {
    let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

/// Whether columns of two tables stand below each other, one for one.
fn are_alike(above: &[Span], below: &[Span]) -> bool {
    above.len() == below.len()
        && above
            .iter()
            .zip(below)
            .all(|(a, b)| a.right.min(b.right) > a.left.max(b.left))
}

fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(['"', '”', '’', ')', '\'']);
    end.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '：', '；'])
}

/// Where the first sentence of a text ends.
fn sentence_end(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map(|(_, next)| *next);
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                let is_apart = after.is_none_or(char::is_whitespace);
                let next = text.get(at + 1..).unwrap_or_default().trim_start();
                is_apart && !next.starts_with(char::is_lowercase)
            }
            _ => false,
        };
        if ends {
            return Some(at + c.len_utf8());
        }
    }
    None
}
