use assay_exports::{CellRole, NumberFormat, Sheet, SheetCell};
use assay_valuation::{Grid, Valuation};

use super::cells::{head, remark, text, title};
use super::layout::{Layout, Names};
use crate::amount::{RatioKind, ratio_kind};
use crate::dossier::Dossier;
use crate::words;

/// Both tables. Every cell is the whole model computed anew by the engine, so only the cell in the
/// centre is live: it is the value of the model, and must agree with its neighbours' run.
pub(super) fn sheet(
    dossier: &Dossier<'_>,
    valuation: &Valuation,
    layout: &Layout,
    names: &Names,
) -> Sheet {
    let language = dossier.language;
    let mut rows = vec![
        vec![title(language.pick("Sensitivity of the value a share", "每股价值敏感性"))],
        vec![remark(language.pick(
            "each cell is the whole model computed anew by the engine; the centre is a live link to the model",
            "各单元格为引擎重算整个模型的结果；中心单元格实时链接至模型",
        ))],
    ];
    for grid in &valuation.grids {
        rows.push(Vec::new());
        grid_rows(dossier, grid, layout, &mut rows);
    }
    rows.push(Vec::new());
    rows.push(
        [
            language.pick("Driver", "驱动因素"),
            language.pick("Base", "基准"),
            language.pick("Low", "下调"),
            language.pick("High", "上调"),
            language.pick("Value at low", "下调后价值"),
            language.pick("Value at high", "上调后价值"),
        ]
        .map(head)
        .to_vec(),
    );
    for swing in &valuation.tornado {
        let format = format_of(&swing.driver);
        let number = |value, format| {
            SheetCell::value(value, format, CellRole::Plain)
                .with_note(format!("tornado/{}", swing.driver), &swing.formula)
        };
        let mut row = vec![text(words::line_title(&swing.driver, language))];
        row.push(match layout.place(&swing.driver) {
            Some(cell) => SheetCell::formula(cell.absolute(), swing.base, format),
            None => number(swing.base, format),
        });
        row.push(number(swing.low, format));
        row.push(number(swing.high, format));
        for value in [swing.value_at_low, swing.value_at_high] {
            row.push(value.map_or(SheetCell::Empty, |value| {
                number(value, NumberFormat::Number(2))
            }));
        }
        rows.push(row);
    }
    Sheet {
        name: names.sensitivity.to_owned(),
        widths: vec![40, 16, 16, 16, 16, 16, 16],
        frozen: (2, 1),
        rows,
    }
}

fn format_of(driver: &str) -> NumberFormat {
    match ratio_kind(driver) {
        RatioKind::Percent => NumberFormat::Percent(2),
        RatioKind::Multiple => NumberFormat::Multiple(1),
        RatioKind::Plain => NumberFormat::Number(4),
    }
}

fn grid_rows(dossier: &Dossier<'_>, grid: &Grid, layout: &Layout, rows: &mut Vec<Vec<SheetCell>>) {
    let language = dossier.language;
    let (down, across) = (
        words::line_title(&grid.row_driver, language),
        words::line_title(&grid.column_driver, language),
    );
    let centre = (grid.row_values.len() / 2, grid.column_values.len() / 2);
    let axis = |driver: &str, value| {
        let note = format!("{driver} = {value}");
        SheetCell::value(value, format_of(driver), CellRole::Head).with_note(&grid.id, note)
    };
    let mut heads = vec![head(format!("{down} ↓ / {across} →"))];
    heads.extend(
        grid.column_values
            .iter()
            .map(|value| axis(&grid.column_driver, *value)),
    );
    rows.push(heads);
    for (at, (value, cells)) in grid.row_values.iter().zip(&grid.cells).enumerate() {
        let mut row = vec![axis(&grid.row_driver, *value)];
        for (column, cell) in cells.iter().enumerate() {
            let live = layout
                .place("value.per_share")
                .filter(|_| (at, column) == centre);
            row.push(match (cell.value, live) {
                (Some(value), Some(place)) => {
                    SheetCell::formula(place.absolute(), value, NumberFormat::Number(2))
                        .with_role(CellRole::Total)
                        .with_note(&cell.id, &cell.formula)
                }
                (Some(value), None) => {
                    SheetCell::value(value, NumberFormat::Number(2), CellRole::Plain)
                        .with_note(&cell.id, &cell.formula)
                }
                (None, _) => {
                    let reason = cell.blank.as_ref().map(|reason| reason.text(language));
                    remark(reason.unwrap_or_default())
                }
            });
        }
        rows.push(row);
    }
}
