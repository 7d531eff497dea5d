use std::collections::BTreeMap;

use assay_domain::Language;
use assay_exports::{CellRef, SheetCell, Workbook, column_name, xlsx};
use assay_memo::{MemoError, workbook};

use crate::case::{self, Case};
use crate::lab;

/// Computes a workbook as a spreadsheet would, in floating point.
struct Computed<'w> {
    cells: BTreeMap<String, &'w SheetCell>,
    values: BTreeMap<String, f64>,
}

impl<'w> Computed<'w> {
    fn of(workbook: &'w Workbook) -> Self {
        let mut cells = BTreeMap::new();
        for sheet in &workbook.sheets {
            for (row, line) in (0..).zip(&sheet.rows) {
                for (column, cell) in (0..).zip(line) {
                    cells.insert(CellRef::new(&sheet.name, row, column).absolute(), cell);
                }
            }
        }
        Self {
            cells,
            values: BTreeMap::new(),
        }
    }

    fn value(&mut self, place: &str) -> f64 {
        if let Some(known) = self.values.get(place) {
            return *known;
        }
        let value = match self.cells.get(place) {
            Some(SheetCell::Value { value, .. }) => value.to_string().parse().expect("a number"),
            Some(SheetCell::Formula { formula, .. }) => self.formula(formula),
            other => panic!("{place} is {other:?}"),
        };
        self.values.insert(place.to_owned(), value);
        value
    }

    fn formula(&mut self, formula: &str) -> f64 {
        let mut reader = Reader {
            rest: formula,
            of: self,
        };
        let value = reader.sum();
        assert_eq!(reader.rest, "", "{formula}");
        value
    }
}

struct Reader<'r, 'w> {
    rest: &'r str,
    of: &'r mut Computed<'w>,
}

impl Reader<'_, '_> {
    fn take(&mut self, symbol: char) -> bool {
        let found = self.rest.strip_prefix(symbol);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.take('+') {
                value += self.product();
            } else if self.take('-') {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.power();
        loop {
            if self.take('*') {
                value *= self.power();
            } else if self.take('/') {
                value /= self.power();
            } else {
                return value;
            }
        }
    }

    /// A minus binds before a power, as in spreadsheets.
    fn power(&mut self) -> f64 {
        let mut value = self.signed();
        while self.take('^') {
            value = value.powf(self.signed());
        }
        value
    }

    fn signed(&mut self) -> f64 {
        if self.take('-') {
            return -self.signed();
        }
        if self.take('(') {
            let value = self.sum();
            assert!(self.take(')'));
            return value;
        }
        if self.rest.starts_with('\'') {
            let cells = self.cells();
            assert_eq!(cells.len(), 1);
            return cells[0];
        }
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        if let Ok(number) = word.parse() {
            return number;
        }
        assert!(self.take('('), "{word}");
        let value = self.call(word);
        assert!(self.take(')'));
        value
    }

    fn call(&mut self, name: &str) -> f64 {
        let mut all = if name == "QUARTILE" {
            self.cells()
        } else {
            vec![self.sum()]
        };
        while self.take(',') {
            all.push(self.sum());
        }
        match name {
            "MAX" => all.into_iter().fold(f64::MIN, f64::max),
            "MIN" => all.into_iter().fold(f64::MAX, f64::min),
            "SQRT" => all[0].sqrt(),
            "MEDIAN" => quartile(all, 2.0),
            "QUARTILE" => {
                let number = all.pop().expect("a number");
                quartile(all, number)
            }
            other => panic!("{other}"),
        }
    }

    /// `'Sheet'!$B$3` or `'Sheet'!$B$3:$B$5`.
    fn cells(&mut self) -> Vec<f64> {
        let (sheet, rest) = self.rest[1..].split_once("'!").expect("a sheet");
        let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | ':');
        let end = rest.find(|c: char| !is_cell(c)).unwrap_or(rest.len());
        let (range, rest) = rest.split_at(end);
        let (sheet, range) = (sheet.to_owned(), range.to_owned());
        self.rest = rest;
        let (from, to) = range.split_once(':').unwrap_or((&range, &range));
        let parts = |cell: &str| {
            let mut parts = cell.trim_start_matches('$').split('$');
            let column = parts.next().expect("a column").to_owned();
            (
                column,
                parts.next().expect("a row").parse::<u32>().expect("a row"),
            )
        };
        let ((column, first), (_, last)) = (parts(from), parts(to));
        (first..=last)
            .map(|row| self.of.value(&format!("'{sheet}'!${column}${row}")))
            .collect()
    }
}

fn quartile(mut values: Vec<f64>, number: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let position = (values.len() - 1) as f64 * number / 4.0;
    let low = values[position.floor() as usize];
    let high = values[position.ceil() as usize];
    low + (high - low) * position.fract()
}

/// Every formula gives the result that the engine gave.
fn check(case: &Case) -> usize {
    let book = workbook(&case.dossier()).expect("a workbook");
    book.check().expect("a sound workbook");
    assert!(xlsx(&book).expect("xlsx").starts_with(b"PK"));
    let mut computed = Computed::of(&book);
    let mut formulas = 0;
    for sheet in &book.sheets {
        for (row, line) in (0..).zip(&sheet.rows) {
            for (column, cell) in (0..).zip(line) {
                let SheetCell::Formula { result, .. } = cell else {
                    continue;
                };
                formulas += 1;
                let place = CellRef::new(&sheet.name, row, column).absolute();
                let stated: f64 = result.to_string().parse().expect("a number");
                let found = computed.value(&place);
                let slack = stated.abs().max(1e-6) * 1e-9;
                assert!(
                    (found - stated).abs() <= slack,
                    "{place}: {found} is not {stated}"
                );
            }
        }
    }
    formulas
}

#[test]
fn formulas_give_the_results_of_the_engine() {
    for language in [Language::En, Language::Zh] {
        assert!(check(&case::memo(language)) > 400);
    }
    assert_eq!(column_name(2), "C");
}

#[test]
fn a_real_model_computes_to_the_same() {
    if let Some(book) = lab::real("NVDA_2025-03", "NVDA") {
        let case = case::of_book(&book, "2025-03-14", Some("121.67"), Language::En);
        assert!(check(&case) > 400);
        if let Some(folder) = std::env::var_os("ASSAY_MEMO_OUT") {
            let book = workbook(&case.dossier()).expect("a workbook");
            let path = std::path::Path::new(&folder).join("NVDA.xlsx");
            std::fs::write(path, xlsx(&book).expect("xlsx")).expect("a writable folder");
        }
    }
}

#[test]
fn every_sheet_is_there_and_inputs_say_where_they_come_from() {
    let case = case::memo(Language::En);
    let book = workbook(&case.dossier()).expect("a workbook");
    let names: Vec<&str> = book
        .sheets
        .iter()
        .map(|sheet| sheet.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Inputs",
            "WACC",
            "DCF",
            "Bridge",
            "Scenarios",
            "Bear",
            "Bull",
            "Sensitivity",
            "Comparables",
            "Data points",
            "Sources"
        ]
    );
    for cell in book.sheets.iter().flat_map(|sheet| &sheet.rows).flatten() {
        if let SheetCell::Value { note, .. } = cell {
            assert!(note.is_some(), "{cell:?}");
        }
    }
}

#[test]
fn without_a_valuation_there_is_no_workbook() {
    let mut case = case::memo(Language::En);
    case.outcome = None;
    let error = workbook(&case.dossier()).expect_err("a refusal");
    assert!(matches!(error, MemoError::NoValuation));
}
