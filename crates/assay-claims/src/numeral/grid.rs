//! Cells of a table with their row, their column and what stands above.

use std::ops::Range;

use assay_figures::{
    Measure, Number, Period, Table, Unit, UnitHint, cut, first_currency, is_section_row,
    measures_in, periods, table, unit_hint, value_of,
};

use super::reading::{Reading, bare_value, named};
use super::value::{Place, Value};
use super::words::{Words, tokens};

struct Grid<'a> {
    text: &'a str,
    headers: Vec<String>,
    corner: String,
    note: String,
    caption: &'a str,
    /// The only currency sign of the body.
    currency: Option<&'static str>,
    number: usize,
}

/// Adds the numbers and periods of a table to `reading`.
pub(crate) fn read_table(
    reading: &mut Reading,
    text: &str,
    lines: &[Range<usize>],
    carried: &[&str],
    caption: &str,
    number: usize,
) {
    let table = table(text, lines, carried);
    let body: Vec<Range<usize>> = table.rows.iter().map(|row| row.range.clone()).collect();
    for line in lines.iter().filter(|line| !body.contains(line)) {
        for cell in header_cells(text, line) {
            reading.label(text, cell);
        }
    }
    let headers = headers(&table);
    let signs: Vec<&'static str> = body
        .iter()
        .filter_map(|row| first_currency(cut(text, row.clone())))
        .collect();
    let grid = Grid {
        text,
        corner: headers.first().cloned().unwrap_or_default(),
        headers,
        note: table.columns.note.clone(),
        caption,
        currency: signs
            .first()
            .copied()
            .filter(|sign| signs.iter().all(|s| s == sign)),
        number,
    };
    let mut part = String::new();
    for (index, row) in table.rows.iter().enumerate() {
        if is_section_row(text, row) {
            part = row
                .cells
                .first()
                .map_or("", |cell| cut(text, cell.clone()))
                .to_owned();
            reading.label(text, row.range.clone());
        } else {
            grid.row(reading, &row.cells, index, &part);
        }
    }
}

/// The header over each column, the label column included. A heading that stands over several
/// columns is printed over one of them.
fn headers(table: &Table) -> Vec<String> {
    let width = table.header.iter().map(Vec::len).max().unwrap_or_default();
    let is_square = table.header.iter().all(|row| row.len() == width);
    if !is_square {
        let columns = table.columns.columns.iter();
        return columns.map(|column| column.name.clone()).collect();
    }
    let mut headers = vec![String::new(); width];
    for row in &table.header {
        for (header, cell) in headers.iter_mut().zip(spread(row)) {
            if !cell.is_empty() {
                header.push_str(cell);
                header.push(' ');
            }
        }
    }
    headers
}

fn spread(row: &[String]) -> Vec<&str> {
    let cells: Vec<&str> = row.iter().map(String::as_str).collect();
    let Some((corner, rest)) = cells.split_first() else {
        return cells;
    };
    let filled: Vec<&str> = rest
        .iter()
        .copied()
        .filter(|cell| !cell.is_empty())
        .collect();
    let starts_blank = rest.first().is_some_and(|cell| cell.is_empty());
    let spread: Vec<&str> = match filled.as_slice() {
        [only] => rest.iter().map(|_| *only).collect(),
        // Over which columns a centred heading stands is not plain.
        _ if starts_blank => rest.to_vec(),
        _ => {
            let mut last = "";
            rest.iter()
                .copied()
                .map(|cell| {
                    if !cell.is_empty() {
                        last = cell;
                    }
                    last
                })
                .collect()
        }
    };
    std::iter::once(*corner).chain(spread).collect()
}

