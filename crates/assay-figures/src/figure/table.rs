use std::ops::Range;

use super::cell::{Cell, figure, value_of};
use super::columns::{Columns, columns, is_note_number, sole_period};
use super::label::{Context, states_unit, subject_of_label, unit_hint};
use super::part::{Above, Part};
use super::{Figure, Subject, basis_of};
use crate::embedded::cut;
use crate::sentence::{is_rule, key_and_value};

/// A table of a text: what its header says, and its rows.
pub struct Table {
    pub columns: Columns,
    /// The cells of the header rows as printed, the label column included.
    pub header: Vec<Vec<String>>,
    /// The table began before this text.
    pub is_continued: bool,
    /// The part of the table that this text goes on with, where what is carried names it.
    pub part: Option<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub range: Range<usize>,
    pub cells: Vec<Range<usize>>,
}

/// Most rows that a header has.
const TALLEST_HEADER: usize = 5;

/// Cuts consecutive rows into header and body. `carried` is the header where the table began before
/// this text.
pub fn table(text: &str, lines: &[Range<usize>], carried: &[&str]) -> Table {
    let rule = lines
        .iter()
        .take(TALLEST_HEADER)
        .position(|line| is_rule(cut(text, line.clone())));
    let mut rows: Vec<Row> = lines
        .iter()
        .filter(|line| !is_rule(cut(text, (*line).clone())))
        .map(|line| Row {
            range: line.clone(),
            cells: cells(text, line),
        })
        .collect();
    let own = match rule {
        Some(place) => place,
        None => usize::from(rows.first().is_some_and(|row| is_header(text, &row.cells))),
    };
    let is_continued = rule.is_none() && !carried.is_empty();
    let own = if is_continued {
        // a passage may begin between two rows of the head
        let heads = rows.iter().take_while(|row| goes_on_heading(text, row));
        heads.count()
    } else {
        let next = own
            + rows
                .iter()
                .skip(own)
                .take_while(|row| goes_on_heading(text, row))
                .count();
        let (above, below) = rows.split_at(next.min(rows.len()));
        let dates = below.first().zip(above.last());
        let is_head = |(row, head): (&Row, &Row)| {
            dates_columns(text, head, row) || parts_years(text, head, row)
        };
        next + usize::from(dates.is_some_and(is_head))
    };
    let body = rows.split_off(own.min(rows.len()));
    let texts = |row: &Row| -> Vec<&str> {
        let cells = row.cells.iter();
        cells.map(|cell| cut(text, cell.clone())).collect()
    };
    let (carried, part) = part_of_carried(carried);
    // the head of a table may begin above this text and go on in it
    let above = carried.iter().map(|line| {
        let cells = cells(line, &(0..line.len())).into_iter();
        cells.map(|cell| cut(line, cell)).collect()
    });
    let header: Vec<Vec<&str>> = above.chain(rows.iter().map(texts)).collect();
    Table {
        columns: columns(&header),
        header: header
            .iter()
            .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
            .collect(),
        is_continued,
        part,
        rows: body,
    }
}

