//! Sentences made from the cells of tables: the row's name, the value with its unit, the column.
//!
//! What a sentence says is taken from the printed table alone. A cell is used if its row has a name
//! in letters, its column a heading, and no other row of the table has the same name, so that the
//! sentence means one cell and no other. The unit is that of the cell itself or of the heading over
//! it; the sentence names no unit that the table does not.

use std::path::Path;
use std::rc::Rc;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use assay_domain::{DocumentSubject, EvidenceId};
use regex::Regex;
use serde_json::Value;

use super::amount::{Amount, Unit, amount_of, with_unit};
use super::mutate::Draw;
use super::{Case, Passage};

const FROM_EACH_TABLE: usize = 6;

pub(crate) struct Report {
    pub(crate) passage: Rc<Passage>,
    /// The same table under the headings of a 10-K, where its own are bare years.
    statement: Option<Rc<Passage>>,
    header: Vec<Vec<String>>,
    rows: Vec<Vec<String>>,
}

/// What a sentence was made from.
#[derive(Clone)]
pub(crate) struct Cell {
    pub(crate) label: String,
    pub(crate) heading: String,
    pub(crate) amount: Amount,
    /// Other cells of the same row and of the same column, printed in this cell's unit.
    pub(crate) row: Vec<Amount>,
    pub(crate) column: Vec<Amount>,
    /// Headings under which the row prints the same digits.
    pub(crate) twins: Vec<String>,
    pub(crate) chinese: bool,
}

pub(crate) fn reports(path: &Path) -> Result<Vec<Report>> {
    let list: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    list.iter()
        .enumerate()
        .map(|(place, item)| report(place, item).context("a report without a table"))
        .collect()
}

fn report(place: usize, item: &Value) -> Option<Report> {
    let grid = item.pointer("/table/table")?.as_array()?;
    let clean = |cell: &Value| {
        let text = cell.as_str().unwrap_or_default().replace('|', "/");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let grid: Vec<Vec<String>> = grid
        .iter()
        .filter_map(|row| Some(row.as_array()?.iter().map(clean).collect()))
        .collect();
    let is_body = |row: &Vec<String>| row.iter().skip(1).any(|cell| amount_of(cell).is_some());
    let start = grid.iter().position(is_body).unwrap_or(grid.len());
    let (header, rows) = grid.split_at(start);
    let mut below = String::new();
    for paragraph in item.get("paragraphs")?.as_array()? {
        below.push_str("\n\n");
        below.push_str(paragraph.get("text")?.as_str()?);
    }
    let passage = |header: &[Vec<String>]| {
        Rc::new(Passage {
            id: EvidenceId::new(format!("ev_{place}")),
            text: format!("{}{below}", printed(header, rows)),
            headings: Vec::new(),
            title: String::new(),
            subject: DocumentSubject::default(),
        })
    };
    Some(Report {
        passage: passage(header),
        statement: of_a_statement(header).map(|header| passage(&header)),
        header: header.to_vec(),
        rows: rows.to_vec(),
    })
}

fn printed(header: &[Vec<String>], rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| format!("| {} |", row.join(" | "));
    let mut lines: Vec<String> = header.iter().map(line).collect();
    let width = header.iter().chain(rows).map(Vec::len).max();
    lines.push(format!("|{}", " --- |".repeat(width.unwrap_or_default())));
    lines.extend(rows.iter().map(line));
    lines.join("\n")
}

/// `Year Ended December 31, 2024` in place of `2024`, where no other heading says what ended when.
fn of_a_statement(header: &[Vec<String>]) -> Option<Vec<Vec<String>>> {
    let is_year = |cell: &str| cell.len() == 4 && year_of(cell).is_some();
    let cells = || header.iter().flat_map(|row| row.iter().skip(1));
    let names_time = |cell: &String| {
        let lower = cell.to_lowercase();
        [
            "year", "month", "quarter", "week", "ended", "31", "30", "as of", "at ",
        ]
        .iter()
        .any(|word| lower.contains(word))
    };
    if cells().any(names_time) || !cells().any(|cell| is_year(cell)) {
        return None;
    }
    let renamed = |cell: &String| match is_year(cell) {
        true => format!("Year Ended December 31, {cell}"),
        false => cell.clone(),
    };
    let rows = header.iter();
    Some(rows.map(|row| row.iter().map(renamed).collect()).collect())
}

pub(crate) fn sentences(reports: &[Report]) -> Vec<Case> {
    let mut draw = Draw::seeded(23);
    let mut cases = Vec::new();
    for report in reports {
        let cells = draw.sample(report.cells(), FROM_EACH_TABLE);
        for (place, cell) in cells.into_iter().enumerate() {
            let detail = words_besides_year(&cell.heading);
            let is_plain = !detail.contains(|c: char| c.is_ascii_digit());
            let chinese = place % 3 == 2 && year_of(&cell.heading).is_some() && is_plain;
            let cell = Cell { chinese, ..cell };
            let text = cell.sentence(&cell.amount, &cell.heading);
            let own = (
                if chinese { "table-zh" } else { "table" },
                Some(&report.passage),
            );
            let statement = ("statement", report.statement.as_ref());
            for (group, passage) in [own, statement] {
                let Some(passage) = passage else {
                    continue;
                };
                cases.push(Case {
                    group,
                    text: text.clone(),
                    passage: Rc::clone(passage),
                    cell: Some(cell.clone()),
                });
            }
        }
    }
    cases
}

pub(crate) fn year_of(heading: &str) -> Option<&str> {
    let mut words = heading.split(|c: char| !c.is_ascii_digit());
    words.find(|word| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))
}

