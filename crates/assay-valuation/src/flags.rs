use rust_decimal::Decimal;

use crate::fault::ValuationFault;
use crate::method::{Flag, Method};
use crate::models::{BRIDGE, days_between};
use crate::request::{Request, StockCompensation};
use crate::sheet::Sheet;

/// A terminal value above this share of the enterprise value leads the result by itself.
const HIGH_SHARE: Decimal = Decimal::from_parts(75, 0, 0, false, 2);
/// A year-old period has been followed by a report that is not in the model.
const OLD_DAYS: i32 = 365;
/// Balance and base period of the same quarter.
const SAME_QUARTER_DAYS: i32 = 100;

/// What stands and must be told. `sheet` is the leading one.
pub(crate) fn flags(request: &Request, sheet: Option<&Sheet>) -> Result<Vec<Flag>, ValuationFault> {
    let mut found = Vec::new();
    if let Some(sheet) = sheet {
        rates(sheet, &mut found)?;
        results(sheet, &mut found)?;
        options(request, sheet, &mut found);
    }
    let days = days_between(request.base_period_end, request.valuation_date);
    if days > OLD_DAYS {
        found.push(Flag::BasePeriodOld { days });
    }
    if request.shape.stock_compensation == StockCompensation::AddedBack
        && Method::primary(request.kind) == Method::Dcf
    {
        found.push(Flag::StockCompensationAddedBack);
    }
    for (name, _) in BRIDGE {
        let input = request.inputs.get(name);
        let Some(input) = input.filter(|input| !input.basis().is_assumption()) else {
            continue;
        };
        if days_between(input.as_of(), request.base_period_end) > SAME_QUARTER_DAYS {
            found.push(Flag::BalanceOfOtherDay {
                name: (*name).to_owned(),
                as_of: input.as_of().to_string(),
            });
        }
    }
    for input in request.inputs.iter() {
        if crate::need::find(input.name()).is_none() {
            found.push(Flag::InputNotUsed {
                name: input.name().to_owned(),
            });
        }
    }
    Ok(found)
}

fn rates(sheet: &Sheet, found: &mut Vec<Flag>) -> Result<(), ValuationFault> {
    let risk_free = sheet.value("rf")?;
    for id in ["growth.terminal", "growth.affo"] {
        if sheet.has(id) && sheet.value(id)? > risk_free {
            found.push(Flag::GrowthAboveRiskFree {
                growth: sheet.value(id)?,
                risk_free,
            });
        }
    }
    if sheet.has("implied.growth") && sheet.value("implied.growth")? > risk_free {
        found.push(Flag::ExitMultipleImplies {
            growth: sheet.value("implied.growth")?,
            risk_free,
        });
    }
    for id in ["spread.terminal", "spread.roe"] {
        if sheet.has(id) && sheet.value(id)? < Decimal::ZERO {
            found.push(Flag::ReturnBelowCostForEver {
                spread: sheet.value(id)?,
            });
        }
    }
    Ok(())
}

fn results(sheet: &Sheet, found: &mut Vec<Flag>) -> Result<(), ValuationFault> {
    if sheet.has("tv.share") && sheet.value("tv.share")? > HIGH_SHARE {
        found.push(Flag::TerminalShareHigh {
            share: sheet.value("tv.share")?,
        });
    }
    if sheet.has("equity.value") && sheet.value("equity.value")? < Decimal::ZERO {
        found.push(Flag::EquityBelowZero {
            equity: sheet.value("equity.value")?,
        });
    }
    Ok(())
}

fn options(request: &Request, sheet: &Sheet, found: &mut Vec<Flag>) {
    let counted = request
        .numbered("options")
        .iter()
        .any(|number| sheet.has(&format!("options.{number}.dilution")));
    if counted && !sheet.has("price") {
        found.push(Flag::OptionsCountedInFull);
    }
}
