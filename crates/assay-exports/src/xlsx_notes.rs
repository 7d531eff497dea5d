use crate::workbook::{CellRef, CellRole, Sheet, SheetCell, Workbook};

/// The sheet that lists the origin of every cell that has one, and from which of its cells to jump
/// where. Its name gives way to a sheet of the model.
pub(crate) fn notes_sheet(workbook: &Workbook) -> Option<(Sheet, Vec<(CellRef, CellRef)>)> {
    let base = workbook.language.pick("Sources", "数据来源");
    let taken = |name: &str| workbook.sheets.iter().any(|sheet| sheet.name == name);
    let mut name = base.to_owned();
    let mut number = 1;
    while taken(&name) {
        number += 1;
        name = format!("{base} {number}");
    }
    let heads = workbook.language.pick(
        ["Cell", "Id", "Where it comes from"],
        ["单元格", "编号", "来源与说明"],
    );
    let mut rows = vec![
        heads
            .map(|head| SheetCell::text(head, CellRole::Head))
            .to_vec(),
    ];
    let mut jumps = Vec::new();
    for sheet in &workbook.sheets {
        for (cells, row) in sheet.rows.iter().zip(0_u32..) {
            for (cell, column) in cells.iter().zip(0_u32..) {
                let Some(note) = cell.note() else {
                    continue;
                };
                let at = CellRef::new(&sheet.name, row, column);
                let line = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                let shown = format!("{}!{}", sheet.name, at.local());
                jumps.push((CellRef::new(&name, line, 0), at));
                rows.push(vec![
                    SheetCell::text(shown, CellRole::Plain),
                    SheetCell::text(&note.id, CellRole::Plain),
                    SheetCell::text(&note.text, CellRole::Remark),
                ]);
            }
        }
    }
    let sheet = Sheet {
        name,
        widths: vec![22, 34, 80],
        frozen: (1, 0),
        rows,
    };
    (!jumps.is_empty()).then_some((sheet, jumps))
}