impl Grid<'_> {
    fn row(&self, reading: &mut Reading, cells: &[Range<usize>], row: usize, part: &str) {
        let Some((label_range, rest)) = cells.split_first() else {
            return;
        };
        let label = cut(self.text, label_range.clone());
        reading.label(self.text, label_range.clone());
        let stray = |cell: &Range<usize>| matches!(cut(self.text, cell.clone()), "%" | ")%" | ")");
        let full = rest.iter().filter(|cell| !stray(cell)).count();
        let fits = self.headers.len() == full + 1;
        let row_currency = rest
            .iter()
            .find_map(|cell| first_currency(cut(self.text, cell.clone())));
        let mut column = 0;
        for (at, cell) in rest.iter().enumerate() {
            if stray(cell) {
                continue;
            }
            column += 1;
            let content = cut(self.text, cell.clone());
            if !content.contains(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let head = self
                .headers
                .get(column)
                .filter(|_| fits)
                .map_or("", String::as_str);
            let behind = rest
                .get(at + 1)
                .map_or("", |next| cut(self.text, next.clone()));
            let seat = Seat {
                label,
                head,
                part,
                place: Place::Cell {
                    table: self.number,
                    row,
                    column,
                },
                row_currency,
                is_percent: behind.ends_with('%')
                    && stray(&(rest.get(at + 1).cloned().unwrap_or_default())),
            };
            self.cell(reading, cell, &seat);
        }
    }

    fn cell(&self, reading: &mut Reading, cell: &Range<usize>, seat: &Seat<'_>) {
        let content = cut(self.text, cell.clone());
        let from = reading.values.len();
        reading.stretches.push(cell.clone());
        let own = reading.mark_periods(self.text, cell);
        match value_of(content) {
            Some(number) => reading
                .values
                .push(self.value(cell, content, &number, seat)),
            None => reading.sentence(self.text, cell.clone()),
        }
        let texts = [
            seat.label,
            seat.head,
            seat.part,
            self.corner.as_str(),
            self.caption,
        ];
        let mentions: Vec<Period> = texts
            .iter()
            .flat_map(|text| periods(text))
            .map(|span| span.period)
            .chain(own)
            .collect();
        let label = plain(seat.label).join(&plain(seat.head));
        let around = plain(seat.part)
            .join(&plain(&self.corner))
            .join(&plain(self.caption));
        let name = [seat.part, seat.label, seat.head].map(str::trim);
        let name: Vec<&str> = name.into_iter().filter(|text| !text.is_empty()).collect();
        let name = name.join(" / ");
        let row = plain(seat.label);
        let own_periods: Vec<Period> = [seat.label, seat.head]
            .iter()
            .flat_map(|text| periods(text))
            .map(|span| span.period)
            .collect();
        let period = sole(seat.head).or_else(|| sole(seat.label));
        for value in reading.values.iter_mut().skip(from) {
            value.label = label.clone();
            value.row = row.clone();
            value.around = around.clone();
            value.own_periods.clone_from(&own_periods);
            value.place = seat.place;
            value.name = name.clone();
            value.period = value.period.or(period);
            value.mentions.extend(mentions.iter().copied());
        }
    }

    fn value(&self, cell: &Range<usize>, content: &str, number: &Number, seat: &Seat<'_>) -> Value {
        let hints = [
            content,
            bracketed(seat.label),
            seat.head,
            seat.part,
            &self.corner,
            &self.note,
            self.caption,
        ];
        let stated: Vec<(usize, UnitHint)> = hints
            .iter()
            .enumerate()
            .filter_map(|(place, text)| Some((place, unit_hint(text)?)))
            .collect();
        let mut value = bare_value(number.value.abs(), cell.clone(), content);
        value.negative = number.value.is_sign_negative();
        let own_currency = match number.unit {
            Unit::Currency(code) => Some(code),
            _ => None,
        };
        let is_amount = matches!(number.unit, Unit::Bare | Unit::Count(_) | Unit::Currency(_));
        let says_percent = |(place, hint): &(usize, UnitHint)| {
            let beside_digits = *place == 1 && seat.label.contains(|c: char| c.is_ascii_digit());
            hint.is_percent && (1..=4).contains(place) && !beside_digits
        };
        if seat.is_percent
            || (is_amount && own_currency.is_none() && stated.iter().any(says_percent))
        {
            value.unit = Unit::Percent;
            value.exponent = Some(0);
            return value;
        }
        if !is_amount {
            value.unit = number.unit.clone();
            value.exponent = Some(number.scale.exponent);
            return value;
        }
        let exponent = stated
            .iter()
            .find_map(|(_, hint)| hint.exponent)
            .or_else(|| {
                hints
                    .iter()
                    .skip(1)
                    .take(5)
                    .find_map(|text| plural_scale(text))
            });
        let currency = own_currency
            .or_else(|| stated.iter().find_map(|(_, hint)| hint.currency))
            .or(seat.row_currency);
        value.exponent = match number.scale.exponent {
            0 => exponent,
            own => Some(own),
        };
        value.may_be_plain = number.scale.exponent == 0 && self.is_exception(seat, number);
        value.unit = match currency {
            Some(code) if own_currency.is_some() || !value.may_be_plain => Unit::Currency(code),
            _ => number.unit.clone(),
        };
        value.table_currency = self.currency.filter(|_| !value.may_be_plain);
        value.metric = measures_in(seat.label)
            .into_iter()
            .find_map(|measure| match measure {
                Measure::Known(span) => Some(span.metric),
                Measure::Other(_) => None,
            });
        value.metric_words = named(seat.label, value.metric);
        value
    }

    /// A row that the scale of its table may not hold for.
    fn is_exception(&self, seat: &Seat<'_>, number: &Number) -> bool {
        const PLAIN: [&str; 22] = [
            "per ",
            "share",
            "number",
            "rate",
            "ratio",
            "percent",
            "%",
            "day",
            "employee",
            "headcount",
            "unit",
            "price",
            "margin",
            "yield",
            "year",
            "month",
            "weighted",
            "basic",
            "diluted",
            "multiple",
            "每股",
            "率",
        ];
        let near = format!("{} {} {}", seat.label, seat.head, seat.part).to_lowercase();
        let far = format!("{} {} {}", self.corner, self.note, self.caption).to_lowercase();
        let named = PLAIN.iter().any(|word| near.contains(word));
        let excepted = far.contains("except") || far.contains("除");
        matches!(number.unit, Unit::Count(_)) || named || (excepted && number.value.scale() > 0)
    }
}

struct Seat<'a> {
    label: &'a str,
    head: &'a str,
    /// The label of the part of the table that the row stands in.
    part: &'a str,
    place: Place,
    row_currency: Option<&'static str>,
    is_percent: bool,
}

/// `( millions )` in a header: a plural is never part of a number.
fn plural_scale(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    let scales = [("thousands", 3), ("millions", 6), ("billions", 9)];
    let words = tokens(&lower);
    let found = scales.iter().find(|(word, _)| words.contains(word));
    found.map(|(_, exponent)| *exponent)
}

fn header_cells(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut start = line.start;
    let mut cells = Vec::new();
    for piece in cut(text, line.clone()).split('|') {
        if !piece.trim().is_empty() {
            cells.push(start..start + piece.len());
        }
        start += piece.len() + 1;
    }
    cells
}

/// The note in a label that may state a unit: `Revenue (USD million)`. The words before it name what
/// is measured, which may itself be a currency.
fn bracketed(label: &str) -> &str {
    let at = label.find(['(', '（']).or_else(|| label.rfind(", "));
    cut(label, at.unwrap_or(label.len())..label.len())
}

fn plain(text: &str) -> Words {
    Words::without_periods(text, &periods(text))
}

fn sole(text: &str) -> Option<Period> {
    match periods(text).as_slice() {
        [only] => Some(only.period),
        _ => None,
    }
}
