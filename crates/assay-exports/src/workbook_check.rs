use std::collections::{BTreeMap, BTreeSet};

use crate::error::ExportError;
use crate::formula::{Area, area_of, areas};
use crate::formula_tokens::cell;
use crate::workbook::{CellRef, DefinedName, SheetCell, Workbook};

/// A cell as sheet, row and column.
type Place = (usize, u32, u32);

impl Workbook {
    /// That names can be used, formulas read only filled cells of this workbook, and none of them
    /// depends on itself.
    pub fn check(&self) -> Result<(), ExportError> {
        let mut seen = BTreeSet::new();
        for sheet in &self.sheets {
            check_sheet_name(&sheet.name)?;
            if !seen.insert(sheet.name.to_lowercase()) {
                return Err(ExportError::SheetName {
                    name: sheet.name.clone(),
                    reason: "another sheet has it",
                });
            }
        }
        let mut names = BTreeSet::new();
        for name in &self.names {
            self.check_name(name)?;
            if !names.insert(name.name.to_lowercase()) {
                return Err(ExportError::DefinedName {
                    name: name.name.clone(),
                    reason: "it stands twice",
                });
            }
        }
        let mut read = BTreeMap::new();
        for (sheet_place, sheet) in self.sheets.iter().enumerate() {
            for (cells, row) in sheet.rows.iter().zip(0..) {
                for (one, column) in cells.iter().zip(0..) {
                    let SheetCell::Formula { formula, .. } = one else {
                        continue;
                    };
                    let found = areas(formula, sheet_place, self);
                    let found = found.map_err(|reason| ExportError::Formula {
                        place: CellRef::new(&sheet.name, row, column).absolute(),
                        formula: formula.clone(),
                        reason,
                    })?;
                    read.insert((sheet_place, row, column), found);
                }
            }
        }
        match circle(&read) {
            None => Ok(()),
            Some((sheet, row, column)) => {
                let name = self.sheets.get(sheet).map_or("", |sheet| &sheet.name);
                Err(ExportError::Circular {
                    place: CellRef::new(name, row, column).absolute(),
                })
            }
        }
    }

    fn check_name(&self, name: &DefinedName) -> Result<(), ExportError> {
        let refuse = |reason| {
            Err(ExportError::DefinedName {
                name: name.name.clone(),
                reason,
            })
        };
        let text = &name.name;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let opens = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !opens || !text.chars().all(is_word) || text.len() > 64 {
            return refuse("use ASCII letters, digits and `_`, a letter first, at most 64");
        }
        if cell(&text.to_uppercase()).is_some() || matches!(text.as_str(), "R" | "C" | "r" | "c") {
            return refuse("it reads as a cell");
        }
        match area_of(&name.cell, self) {
            Ok(_) => Ok(()),
            Err(_) => refuse("its cell is empty or on no sheet"),
        }
    }
}

fn check_sheet_name(name: &str) -> Result<(), ExportError> {
    let reason = if name.trim().is_empty() {
        "it is empty"
    } else if name.encode_utf16().count() > 31 {
        "it has more than 31 characters"
    } else if name.contains(['[', ']', ':', '*', '?', '/', '\\']) || name.contains(char::is_control)
    {
        "it holds one of [ ] : * ? / \\ or a control character"
    } else if name.starts_with('\'') || name.ends_with('\'') {
        "it starts or ends with an apostrophe"
    } else {
        return Ok(());
    };
    Err(ExportError::SheetName {
        name: name.to_owned(),
        reason,
    })
}

/// A formula that is reached again from itself. Walks without recursion: a model may be a chain of
/// thousands of cells.
fn circle(read: &BTreeMap<Place, Vec<Area>>) -> Option<Place> {
    let mut done: BTreeSet<Place> = BTreeSet::new();
    for start in read.keys() {
        let mut open: BTreeSet<Place> = BTreeSet::new();
        let mut stack = vec![(*start, false)];
        while let Some((place, is_left)) = stack.pop() {
            if is_left {
                open.remove(&place);
                done.insert(place);
                continue;
            }
            if open.contains(&place) {
                return Some(place);
            }
            if done.contains(&place) {
                continue;
            }
            open.insert(place);
            stack.push((place, true));
            for area in read.get(&place).into_iter().flatten() {
                let rows =
                    read.range((area.sheet, area.from.0, 0)..=(area.sheet, area.to.0, u32::MAX));
                let inside =
                    rows.filter(|((_, _, column), _)| (area.from.1..=area.to.1).contains(column));
                stack.extend(inside.map(|(next, _)| (*next, false)));
            }
        }
    }
    None
}
