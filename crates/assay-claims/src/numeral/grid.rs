//! Cells of a table with their row, their column and what stands above.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use assay_figures::{
    Measure, Metric, Needles, Number, Period, Row, Span, Unit, UnitHint, cut, first_currency,
    is_note_number, is_section_row, is_unit_row, measures_in, periods, sole_metric, table,
    unit_hint, value_of,
};

use super::heads::headers;
use super::percents::bare_percents;
use super::reading::{Reading, bare_value, named};
use super::said::Said;
use super::unit_column::{heads_units, unit_of_cell};
use super::value::{Place, Value};
use super::words::Words;

struct Grid<'a> {
    text: &'a str,
    headers: Vec<Said<'a>>,
    corner: Said<'a>,
    note: Said<'a>,
    caption: Said<'a>,
    /// Nothing: what stands over a column without a header.
    silence: Said<'a>,
    /// `except per share data`
    has_exceptions: bool,
    /// The only currency sign of the body.
    currency: Option<&'static str>,
    /// Rows and places in them of percentages without a sign.
    percents: BTreeSet<(usize, usize)>,
    /// The first cell of each row is a figure as well.
    is_unlabelled: bool,
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
    static EXCEPTIONS: LazyLock<Needles> = LazyLock::new(|| Needles::of(["except", "除"]));
    let is_unlabelled = is_unlabelled(text, &table.rows);
    let corner = headers.first().filter(|_| !is_unlabelled);
    let corner = corner.map_or("", String::as_str);
    let note = table.columns.note.as_str();
    let above = [corner, note, caption];
    let mut grid = Grid {
        text,
        corner: Said::by(corner),
        headers: headers.iter().map(|header| Said::by(header)).collect(),
        note: Said::by(note),
        caption: Said::by(caption),
        silence: Said::default(),
        has_exceptions: above.iter().any(|text| EXCEPTIONS.is_any_in(text)),
        currency: signs
            .first()
            .copied()
            .filter(|sign| signs.iter().all(|s| s == sign)),
        percents: bare_percents(text, &table, above.iter().any(|text| says_share(text))),
        is_unlabelled,
        number,
    };
    let mut part = Said::by(table.part.as_deref().unwrap_or_default());
    for (index, row) in table.rows.iter().enumerate() {
        if is_unit_row(text, row) {
            // for the rows below it, whatever part they are in
            let label = row.cells.first();
            grid.note = Said::by(label.map_or("", |cell| cut(text, cell.clone())));
        } else if is_section_row(text, row) {
            let label = row.cells.first();
            part = Said::by(label.map_or("", |cell| cut(text, cell.clone())));
            reading.label(text, row.range.clone());
        } else {
            grid.row(reading, &row.cells, index, &part);
        }
    }
    mark_signed(reading, number);
    if is_cash_flow(text, &table.rows, caption) {
        let is_inside = |value: &&mut Value| matches!(value.place, Place::Cell { table, .. } if table == number);
        for value in reading.values.iter_mut().filter(is_inside) {
            value.is_cash_flow = true;
        }
    }
}

/// By its caption, or by what it adds up to.
fn is_cash_flow(text: &str, rows: &[Row], caption: &str) -> bool {
    static SIGNS: assay_domain::WordList = assay_domain::word_list!("numeral/grid/signs");
    let says = |line: &str| {
        let lower = line.to_lowercase();
        SIGNS.iter().any(|sign| lower.contains(sign))
    };
    says(caption)
        || rows.iter().any(|row| {
            let label = row.cells.first();
            label.is_some_and(|label| says(cut(text, label.clone())))
        })
}

/// Rates of a column in which some are below zero.
fn mark_signed(reading: &mut Reading, number: usize) {
    let column_of = |value: &Value| match value.place {
        Place::Cell { table, column, .. } if table == number => {
            Some(column).filter(|_| value.unit == Unit::Percent)
        }
        _ => None,
    };
    let below = reading.values.iter().filter(|value| value.negative);
    let below: BTreeSet<usize> = below.filter_map(column_of).collect();
    for value in &mut reading.values {
        value.has_sign |= column_of(value).is_some_and(|column| below.contains(&column));
    }
}