/// The header that is carried, and the part behind it: the last line where it is of one cell.
fn part_of_carried<'c>(carried: &'c [&'c str]) -> (&'c [&'c str], Option<String>) {
    if let Some((last, header)) = carried.split_last()
        && !header.is_empty()
        && let [label] = cells(last, &(0..last.len())).as_slice()
    {
        return (header, Some(cut(last, label.clone()).to_owned()));
    }
    (carried, None)
}

/// Byte ranges of the trimmed cells of a row, without the marks by which Markdown sets them in bold.
fn cells(text: &str, row: &Range<usize>) -> Vec<Range<usize>> {
    let line = cut(text, row.clone());
    let inner_start = usize::from(line.starts_with('|'));
    let inner_end = line.len() - usize::from(line.len() > 1 && line.ends_with('|'));
    let mut cells = Vec::new();
    let mut start = inner_start;
    for piece in cut(line, inner_start..inner_end).split('|') {
        let lead = piece.len() - piece.trim_start().len();
        let from = row.start + start + lead.min(piece.len());
        let cell = piece.trim();
        let bold = ["**", "__"].into_iter().find_map(|mark| {
            let inner = cell.strip_prefix(mark)?.strip_suffix(mark)?;
            Some(from + mark.len()..from + mark.len() + inner.len())
        });
        cells.push(bold.unwrap_or(from..from + cell.len()));
        start += piece.len() + 1;
    }
    cells
}

/// A row without a number, years apart.
fn is_header(text: &str, row: &[Range<usize>]) -> bool {
    let labelled = row.len() > 1;
    labelled
        && row.iter().skip(1).all(|cell| {
            let content = cut(text, cell.clone());
            // `RMB'000` is a scale, not a number
            let in_thousands = content.contains(['\'', '’']) && content.contains("000");
            in_thousands && states_unit(content)
                || super::number::numbers(content, &super::periods(content)).is_empty()
        })
}

/// A row below the rule that still heads the columns: `| | Jan 26, 2025 | Change |`, or one that only
/// states the unit. Nothing is named by it and nothing is counted in it.
fn goes_on_heading(text: &str, row: &Row) -> bool {
    let mut cells = row.cells.iter().map(|cell| cut(text, cell.clone()));
    let label = cells.next().unwrap_or_default();
    let names_nothing = label.is_empty()
        || (label.starts_with(['(', '（']) && states_unit(label))
        || is_only_of_head(label);
    let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    // `| Revenue by region: | (In millions) | | |`
    let is_unit = |cell: &&str| {
        let is_bracketed = cell.starts_with(['(', '（']);
        is_bracketed && (states_unit(cell) || cell.to_lowercase().starts_with("(in "))
    };
    let only_units = filled.iter().all(is_unit) && filled.iter().any(|cell| states_unit(cell));
    is_unit_row(text, row)
        || !filled.is_empty() && (names_nothing || only_units) && is_header(text, &row.cells)
}

/// `| (In thousands) | | |`: says what the rows below it are counted in, and nothing else.
pub fn is_unit_row(text: &str, row: &Row) -> bool {
    let label = row.cells.first().map_or("", |cell| cut(text, cell.clone()));
    let is_unit = label.starts_with(['(', '（']) || is_only_of_head(label);
    is_section_row(text, row) && is_unit && states_unit(label)
}

/// `| Deliveries | March 26, 2023 | March 27, 2022 |` below `| | Quarters Ended | |`: dates for columns of
/// which the head says only what kind of time they are over. The label names the table.
fn dates_columns(text: &str, head: &Row, row: &Row) -> bool {
    let filled = |row: &Row| -> Vec<String> {
        let cells = row.cells.iter().skip(1).map(|cell| cut(text, cell.clone()));
        cells
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let is_date = |cell: &String| match super::periods(cell).as_slice() {
        [only] => only.range == (0..cell.len()),
        _ => false,
    };
    let (over, dates) = (filled(head), filled(row));
    let says_time = |cell: &String| is_only_of_head(cell) && super::periods(cell).is_empty();
    !over.is_empty() && over.iter().all(says_time) && dates.len() > 1 && dates.iter().all(is_date)
}

/// `| Item | Unit | Q2 | Q1 |` below `| | | 2025 | 2025 |`: which part of the year over each column is meant.
fn parts_years(text: &str, head: &Row, row: &Row) -> bool {
    const UNITS: [&str; 4] = ["unit", "units", "单位", "计量单位"];
    const PARTS: [&str; 15] = [
        "q1",
        "q2",
        "q3",
        "q4",
        "h1",
        "h2",
        "fy",
        "full year",
        "一季度",
        "二季度",
        "三季度",
        "四季度",
        "上半年",
        "下半年",
        "全年",
    ];
    let cells = |row: &Row| -> Vec<String> {
        let cells = row.cells.iter().map(|cell| cut(text, cell.clone()));
        cells.map(str::to_lowercase).collect()
    };
    let (over, own) = (cells(head), cells(row));
    let is_year = |cell: &String| {
        let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
        digits.len() == 4 && !super::periods(cell).is_empty()
    };
    let is_part = |cell: &String| {
        let bare = cell.trim_start_matches('第');
        PARTS.contains(&bare)
    };
    let parts = own.iter().filter(|cell| is_part(cell)).count();
    let years = over.iter().filter(|cell| is_year(cell)).count();
    let is_rest = |(own, over): (&String, &String)| {
        is_part(own) && is_year(over) || over.is_empty() || UNITS.contains(&own.as_str())
    };
    over.first().is_some_and(String::is_empty)
        && own.len() == over.len()
        && parts > 1
        && years >= parts
        && own.iter().zip(&over).all(is_rest)
}

/// `In Millions`, `Year Ended May 31,`, `单位：百万元`: a corner that says in what, or over which time, is
/// counted, and names no row.
fn is_only_of_head(label: &str) -> bool {
    const WORDS: &str = " in of the for as at on and or to except per share shares data amounts figures dollars usd eur gbp rmb us \
        currency million millions thousand thousands billion billions percentages unaudited audited restated year years fiscal \
        quarter quarters month months week weeks period periods three six nine twelve ended ending january february march april \
        may june july august september october november december ";
    let lower = label.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    let is_of_head = |word: &str| {
        WORDS.contains(&format!(" {word} ")) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_unit_in_han = label.starts_with("单位") && states_unit(label);
    is_unit_in_han || words.peek().is_some() && words.all(is_of_head)
}

/// What stands above a table and outside of it.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub(super) carried: &'a [&'a str],
    /// Where the table began before this text: what was said above it, and the part it was in.
    pub(super) above: &'a Above,
    /// What bare amounts are counted in, where the rest of the document says so.
    pub(super) currency: Option<&'static str>,
}

pub(super) fn table_figures(
    text: &str,
    lines: &[Range<usize>],
    around: Surroundings<'_>,
) -> Vec<Figure> {
    let table = table(text, lines, around.carried);
    let signs = table
        .rows
        .iter()
        .find_map(|row| super::cell::first_currency(cut(text, row.range.clone())));
    let caption = around.above.caption.as_str();
    // A paragraph may speak of money without stating the unit of the table below it.
    let states_unit = unit_hint(caption).is_some_and(|hint| hint.exponent.is_some());
    let reader = TableReader {
        text,
        table: &table,
        caption,
        unit_caption: if states_unit { caption } else { "" },
        currency: signs.or(around.currency),
    };
    let mut part = Part::above(&table, &around.above.part);
    let mut found = Vec::new();
    for row in &table.rows {
        part = part.at(text, row);
        if !is_section_row(text, row) {
            found.extend(reader.row(row, &part));
        }
        part = part.after(text, row);
    }
    found
}

/// `| Cost of revenues |`: a label and nothing else.
pub fn is_section_row(text: &str, row: &Row) -> bool {
    let mut cells = row.cells.iter().map(|cell| cut(text, cell.clone()));
    cells.next().is_some_and(|label| !label.is_empty()) && cells.all(str::is_empty)
}

struct TableReader<'a> {
    text: &'a str,
    table: &'a Table,
    caption: &'a str,
    /// The caption, if it states a unit.
    unit_caption: &'a str,
    currency: Option<&'static str>,
}

impl TableReader<'_> {
    fn row(&self, row: &Row, part: &Part) -> Vec<Figure> {
        let cells = self.joined(row);
        let Some((label_range, rest)) = cells.split_first() else {
            return Vec::new();
        };
        let Columns { columns, note } = &self.table.columns;
        let fits = columns.len() == cells.len();
        let corner = columns.first().map_or("", |column| column.name.as_str());
        let label = cut(self.text, label_range.clone());
        let row_period = sole_period(label);
        let above = format!("{corner} {}", self.caption);
        let of_row = match row_period {
            Some(_) => Subject::default(),
            None => subject_of_label(label, &part.context(&above)),
        };
        let mut found = Vec::new();
        for (index, cell) in rest.iter().enumerate() {
            let column = columns.get(index + 1).filter(|_| fits);
            let head = column.map_or("", |column| column.name.as_str());
            let content = cut(self.text, cell.clone());
            if is_note_number(head, content) {
                continue;
            }
            let announced = key_and_value(content)
                .and_then(|(key, value)| sole_period(key).map(|period| (period, value)));
            let (period, value_text) = match announced {
                Some((period, value)) => (Some(period), value),
                None => (
                    row_period.or(column.and_then(|column| column.period)),
                    content,
                ),
            };
            let name = if row_period.is_some() { head } else { label };
            if let Some(number) = value_of(value_text) {
                let subject = match row_period {
                    _ if column.is_some_and(|column| column.is_change) => Subject::default(),
                    Some(_) => subject_of_label(head, &part.context(&above)),
                    None => of_row.clone(),
                };
                let cell = Cell {
                    subject,
                    number,
                    period,
                    is_stretch: column.is_some_and(|column| column.is_stretch),
                    hints: &[value_text, name, head, corner, note, self.unit_caption],
                    currency: self.currency,
                    raw: value_text,
                    at: cell.end - value_text.len(),
                    basis: basis_of(&format!("{label} {head}")),
                };
                found.push(figure(cell));
            }
        }
        found
    }

    /// The cells of a row; a lone `%` belongs to the number before it.
    fn joined(&self, row: &Row) -> Vec<Range<usize>> {
        let mut joined: Vec<Range<usize>> = Vec::new();
        for cell in &row.cells {
            let content = cut(self.text, cell.clone());
            let stray = matches!(content, "%" | ")%" | ")");
            if !(stray && joined.len() > 1) {
                joined.push(cell.clone());
            }
        }
        joined
    }
}

