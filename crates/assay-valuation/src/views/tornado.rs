use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::models::{VALUE, value_with};
use crate::sheet::{Overrides, Sheet, add, subtract};

/// One driver moved down and up, all others as in the base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DriverSwing {
    pub driver: String,
    pub base: Decimal,
    pub low: Decimal,
    pub high: Decimal,
    /// None where the model has no value there.
    pub value_at_low: Option<Decimal>,
    pub value_at_high: Option<Decimal>,
    pub swing: Decimal,
    pub formula: String,
}

/// Driver and shock, in ten-thousandths: a point of growth, margin or tax, half a point of a rate.
const SHOCKS: &[(&str, i64)] = &[
    ("wacc", 50),
    ("ke", 50),
    ("growth.start", 100),
    ("growth.terminal", 25),
    ("growth.affo", 25),
    ("margin.terminal", 100),
    ("tax.marginal", 100),
    ("capex.ratio", 100),
    ("nwc.ratio", 100),
    ("spread.terminal", 100),
    ("roe.start", 100),
    ("spread.roe", 50),
    ("payout", 500),
    ("cap_rate", 50),
    ("multiple.sales", 5000),
    ("failure.probability", 500),
];

/// Sorted by swing, largest first; drivers of equal swing by name.
pub(crate) fn tornado(sheet: &Sheet) -> Result<Vec<DriverSwing>, ValuationFault> {
    let mut swings = Vec::new();
    for (driver, shock) in SHOCKS {
        // the cost of equity reaches a firm's value only through the rate it is part of
        if !sheet.has(driver) || (*driver == "ke" && sheet.has("wacc")) {
            continue;
        }
        swings.push(swing(sheet, driver, Decimal::new(*shock, 4))?);
    }
    swings.sort_by(|a, b| b.swing.cmp(&a.swing).then_with(|| a.driver.cmp(&b.driver)));
    Ok(swings)
}

fn swing(sheet: &Sheet, driver: &str, shock: Decimal) -> Result<DriverSwing, ValuationFault> {
    let fault = |why| ValuationFault::Arithmetic {
        line: driver.to_owned(),
        why,
    };
    let base = sheet.value(driver)?;
    let low = subtract(base, shock).map_err(fault)?;
    let high = add(base, shock).map_err(fault)?;
    let value = |at| value_with(sheet, &Overrides::from([(driver, at)]));
    let (value_at_low, value_at_high) = (value(low)?.ok(), value(high)?.ok());
    let difference = match (value_at_low, value_at_high) {
        (Some(low), Some(high)) => subtract(high, low).map_err(fault)?.abs(),
        (one, other) => {
            let base = sheet.value(VALUE)?;
            let there = one.or(other).unwrap_or(base);
            subtract(there, base).map_err(fault)?.abs()
        }
    };
    Ok(DriverSwing {
        driver: driver.to_owned(),
        base,
        low,
        high,
        value_at_low,
        value_at_high,
        swing: difference,
        formula: format!("{VALUE} with {driver} = {low} and with {driver} = {high}"),
    })
}
