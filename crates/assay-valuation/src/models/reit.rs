use super::{Attempt, Model, VALUE, capital, shares};
use crate::method::Reason;

pub(crate) const NEEDS: &[&str] = &["ffo", "capex.maintenance", "growth.affo", "noi", "cap_rate"];

/// Adjusted funds from operations belong to the shareholders, so they are capitalised at the cost
/// of equity; net asset value goes through the bridge.
pub(crate) fn fill(model: &mut Model<'_>) -> Attempt<()> {
    shares::fill(model)?;
    model.take(NEEDS)?;
    let (growth, rate) = (model.sheet.value("growth.affo")?, model.sheet.value("ke")?);
    if growth >= rate {
        return Ok(Err(Reason::GrowthNotBelowRate { growth, rate }));
    }
    let affo = model.money("affo", "ffo - capex.maintenance")?;
    if affo <= rust_decimal::Decimal::ZERO {
        return Ok(Err(Reason::NoCashFlow {
            operating_cash_flow: affo,
        }));
    }
    model.money("ev", "noi / cap_rate")?;
    capital::bridge(model)?;
    model.per_share("value.nav", "max(0, equity.value) / shares.quoted")?;
    model.money(
        "equity.affo",
        "affo * (1 + growth.affo) / (ke - growth.affo)",
    )?;
    model.per_share(VALUE, "equity.affo / shares.quoted")?;
    Ok(Ok(()))
}
