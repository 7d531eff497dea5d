use crate::clean::{clean, escaped};
use crate::workbook::{CellRef, Note, Sheet, SheetCell, column_name};
use crate::xlsx_styles::Looks;

/// The longest text a cell can hold, in UTF-16 units.
const LONGEST_TEXT: usize = 32_767;
/// The longest title and text that a prompt beside a cell can hold.
const LONGEST_PROMPT: (usize, usize) = (32, 255);

pub(crate) fn sheet_xml(sheet: &Sheet, looks: &Looks, jumps: &[(CellRef, CellRef)]) -> String {
    let mut out = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
        .to_owned();
    out.push_str(&view(sheet));
    if !sheet.widths.is_empty() {
        let columns = sheet.widths.iter().zip(1..).map(|(width, place)| {
            format!("<col min=\"{place}\" max=\"{place}\" width=\"{width}\" customWidth=\"1\"/>")
        });
        out.push_str(&format!("<cols>{}</cols>", columns.collect::<String>()));
    }
    out.push_str("<sheetData>");
    let mut prompts = Vec::new();
    for (cells, row) in sheet.rows.iter().zip(0_u32..) {
        out.push_str(&format!("<row r=\"{}\">", u64::from(row) + 1));
        for (cell, column) in cells.iter().zip(0_u32..) {
            let place = CellRef::new(&sheet.name, row, column).local();
            out.push_str(&cell_xml(cell, &place, looks.number(cell)));
            prompts.extend(cell.note().map(|note| prompt(note, &place)));
        }
        out.push_str("</row>");
    }
    out.push_str("</sheetData>");
    if !prompts.is_empty() {
        let count = prompts.len();
        let prompts: String = prompts.concat();
        out.push_str(&format!(
            "<dataValidations count=\"{count}\">{prompts}</dataValidations>"
        ));
    }
    if !jumps.is_empty() {
        let jumps = jumps.iter().map(|(from, to)| {
            format!(
                "<hyperlink ref=\"{}\" location=\"{}\" display=\"{}\"/>",
                from.local(),
                escaped(&to.absolute().replace('$', "")),
                escaped(&to.local())
            )
        });
        out.push_str(&format!(
            "<hyperlinks>{}</hyperlinks>",
            jumps.collect::<String>()
        ));
    }
    out.push_str(
        "<pageMargins left=\"0.5\" right=\"0.5\" top=\"0.6\" bottom=\"0.6\" header=\"0.3\" footer=\"0.3\"/>\
         <pageSetup paperSize=\"9\" orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>",
    );
    out
}

fn view(sheet: &Sheet) -> String {
    let fit = "<sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr>";
    let (rows, columns) = sheet.frozen;
    if rows == 0 && columns == 0 {
        return format!(
            "{fit}<sheetViews><sheetView showGridLines=\"0\" workbookViewId=\"0\"/></sheetViews>"
        );
    }
    let split = |name: &str, number: u32| match number {
        0 => String::new(),
        number => format!(" {name}=\"{number}\""),
    };
    let pane = match (rows, columns) {
        (0, _) => "topRight",
        (_, 0) => "bottomLeft",
        _ => "bottomRight",
    };
    format!(
        "{fit}<sheetViews><sheetView showGridLines=\"0\" workbookViewId=\"0\"><pane{}{} topLeftCell=\"{}{}\" \
         activePane=\"{pane}\" state=\"frozen\"/></sheetView></sheetViews>",
        split("xSplit", columns),
        split("ySplit", rows),
        column_name(columns),
        u64::from(rows) + 1
    )
}

fn cell_xml(cell: &SheetCell, place: &str, look: usize) -> String {
    match cell {
        SheetCell::Empty => String::new(),
        SheetCell::Text { text, .. } => format!(
            "<c r=\"{place}\" s=\"{look}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
            text_xml(text)
        ),
        SheetCell::Value { value, .. } => {
            format!(
                "<c r=\"{place}\" s=\"{look}\"><v>{}</v></c>",
                value.normalize()
            )
        }
        SheetCell::Formula {
            formula, result, ..
        } => format!(
            "<c r=\"{place}\" s=\"{look}\"><f>{}</f><v>{}</v></c>",
            escaped(formula.trim()),
            result.normalize()
        ),
    }
}

/// Spreadsheets read `_x0041_` as a character, so a text that holds such a thing is written apart.
fn text_xml(text: &str) -> String {
    escaped(&shortened(&clean(text), LONGEST_TEXT).replace("_x", "_x005F_x"))
}

/// What a program shows when the cell is chosen: id and origin.
fn prompt(note: &Note, place: &str) -> String {
    let (title, text) = LONGEST_PROMPT;
    let line = |text: &str| clean(text).replace(['\n', '\t'], " ");
    format!(
        "<dataValidation allowBlank=\"1\" showInputMessage=\"1\" sqref=\"{place}\" promptTitle=\"{}\" prompt=\"{}\"/>",
        escaped(&shortened(&line(&note.id), title)),
        escaped(&shortened(&line(&note.text), text))
    )
}

fn shortened(text: &str, most: usize) -> String {
    if text.encode_utf16().count() <= most {
        return text.to_owned();
    }
    let mut room = most.saturating_sub(1);
    let mut kept = String::new();
    for c in text.chars() {
        let Some(left) = room.checked_sub(c.len_utf16()) else {
            break;
        };
        room = left;
        kept.push(c);
    }
    kept.push('\u{2026}');
    kept
}