impl Grid<'_> {
    fn row(&self, reading: &mut Reading, cells: &[Range<usize>], row: usize, part: &Said<'_>) {
        let Some(first) = cells.first() else {
            return;
        };
        let (label_range, rest) = match self.is_unlabelled {
            true => (&(first.start..first.start), cells),
            false => (first, cells.get(1..).unwrap_or_default()),
        };
        let labels = usize::from(!self.is_unlabelled);
        reading.label(self.text, label_range.clone());
        let unit_cell = self.unit_cell(rest, labels);
        let stray = |cell: &Range<usize>| {
            let is_mark = matches!(cut(self.text, cell.clone()), "%" | ")%" | ")");
            is_mark && unit_cell != Some(cell)
        };
        let full = rest.iter().filter(|cell| !stray(cell)).count();
        let fits = self.headers.len() == full + labels;
        let row_currency = rest
            .iter()
            .find_map(|cell| first_currency(cut(self.text, cell.clone())));
        let name = RowName::of(cut(self.text, label_range.clone()));
        let around = part
            .words
            .join(&self.corner.words)
            .join(&self.caption.words);
        let unit = unit_cell.filter(|_| fits);
        let unit = unit.and_then(|cell| unit_of_cell(cut(self.text, cell.clone())));
        let mut column = 0;
        for (at, cell) in rest.iter().enumerate() {
            if stray(cell) {
                continue;
            }
            column += 1;
            let content = cut(self.text, cell.clone());
            if !content.bytes().any(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let behind = rest.get(at + 1).cloned().unwrap_or_default();
            let seat = Seat {
                row: &name,
                head: self
                    .headers
                    .get(column + labels - 1)
                    .filter(|_| fits)
                    .unwrap_or(&self.silence),
                part,
                around: &around,
                place: Place::Cell {
                    table: self.number,
                    row,
                    column,
                },
                row_currency,
                unit,
                is_percent: unit.is_some_and(|unit| unit.is_percent)
                    || stray(&behind) && cut(self.text, behind.clone()).ends_with('%')
                    || self.percents.contains(&(row, at + labels)),
            };
            if is_note_number(seat.head.text, content) {
                continue;
            }
            self.cell(reading, cell, &seat);
        }
    }

    /// The cell of a row under `Unit`.
    fn unit_cell<'c>(&self, cells: &'c [Range<usize>], labels: usize) -> Option<&'c Range<usize>> {
        let mut heads = self.headers.iter().skip(labels);
        cells.get(heads.position(|head| heads_units(head.text))?)
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
            None => match ends_of_range(content) {
                Some(ends) => {
                    for (end, number) in ends {
                        let range = cell.start + end.start..cell.start + end.end;
                        let printed = cut(self.text, range.clone());
                        let value = self.value(&range, printed, &number, seat);
                        reading.values.push(value);
                    }
                }
                None => reading.sentence(self.text, cell.clone()),
            },
        }
        let row = &seat.row.label;
        let said = [row, seat.head, seat.part, &self.corner, &self.caption];
        let mentions: Vec<Period> = said
            .iter()
            .flat_map(|said| said.periods.iter().copied())
            .chain(own.iter().map(|span| span.period))
            .collect();
        let label = row.words.join(&seat.head.words);
        let name = [seat.part, row, seat.head].map(|said| said.text.trim());
        let name: Vec<&str> = name.into_iter().filter(|text| !text.is_empty()).collect();
        let name = name.join(" / ");
        let part = seat.head.part_of_year.or(row.part_of_year);
        let narrowed = |period: Period| match (part, period.span) {
            (Some(span), Span::Year) => Period { span, ..period },
            _ => period,
        };
        let own_periods: Vec<Period> = [row, seat.head]
            .iter()
            .flat_map(|said| said.periods.iter().copied().map(narrowed))
            .collect();
        let period = seat.head.sole_period().or_else(|| row.sole_period());
        let period = period.map(narrowed);
        for value in reading.values.iter_mut().skip(from) {
            value.label = label.clone();
            value.row = row.words.clone();
            value.around = seat.around.clone();
            value.own_periods.clone_from(&own_periods);
            value.place = seat.place;
            value.name = name.clone();
            value.head = seat.head.text.trim().to_owned();
            value.period = value.period.or(period);
            value.mentions.extend(mentions.iter().copied());
            value.mentions.extend(period.filter(|_| part.is_some()));
        }
    }

    fn value(&self, cell: &Range<usize>, content: &str, number: &Number, seat: &Seat<'_>) -> Value {
        let (head, part) = (seat.head, seat.part);
        let above = [&seat.row.bracket, head, part, &self.corner, &self.note];
        let hints = [unit_hint(content)]
            .into_iter()
            .chain(above.iter().map(|said| said.unit))
            .chain([self.caption.unit]);
        let stated: Vec<(usize, UnitHint)> = hints
            .enumerate()
            .filter_map(|(place, hint)| Some((place, hint?)))
            .collect();
        let mut value = bare_value(number.value.abs(), cell.clone(), content);
        value.negative = number.value.is_sign_negative();
        value.metric_words = seat.row.metric_words.clone();
        value.measured = match seat.row.names_measure {
            true => seat.row.metric,
            false => self.metric_over(seat),
        };
        let own_currency = match number.unit {
            Unit::Currency(code) => Some(code),
            _ => None,
        };
        let is_amount = matches!(number.unit, Unit::Bare | Unit::Count(_) | Unit::Currency(_));
        let says_percent = |(place, hint): &(usize, UnitHint)| {
            let beside_digits = *place == 1 && seat.row.has_digits;
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
        let of_row = seat.unit.and_then(|unit| unit.exponent);
        let exponent = of_row
            .or_else(|| stated.iter().find_map(|(_, hint)| hint.exponent))
            .or_else(|| above.iter().find_map(|said| said.plural_scale));
        let currency = own_currency
            .or_else(|| seat.unit.and_then(|unit| unit.currency))
            .or_else(|| stated.iter().find_map(|(_, hint)| hint.currency))
            .or(seat.row_currency);
        value.exponent = match number.scale.exponent {
            0 => exponent,
            own => Some(own),
        };
        let is_per_share = [&seat.row.label, part]
            .iter()
            .any(|said| said.is_per_share());
        if is_per_share && number.value.scale() > 0 {
            value.exponent = Some(0);
        } else {
            value.may_be_plain = number.scale.exponent == 0
                && seat.unit.is_none()
                && self.is_exception(seat, number);
        }
        value.unit = match currency {
            Some(code) if own_currency.is_some() || !value.may_be_plain => Unit::Currency(code),
            _ => number.unit.clone(),
        };
        value.table_currency = self.currency.filter(|_| !value.may_be_plain);
        value.metric = seat.row.metric;
        value
    }

    /// What the nearest words over a row that names no measure say that its numbers are.
    fn metric_over(&self, seat: &Seat<'_>) -> Option<&'static Metric> {
        const LONGEST_TITLE: usize = 120;
        let titles = [
            seat.head,
            seat.part,
            &self.corner,
            &self.note,
            &self.caption,
        ];
        let mut titles = titles
            .iter()
            .filter(|said| !measures_in(said.text).is_empty());
        let title = titles.next()?.text;
        let is_title = title.len() <= LONGEST_TITLE && !title.contains(['.', '。']);
        is_title.then(|| sole_metric(title)).flatten()
    }

    /// A row that the scale of its table may not hold for.
    fn is_exception(&self, seat: &Seat<'_>, number: &Number) -> bool {
        let said = [&seat.row.label, seat.head, seat.part];
        let is_fraction = number.value.scale() > 0;
        matches!(number.unit, Unit::Count(_))
            || (self.has_exceptions && is_fraction)
            || said.iter().any(|said| said.is_unscaled)
    }
}

/// A table of one line whose columns are named and whose rows are not: each row begins with an amount
/// of money.
fn is_unlabelled(text: &str, rows: &[Row]) -> bool {
    let begins_with_amount = |row: &Row| {
        let first = row.cells.first().map(|cell| cut(text, cell.clone()));
        first.is_some_and(|cell| first_currency(cell).is_some() && value_of(cell).is_some())
    };
    !rows.is_empty() && rows.iter().all(begins_with_amount)
}

fn says_share(text: &str) -> bool {
    text.contains('%') || text.to_lowercase().contains("percent")
}

/// The two numbers of `$2.46 - $2.52`, with where they stand.
fn ends_of_range(content: &str) -> Option<[(Range<usize>, Number); 2]> {
    if !periods(content).is_empty() {
        return None;
    }
    const SIGNS: [&str; 6] = [" - ", " – ", " — ", " to ", "–", "～"];
    SIGNS.iter().find_map(|sign| {
        let (low, high) = content.split_once(sign)?;
        let start = content.len() - high.len();
        Some([
            (0..low.len(), value_of(low)?),
            (start..content.len(), value_of(high)?),
        ])
    })
}

/// What the first cell of a row says of all its numbers.
struct RowName<'a> {
    label: Said<'a>,
    /// The note in it that may state a unit.
    bracket: Said<'a>,
    has_digits: bool,
    /// One of the lexicon or another one.
    names_measure: bool,
    metric: Option<&'static Metric>,
    metric_words: Words,
}

