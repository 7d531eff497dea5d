use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::method::{Method, Reason};
use crate::models::{VALUE, value_with};
use crate::sheet::{Overrides, Sheet, add, multiply};

/// Values of a share over two drivers. Each cell is the whole model computed anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Grid {
    pub id: String,
    pub row_driver: String,
    pub column_driver: String,
    pub row_values: Vec<Decimal>,
    pub column_values: Vec<Decimal>,
    /// Row by row.
    pub cells: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GridCell")]
pub struct Cell {
    pub id: String,
    pub value: Option<Decimal>,
    /// Why there is no value.
    pub blank: Option<Reason>,
    /// The line of the model, and what it was computed with.
    pub formula: String,
}

/// A driver and the distance between neighbours in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) driver: &'static str,
    /// In ten-thousandths.
    pub(crate) step: i64,
}

const fn axis(driver: &'static str, step: i64) -> Axis {
    Axis { driver, step }
}

/// Rows and columns of the tables of a method. Both tables have the base in the centre.
pub(crate) fn tables(method: Method) -> Vec<(&'static str, Axis, Axis)> {
    match method {
        Method::Dcf => vec![
            (
                "grid.rate_growth",
                axis("wacc", 50),
                axis("growth.terminal", 25),
            ),
            (
                "grid.growth_margin",
                axis("growth.start", 200),
                axis("margin.terminal", 200),
            ),
        ],
        Method::ExcessReturn => vec![
            (
                "grid.rate_growth",
                axis("ke", 50),
                axis("growth.terminal", 25),
            ),
            (
                "grid.return_payout",
                axis("roe.start", 100),
                axis("payout", 500),
            ),
        ],
        Method::ReitAffo => vec![("grid.rate_growth", axis("ke", 50), axis("growth.affo", 25))],
        Method::SalesAndFailure => vec![(
            "grid.multiple_failure",
            axis("multiple.sales", 5000),
            axis("failure.probability", 500),
        )],
        Method::SumOfParts | Method::Comparables | Method::ReverseDcf | Method::Target => {
            Vec::new()
        }
    }
}

/// Cells a side.
pub(crate) const SIDE: usize = 5;

pub(crate) fn grid(
    sheet: &Sheet,
    id: &str,
    rows: Axis,
    columns: Axis,
    side: usize,
) -> Result<Grid, ValuationFault> {
    if side < 3 || side.is_multiple_of(2) {
        return Err(ValuationFault::GridSide(side));
    }
    let row_values = values(sheet, rows, side)?;
    let column_values = values(sheet, columns, side)?;
    let mut cells = Vec::with_capacity(side);
    for (row, across) in row_values.iter().enumerate() {
        let mut line = Vec::with_capacity(side);
        for (column, down) in column_values.iter().enumerate() {
            let set = Overrides::from([(rows.driver, *across), (columns.driver, *down)]);
            let (value, blank) = match value_with(sheet, &set)? {
                Ok(value) => (Some(value), None),
                Err(reason) => (None, Some(reason)),
            };
            line.push(Cell {
                id: format!("{id}.r{}.c{}", row + 1, column + 1),
                value,
                blank,
                formula: format!(
                    "{VALUE} with {} = {across}, {} = {down}",
                    rows.driver, columns.driver
                ),
            });
        }
        cells.push(line);
    }
    let grid = Grid {
        id: id.to_owned(),
        row_driver: rows.driver.to_owned(),
        column_driver: columns.driver.to_owned(),
        row_values,
        column_values,
        cells,
    };
    grid.check_centre(sheet.value(VALUE)?)?;
    Ok(grid)
}

fn values(sheet: &Sheet, axis: Axis, side: usize) -> Result<Vec<Decimal>, ValuationFault> {
    let centre = sheet.value(axis.driver)?;
    let step = Decimal::new(axis.step, 4);
    if step <= Decimal::ZERO {
        return Err(ValuationFault::GridStep(step));
    }
    let fault = |why| ValuationFault::Arithmetic {
        line: axis.driver.to_owned(),
        why,
    };
    let half = (side / 2) as i64;
    (-half..=half)
        .map(|at| {
            let moved = multiply(step, Decimal::from(at)).map_err(fault)?;
            // the centre keeps the digits of the base
            if at == 0 {
                Ok(centre)
            } else {
                add(centre, moved).map_err(fault)
            }
        })
        .collect()
}

impl Grid {
    pub fn centre(&self) -> Option<&Cell> {
        let row = self.cells.get(self.cells.len() / 2)?;
        row.get(row.len() / 2)
    }

    /// The centre is the base, digit for digit, or the table is of another model.
    pub fn check_centre(&self, base: Decimal) -> Result<(), ValuationFault> {
        let centre = self.centre().and_then(|cell| cell.value);
        if centre == Some(base) {
            return Ok(());
        }
        Err(ValuationFault::GridCentre {
            grid: self.id.clone(),
            centre: centre.map_or_else(|| "blank".to_owned(), |centre| centre.to_string()),
            base,
        })
    }
}
