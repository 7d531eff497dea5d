use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::SPLIT_IT;
use super::xlsx::FORMAT;
use super::xlsx_format::{Epoch, shown};
use super::xml::{NO_DOCTYPE, resolved};
use super::{ReadError, squeezed};

/// Cells with something in them, in one sheet.
const MAX_CELLS: usize = 2_000_000;
/// Columns of the program itself.
const MAX_COLUMNS: u32 = 16_384;
const MAX_MERGES: usize = 20_000;

pub(super) struct CellStyle {
    pub(super) code: String,
    /// White on white, or a format that shows nothing.
    pub(super) is_unseen: bool,
}

/// What all sheets share.
pub(super) struct Workbook {
    pub(super) strings: Vec<String>,
    pub(super) styles: Vec<CellStyle>,
    pub(super) epoch: Epoch,
}

/// A sheet's cells by row; rows and cells in order, numbers counted from 1.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) rows: Vec<Row>,
    pub(super) hidden_columns: Vec<(u32, u32)>,
    pub(super) merges: Vec<Merge>,
}

#[derive(Default)]
pub(super) struct Row {
    pub(super) number: u32,
    pub(super) is_hidden: bool,
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    pub(super) column: u32,
    pub(super) text: String,
    pub(super) is_unseen: bool,
}

pub(super) struct Merge {
    pub(super) first: (u32, u32),
    pub(super) last: (u32, u32),
}

/// The strings that cells name by number.
pub(super) fn strings(source: &str) -> Result<Vec<String>, ReadError> {
    let mut strings = Vec::new();
    let mut text = String::new();
    let mut phonetic = 0_usize;
    let mut is_text = false;
    each_event("sharedStrings.xml", source, |event| {
        match event {
            Piece::Start(start) => match start.local_name().into_inner() {
                "rPh" => phonetic += 1,
                "t" => is_text = phonetic == 0,
                _ => {}
            },
            Piece::End(name) => match name {
                "rPh" => phonetic = phonetic.saturating_sub(1),
                "t" => is_text = false,
                "si" => strings.push(std::mem::take(&mut text)),
                _ => {}
            },
            Piece::Text(piece) if is_text => text.push_str(piece),
            Piece::Text(_) => {}
        }
        Ok(())
    })?;
    Ok(strings)
}

impl Workbook {
    pub(super) fn sheet(&self, part: &str, source: &str) -> Result<Sheet, ReadError> {
        let mut scan = Scan {
            workbook: self,
            sheet: Sheet::default(),
            row: Row::default(),
            cell: None,
            content: Content::None,
            count: 0,
        };
        each_event(part, source, |event| scan.take(event))?;
        let mut sheet = scan.sheet;
        sheet.rows.sort_by_key(|row| row.number);
        Ok(sheet)
    }
}

struct Scan<'a> {
    workbook: &'a Workbook,
    sheet: Sheet,
    row: Row,
    cell: Option<OpenCell>,
    content: Content,
    count: usize,
}

struct OpenCell {
    column: u32,
    kind: String,
    style: usize,
    value: String,
    formula: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    None,
    Value,
    Formula,
    Phonetic,
}

