use assay_charts::{Colours, HeatCell, HeatMap, Mark, NumberFormat, Reference};
use assay_exports::{Cell, FigureId, Table};
use assay_valuation::{Cell as GridCell, Grid, Valuation};

use super::caption;
use crate::amount;
use crate::error::MemoError;
use crate::notes::{Made, table_of};
use crate::page::{Page, left, right, row};
use crate::words;

/// A table of two drivers as a heat map, the base framed in the centre.
pub(crate) fn add(
    page: &mut Page<'_>,
    valuation: &Valuation,
    grid: &Grid,
) -> Result<(), MemoError> {
    let language = page.language();
    let (rows, columns) = (
        words::line_title(&grid.row_driver, language),
        words::line_title(&grid.column_driver, language),
    );
    let labels = |driver: &str, values: &[assay_domain::Decimal]| -> Vec<String> {
        let values = values.iter();
        values
            .map(|value| amount::driver(driver, *value, language))
            .collect()
    };
    let centre = Some((grid.row_values.len() / 2, grid.column_values.len() / 2));
    let reference = match (page.dossier.price, &valuation.price) {
        (Some(_), Some(price)) => Some(Reference {
            id: page.ledger.quote()?.to_string(),
            label: page.pick("price", "现价").to_owned(),
            value: price.value,
        }),
        _ => None,
    };
    let title = page.pick(
        format!(
            "Value a share by {} and {}",
            words::line(&grid.row_driver, language),
            words::line(&grid.column_driver, language)
        ),
        format!("每股价值：{rows}与{columns}"),
    );
    let currency = amount::currency_word(valuation.currency.code(), language);
    let unit = page.pick(
        format!("{currency} a share; the base case is framed"),
        format!("{currency}/股；粗框为基准情景"),
    );
    let told = page.pick(
        format!("Value a share for each pair of {rows} and {columns}; every cell is the whole model computed anew."),
        format!("各{rows}与{columns}组合下的每股价值，逐格重算整个模型。"),
    );
    let chart = HeatMap {
        caption: caption(
            &format!("heat-{}", grid.id.replace(['.', '_'], "-")),
            &title,
            &unit,
            &told,
        ),
        row_title: rows.clone(),
        column_title: columns.clone(),
        row_labels: labels(&grid.row_driver, &grid.row_values),
        column_labels: labels(&grid.column_driver, &grid.column_values),
        cells: grid
            .cells
            .iter()
            .map(|line| line.iter().map(|cell| heat_cell(page, cell)).collect())
            .collect(),
        centre,
        reference,
        above: page.pick("above", "高于").to_owned(),
        below: page.pick("below", "低于").to_owned(),
        format: NumberFormat::plain(2),
    };
    let svg = chart.svg(Colours::Variables)?;
    let data = data(page, valuation, grid, (&rows, &columns))?;
    let source = page.pick(
        "Source: valuation of this run; every cell computed anew.",
        "资料来源：本次估值，逐格重算。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), Some(data));
    Ok(())
}

fn heat_cell(page: &Page<'_>, cell: &GridCell) -> HeatCell {
    match (cell.value, &cell.blank) {
        (Some(value), _) => HeatCell::Value(Mark {
            id: format!("grid/{}", cell.id),
            value,
        }),
        (None, Some(reason)) => HeatCell::Blank {
            reason: reason.text(page.language()),
        },
        (None, None) => HeatCell::Blank {
            reason: page.pick("no value", "无值").to_owned(),
        },
    }
}

/// The entry of a cell. The cell in the centre is the value of the model itself.
pub(super) fn figure(
    page: &mut Page<'_>,
    valuation: &Valuation,
    cell: &GridCell,
) -> Result<FigureId, MemoError> {
    let mut inputs = Vec::new();
    if let Some(lead) = valuation.leading() {
        inputs.push(
            page.ledger
                .line(table_of(lead.method), &lead.value_per_share.id)?,
        );
    }
    let source = page.ledger.model();
    Ok(page.ledger.made(Made {
        id: format!("grid/{}", cell.id),
        label: page
            .pick("Value a share, other drivers", "每股价值（变动驱动因素）")
            .to_owned(),
        value: cell
            .value
            .map(|value| amount::plain(value, 2))
            .unwrap_or_default(),
        formula: Some(cell.formula.clone()),
        inputs,
        source,
        locator: Some(cell.id.clone()),
    }))
}

fn data(
    page: &mut Page<'_>,
    valuation: &Valuation,
    grid: &Grid,
    (row_title, column_title): (&str, &str),
) -> Result<Table, MemoError> {
    let language = page.language();
    let mut columns = vec![left(format!("{row_title} ↓ / {column_title} →"))];
    let heads = grid.column_values.iter();
    columns.extend(heads.map(|value| right(amount::driver(&grid.column_driver, *value, language))));
    let mut rows = Vec::new();
    for (value, line) in grid.row_values.iter().zip(&grid.cells) {
        let mut cells = vec![Cell::text(amount::driver(
            &grid.row_driver,
            *value,
            language,
        ))];
        for cell in line {
            cells.push(match (cell.value, &cell.blank) {
                (Some(value), _) => {
                    let id = figure(page, valuation, cell)?;
                    Cell::figure(id, value, amount::plain(value, 2))
                }
                (None, Some(reason)) => {
                    let origin = page.ledger.model();
                    let key = format!("grid.{}", cell.id);
                    page.ledger.said_cell(&key, &reason.text(language), &origin)
                }
                (None, None) => Cell::text(crate::page::NONE),
            });
        }
        rows.push(row(cells));
    }
    Ok(Table {
        caption: None,
        columns,
        rows,
    })
}