impl<'a> RowName<'a> {
    fn of(label: &'a str) -> Self {
        let measures = measures_in(label);
        let metric = measures.iter().find_map(|measure| match measure {
            Measure::Known(span) => Some(span.metric),
            Measure::Other(_) => None,
        });
        Self {
            names_measure: !measures.is_empty(),
            label: Said::by(label),
            bracket: Said::by(bracketed(label)),
            has_digits: has_own_digits(label),
            metric,
            metric_words: named(label, metric),
        }
    }
}

/// Digits that are no note: not those of `margin3`.
fn has_own_digits(label: &str) -> bool {
    let bytes = label.as_bytes();
    (0..bytes.len()).any(|at| {
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut first = at;
        while first > 0 && is_digit(first - 1) {
            first -= 1;
        }
        let before = first.checked_sub(1).and_then(|before| bytes.get(before));
        is_digit(at) && !before.is_some_and(u8::is_ascii_lowercase)
    })
}

struct Seat<'a> {
    row: &'a RowName<'a>,
    head: &'a Said<'a>,
    /// The part of the table that the row stands in.
    part: &'a Said<'a>,
    /// The words of the part, the corner and the caption.
    around: &'a Words,
    place: Place,
    row_currency: Option<&'static str>,
    /// What a column of units says of the row.
    unit: Option<UnitHint>,
    is_percent: bool,
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