/// The figures of a line `key: value; key: value`.
pub fn record_figures(text: &str, range: Range<usize>) -> Vec<Figure> {
    let line = cut(text, range.clone());
    let mut period = None;
    let mut unit = "";
    let mut entity = None;
    let mut qualifier = String::new();
    let mut values: Vec<(&str, &str, usize)> = Vec::new();
    let mut start = range.start;
    for part in line.split_inclusive([';', '；']) {
        let content = part.trim_end_matches([';', '；']);
        if let Some((key, value)) = key_and_value(content) {
            let name = key.to_lowercase();
            let at = start + content.trim_end().len() - value.len();
            match name.as_str() {
                "period" | "quarter" | "year" | "fiscal year" | "fiscal_year" | "date" | "期间"
                | "季度" | "年度" | "年份" | "报告期" => period = sole_period(value),
                "unit" | "units" | "单位" => unit = value,
                "company" | "name" | "公司" => entity = Some(value.to_owned()),
                "segment" | "region" | "product" | "分部" | "地区" | "产品" => {
                    qualifier = value.to_owned();
                }
                _ => values.push((key, value, at)),
            }
        }
        start += part.len();
    }
    let mut found = Vec::new();
    for (key, value, at) in values {
        let plain_key = key.replace('_', " ");
        let Some(number) = value_of(value) else {
            continue;
        };
        let mut subject = subject_of_label(&format!("{qualifier} {key}"), &Context::OwnOnly);
        subject.entity = entity.clone();
        found.push(figure(Cell {
            subject,
            number,
            period: sole_period(&plain_key).or(period),
            is_stretch: false,
            hints: &[value, key, unit],
            currency: unit_hint(unit).and_then(|hint| hint.currency),
            raw: value,
            at,
            basis: basis_of(&plain_key),
        }));
    }
    found
}
