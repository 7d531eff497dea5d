use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::method::Method;
use crate::models::{VALUE, build, value_with};
use crate::request::Request;
use crate::sheet::{Overrides, Sheet, add, divide};

/// What one driver would have to be for the model to give the price, all others as in the base. It
/// is read, and never fed back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReverseDcf {
    pub driver: String,
    pub base: Decimal,
    pub price: Decimal,
    /// The range that was searched.
    pub low: Decimal,
    pub high: Decimal,
    /// Values of a share at both ends: prices between them can be explained. None where the model
    /// has no value there.
    pub value_at_low: Option<Decimal>,
    pub value_at_high: Option<Decimal>,
    pub implied: ImpliedDriver,
    pub formula: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ImpliedDriver {
    Found {
        value: Decimal,
    },
    /// No value in the range gives the price: prices between the two ends would have one.
    NoRoot,
}

/// Driver and searched range, in hundredths: beyond them no company stays for the first stage.
const SEARCHED: &[(&str, i64, i64)] = &[("growth.start", -30, 100), ("margin.terminal", 1, 80)];
/// Halvings of the range: the driver is known to better than a millionth.
const HALVINGS: u32 = 24;

pub(crate) fn reverse(request: &Request, sheet: &Sheet) -> Result<Vec<ReverseDcf>, ValuationFault> {
    let price = sheet.value("price.local")?;
    let mut found = Vec::new();
    for (driver, low, high) in SEARCHED {
        let range = (Decimal::new(*low, 2), Decimal::new(*high, 2));
        found.push(solve(sheet, driver, range, price)?);
    }
    found.extend(advantage_period(request, sheet, price)?);
    Ok(found)
}

fn at(sheet: &Sheet, driver: &str, value: Decimal) -> Result<Option<Decimal>, ValuationFault> {
    let set = Overrides::from([(driver, value)]);
    Ok(value_with(sheet, &set)?.ok())
}

fn solve(
    sheet: &Sheet,
    driver: &str,
    (low, high): (Decimal, Decimal),
    price: Decimal,
) -> Result<ReverseDcf, ValuationFault> {
    let (value_at_low, value_at_high) = (at(sheet, driver, low)?, at(sheet, driver, high)?);
    let mut implied = ImpliedDriver::NoRoot;
    if let (Some(at_low), Some(at_high)) = (value_at_low, value_at_high) {
        let rising = at_high >= at_low;
        if (at_low.min(at_high)..=at_low.max(at_high)).contains(&price) {
            implied = ImpliedDriver::Found {
                value: halve(sheet, driver, (low, high), price, rising)?,
            };
        }
    }
    Ok(ReverseDcf {
        driver: driver.to_owned(),
        base: sheet.value(driver)?,
        price,
        low,
        high,
        value_at_low,
        value_at_high,
        implied,
        formula: format!("{driver} at which {VALUE} = price.local"),
    })
}

fn halve(
    sheet: &Sheet,
    driver: &str,
    (mut low, mut high): (Decimal, Decimal),
    price: Decimal,
    rising: bool,
) -> Result<Decimal, ValuationFault> {
    let fault = |why| ValuationFault::Arithmetic {
        line: driver.to_owned(),
        why,
    };
    for _ in 0..HALVINGS {
        let sum = add(low, high).map_err(fault)?;
        let middle = divide(sum, Decimal::TWO).map_err(fault)?;
        match at(sheet, driver, middle)? {
            Some(value) if (value < price) == rising => low = middle,
            _ => high = middle,
        }
    }
    let sum = add(low, high).map_err(fault)?;
    Ok(divide(sum, Decimal::TWO).map_err(fault)?.round_dp(6))
}

/// The competitive advantage period: for how many years the first stage must last.
fn advantage_period(
    request: &Request,
    sheet: &Sheet,
    price: Decimal,
) -> Result<Option<ReverseDcf>, ValuationFault> {
    let last = request.shape.horizon - 1;
    let mut values = Vec::new();
    for years in 0..=last {
        let mut other = request.clone();
        other.shape.stage_one = years;
        let Ok(sheet) = build(Method::Dcf, &other)? else {
            return Ok(None);
        };
        values.push(sheet.value(VALUE)?);
    }
    let (Some(first), Some(end)) = (values.first().copied(), values.last().copied()) else {
        return Ok(None);
    };
    let reached = values.iter().position(|value| *value >= price);
    let implied = match reached {
        Some(years) if first <= price => ImpliedDriver::Found {
            value: Decimal::from(years),
        },
        _ => ImpliedDriver::NoRoot,
    };
    Ok(Some(ReverseDcf {
        driver: "stage_one".to_owned(),
        base: Decimal::from(request.shape.stage_one),
        price,
        low: Decimal::ZERO,
        high: Decimal::from(last),
        value_at_low: Some(first),
        value_at_high: Some(end),
        implied,
        formula: format!(
            "fewest years at growth.start for which {VALUE} >= price.local = {}",
            sheet.value("price.local")?
        ),
    }))
}
