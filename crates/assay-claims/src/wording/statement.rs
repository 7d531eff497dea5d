//! What a passage states, sentence by sentence and row by row.

use std::ops::Range;

use assay_figures::{Block, Row, blocks, carried_header, cut, is_section_row, sentences, table};

use super::lexicon::Key;
use super::reading::terms;
use super::term::{Signature, Term};

/// A sentence of a passage, or a row of one of its tables with what stands over it.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) range: Range<usize>,
    pub(crate) terms: Vec<Term>,
    /// What it inherits: the head, the part and the caption of its table, or the sentence before it
    /// that it points back to.
    pub(crate) inherited: Vec<Term>,
    /// How many of them, from the first, stand in the heads of the table's columns.
    pub(crate) heads: usize,
    /// Which of them name the part of the table that the row belongs to.
    pub(crate) part: Range<usize>,
    /// Which of them name the row above that it is a share or a change of.
    pub(crate) of: Range<usize>,
    /// Table and row as the reader of numbers counts them.
    pub(crate) row: Option<(usize, usize)>,
    /// What its own terms may mean, and what those that it inherits may.
    pub(crate) own: Signature,
    pub(crate) above: Signature,
}

impl Statement {
    /// A stretch of text that is in no table.
    fn of(text: &str, range: Range<usize>, inherited: Vec<Term>) -> Self {
        Self {
            terms: terms(cut(text, range.clone())),
            inherited,
            range,
            heads: 0,
            part: 0..0,
            of: 0..0,
            row: None,
            own: Signature::default(),
            above: Signature::default(),
        }
        .signed()
    }

    fn signed(mut self) -> Self {
        self.own = Signature::of(&self.terms);
        self.above = Signature::of(&self.inherited);
        self
    }

    /// Whether some words may all be said here.
    pub(crate) fn may_say(&self, words: &[Vec<Key>]) -> bool {
        words
            .iter()
            .all(|word| self.own.may_have(word) || self.above.may_have(word))
    }
}

/// Words by which a sentence points back to the one before it.
static POINTING: assay_domain::WordList = assay_domain::word_list!("wording/statement/pointing");

pub(crate) fn statements(text: &str, headings: &[String]) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    let carried = carried_header(headings);
    let mut caption = String::new();
    let mut tables = 0;
    for (place, block) in blocks(text).into_iter().enumerate() {
        match block {
            Block::Prose(range) => {
                let mut before: Option<Range<usize>> = None;
                for sentence in sentences(text, range) {
                    let points_back = points_back(cut(text, sentence.clone()));
                    let inherited = before
                        .filter(|_| points_back)
                        .map(|before| terms(cut(text, before)));
                    let inherited = inherited.unwrap_or_default();
                    found.push(Statement::of(text, sentence.clone(), inherited));
                    caption = cut(text, sentence.clone()).to_owned();
                    before = Some(sentence);
                }
            }
            Block::Heading(range) | Block::Label(range) | Block::Record(range) => {
                caption = format!("{caption} {}", cut(text, range.clone()));
                found.push(Statement::of(text, range, Vec::new()));
            }
            Block::Table(lines) => {
                tables += 1;
                let carried: &[&str] = if place == 0 { &carried } else { &[] };
                rows(text, &lines, carried, &caption, tables, &mut found);
            }
        }
    }
    found
}

fn points_back(sentence: &str) -> bool {
    let lower = sentence.trim_start().to_lowercase();
    POINTING.iter().any(|word| {
        lower
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    }) || lower.starts_with("其")
        || lower.starts_with("该")
        || lower.starts_with("这")
}

fn rows(
    text: &str,
    lines: &[Range<usize>],
    carried: &[&str],
    caption: &str,
    number: usize,
    found: &mut Vec<Statement>,
) {
    let table = table(text, lines, carried);
    // what stands over the names of the rows is said of each row
    let parted = table.header.iter().filter_map(|row| row.split_first());
    let (corners, heads): (Vec<&str>, Vec<String>) = parted
        .map(|(corner, rest)| (corner.as_str(), rest.join(" | ")))
        .unzip();
    let head = terms(&heads.join(" | "));
    let corner = terms(&corners.join(" | "));
    let heads = head.len();
    let caption = terms(caption);
    let over = heads + corner.len() + caption.len();
    let mut part: Vec<Term> = terms(table.part.as_deref().unwrap_or_default());
    let mut whole: Vec<Term> = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        if is_section_row(text, row) {
            part = terms(cut(text, row.range.clone()));
        }
        let own = terms(cut(text, row.range.clone()));
        let (is_share, is_change) = (is_share_row(text, row), is_change_row(text, row));
        let above = head.iter().chain(&corner).chain(&caption).chain(&part);
        let inherited: Vec<Term> = match is_share {
            true => above.chain(&whole).cloned().collect(),
            false => above.cloned().collect(),
        };
        let end = inherited.len();
        let of = (over + part.len()).min(end)..end;
        if !is_share && !is_change {
            whole.clone_from(&own);
        }
        let statement = Statement {
            terms: own,
            inherited,
            heads,
            part: over..over + part.len(),
            of,
            range: row.range.clone(),
            row: Some((number, index)),
            own: Signature::default(),
            above: Signature::default(),
        };
        found.push(statement.signed());
    }
}

/// `% of net revenue`: a row that says what the row above it is of something.
fn is_share_row(text: &str, row: &Row) -> bool {
    begins_with(
        text,
        row,
        &[
            "% of",
            "as a %",
            "as a percent",
            "as % of",
            "percentage of",
            "percent of",
            "占",
        ],
    )
}

/// `Percent change`: a row that says by how much the row above it changed.
fn is_change_row(text: &str, row: &Row) -> bool {
    begins_with(
        text,
        row,
        &[
            "% change",
            "percent change",
            "percentage change",
            "change",
            "growth",
            "同比",
            "变动",
        ],
    )
}

fn begins_with(text: &str, row: &Row, starts: &[&str]) -> bool {
    let row = cut(text, row.range.clone());
    let label = row.trim_start_matches(['|', ' ', '*', '(']).to_lowercase();
    starts.iter().any(|start| label.starts_with(start))
}
