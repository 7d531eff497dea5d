use crate::formula_tokens::{Token, tokens};
use crate::workbook::{CellRef, Workbook};

/// Functions of arithmetic and choice. None of them reads a file, calls out or depends on the day.
const FUNCTIONS: [&str; 27] = [
    "ABS",
    "AND",
    "AVERAGE",
    "CHOOSE",
    "COUNT",
    "EXP",
    "IF",
    "IFERROR",
    "INDEX",
    "LN",
    "MATCH",
    "MAX",
    "MEDIAN",
    "MIN",
    "MOD",
    "NOT",
    "NPV",
    "OR",
    "POWER",
    "PRODUCT",
    "QUARTILE",
    "ROUND",
    "ROUNDDOWN",
    "ROUNDUP",
    "SQRT",
    "SUM",
    "SUMPRODUCT",
];

/// Cells from one corner to the other that a formula reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) sheet: usize,
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
}

/// The cells that a formula on sheet `home` reads, or what is wrong with it.
pub(crate) fn areas(formula: &str, home: usize, workbook: &Workbook) -> Result<Vec<Area>, String> {
    if formula.trim_start().starts_with('=') {
        return Err("it starts with `=`; leave that out".to_owned());
    }
    let tokens = tokens(formula)?;
    if tokens.is_empty() {
        return Err("it is empty".to_owned());
    }
    let mut areas = Vec::new();
    let mut open = 0_usize;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::Number | Token::Text => {}
            Token::Function(name) if FUNCTIONS.contains(&name.as_str()) => {}
            Token::Function(name) => {
                return Err(format!("{name} is not among the functions of a model"));
            }
            Token::Sign('(') => open += 1,
            Token::Sign(')') => {
                open = open.checked_sub(1).ok_or("a `)` too many")?;
            }
            Token::Sign(_) => {}
            Token::Name(name) if matches!(name.as_str(), "TRUE" | "FALSE") => {}
            Token::Name(name) => {
                let known = workbook.names.iter().find(|one| one.name == *name);
                let known = known.ok_or_else(|| format!("the name {name} is not defined"))?;
                areas.push(area_of(&known.cell, workbook)?);
            }
            Token::Sheet(name) => {
                let sheet = sheet_place(name, workbook)?;
                let first = tokens.get(at).cloned();
                at += 1;
                let Some(Token::Cell(row, column)) = first else {
                    return Err(format!("no cell stands after the sheet {name}"));
                };
                areas.push(range(&tokens, &mut at, sheet, (row, column)));
            }
            Token::Cell(row, column) => {
                areas.push(range(&tokens, &mut at, home, (*row, *column)));
            }
        }
    }
    if open > 0 {
        return Err("a `)` is missing".to_owned());
    }
    for area in &areas {
        for end in [area.from, area.to] {
            filled(area.sheet, end, workbook)?;
        }
    }
    Ok(areas)
}

fn range(tokens: &[Token], at: &mut usize, sheet: usize, from: (u32, u32)) -> Area {
    let rest = tokens.get(*at..).unwrap_or_default();
    let to = match rest {
        [Token::Sign(':'), Token::Cell(row, column), ..] => {
            *at += 2;
            (*row, *column)
        }
        _ => from,
    };
    Area {
        sheet,
        from: (from.0.min(to.0), from.1.min(to.1)),
        to: (from.0.max(to.0), from.1.max(to.1)),
    }
}

pub(crate) fn area_of(cell: &CellRef, workbook: &Workbook) -> Result<Area, String> {
    let sheet = sheet_place(&cell.sheet, workbook)?;
    filled(sheet, (cell.row, cell.column), workbook)?;
    Ok(Area {
        sheet,
        from: (cell.row, cell.column),
        to: (cell.row, cell.column),
    })
}

fn sheet_place(name: &str, workbook: &Workbook) -> Result<usize, String> {
    let place = workbook.sheets.iter().position(|sheet| sheet.name == name);
    place.ok_or_else(|| format!("there is no sheet {name}"))
}

/// A reference to a cell that holds nothing is a slip in the row or column.
fn filled(sheet: usize, (row, column): (u32, u32), workbook: &Workbook) -> Result<(), String> {
    use crate::workbook::SheetCell;
    let found = workbook.sheets.get(sheet);
    let cells = found.and_then(|sheet| sheet.rows.get(row as usize));
    let cell = cells.and_then(|cells| cells.get(column as usize));
    match cell {
        Some(SheetCell::Empty) | None => {
            let name = found.map_or("", |sheet| &sheet.name);
            let place = CellRef::new(name, row, column).absolute();
            Err(format!("{place} is empty"))
        }
        Some(_) => Ok(()),
    }
}
