use assay_exports::Cell;
use assay_valuation::{DriverSwing, Valuation};

use crate::amount;
use crate::error::MemoError;
use crate::notes::{Made, table_of};
use crate::page::{NONE, Page, left, right, row};
use crate::pictures;
use crate::words;

/// Both tables, each cell the whole model computed anew, and one driver at a time.
pub(super) fn add(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    page.subheading("sensitivity", "Sensitivity", "敏感性分析");
    if valuation.grids.is_empty() {
        page.lacks(
            "No tables: the leading method has no two drivers to vary.",
            "无敏感性表：主要方法没有可同时变动的两个驱动因素。",
        );
    }
    for grid in &valuation.grids {
        pictures::heat::add(page, valuation, grid)?;
    }
    if !valuation.tornado.is_empty() {
        tornado(page, valuation)?;
    }
    Ok(())
}

fn tornado(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    let columns = vec![
        left(page.pick("Driver", "驱动因素")),
        right(page.pick("Base", "基准")),
        right(page.pick("Low", "下调")),
        right(page.pick("High", "上调")),
        right(page.pick("Value at low", "下调后价值")),
        right(page.pick("Value at high", "上调后价值")),
        right(page.pick("Swing", "变动幅度")),
    ];
    let mut rows = Vec::new();
    for swing in &valuation.tornado {
        rows.push(row(cells(page, valuation, swing)?));
    }
    let currency = &valuation.currency;
    let caption = page.pick(
        format!("One driver at a time, {currency} a share, largest swing first"),
        format!("单因素敏感性（每股，{currency}），按影响由大到小"),
    );
    page.table(Some(caption), columns, rows);
    Ok(())
}

fn cells(
    page: &mut Page<'_>,
    valuation: &Valuation,
    swing: &DriverSwing,
) -> Result<Vec<Cell>, MemoError> {
    let language = page.language();
    let driver = &swing.driver;
    let title = words::line(driver, language);
    let mut cells = vec![Cell::text(words::line_title(driver, language))];
    let mut inputs = Vec::new();
    if let Some(lead) = valuation.leading() {
        let table = table_of(lead.method);
        let id = page.ledger.line(table, driver)?;
        inputs.push(id.clone());
        inputs.push(page.ledger.line(table, &lead.value_per_share.id)?);
        let text = amount::driver(driver, swing.base, language);
        cells.push(Cell::figure(id, swing.base, text));
    } else {
        cells.push(Cell::text(NONE));
    }
    let source = page.ledger.model();
    for (name, value, is_driver) in [
        ("low", Some(swing.low), true),
        ("high", Some(swing.high), true),
        ("value_at_low", swing.value_at_low, false),
        ("value_at_high", swing.value_at_high, false),
        ("swing", Some(swing.swing), false),
    ] {
        let Some(value) = value else {
            cells.push(Cell::text(NONE));
            continue;
        };
        let text = if is_driver {
            amount::driver(driver, value, language)
        } else {
            amount::plain(value, 2)
        };
        let id = page.ledger.made(Made {
            id: format!("tornado/{driver}.{name}"),
            label: page.pick(
                format!("Tornado, {title}: {}", name.replace('_', " ")),
                format!("单因素敏感性，{title}：{name}"),
            ),
            value: text.clone(),
            formula: Some(swing.formula.clone()),
            inputs: inputs.clone(),
            source: source.clone(),
            locator: None,
        });
        cells.push(Cell::figure(id, value, text));
    }
    Ok(cells)
}