impl Scan<'_> {
    fn take(&mut self, event: Piece<'_, '_>) -> Result<(), ReadError> {
        match event {
            Piece::Start(start) => self.open(start),
            Piece::End(name) => return self.close(name),
            Piece::Text(text) => {
                if let Some(cell) = &mut self.cell {
                    match self.content {
                        Content::Value => cell.value.push_str(text),
                        Content::Formula => cell.formula.push_str(text),
                        Content::None | Content::Phonetic => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, start: &BytesStart<'_>) {
        let number = |name: &str| attribute(start, name).and_then(|text| text.parse::<u32>().ok());
        let is_on = |name: &str| matches!(attribute(start, name).as_deref(), Some("1" | "true"));
        match start.local_name().into_inner() {
            "col" if is_on("hidden") => {
                let columns = number("min").zip(number("max"));
                self.sheet.hidden_columns.extend(columns);
            }
            "row" => {
                let before = self.sheet.rows.last().map_or(0, |row| row.number);
                self.row = Row {
                    number: number("r").unwrap_or(before.saturating_add(1)),
                    is_hidden: is_on("hidden"),
                    cells: Vec::new(),
                };
            }
            "c" => {
                let before = self.row.cells.last().map_or(0, |cell| cell.column);
                let place = attribute(start, "r").and_then(|text| place_of(&text));
                self.cell = Some(OpenCell {
                    column: place.map_or(before + 1, |(column, _)| column),
                    kind: attribute(start, "t").unwrap_or_default(),
                    style: number("s")
                        .and_then(|s| usize::try_from(s).ok())
                        .unwrap_or(0),
                    value: String::new(),
                    formula: String::new(),
                });
            }
            "v" => self.content = Content::Value,
            "t" if self.content != Content::Phonetic => self.content = Content::Value,
            "f" => self.content = Content::Formula,
            "rPh" => self.content = Content::Phonetic,
            "mergeCell" if self.sheet.merges.len() < MAX_MERGES => {
                let range = attribute(start, "ref").and_then(|text| range_of(&text));
                self.sheet.merges.extend(range);
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) -> Result<(), ReadError> {
        match name {
            "v" | "f" | "rPh" => self.content = Content::None,
            "t" if self.content == Content::Value => self.content = Content::None,
            "c" => {
                let cell = self.cell.take().map(|cell| self.finished(&cell));
                if let Some(cell) = cell.filter(|cell| !cell.text.is_empty()) {
                    self.count += 1;
                    self.row.cells.push(cell);
                }
            }
            "row" if !self.row.cells.is_empty() => {
                self.row.cells.sort_by_key(|cell| cell.column);
                self.sheet.rows.push(std::mem::take(&mut self.row));
            }
            _ => {}
        }
        if self.count > MAX_CELLS {
            return Err(ReadError::Exceeds {
                format: FORMAT,
                what: "a sheet has more filled cells than that".to_owned(),
                limit: MAX_CELLS as u64,
                hint: SPLIT_IT,
            });
        }
        Ok(())
    }

    fn finished(&self, cell: &OpenCell) -> Cell {
        let style = self.workbook.styles.get(cell.style);
        let code = style.map_or("General", |style| style.code.as_str());
        let value = cell.value.trim();
        let text = match cell.kind.as_str() {
            "s" => {
                let place = value.parse::<usize>().ok();
                let text = place.and_then(|place| self.workbook.strings.get(place));
                text.cloned().unwrap_or_default()
            }
            "str" | "inlineStr" | "e" => cell.value.clone(),
            "d" => value.trim_end_matches("T00:00:00").to_owned(),
            "b" => match value {
                "1" | "true" => "TRUE".to_owned(),
                "" => String::new(),
                _ => "FALSE".to_owned(),
            },
            _ if value.is_empty() => String::new(),
            _ => shown(value, code, self.workbook.epoch),
        };
        // A formula without a kept result was never calculated: its reader must see that.
        let is_uncalculated = value.is_empty() && !cell.formula.trim().is_empty();
        let text = if is_uncalculated {
            format!("={}", cell.formula)
        } else {
            text
        };
        Cell {
            column: cell.column.clamp(1, MAX_COLUMNS),
            text: squeezed(&text),
            is_unseen: style.is_some_and(|style| style.is_unseen),
        }
    }
}

/// `AB12` is column 28 of row 12.
fn place_of(text: &str) -> Option<(u32, u32)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = text.split_at_checked(digits)?;
    let column = letters.bytes().try_fold(0_u32, |column, letter| {
        let letter = letter.to_ascii_uppercase().checked_sub(b'A')?;
        let column = column.checked_mul(26)?.checked_add(u32::from(letter) + 1)?;
        (letter < 26 && column <= MAX_COLUMNS).then_some(column)
    })?;
    Some((column, row.parse().ok()?))
}

fn range_of(text: &str) -> Option<Merge> {
    let (first, last) = text.split_once(':')?;
    Some(Merge {
        first: place_of(first)?,
        last: place_of(last)?,
    })
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = start.attributes();
    let attributes = attributes.with_checks(false);
    let found = attributes
        .flatten()
        .find(|a| a.key.local_name().into_inner() == name)?;
    let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

enum Piece<'a, 'b> {
    Start(&'a BytesStart<'b>),
    End(&'a str),
    Text(&'a str),
}

/// Hands the pieces of a part over one by one, so that a large sheet is never a tree in memory.
fn each_event(
    part: &str,
    source: &str,
    mut take: impl FnMut(Piece<'_, '_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let malformed = |reason: String| ReadError::Malformed {
        format: FORMAT,
        reason: format!("{part}: {reason}"),
    };
    let mut reader = Reader::from_str(source);
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(|e| malformed(e.to_string()))? {
            Event::Start(start) => {
                depth += 1;
                take(Piece::Start(&start))?;
            }
            Event::Empty(start) => {
                take(Piece::Start(&start))?;
                take(Piece::End(start.local_name().into_inner()))?;
            }
            Event::End(end) => {
                depth = depth.saturating_sub(1);
                take(Piece::End(end.local_name().into_inner()))?;
            }
            Event::Text(text) => take(Piece::Text(&text.xml10_content()))?,
            Event::CData(text) => take(Piece::Text(&text.xml10_content()))?,
            Event::GeneralRef(reference) => {
                let text = resolved(&reference).map_err(malformed)?;
                take(Piece::Text(&text))?;
            }
            Event::DocType(_) => return Err(malformed(NO_DOCTYPE.to_owned())),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof if depth > 0 => {
                return Err(malformed("it ends inside an element".to_owned()));
            }
            Event::Eof => return Ok(()),
        }
    }
}