/// What the header of a table prints.
struct Frame {
    /// Over each column, units included.
    printed: Vec<String>,
    /// Over each column, without units.
    headings: Vec<String>,
    corners: String,
}

impl Report {
    fn cells(&self) -> Vec<Cell> {
        let printed = self.headings();
        let corners = self.header.iter().filter_map(|row| row.first());
        let corners: Vec<&str> = corners.map(String::as_str).collect();
        let frame = Frame {
            headings: printed.iter().map(|text| without_units(text)).collect(),
            printed,
            corners: corners.join(" "),
        };
        let mut found = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let label = label_of(row);
            let mut names: Vec<String> = self.rows.iter().map(|row| label_of(row)).collect();
            names.retain(|name| same_name(name, &label));
            if label.chars().any(char::is_alphabetic) && names.len() == 1 {
                found.extend((1..row.len()).filter_map(|column| self.cell(at, column, &frame)));
            }
        }
        found
    }

    fn cell(&self, at: usize, column: usize, frame: &Frame) -> Option<Cell> {
        let row = self.rows.get(at)?;
        let label = label_of(row);
        let heading = frame.headings.get(column)?.clone();
        let doubles = frame
            .headings
            .iter()
            .skip(1)
            .filter(|other| **other == heading);
        if words_of(&heading).is_empty() || doubles.count() != 1 || is_note(&heading) {
            return None;
        }
        let notes = format!("{} {label} {}", frame.printed.get(column)?, frame.corners);
        let amount = with_unit(amount_of(row.get(column)?)?, &label, &heading, &notes)?;
        let alike = |other: &str| {
            let other = amount_of(other)?;
            let same_kind = (other.unit == Unit::Percent) == (amount.unit == Unit::Percent);
            let differs = other.digits != amount.digits;
            let unit = amount.unit;
            (same_kind && differs).then_some(Amount { unit, ..other })
        };
        let repeats = |(place, other): (usize, &String)| {
            let same = amount_of(other)?.digits == amount.digits;
            frame.headings.get(place).filter(|_| same).cloned()
        };
        let is_named = |row: &&Vec<String>| label_of(row).chars().any(char::is_alphabetic);
        let other_rows = self.rows.iter().filter(|other| !std::ptr::eq(*other, row));
        Some(Cell {
            row: row.iter().skip(1).filter_map(|cell| alike(cell)).collect(),
            column: other_rows
                .filter(is_named)
                .filter_map(|row| alike(row.get(column)?))
                .collect(),
            twins: row.iter().enumerate().skip(1).filter_map(repeats).collect(),
            label,
            heading,
            amount,
            chinese: false,
        })
    }

    /// The heading of each column: what the header rows print over it. A heading alone in its row
    /// stands over all columns, others also over the blanks to their right.
    fn headings(&self) -> Vec<String> {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut headings = vec![String::new(); width];
        for row in &self.header {
            let filled: Vec<&String> = row.iter().skip(1).filter(|cell| !cell.is_empty()).collect();
            let mut last = match filled.as_slice() {
                [only] => (*only).clone(),
                _ => String::new(),
            };
            for (column, cell) in row.iter().enumerate().skip(1) {
                if !cell.is_empty() {
                    last.clone_from(cell);
                }
                if let Some(heading) = headings.get_mut(column)
                    && !last.is_empty()
                {
                    if !heading.is_empty() {
                        heading.push(' ');
                    }
                    heading.push_str(&last);
                }
            }
        }
        headings
    }
}

fn label_of(row: &[String]) -> String {
    let label = row.first().cloned().unwrap_or_default();
    label.trim_end_matches([':', ' ']).to_owned()
}

fn words_of(text: &str) -> Vec<String> {
    const EMPTY: &str = " the of and in for to a an on at by as ";
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty() && !EMPTY.contains(&format!(" {word} ")))
        .collect();
    words.sort();
    words.dedup();
    words
}

fn same_name(a: &str, b: &str) -> bool {
    words_of(a) == words_of(b)
}

static UNITS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\(?\b(?:dollars |amounts |shares |u\.s\. dollars )?in (?:thousands|millions|billions)(?: of [a-z.]+(?: dollars)?)?[^)]*\)?|(?:US)?[$€£¥]? ?[’'‘]?000s?\b|(?:US)?[$€£](?:m|M|bn|million)?(?:\s|$)|RMB[’' ]?(?:million)?").ok()
});

fn without_units(heading: &str) -> String {
    let plain = UNITS.as_ref().map_or_else(
        || heading.to_owned(),
        |units| units.replace_all(heading, " ").into_owned(),
    );
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A column of references to notes.
fn is_note(heading: &str) -> bool {
    let words = words_of(heading);
    words
        .iter()
        .any(|word| matches!(word.as_str(), "note" | "notes"))
}

impl Cell {
    pub(crate) fn sentence(&self, amount: &Amount, heading: &str) -> String {
        let label = &self.label;
        if self.chinese {
            let year = year_of(heading).unwrap_or(heading);
            let words = words_besides_year(heading);
            let detail = if words.is_empty() {
                String::new()
            } else {
                format!("（{words}）")
            };
            return format!("{year}年，{label}{detail}为{}。", amount.chinese());
        }
        let amount = amount.english();
        if year_of(heading).is_some() {
            format!("{label} was {amount} in {heading}.")
        } else {
            format!("{label} ({heading}) was {amount}.")
        }
    }
}

fn words_besides_year(heading: &str) -> String {
    let year = year_of(heading).unwrap_or_default();
    let rest = heading.replace(year, " ");
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}
